"""順位 as one viewer may read it, and how each number came about."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from django.db.models import Prefetch

from scoring.domain.lines import MatchLine, matches_played
from scoring.domain.standings import Entry, Number, Standing, in_places
from scoring.models import MatchResult
from scoring.selectors.brackets import has_bracket, places_of_stage
from scoring.selectors.entry_matches import entry_matches
from scoring.selectors.lines import least_matches, lines_of, rank_by, unranked
from scoring.selectors.sittings import sittings_of, with_sittings
from scoring.selectors.viewer import Viewer, announced_rounds, sees_draws, sees_results
from tournaments.domain.profile import Tie
from tournaments.enums import MatchState, RankingKey, RoundState
from tournaments.models import Match, Stage
from tournaments.selectors.entrants import drawn_in, group_by_uuid, playing
from tournaments.selectors.names import EntryName, named_entries

Cells: TypeAlias = tuple[tuple[RankingKey, Number | None], ...]
OPPONENT_KEYS = frozenset({RankingKey.SOS, RankingKey.SODOS, RankingKey.SOSOS})
LIVE = [MatchState.PLAYING.value, MatchState.TO_CONFIRM.value]


@dataclass(frozen=True, slots=True)
class Playing:
    """The match an entry is in just now; ``points`` of the own side first."""

    code: str
    table: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One entry's place in its group (0: no groups). ``cells`` follow the columns of the table.

    ``matches`` were played to their end, ``least`` are needed to be ranked; who is not stands behind.
    ``ruling`` is what referees gave or took in the standings alone (裁定); the cells of points hold it.
    """

    entry: EntryName
    rank: int
    tied: bool
    wins: int
    losses: int
    draws: int
    cells: Cells
    playing: Playing | None
    lines: tuple[MatchLine, ...]
    group: int
    matches: int
    least: int
    is_ranked: bool
    ruling: int = 0

    @property
    def record(self) -> str:
        """Won–lost, with the drawn between where there are any."""
        parts = [self.wins, self.draws, self.losses] if self.draws else [self.wins, self.losses]
        return "–".join(map(str, parts))


@dataclass(frozen=True, slots=True)
class Standings:
    """The table after round ``through``. Hidden: the gate is closed and nothing else is told."""

    keys: tuple[RankingKey, ...] = ()
    rows: tuple[StandingRow, ...] = ()
    through: int = 0
    provisional: bool = False
    closed_rounds: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    hidden: bool = False

    @property
    def shows_record_alone(self) -> bool:
        """Won–lost decides nothing here, so it has a column of its own."""
        return RankingKey.WINS not in self.keys

    @property
    def shows_rulings(self) -> bool:
        return any(row.ruling for row in self.rows)

    @property
    def columns(self) -> int:
        return len(self.keys) + self.shows_record_alone + self.shows_rulings

    @property
    def anybody_plays(self) -> bool:
        return any(row.playing for row in self.rows)


@dataclass(frozen=True, slots=True)
class Step:
    """One match of an entry, and where the entry stood after its round."""

    round_number: int
    mark: str
    points: tuple[int, ...] | None
    partners: tuple[EntryName, ...]
    opponents: tuple[EntryName, ...]
    opponent_wins: Number
    code: str
    rank: int
    tied: bool
    cells: Cells


@dataclass(frozen=True, slots=True)
class Derivation:
    """How one entry's place came about; ``row`` is None while standings are hidden."""

    entry: EntryName
    keys: tuple[RankingKey, ...] = ()
    row: StandingRow | None = None
    steps: tuple[Step, ...] = ()
    opponents_hidden: bool = False

    @property
    def shows_opponent_wins(self) -> bool:
        """Where opponents' wins decide, they are part of the reckoning."""
        return bool(OPPONENT_KEYS.intersection(self.keys))

    @property
    def columns(self) -> int:
        """Figures in a row: the keys, the rank, and the opponents' wins where they are shown."""
        return len(self.keys) + 1 + self.shows_opponent_wins


def standings_for(stage: Stage, *, through: int | None = None, viewer: Viewer) -> Standings:
    """What this viewer may see; a round that is not closed makes the table provisional."""
    if not sees_results(viewer, stage.tournament):
        return Standings(hidden=True)
    names = stage_entries(stage)
    states = {round.number: RoundState(round.state) for round in announced_rounds(stage)}
    lines = [line for line in lines_of(stage) if through is None or line.round_number <= through]
    counted = {line.round_number for line in lines}
    playing = _playing(stage, viewer) if through is None else {}
    ranking = _ranking(stage, lines, names, through)
    return Standings(
        keys=ranking_keys(stage),
        rows=tuple(_rows(stage, ranking, names, playing)),
        through=through or max(counted, default=0),
        provisional=any(states.get(number) is not RoundState.CLOSED for number in counted),
        closed_rounds=tuple(n for n, state in states.items() if state is RoundState.CLOSED),
        rounds=tuple(states),
    )


def ranking_keys(stage: Stage) -> tuple[RankingKey, ...]:
    """The keys of the frozen profile in their order, and the lot where equals are separated by it.

    None where places follow from a bracket.
    """
    if has_bracket(stage):
        return ()
    profile = stage.profile
    keys = tuple(key for key, _descending in profile.ranking)
    lot = profile.tie is Tie.LOT and RankingKey.LOT not in keys
    return (*keys, RankingKey.LOT) if lot else keys


