"""What is done after the answer has gone out. Tasks are sent by name (``ledger.outbox``)."""

from celery import shared_task

from hall.copies import write_copy
from hall.phrases import sentence_for
from ledger.errors import Refusal
from ledger.models import OutboxItem
from ledger.outbox import mark_done, mark_failed
from scoring.services.rounds import COPY_TASK
from tournaments.models import Tournament


@shared_task(name=COPY_TASK)  # type: ignore[untyped-decorator]
def copy_event(*, tournament: str, outbox_item: int) -> None:
    """The event has a copy, and the outbox tells where, or why not; doing it again does nothing."""
    if OutboxItem.objects.exclude(done_at=None).filter(pk=outbox_item).exists():
        return
    event = Tournament.objects.get(uuid=tournament)
    try:
        place = write_copy(event)
    except Refusal as refusal:
        mark_failed(outbox_item, failure=sentence_for(refusal))
    else:
        mark_done(outbox_item, outcome=str(place))
