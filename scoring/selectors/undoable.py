"""The last act on a match that can be undone, and what is in the way."""

from dataclasses import dataclass

from ledger.models import Act
from scoring.enums import ActKind
from scoring.models import Deal
from scoring.selectors.acts import CORRECTED, RESOLUTIONS, RULINGS, is_held, undone_acts
from scoring.selectors.brackets import TAKEN_BACK, has_bracket, has_reason
from tournaments.enums import GameState, RoundState
from tournaments.models import Match

OF_DEALS = [ActKind.DEAL.value, ActKind.REDEAL.value, ActKind.RETRACT.value, "deal_corrected"]
UNDOABLE = [
    *OF_DEALS,
    *RULINGS,
    *RESOLUTIONS,
    ActKind.CONFIRM.value,
    "totals_stand",
    "outcome_recorded",
    "match_confirmed",
    "match_reopened",
    "match_moved",
]
# Nothing behind it is undone: it has changed several things at once, and so does the next of its kind.
BARRIERS = [CORRECTED]


@dataclass(frozen=True, slots=True)
class Undoable:
    """The act that one press takes back; ``fault`` says why it cannot, empty where it can."""

    act: Act
    fault: str = ""


def last_undoable(match: Match) -> Undoable | None:
    """The last act on the match that is not undone yet; None where there is none."""
    acts = Act.objects.filter(subject=match.uuid, kind__in=[*UNDOABLE, *BARRIERS])
    last = acts.exclude(uuid__in=undone_acts(match)).select_related("payload").order_by("number").last()
    return Undoable(last, _fault(match, last)) if last else None


def confirmations_with(match: Match, act: Act) -> list[Act]:
    """The side's confirmation that has let the match be confirmed: both are one press."""
    if act.kind != "match_confirmed" or act.actor is not None:
        return []
    return list(
        Act.objects.filter(
            subject=match.uuid, kind=ActKind.CONFIRM.value, scope=act.scope, number=act.number - 1
        )
    )


def _fault(match: Match, act: Act) -> str:
    if not hasattr(act, "payload"):
        return "erased"
    if act.kind in BARRIERS:
        return "corrected"
    if act.kind in RULINGS:
        return ""
    if match.round.state != RoundState.PUBLISHED.value:
        return "round_not_open"
    if act.kind not in RESOLUTIONS and is_held(match):
        return "held"
    if has_reason(match, TAKEN_BACK) or (act.kind == "match_reopened" and has_bracket(match.round.stage)):
        return "bracket"
    return "played_anew" if act.kind in OF_DEALS and _is_replaced(act) else ""


def _is_replaced(act: Act) -> bool:
    deal = (
        Deal.objects.filter(uuid=act.payload.content.get("deal") or act.uuid).select_related("game").first()
    )
    return deal is not None and deal.game.state != GameState.LIVE.value
