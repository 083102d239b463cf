"""Everything derived, derived again: verdicts by the engine of today, results by the frozen profile.

Reading only, but for ``derive_results``. A difference in a closed round is told and never adopted
here: adopting it is a ruling (decisions.md, Data).
"""

from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from ledger.transactions import writing
from scoring.domain.stored_score import score_to
from scoring.models import Deal, MatchResult
from scoring.services.results import derive_score, settle_match
from scoring.services.verification import verdict_changed
from tournaments.enums import RoundState
from tournaments.models import Match, Tournament
from tournaments.services.versions import raise_public_version


@dataclass(slots=True)
class Rebuilt:
    """What was looked at and what came out otherwise than it is stored."""

    deals: int = 0
    matches: int = 0
    verdicts: list[Deal] = field(default_factory=list)
    results: list[Match] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        return not self.verdicts and not self.results


def rebuild(tournament: Tournament) -> Rebuilt:
    """Every deal is judged and every result derived once more; nothing is stored."""
    rebuilt = Rebuilt()
    for deal in _deals(tournament):
        rebuilt.deals += 1
        if verdict_changed(deal):
            rebuilt.verdicts.append(deal)
    for match in settled_matches(tournament):
        rebuilt.matches += 1
        if _stored(match) != score_to(derive_score(match)):
            rebuilt.results.append(match)
    return rebuilt


def adopt_results(tournament: Tournament, matches: list[Match]) -> list[Match]:
    """These matches are settled again; returns those of closed rounds, which are left as they are."""
    closed = [match for match in matches if match.round.state == RoundState.CLOSED.value]
    with writing():
        for match in matches:
            if match not in closed:
                settle_match(match)
        raise_public_version(tournament)
    return closed


def derive_results(tournament: Tournament) -> None:
    """Every match that has anything to tell has its result; call inside ``writing()``."""
    for match in settled_matches(tournament):
        _store(match)


def settled_matches(tournament: Tournament) -> QuerySet[Match]:
    """The matches with a result: something was played or typed, or the draw gave a bye."""
    return (
        Match.objects.filter(round__stage__division__tournament=tournament)
        .filter(Q(first_played_at__isnull=False) | Q(outcomes__isnull=False) | Q(result__isnull=False))
        .distinct()
        .select_related("round__stage", "result")
        .prefetch_related("sides")
    )


def _deals(tournament: Tournament) -> QuerySet[Deal]:
    deals = Deal.objects.filter(game__match__round__stage__division__tournament=tournament)
    return deals.select_related("game__match__round__stage").order_by(
        "game__match", "game__leg", "number", "pk"
    )


def _stored(match: Match) -> dict[str, object] | None:
    result: MatchResult | None = getattr(match, "result", None)
    return result.score if result else None


def _store(match: Match) -> None:
    MatchResult.objects.update_or_create(match=match, defaults={"score": score_to(derive_score(match))})
