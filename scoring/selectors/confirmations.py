"""Who has said that the result is right, who is still missing, and who has entered it."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q

from ledger.models import Act
from scoring.domain.facts import OutcomeKind
from scoring.enums import ActKind
from scoring.selectors.acts import (
    APPLIED,
    DEAL_UNDONE,
    OF_TABLES,
    RESOLVED,
    RULINGS,
    UNDONE,
    undone_acts,
)
from tournaments.domain.seating import side_of
from tournaments.enums import MatchState
from tournaments.models import Match, Round

# After any of these the result is another one, and what was confirmed before says nothing about it.
CHANGES = [
    *APPLIED,
    *RULINGS,
    RESOLVED,
    "deal_corrected",
    "totals_stand",
    "outcome_recorded",
    "match_reopened",
]
# What is typed in; a walkover or a dispute is decided.
KEYED = [*OF_TABLES, DEAL_UNDONE, "deal_corrected", "outcome_recorded"]
CONFIRMED = "match_confirmed"


def sides_missing(match: Match) -> list[int]:
    """The sides that still have to confirm: not the one that entered the result, nor who has confirmed.

    What the desk has entered, and a phone of nobody in particular, every side confirms.
    """
    if match.state != MatchState.TO_CONFIRM.value:
        return []
    acts = Act.objects.filter(subject=match.uuid).select_related("payload").order_by("number")
    undone_changes = Q(kind=UNDONE, payload__content__kind__in=CHANGES)
    last = acts.filter(Q(kind__in=CHANGES) | undone_changes).last()
    confirmed = acts.filter(kind=ActKind.CONFIRM.value, number__gt=last.number if last else 0)
    confirmed = confirmed.exclude(uuid__in=undone_acts(match))
    sides = sorted(side.number for side in match.sides.all())
    done = {act.payload.content["side"] for act in confirmed} | entered_by([last] if last else [], len(sides))
    return [side for side in sides if side not in done]


def entered_by(acts: Iterable[Act], sides: int) -> set[int]:
    """The sides whose phones have sent these acts."""
    seats = [act.payload.content.get("seat") for act in acts if act.kind in APPLIED]
    return {side_of(seat, sides=sides) for seat in seats if seat}


def keyed_by(match: Match) -> UUID | None:
    """Who has entered what stands last, an account or a phone; None where it was decided, or nothing is."""
    acts = Act.objects.filter(subject=match.uuid, kind__in=KEYED).exclude(uuid__in=undone_acts(match))
    last = acts.order_by("number").values("actor", "payload__content__kind").last()
    if last is None or last["payload__content__kind"] not in (None, OutcomeKind.TOTALS):
        return None
    return last["actor"]


def is_confirmed_alone(match: Match) -> bool:
    """Confirmed by whoever had entered it, for want of anybody else."""
    if match.state != MatchState.CONFIRMED.value:
        return False
    acts = Act.objects.filter(subject=match.uuid, kind=CONFIRMED)
    return bool(acts.order_by("number").values_list("payload__content__alone", flat=True).last())


def confirmed_alone(round: Round) -> set[str]:
    """The codes of the round's matches of which that is so."""
    codes = dict(round.matches.filter(state=MatchState.CONFIRMED.value).values_list("uuid", "code"))
    acts = Act.objects.filter(subject__in=codes, kind=CONFIRMED).order_by("number")
    last = dict(acts.values_list("subject", "payload__content__alone"))
    return {codes[match] for match, alone in last.items() if alone}
