"""Which sides have said that the result is right, and who is still missing."""

from collections.abc import Iterable

from ledger.models import Act
from scoring.enums import ActKind
from scoring.selectors.acts import APPLIED, RESOLVED
from tournaments.domain.seating import side_of
from tournaments.enums import MatchState
from tournaments.models import Match

# After any of these the result is another one, and what was confirmed before says nothing about it.
CHANGES = [*APPLIED, RESOLVED, "deal_corrected", "totals_stand", "outcome_recorded", "match_reopened"]


def sides_missing(match: Match) -> list[int]:
    """The sides that still have to confirm: not the one that entered the result, nor who has confirmed.

    What the desk has entered, and a phone of nobody in particular, every side confirms.
    """
    if match.state != MatchState.TO_CONFIRM.value:
        return []
    acts = Act.objects.filter(subject=match.uuid).select_related("payload").order_by("number")
    last = acts.filter(kind__in=CHANGES).last()
    confirmed = acts.filter(kind=ActKind.CONFIRM.value, number__gt=last.number if last else 0)
    sides = sorted(side.number for side in match.sides.all())
    done = {act.payload.content["side"] for act in confirmed} | entered_by([last] if last else [], len(sides))
    return [side for side in sides if side not in done]


def entered_by(acts: Iterable[Act], sides: int) -> set[int]:
    """The sides whose phones have sent these acts."""
    seats = [act.payload.content.get("seat") for act in acts if act.kind in APPLIED]
    return {side_of(seat, sides=sides) for seat in seats if seat}
