"""Which acts on a match took effect, and the last of them."""

from ledger.models import Act
from scoring.enums import ActKind
from tournaments.models import Match

APPLIED = [ActKind.DEAL.value, ActKind.REDEAL.value, ActKind.RETRACT.value]


def last_act(match: Match) -> Act | None:
    """The act that the next one has to name as ``after``."""
    acts = Act.objects.filter(subject=match.uuid, kind__in=APPLIED)
    return acts.order_by("-number").first()
