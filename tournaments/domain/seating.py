"""Where a match sits: the table in the hall, the seats at it, and who deals first (G-2.1, G-2.2).

Seats 1 bottom, 2 right, 3 top, 4 left. Partners sit opposite: side 1 has seats 1 and 3, side 2 has 2 and 4.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias, TypeVar

from tournaments.domain.draw import Key, Reason
from tournaments.domain.matching import cheapest_matching
from tournaments.domain.profile import FirstDealer, NextGameDealer

Person = TypeVar("Person", bound=Key)
HallTable: TypeAlias = int | str
"""A table of the hall by its number or name."""

# Farther than this from its place in the draw nobody looks for a table: large halls stay fast.
REACH = 25


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The hall's table of each table of the draw, by its number; the ``waiting`` have none yet, in order."""

    tables: Mapping[int, HallTable]
    waiting: tuple[int, ...] = ()
    warnings: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealer:
    """The seat that deals first. ``side_names`` when that side may name its other seat instead."""

    seat: int
    side_names: bool = False


def tables_for(
    sitting: Mapping[int, Sequence[Key]],
    hall: Sequence[HallTable],
    *,
    out_of_service: Collection[HallTable] = (),
    fixed: Mapping[Key, HallTable] | None = None,
    sat_at: Mapping[Key, Sequence[HallTable]] | None = None,
) -> TablePlan:
    """The hall's table for each table of the draw: lowest to lowest, 2 before 10; the last ones wait.

    ``sitting`` says who sits at each table of the draw, ``fixed`` who cannot move and stays at a table.
    With ``sat_at``, where everybody sat so far, nobody is at the same table again as far as that goes;
    without it the best of the draw sit at the first tables.
    """
    usable = sorted((table for table in hall if table not in out_of_service), key=table_order)
    kept, warnings = fixed_tables(sitting, usable, fixed or {})
    movable = [number for number in sorted(sitting) if number not in kept]
    free = [table for table in usable if table not in kept.values()]
    seated, waiting = movable[: len(free)], movable[len(free) :]
    if waiting:
        warnings.append(Reason("matches_wait", {"matches": len(sitting), "tables": len(usable)}))
    others = next_tables(free, seated) if sat_at is None else spread(sitting, seated, free, sat_at)
    return TablePlan(kept | others, tuple(waiting), tuple(warnings))


def next_tables(free: Iterable[HallTable], queue: Sequence[int]) -> dict[int, HallTable]:
    """The free tables go to the first in the queue, lowest table first; the others wait on."""
    return dict(zip(queue, sorted(free, key=table_order), strict=False))


def fixed_tables(
    sitting: Mapping[int, Sequence[Key]], usable: Collection[HallTable], fixed: Mapping[Key, HallTable]
) -> tuple[dict[int, HallTable], list[Reason]]:
    """Tables of those who cannot move; where two wishes collide, the first in the draw has its table."""
    kept: dict[int, HallTable] = {}
    warnings = []
    for number in sorted(sitting):
        for unit in (unit for unit in sitting[number] if unit in fixed):
            table = fixed[unit]
            if table in usable and table not in kept.values():
                kept.setdefault(number, table)
            if kept.get(number) != table:
                why = "fixed_table_missing"
                if table in usable:
                    why = "fixed_units_meet" if number in kept else "fixed_table_taken"
                warnings.append(Reason(why, {"number": number, "unit": unit, "table": table}))
    return kept, warnings


def spread(
    sitting: Mapping[int, Sequence[Key]],
    seated: Sequence[int],
    free: Sequence[HallTable],
    sat_at: Mapping[Key, Sequence[HallTable]],
) -> dict[int, HallTable]:
    """As few as can be, within reach, sit at the same table again; then it is near the order of the draw."""
    size = len(seated)
    costs = {
        (place, size + other): (times_sat(sitting[number], free[other], sat_at), (place - other) ** 2)
        for place, number in enumerate(seated)
        for other in range(max(0, place - REACH), min(size, place + REACH + 1))
    }
    return {seated[place]: free[other - size] for place, other in cheapest_matching(2 * size, costs)}


def times_sat(units: Sequence[Key], table: HallTable, sat_at: Mapping[Key, Sequence[HallTable]]) -> int:
    return sum(list(sat_at.get(unit, ())).count(table) for unit in units)


def table_order(table: HallTable) -> list[tuple[bool, int, str]]:
    """Sorts names of tables as people read them: digits by their value."""
    parts = re.findall(r"\d+|\D+", str(table))
    return [(False, int(part), "") if part.isdecimal() else (True, 0, part) for part in parts]


def seats_for(sides: Sequence[Sequence[Key]]) -> dict[int, Key]:
    """Who sits where: first persons of all sides, then second persons, so that partners face each other."""
    return {
        side + place * len(sides): person
        for side, members in enumerate(sides, start=1)
        for place, person in enumerate(members)
    }


def sides_of(persons: Sequence[Person], *, sides: int = 2) -> tuple[tuple[Person, ...], ...]:
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
