"""Which persons share a side and a table: few exactly, all tables at once; many in two steps.

Up to ``EXACT`` persons the cheapest tables there are are found, or there are none. Beyond, sides are
formed first and meet then, each step as good as ``joining`` says.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

from tournaments.domain.by_place.joining import in_threes, in_twos
from tournaments.domain.by_place.partition import Group, Kind, cheapest_partition
from tournaments.domain.by_place.persons import (
    Persons,
    Side,
    broken_by_opponents,
    home,
    opponents_cost,
    partners_cost,
    table_cost,
)
from tournaments.domain.matching import Costs
from tournaments.domain.settings import Shape

Table: TypeAlias = tuple[Side, ...]
PairCost: TypeAlias = Callable[[Persons, int, int], Costs | None]

EXACT = 16


def tables_of(persons: Persons, seated: Sequence[int], shape: Shape) -> list[Table] | None:
    """All of these persons at tables of this shape, best table first; None when none lawful were found."""
    placed = replace(persons, places={a: place for place, a in enumerate(seated)})
    found = exactly(placed, seated, shape) if len(seated) <= EXACT else in_steps(placed, seated, shape)
    return None if found is None else sorted(found, key=best_place)


def best_place(table: Table) -> int:
    return min(map(min, table))


# Few


def exactly(persons: Persons, seated: Sequence[int], shape: Shape) -> list[Table] | None:
    best = cheapest_divisions(persons, seated, shape)
    costs = {group: cost for group, (cost, _) in best.items()}
    found = cheapest_partition(seated, [Kind(len(seated) // sum(shape), costs)])
    return None if found is None else [best[group][1] for group in found[0]]


def cheapest_divisions(
    persons: Persons, seated: Sequence[int], shape: Shape
) -> Mapping[Group, tuple[Costs, Table]]:
    """For each group that can fill a table lawfully: its cheapest sides and what they cost."""
    best = {}
    for group in combinations(seated, sum(shape)):
        costs = [(table_cost(persons, table), table) for table in divisions(group, shape[0])]
        lawful = [(cost, table) for cost, table in costs if cost is not None]
        if lawful:
            best[group] = min(lawful)
    return best


def divisions(members: Side, size: int) -> Iterator[Table]:
    """Every way to divide these into sides of one size."""
    if not members:
        yield ()
        return
    first, *rest = members
    for others in combinations(rest, size - 1):
        left = tuple(member for member in rest if member not in others)
        for sides in divisions(left, size):
            yield ((first, *others), *sides)


# Many


def in_steps(persons: Persons, seated: Sequence[int], shape: Shape) -> list[Table] | None:
    """Where sides cannot meet, they are formed anew of those who may not be opponents."""
    for cost in (partners_cost, parted_cost) if shape[0] > 1 else (partners_cost,):
        sides = sides_of(persons, seated, shape[0], cost)
        tables = None if sides is None else meetings(persons, sides, len(shape))
        if tables is not None:
            return tables
    return None


def sides_of(persons: Persons, seated: Sequence[int], size: int, cost: PairCost) -> list[Side] | None:
    if size == 1:
        return [(a,) for a in seated]

    def between(one: int, other: int) -> Costs | None:
        return cost(persons, seated[one], seated[other])

    found = in_twos(len(seated), between) if size == 2 else in_threes(homes(persons, seated), between)
    if size * len(found) < len(seated):
        return None
    return [tuple(seated[place] for place in side) for side in found]


def homes(persons: Persons, seated: Sequence[int]) -> list[Side]:
    """The sides that the layout would make, as places in the list."""
    sides: dict[tuple[int, int], Side] = {}
    for place, a in enumerate(seated):
        sides[home(persons, a)] = (*sides.get(home(persons, a), ()), place)
    return list(sides.values())


def parted_cost(persons: Persons, a: int, b: int) -> Costs | None:
    """As partners cost, but partners who could not be opponents come before everything."""
    cost = partners_cost(persons, a, b)
    barred = broken_by_opponents(persons, a, b) - persons.rules.relaxed
    return None if cost is None else (not barred, *cost)


def meetings(persons: Persons, sides: Sequence[Side], at_table: int) -> list[Table] | None:
    ordered = sorted(sides, key=lambda side: (sum(persons.places[a] for a in side), side))

    def between(one: int, other: int) -> Costs | None:
        return opponents_cost(persons, ordered[one], ordered[other])

    if at_table == 2:
        found = in_twos(len(ordered), between)
    else:
        found = in_threes([(first, first + 1, first + 2) for first in range(0, len(ordered), 3)], between)
    if at_table * len(found) < len(ordered):
        return None
    return [tuple(ordered[place] for place in table) for table in found]