def stage_entries(stage: Stage) -> dict[str, EntryName]:
    """Who is ranked in a stage, by uuid: the division's entries; later, those who came through."""
    names = named_entries(stage.division)
    house = set(stage.division.entries.filter(is_house=True).values_list("pk", flat=True))
    shown = {*drawn_in(stage), *playing(stage).values_list("pk", flat=True)} - house
    return {name.key: name for pk, name in names.items() if pk in shown}


def derivation_of(stage: Stage, number: int, viewer: Viewer) -> Derivation | None:
    """Match by match, how the entry with this number came to its place; None: no such entry."""
    names = stage_entries(stage)
    entry = next((name for name in names.values() if name.number == number), None)
    if entry is None:
        return None
    if not sees_results(viewer, stage.tournament):
        return Derivation(entry)
    lines = lines_of(stage)
    final = _ranking(stage, lines, names)
    own = next(standing for standing in final if standing.entry == entry.key)
    wins = {str(standing.entry): standing.wins for standing in final}
    shown = sees_draws(viewer, stage.tournament)
    return Derivation(
        entry=entry,
        keys=ranking_keys(stage),
        row=next(row for row in _rows(stage, final, names, {}) if row.entry == entry),
        steps=tuple(_steps(stage, lines, names, own, wins, shown)),
        opponents_hidden=not shown,
    )


def _ranking(
    stage: Stage, lines: Iterable[MatchLine], names: Iterable[str], through: int | None = None
) -> list[Standing]:
    """By the keys of the profile, or by the places that a bracket has given so far."""
    ranking = rank_by(lines, stage, list(names))
    return in_places(ranking, places_of_stage(stage, through=through)) if has_bracket(stage) else ranking


def _cells(standing: Standing, undisputed: Container[Entry]) -> Cells:
    """The values in order; no direct encounter where nobody is level on everything before it."""
    alone = standing.entry in undisputed
    return tuple(
        (key, None if alone and key is RankingKey.HEAD_TO_HEAD else value)
        for key, value in standing.values.items()
    )


def _undisputed(ranking: Sequence[Standing], groups: Mapping[str, int]) -> set[Entry]:
    """Those whom the keys before the direct encounter set apart from everybody else in their group."""
    before = {row.entry: (groups[str(row.entry)], *_before_direct(row)) for row in ranking}
    counts = Counter(before.values())
    return {entry for entry, values in before.items() if counts[values] == 1}


def _before_direct(standing: Standing) -> tuple[Number, ...]:
    keys = takewhile(lambda key: key is not RankingKey.HEAD_TO_HEAD, standing.values)
    return tuple(standing.values[key] for key in keys)


def _rows(
    stage: Stage,
    ranking: Sequence[Standing],
    names: Mapping[str, EntryName],
    playing: Mapping[str, Playing],
) -> Iterator[StandingRow]:
    groups, least = group_by_uuid(stage), least_matches(stage)
    undisputed = _undisputed(ranking, groups)
    played = matches_played(line for standing in ranking for line in standing.lines)
    behind = unranked(stage, played, [str(standing.entry) for standing in ranking])
    for standing in ranking:
        key = str(standing.entry)
        yield StandingRow(
            entry=names[key],
            rank=standing.rank,
            tied=standing.tied,
            wins=standing.wins,
            losses=standing.losses,
            draws=standing.draws,
            cells=_cells(standing, undisputed),
            playing=playing.get(key),
            lines=standing.lines,
            group=groups[key],
            matches=played[key],
            least=least,
            is_ranked=key not in behind,
            ruling=standing.ruling,
        )


def _playing(stage: Stage, viewer: Viewer) -> dict[str, Playing]:
    """Running matches by entry; none while the draw is hidden."""
    if not sees_draws(viewer, stage.tournament):
        return {}
    results = MatchResult.objects.filter(
        match__round__stage=stage,
        match__round__state=RoundState.PUBLISHED.value,
        match__state__in=LIVE,
    )
    return {
        str(sitting.entry): _seen_from(sitting.side, result)
        for result in results.prefetch_related(Prefetch("match", queryset=with_sittings(Match.objects.all())))
        for sitting in sittings_of(result.match)
    }


def _seen_from(side: int, result: MatchResult) -> Playing:
    games = result.match_score.games
    totals = games[-1].standing if games else {}
    return Playing(
        code=result.match.code,
        table=result.match.table or 0,
        points=tuple(totals[each] for each in sorted(totals, key=lambda each: (each != side, each)))
        or (0, 0),
    )


def _steps(
    stage: Stage,
    lines: list[MatchLine],
    names: Mapping[str, EntryName],
    own: Standing,
    wins: Mapping[str, Number],
    shown: bool,
) -> Iterator[Step]:
    key, groups = str(own.entry), group_by_uuid(stage)
    everybody = {name.key: name for name in named_entries(stage.division).values()}
    for match in entry_matches(stage).get(key, []):
        through = [line for line in lines if line.round_number <= match.round_number]
        ranking = _ranking(stage, through, names, match.round_number)
        after = next(row for row in ranking if row.entry == own.entry)
        yield Step(
            round_number=match.round_number,
            mark=match.mark,
            points=match.points,
            partners=tuple(everybody[beside] for beside in match.partners) if shown else (),
            opponents=tuple(everybody[met] for met in match.opponents) if shown else (),
            opponent_wins=sum((wins.get(met, 0) for met in match.opponents), start=0),
            code=match.code if shown and match.opponents else "",
            rank=after.rank,
            tied=after.tied,
            cells=_cells(after, _undisputed(ranking, groups)),
        )
