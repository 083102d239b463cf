"""What a bracket says while it is played: who came out of each place, and what hangs on a result.

Everything is read from the rounds as they really were. Round one holds the lines, so nothing is drawn anew.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.domain.draw import DrawImpossible, Key, PlayedRound, PlayedTable
from tournaments.domain.elimination.bracket import (
    BracketRound,
    Entrant,
    Lines,
    LoserOf,
    WinnerOf,
    rounds_needed,
    rounds_of,
)
from tournaments.domain.settings import ThirdPlace

# The place of the match for third place in the last round.
THIRD_PLACE = 2


@dataclass(frozen=True, slots=True)
class PlaceResult:
    """Who came out of a place: of a bye a winner alone, of a table that nobody won two losers."""

    winner: Key | None = None
    losers: tuple[Key, ...] = ()

    @property
    def beaten(self) -> Key | None:
        """The loser who can still play: for third place, a second game. Nobody where both lost."""
        return self.losers[0] if self.winner is not None and self.losers else None


PlaceResults: TypeAlias = Mapping[tuple[int, int], PlaceResult]
"""By round and place."""

Group: TypeAlias = tuple[Key, ...]


def lines_of(history: Sequence[PlayedRound]) -> Lines:
    """The lines of the bracket. Raises DrawImpossible when round one has not all of its places."""
    first = history[0] if history else PlayedRound(())
    entrants: dict[int, tuple[Key | None, ...]] = {bye.number: (bye.key, None) for bye in first.byes}
    entrants |= {table.number: units_at(table) for table in first.tables}
    lines: list[Key | None] = []
    for number in range(1, (1 << rounds_needed(max(entrants, default=1))) + 1):
        if number not in entrants:
            raise result_missing(1, number)
        lines += entrants[number]
    return tuple(lines)


def units_at(table: PlayedTable) -> Group:
    return tuple(unit for (unit,) in table.sides)


def result_missing(round_number: int, number: int) -> DrawImpossible:
    return DrawImpossible("result_missing", {"round": round_number, "table": number})


def results_of(rounds: Sequence[BracketRound], history: Sequence[PlayedRound]) -> PlaceResults:
    """What came out of every place of these rounds. Raises DrawImpossible when one has no result."""
    results: dict[tuple[int, int], PlaceResult] = {}
    for number, places in enumerate(rounds, start=1):
        played = played_places(history[number - 1]) if number <= len(history) else {}
        for place in places:
            # Nobody reaches a place when both tables before it had no winner.
            is_empty = not anybody(place.entrants, results)
            if place.number not in played and not is_empty:
                raise result_missing(number, place.number)
            results[number, place.number] = played.get(place.number, PlaceResult())
    return results


def played_places(played: PlayedRound) -> dict[int, PlaceResult]:
    byes = {bye.number: PlaceResult(bye.key) for bye in played.byes}
    return byes | {table.number: table_result(table) for table in played.tables}


def table_result(table: PlayedTable) -> PlaceResult:
    units = units_at(table)
    winner = None if table.winner is None else units[table.winner - 1]
    return PlaceResult(winner, tuple(unit for unit in units if unit != winner))


def anybody(entrants: Iterable[Entrant], results: PlaceResults) -> Group:
    """The units that these entrants have turned out to be; fewer where nobody won."""
    found = (unit_behind(entrant, results) for entrant in entrants)
    return tuple(unit for unit in found if unit is not None)


def unit_behind(entrant: Entrant, results: PlaceResults) -> Key | None:
    match entrant:
        case WinnerOf(round_number, table):
            return results[round_number, table].winner
        case LoserOf(round_number, table):
            return results[round_number, table].beaten
        case _:
            return entrant


# Places awarded at the end


def places_of(history: Sequence[PlayedRound]) -> tuple[Group, ...]:
    """Everybody in order of places, those who share a place together: winner, runner-up, third, …

    Who went out in the same round shares a place, unless a match for third place parted them; so do those
    still in while the bracket is not over. Raises DrawImpossible when a result is missing.
    """
    rounds = rounds_of(lines_of(history), third_place=third_place_of(history))
    played = rounds[: len(history)]
    results = results_of(played, history)
    ladder: list[Group] = []
    if len(played) == len(rounds):
        for place in played[-1]:
            ladder += groups([results[len(played), place.number]])
    for number in range(len(played), 0, -1):
        ladder += groups([results[number, place.number] for place in played[number - 1]])
    return tuple(first_mentions(ladder))


def third_place_of(history: Sequence[PlayedRound]) -> ThirdPlace:
    """Whether third place was played for, read where it matters: the last round has one place otherwise."""
    is_played = THIRD_PLACE in played_places(history[-1])
    return ThirdPlace.MATCH if is_played else ThirdPlace.SHARED


def groups(results: Sequence[PlaceResult]) -> tuple[Group, Group]:
    """The winners of these places, and behind them the losers."""
    return (
        tuple(result.winner for result in results if result.winner is not None),
        tuple(unit for result in results for unit in result.losers),
    )


def first_mentions(ladder: Iterable[Group]) -> Iterator[Group]:
    """The groups without whoever stands in an earlier one, and without those that nobody is left in."""
    placed: set[Key] = set()
    for group in ladder:
        if left := tuple(unit for unit in group if unit not in placed):
            yield left
        placed.update(group)


# Corrections


def affected_by(
    history: Sequence[PlayedRound], round_number: int, table_number: int
) -> tuple[tuple[int, int], ...]:
    """The later places, as (round, number), that hang on this result and fall with it when it changes.

    They are the way to the final, the match for third place, and the second game of who lost here. Nothing
    hangs on a second game, nor on the match for third place.
    """
    lines = lines_of(history)
    here = units_of(history[round_number - 1], table_number)
    if table_number > main_places(lines, round_number):
        return ()
    affected: list[tuple[int, int]] = []
    for later, played in enumerate(history[round_number:], start=round_number + 1):
        main = main_places(lines, later)
        way = (table_number - 1 >> later - round_number) + 1
        affected += [
            (later, number)
            for number in sorted(played_places(played))
            if number == way or (number > main and (main == 1 or here & units_of(played, number)))
        ]
    return tuple(affected)


def main_places(lines: Lines, round_number: int) -> int:
    """Places on the way to the final; behind them stand second games and the match for third place."""
    return len(lines) >> round_number


def units_of(played: PlayedRound, number: int) -> frozenset[Key]:
    return frozenset(unit for table in played.tables if table.number == number for unit in units_at(table))
