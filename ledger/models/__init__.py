from ledger.models.act import Act, ActPayload, ChainHead
from ledger.models.outbox import OutboxItem

__all__ = ["Act", "ActPayload", "ChainHead", "OutboxItem"]
