"""The lines of a stage: what each match says about each entry, up to a round.

A handful of queries whatever the size of the field; the arithmetic is the domain's.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from scoring.domain.facts import DealFacts
from scoring.domain.lines import MatchLine, Sitting, match_lines
from scoring.domain.standings import Standing, rank_entries
from scoring.enums import DealState
from scoring.models import Deal, MatchResult
from scoring.selectors.facts import deal_facts
from tournaments.enums import GameState, MatchState, RoundState
from tournaments.models import Entry, Match, Stage

# A disputed match counts for nobody until the desk has resolved it.
COUNTED = [
    MatchState.PLAYING.value,
    MatchState.TO_CONFIRM.value,
    MatchState.CONFIRMED.value,
    MatchState.VOID.value,
]


def lines_of(stage: Stage, *, through: int | None = None) -> list[MatchLine]:
    """One line per entry and match of every round announced, up to round ``through``."""
    results = _results(stage, through)
    deals = _deals_by_match(result.match_id for result in results)
    return [line for result in results for line in _lines(result, deals.get(result.match_id, []))]


def ranking_of(stage: Stage, *, entries: Iterable[Entry], through: int | None = None) -> list[Standing]:
    """The entries (by uuid) as the stage's frozen profile ranks them after round ``through``."""
    profile = stage.profile
    return rank_entries(
        lines_of(stage, through=through),
        order=profile.ranking,
        profile=profile,
        entries=[str(entry.uuid) for entry in entries],
        lot_seed=stage.lot("ranking"),
    )


def _results(stage: Stage, through: int | None) -> list[MatchResult]:
    results = MatchResult.objects.filter(match__round__stage=stage, match__state__in=COUNTED).exclude(
        match__round__state=RoundState.DRAFT.value
    )
    if through is not None:
        results = results.filter(match__round__number__lte=through)
    return list(
        results.select_related("match__round")
        .prefetch_related("match__sides__entry")
        .order_by("match__round__number", "match__table", "match__id")
    )


def _deals_by_match(match_ids: Iterable[int]) -> dict[int, list[DealFacts]]:
    rows = Deal.objects.filter(
        game__match__in=list(match_ids),
        game__state=GameState.LIVE.value,
        state=DealState.CURRENT.value,
    ).select_related("game")
    by_match: dict[int, list[DealFacts]] = defaultdict(list)
    for row, facts in zip(rows, deal_facts(rows), strict=True):
        by_match[row.game.match_id].append(facts)
    return by_match


def _lines(result: MatchResult, deals: list[DealFacts]) -> Iterator[MatchLine]:
    match = result.match
    yield from match_lines(
        result.match_score,
        _sittings(match),
        round_number=match.round.number,
        deals=deals,
    )


def _sittings(match: Match) -> list[Sitting]:
    """The ranked entries at the table; a house pair or floater has none and gains nothing."""
    return [Sitting(entry=str(side.entry.uuid), side=side.number) for side in match.sides.all() if side.entry]
