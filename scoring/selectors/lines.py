"""The lines of a stage: what each match says about each entry, up to a round.

A handful of queries whatever the size of the field; the arithmetic is the domain's.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from scoring.domain.facts import DealFacts
from scoring.domain.lines import Entry as Key
from scoring.domain.lines import LineKind, MatchLine, match_lines, matches_played
from scoring.domain.standings import Standing, rank_entries
from scoring.enums import DealState
from scoring.models import Deal, MatchResult
from scoring.selectors.facts import facts_of_deal
from scoring.selectors.rulings import deals_ruled_out, points_by_ruling
from scoring.selectors.sittings import sittings_of, with_sittings
from scoring.selectors.withdrawals import annulled_entries
from tournaments.enums import Format, GameState, MatchState, RoundState
from tournaments.models import Entry, Match, Round, Seat, Side, Stage
from tournaments.selectors.entrants import entrants, group_by_uuid

# Formats in which who is present is drawn in every round; elsewhere a round without a match costs nothing.
DRAWS_EVERYBODY = {Format.SWISS, Format.ROTATION}
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
    deals = _deals_by_match((result.match_id for result in results), without=deals_ruled_out(stage))
    lines = [line for result in results for line in _lines(result, deals.get(result.match_id, []))]
    return lines + missed_lines(stage, through=through)


def missed_lines(stage: Stage, *, through: int | None = None) -> list[MatchLine]:
    """A line for every announced round in which an entry has neither a table nor a bye (T19).

    Only where everybody is drawn in every round. Who has withdrawn keeps the rounds missed before and
    misses nothing more, so that the standings of a finished stage never change (T24).
    """
    if Format(stage.format) not in DRAWS_EVERYBODY:
        return []
    rounds = stage.rounds.exclude(state=RoundState.DRAFT.value)
    if through is not None:
        rounds = rounds.filter(number__lte=through)
    drawn, published = _drawn(rounds), dict(rounds.order_by("number").values_list("number", "published_at"))
    return [
        MatchLine(str(uuid), number, kind=LineKind.MISSED)
        for uuid, gone in entrants(stage).values_list("uuid", "withdrawn_at")
        for number, at in published.items()
        if (number, uuid) not in drawn and not (gone and at and at > gone)
    ]


def _drawn(rounds: QuerySet[Round]) -> set[tuple[int, UUID]]:
    """Who has a place in which round: by its side, or by its seat where partners change."""
    sides = Side.objects.filter(match__round__in=rounds, entry__isnull=False)
    seats = Seat.objects.filter(match__round__in=rounds, entry__isnull=False)
    columns = ("match__round__number", "entry__uuid")
    return {*sides.values_list(*columns), *seats.values_list(*columns)}


def ranking_of(stage: Stage, *, entries: Iterable[Entry], through: int | None = None) -> list[Standing]:
    """The entries (by uuid) as the stage's frozen profile ranks them after round ``through``."""
    return rank_by(lines_of(stage, through=through), stage, [str(entry.uuid) for entry in entries])


def rank_by(lines: Iterable[MatchLine], stage: Stage, entries: Sequence[str]) -> list[Standing]:
    """The entries (by uuid) as the stage's frozen profile ranks them by these lines, group after group.

    The ``unranked`` stand behind all others of their group.
    """
    lines = tuple(lines)
    behind, rulings = unranked(stage, matches_played(lines), entries), points_by_ruling(stage)
    ranking: list[Standing] = []
    for group in by_group(stage, entries):
        ranked = _rank(lines, stage, [entry for entry in group if entry not in behind], rulings)
        others = _rank(lines, stage, [entry for entry in group if entry in behind], rulings)
        ranking += [*ranked, *(replace(row, rank=row.rank + len(ranked)) for row in others)]
    return ranking


def _rank(
    lines: Iterable[MatchLine], stage: Stage, entries: Sequence[str], rulings: Mapping[Key, int]
) -> list[Standing]:
    profile = stage.profile
    return rank_entries(
        lines,
        order=profile.ranking,
        profile=profile,
        entries=entries,
        lot_seed=stage.lot("ranking"),
        rulings=rulings,
    )


def least_matches(stage: Stage) -> int:
    """How many matches an entry has to play to be ranked: a rule of leagues only."""
    return stage.settings.least_matches if stage.format == Format.LEAGUE.value else 0


def unranked(stage: Stage, played: Mapping[str | int, int], entries: Iterable[str]) -> set[str]:
    """Who has no rank: too few matches in a league, or gone so early that nothing of theirs counts."""
    least = least_matches(stage)
    return {entry for entry in entries if played.get(entry, 0) < least} | annulled_entries(stage)


def by_group(stage: Stage, entries: Iterable[str]) -> list[list[str]]:
    """The same entries (by uuid), those of one group together; one list where there are no groups."""
    groups = group_by_uuid(stage)
    return [
        list(group) for _, group in groupby(sorted(entries, key=groups.__getitem__), key=groups.__getitem__)
    ]


def _results(stage: Stage, through: int | None) -> list[MatchResult]:
    results = MatchResult.objects.filter(match__round__stage=stage, match__state__in=COUNTED).exclude(
        match__round__state=RoundState.DRAFT.value
    )
    if through is not None:
        results = results.filter(match__round__number__lte=through)
    return list(
        results.prefetch_related(
            Prefetch("match", queryset=with_sittings(Match.objects.select_related("round")))
        ).order_by("match__round__number", "match__number")
    )


def _deals_by_match(match_ids: Iterable[int], *, without: Collection[int]) -> dict[int, list[DealFacts]]:
    current = Deal.objects.filter(
        game__match__in=list(match_ids),
        game__state=GameState.LIVE.value,
        state=DealState.CURRENT.value,
    )
    rows = current.exclude(pk__in=without).values_list("game__match", "game__leg", "outcome")
    by_match: dict[int, list[DealFacts]] = defaultdict(list)
    for match, leg, outcome in rows:
        by_match[match].append(facts_of_deal(leg, outcome))
    return by_match


def _lines(result: MatchResult, deals: list[DealFacts]) -> Iterator[MatchLine]:
    match = result.match
    yield from match_lines(
        result.match_score,
        sittings_of(match),
        round_number=match.round.number,
        deals=deals,
    )
