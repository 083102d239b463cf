"""訂正 as everybody may read it: which results were corrected, when, and why (tournaments.md §1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from ledger.models import Act
from scoring.selectors.acts import CORRECTED
from scoring.selectors.viewer import Viewer, sees_draws, sees_results
from tournaments.enums import RoundState
from tournaments.models import Match, Stage


@dataclass(frozen=True, slots=True)
class Corrected:
    """One correction; ``reason`` is empty where it was erased."""

    code: str
    round_number: int
    place: str
    at: datetime
    reason: str


def corrections_in(stage: Stage, viewer: Viewer) -> list[Corrected]:
    """Every correction of the stage's announced rounds, the latest first; none that a gate hides."""
    if not (sees_draws(viewer, stage.tournament) and sees_results(viewer, stage.tournament)):
        return []
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT.value)
    return _corrections(matches.select_related("round"))


def corrections_of(match: Match, viewer: Viewer) -> list[Corrected]:
    """Those of one match that this viewer may read of."""
    return [] if not sees_results(viewer, match.tournament) else _corrections([match])


def _corrections(matches: Iterable[Match]) -> list[Corrected]:
    by_uuid = {match.uuid: match for match in matches}
    acts = Act.objects.filter(kind=CORRECTED, subject__in=by_uuid).select_related("payload")
    return [_corrected(act, by_uuid[act.subject]) for act in acts.order_by("-number")]


def _corrected(act: Act, match: Match) -> Corrected:
    payload = getattr(act, "payload", None)
    return Corrected(
        code=match.code,
        round_number=match.round.number,
        place=match.place,
        at=act.at,
        reason=payload.content["reason"] if payload else "",
    )
