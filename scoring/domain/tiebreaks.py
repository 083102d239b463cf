"""Every ranking key as one small function: the value of one entry in a table of lines.

Definitions: tournaments.md §3 "Ranking keys", in plain English in docs/rules/scoring.md. All values
are whole numbers or fractions; a float never appears.

| key              | here | why, or what it leaves out                                             |
|------------------|------|------------------------------------------------------------------------|
| wins             | yes  | a draw is half                                                         |
| net_wins         | yes  |                                                                        |
| win_rate         | yes  | byes and forfeits count as the results they are                        |
| points_for       | yes  |                                                                        |
| point_diff       | yes  |                                                                        |
| score_with_bonus | yes  | bonus by game                                                          |
| head_to_head     | yes  | once per tie, not started again for a part that stays tied             |
| sos              | yes  | no virtual opponents: byes and forfeits add 0                          |
| sodos            | yes  | half for drawn                                                         |
| sosos            | yes  |                                                                        |
| cumulative       | yes  | rounds without a line repeat the sum before them                       |
| games_played     | yes  | finished and really played                                             |
| placings         | yes  | a missed round counts the place its line gives, none if it gives none  |
| team_placings    | yes  | only in a ranking of teams; 0 elsewhere                                |
| place_points     | yes  | shared places get the points of the place they share                   |
| combinations     | yes  |                                                                        |
| finishes         | yes  |                                                                        |
| lot              | yes  | seeded; numbers drawn by hand come with the draws from a box           |
| cuts (Buchholz)  | no   | no Goita or Shogi source uses them                                     |
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import TypeAlias

from scoring.domain.facts import Result
from scoring.domain.lines import Entry, GameLine, LineKind, MatchLine
from tournaments.domain.profile import (
    ByeResult,
    Count,
    LoserPoints,
    Profile,
    SitOutScore,
    WinnerPoints,
)
from tournaments.enums import RankingKey

Number: TypeAlias = int | Fraction
LineValue: TypeAlias = Callable[[MatchLine, Profile], Number]
WORTH: Mapping[Result, Number] = {Result.WIN: 1, Result.DRAW: Fraction(1, 2), Result.LOSS: 0}
NET: Mapping[Result, int] = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}


@dataclass(frozen=True)
class Table:
    """All lines by entry, and what some keys need besides: the tied group, the lot's seed; of a team the
    lines of its members apart, and their ranks. ``rulings`` are points that referees gave or took in the
    standings alone (G-8).
    """

    lines: Mapping[Entry, Sequence[MatchLine]]
    profile: Profile
    group: frozenset[Entry] = frozenset()
    members: Mapping[Entry, Sequence[Sequence[MatchLine]]] = field(default_factory=dict)
    team_ranks: Mapping[Entry, Sequence[Number]] = field(default_factory=dict)
    rulings: Mapping[Entry, int] = field(default_factory=dict)
    lot_seed: int = 0

    def of(self, entry: Entry) -> Sequence[MatchLine]:
        return self.lines.get(entry, ())

    def within(self, group: Sequence[Entry]) -> "Table":
        """The same table, looked at by entries that are still tied."""
        return replace(self, group=frozenset(group))

    @cached_property
    def all_wins(self) -> Mapping[Entry, Number]:
        return {entry: wins(self, entry) for entry in self.lines}

    @cached_property
    def all_sos(self) -> Mapping[Entry, Number]:
        return {entry: sos(self, entry) for entry in self.lines}

    @cached_property
    def rounds(self) -> Sequence[int]:
        return sorted({line.round_number for lines in self.lines.values() for line in lines})

    @cached_property
    def lots(self) -> Mapping[Entry, int]:
        """A number for each entry, 1 to n, the same for the same seed and entries."""
        drawn = sorted(self.lines, key=lambda entry: sha256(f"{self.lot_seed}:{entry!r}".encode()).digest())
        return {entry: number for number, entry in enumerate(drawn, start=1)}


KeyFunction: TypeAlias = Callable[[Table, Entry], Number]


def exact(value: Number) -> Number:
    """A whole number as int, anything else as fraction, so that equal values print alike."""
    return int(value) if value == int(value) else value


# What one line is worth


def results(line: MatchLine, profile: Profile) -> tuple[Result, ...]:
    """The results of a line that count as won, drawn or lost: its match, or each of its games."""
    match line.kind:
        case LineKind.BYE:
            return given(profile.bye.result)
        case LineKind.MISSED:
            return given(profile.missed_round.result)
        case LineKind.SIT_OUT:
            return (Result.WIN,) if profile.sit_out.score is SitOutScore.WIN else ()
    if profile.count is Count.GAMES and line.games:
        return tuple(game.result for game in line.games if game.result is not None)
    return (line.result,) if line.result is not None else ()


def given(result: ByeResult) -> tuple[Result, ...]:
    return () if result is ByeResult.NONE else (Result(result.value),)


def line_wins(line: MatchLine, profile: Profile) -> Number:
    return sum((WORTH[result] for result in results(line, profile)), start=0)


def line_net(line: MatchLine, profile: Profile) -> int:
    return sum(NET[result] for result in results(line, profile))


def line_points(line: MatchLine, profile: Profile) -> Number:
    match line.kind:
        case LineKind.BYE:
            return profile.bye.points
        case LineKind.ASKED_BYE:
            return profile.bye.points if line.result is Result.WIN else 0
        case LineKind.MISSED:
            return profile.missed_round.points
        case LineKind.SIT_OUT:
            return sit_out_points(profile)
    return sum(game.counted_for for game in line.games)


def line_difference(line: MatchLine, profile: Profile) -> int:
    if line.kind is LineKind.BYE:
        return profile.bye.difference
    return sum(game.counted_for - game.counted_against for game in line.games if game.difference_counts)


def line_score(line: MatchLine, profile: Profile) -> Number:
    """Points with the winner's bonus: P1's 150 + 1000 for who wins, the own points for who loses."""
    if line.kind in (LineKind.PLAYED, LineKind.FORFEIT):
        return sum((game_score(game, profile) for game in line.games), start=0)
    won = sum((WORTH[result] for result in results(line, profile)), start=0)
    return line_points(line, profile) + won * profile.win_bonus


def game_score(game: GameLine, profile: Profile) -> Number:
    match game.result:
        case Result.WIN:
            to_target = profile.winner_points is WinnerPoints.TARGET and profile.target is not None
            return profile.win_bonus + ((profile.target or 0) if to_target else game.counted_for)
        case Result.DRAW:
            return Fraction(profile.win_bonus, 2) + game.counted_for
        case Result.LOSS if profile.loser_points is LoserPoints.ZERO:
            return 0
    return game.counted_for


def line_place_points(line: MatchLine, profile: Profile) -> int:
    if line.place is None or line.place > len(profile.place_points):
        return 0
    return profile.place_points[line.place - 1]


def line_place(line: MatchLine, profile: Profile) -> int:
    return line.place or 0


def sit_out_points(profile: Profile) -> int:
    """Points for a sit-out that has a price of its own."""
    if profile.sit_out.score is SitOutScore.WIN:
        return profile.target or 0
    return profile.sit_out.points


def total(table: Table, entry: Entry, value: LineValue) -> Number:
    """The sum over an entry's lines; a team's is the sum of what each of its entries has for itself."""
    parts = table.members.get(entry, [table.of(entry)])
    return sum((own_total(lines, table.profile, value) for lines in parts), start=0)


def own_total(lines: Sequence[MatchLine], profile: Profile, value: LineValue) -> Number:
    """Under ``own_average`` a sit-out is worth the mean of what was played."""
    if profile.sit_out.score is not SitOutScore.OWN_AVERAGE:
        return sum((value(line, profile) for line in lines), start=0)
    there = [line for line in lines if line.kind is not LineKind.SIT_OUT]
    played = [value(line, profile) for line in there if line.kind is LineKind.PLAYED]
    mean = Fraction(sum(played, start=Fraction(0)), len(played)) if played else 0
    return sum((value(line, profile) for line in there), start=(len(lines) - len(there)) * mean)


# The keys


def wins(table: Table, entry: Entry) -> Number:
    """Matches or games won, a draw half (tournaments.md §3)."""
    return sum((line_wins(line, table.profile) for line in table.of(entry)), start=0)


def net_wins(table: Table, entry: Entry) -> Number:
    """Wins less losses (P2: the prefecture league's first key)."""
    return sum(line_net(line, table.profile) for line in table.of(entry))


def win_rate(table: Table, entry: Entry) -> Number:
    """Wins over all that was won, drawn or lost; 0 before the first result."""
    counted = sum(len(results(line, table.profile)) for line in table.of(entry))
    return Fraction(wins(table, entry), counted) if counted else 0


def points_for(table: Table, entry: Entry) -> Number:
    """Own points, cut at the target where the profile caps them (P6)."""
    return total(table, entry, line_points) + table.rulings.get(entry, 0)


def point_diff(table: Table, entry: Entry) -> Number:
    """Own points less the opponents', over all games whatever ``count`` says (P3)."""
    return total(table, entry, line_difference) + table.rulings.get(entry, 0)


def score_with_bonus(table: Table, entry: Entry) -> Number:
    """Points with the bonus for each game won (P1)."""
    return total(table, entry, line_score) + table.rulings.get(entry, 0)


def head_to_head(table: Table, entry: Entry) -> Number:
    """Wins less losses against those who are still tied with this entry."""
    mutual = [line for line in table.of(entry) if table.group.intersection(line.opponents)]
    return sum(line_net(line, table.profile) for line in mutual)


def sos(table: Table, entry: Entry) -> Number:
    """The wins of all opponents really met, each as often as met (P5)."""
    return sum((table.all_wins.get(opponent, 0) for opponent, _ in met(table, entry)), start=0)


def sodos(table: Table, entry: Entry) -> Number:
    """The wins of beaten opponents, half the wins of drawn ones (P5)."""
    return sum(
        (WORTH[result] * table.all_wins.get(opponent, 0) for opponent, result in met(table, entry)),
        start=0,
    )


def sosos(table: Table, entry: Entry) -> Number:
    """The opponents' ``sos``, each as often as met."""
    return sum((table.all_sos.get(opponent, 0) for opponent, _ in met(table, entry)), start=0)


def met(table: Table, entry: Entry) -> list[tuple[Entry, Result]]:
    """Opponents of finished matches that were played, with the result against each."""
    return [
        (opponent, line.result)
        for line in table.of(entry)
        if line.kind is LineKind.PLAYED and line.result is not None
        for opponent in line.opponents
    ]


def cumulative(table: Table, entry: Entry) -> Number:
    """The sum of the wins held after each round: early wins weigh more."""
    return sum(
        (
            line_wins(line, table.profile) * sum(number >= line.round_number for number in table.rounds)
            for line in table.of(entry)
        ),
        start=0,
    )


def games_played(table: Table, entry: Entry) -> Number:
    """Finished games that were really played."""
    return sum(
        sum(game.played and game.result is not None for game in line.games)
        for line in table.of(entry)
        if line.kind is LineKind.PLAYED
    )


def placings(table: Table, entry: Entry) -> Number:
    """The sum of places at the table, three seats (G-7); less is better."""
    return total(table, entry, line_place)


def team_placings(table: Table, entry: Entry) -> Number:
    """The sum of the ranks of a team's entries, the mean where tied, last + 1 for a missing one (P6)."""
    return sum(table.team_ranks.get(entry, ()), start=0)


def place_points(table: Table, entry: Entry) -> Number:
    """Points for places at the table, by the profile's list."""
    return total(table, entry, line_place_points)


def combinations(table: Table, entry: Entry) -> Number:
    """Deals decided by a dealt combination (G-3.3 to G-3.6)."""
    return sum(line.combinations for line in table.of(entry))


def finishes(table: Table, entry: Entry) -> Number:
    """Deals gone out (G-6.1)."""
    return sum(line.finishes for line in table.of(entry))


def lot(table: Table, entry: Entry) -> Number:
    """The number drawn for this entry; the highest goes first. The same seed draws the same."""
    return table.lots.get(entry, 0)


KEYS: Mapping[RankingKey, KeyFunction] = {
    RankingKey.WINS: wins,
    RankingKey.NET_WINS: net_wins,
    RankingKey.WIN_RATE: win_rate,
    RankingKey.POINTS_FOR: points_for,
    RankingKey.POINT_DIFF: point_diff,
    RankingKey.SCORE_WITH_BONUS: score_with_bonus,
    RankingKey.HEAD_TO_HEAD: head_to_head,
    RankingKey.SOS: sos,
    RankingKey.SODOS: sodos,
    RankingKey.SOSOS: sosos,
    RankingKey.CUMULATIVE: cumulative,
    RankingKey.GAMES_PLAYED: games_played,
    RankingKey.PLACINGS: placings,
    RankingKey.TEAM_PLACINGS: team_placings,
    RankingKey.PLACE_POINTS: place_points,
    RankingKey.COMBINATIONS: combinations,
    RankingKey.FINISHES: finishes,
    RankingKey.LOT: lot,
}
