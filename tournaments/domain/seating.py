"""Where a match sits: the table in the hall, the seats at it, and who deals first (G-2.1, G-2.2).

Seats 1 bottom, 2 right, 3 top, 4 left. Partners sit opposite: side 1 has seats 1 and 3, side 2 has 2 and 4.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tournaments.domain.draw import DrawImpossible, Key, Sides
from tournaments.domain.profile import FirstDealer, NextGameDealer


@dataclass(frozen=True, slots=True)
class Dealer:
    """The seat that deals first. ``side_names`` when that side may name its other seat instead."""

    seat: int
    side_names: bool = False


def tables_for(numbers: Sequence[int], hall: Sequence[str]) -> dict[int, str]:
    """The hall's table for each table of the draw: lowest to lowest, 2 before 10.

    Raises DrawImpossible when the hall has too few tables.
    """
    if len(numbers) > len(hall):
        raise DrawImpossible("too_few_tables", {"needed": len(numbers), "there": len(hall)})
    return dict(zip(sorted(numbers), sorted(hall, key=table_order), strict=False))


def table_order(table: str) -> list[tuple[bool, int, str]]:
    """Sorts names of tables as people read them: digits by their value."""
    parts = re.findall(r"\d+|\D+", table)
    return [(False, int(part), "") if part.isdecimal() else (True, 0, part) for part in parts]


def seats_for(sides: Sequence[Sequence[Key]]) -> dict[int, Key]:
    """Who sits where: first persons of all sides, then second persons, so that partners face each other."""
    return {
        side + place * len(sides): person
        for side, members in enumerate(sides, start=1)
        for place, person in enumerate(members)
    }


def sides_of(persons: Sequence[Key], *, sides: int = 2) -> Sides:
    """The sides of a table whose persons are given from seat 1 on: the other way round from ``seats_for``."""
    return tuple(tuple(persons[side::sides]) for side in range(sides))


def side_of(seat: int, *, sides: int = 2) -> int:
    return (seat - 1) % sides + 1


def draw_kings(*, seed: int, sides: int = 2) -> int:
    """The side that drew the king (G-2.1)."""
    return Random(seed).randrange(sides) + 1


def first_dealer(
    rule: FirstDealer,
    *,
    seed: int,
    seats: Sequence[int] = (1, 2, 3, 4),
    sides: int = 2,
    kings_side: int | None = None,
    named: int | None = None,
    deals_led: Mapping[int, int] | None = None,
) -> Dealer:
    """Who deals first in game 1 (G-2.2).

    ``kings_side`` is the result of a draw at the table, drawn here when absent; ``named`` the seat
    that people settled on; ``deals_led`` first deals of each seat so far, ties by lot.
    """
    match rule:
        case FirstDealer.SEAT_ONE:
            return Dealer(1)
        case FirstDealer.RANDOM:
            return Dealer(Random(seed).choice(seats))
        case FirstDealer.FEWEST_DEALS:
            return Dealer(fewest_deals(seats, deals_led or {}, seed))
        case FirstDealer.CHOSEN:
            return Dealer(named if named is not None else seats[0], side_names=named is None)
    side = kings_side if kings_side is not None else draw_kings(seed=seed, sides=sides)
    return side_dealer(side, named, sides=sides)


def fewest_deals(seats: Sequence[int], deals_led: Mapping[int, int], seed: int) -> int:
    fewest = min(deals_led.get(seat, 0) for seat in seats)
    return Random(seed).choice([seat for seat in seats if deals_led.get(seat, 0) == fewest])


def next_game_dealer(
    rule: NextGameDealer,
    *,
    last: int,
    first: int,
    winner: int | None,
    named: int | None = None,
    sides: int = 2,
) -> Dealer:
    """Who deals first in a later game (G-2.2); ``last`` and ``first`` are the dealers of those games.

    After a drawn game there is neither loser nor winner: the other side deals.
    """
    if rule is NextGameDealer.AS_FIRST:
        return Dealer(first)
    other = side_of(last, sides=sides) % sides + 1
    if rule is NextGameDealer.OTHER_SIDE or winner is None:
        return side_dealer(other, named, sides=sides)
    loser = winner % sides + 1
    return side_dealer(winner if rule is NextGameDealer.WINNER else loser, named, sides=sides)


def side_dealer(side: int, named: int | None, *, sides: int) -> Dealer:
    """The seat that the side named, until then its lower one (the side's own number)."""
    is_theirs = named is not None and side_of(named, sides=sides) == side
    return Dealer(named, side_names=False) if named and is_theirs else Dealer(side, side_names=True)
