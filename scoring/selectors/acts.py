"""Which acts on a match took effect, the last of them, and whether one waits for the desk."""

from ledger.models import Act
from scoring.enums import ActKind
from tournaments.models import Match

APPLIED = [ActKind.DEAL.value, ActKind.REDEAL.value, ActKind.RETRACT.value]
RESOLVED = "dispute_resolved"
LATE_SEEN = "late_seen"
CORRECTED = "result_corrected"


def last_act(match: Match) -> Act | None:
    """The act that the next one has to name as ``after``."""
    acts = Act.objects.filter(subject=match.uuid, kind__in=APPLIED)
    return acts.order_by("-number").first()


def is_held(match: Match) -> bool:
    """True while an act is held that the desk has not resolved."""
    acts = Act.objects.filter(subject=match.uuid, kind__in=[ActKind.HELD.value, RESOLVED])
    last = acts.order_by("-number").first()
    return last is not None and last.kind == ActKind.HELD.value
