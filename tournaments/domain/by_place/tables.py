"""Which persons share a side and a table: few exactly, all tables at once; many in two steps.

For few persons (``is_small``) the cheapest tables there are are found, or there are none. Beyond, sides
are formed first and meet then, each step as good as ``joining`` says; up to ``IMPROVED`` persons a table
that gave something up is then filled anew together with its neighbours.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import TypeAlias

from tournaments.domain.by_place.costs import (
    Between,
    meeting_costs,
    opponents_cost,
    partner_costs,
    side_cost,
    total,
)
from tournaments.domain.by_place.joining import in_threes, in_twos
from tournaments.domain.by_place.partition import Group, Kind, cheapest_partition
from tournaments.domain.by_place.persons import Persons, Side, broken_by_opponents
from tournaments.domain.matching import Costs
from tournaments.domain.settings import Shape

Table: TypeAlias = tuple[Side, ...]

MOST_PERSONS: Mapping[int, int] = {3: 18, 4: 16, 6: 12}
"""How many are few, by the seats of a table: all ways to seat them are weighed in a moment."""

IMPROVED = 200
TOGETHER = 12


def tables_of(persons: Persons, seated: Sequence[int], shape: Shape) -> list[Table] | None:
    """All of these persons at tables of this shape, best table first; None when none lawful were found."""
    placed = persons.placed(seated)
    find = exactly if is_small(len(seated), shape) else in_steps
    found = find(placed, seated, shape)
    return None if found is None else sorted(found, key=best_place)


def is_small(seated: int, shape: Shape) -> bool:
    return seated <= MOST_PERSONS.get(sum(shape), 0)


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
    best: dict[Group, tuple[Costs, Table]] = {}
    for price, table in lawful_tables(persons, seated, shape):
        group = tuple(sorted(chain(*table)))
        if group not in best or (price, table) < best[group]:
            best[group] = price, table
    return dict(sorted(best.items()))


def lawful_tables(persons: Persons, seated: Sequence[int], shape: Shape) -> Iterator[tuple[Costs, Table]]:
    """Every lawful table there is, with its cost: lawful sides of which each may meet all others."""
    priced = [(side, side_cost(persons, side)) for side in combinations(seated, shape[0])]
    sides = [(side, cost) for side, cost in priced if cost is not None]
    meeting = meeting_costs(persons, [side for side, _ in sides])

    def with_more(
        numbers: tuple[int, ...], members: frozenset[int], cost: Costs
    ) -> Iterator[tuple[Costs, Table]]:
        if len(numbers) == len(shape):
            yield cost, tuple(sides[number][0] for number in numbers)
            return
        for number in range(numbers[-1] + 1, len(sides)):
            side, own = sides[number]
            if members.isdisjoint(side):
                price = total([cost, own, *(meeting(before, number) for before in numbers)])
                if price is not None:
                    yield from with_more((*numbers, number), members.union(side), price)

    for number, (side, cost) in enumerate(sides):
        yield from with_more((number,), frozenset(side), cost)


# Many


def in_steps(persons: Persons, seated: Sequence[int], shape: Shape) -> list[Table] | None:
    """Where sides cannot meet, they are formed anew of those who may not be opponents."""
    for costs in (partner_costs, parted_costs) if shape[0] > 1 else (partner_costs,):
        sides = sides_of(persons, seated, shape[0], costs(persons, seated))
        tables = None if sides is None else meetings(persons, sides, len(shape))
        if tables is not None:
            return improved(persons, tables, shape) if len(seated) <= IMPROVED else tables
    return None


def improved(persons: Persons, tables: Sequence[Table], shape: Shape) -> list[Table]:
    """Each table at which something was given up is filled anew, exactly, with those next to it."""
    better = sorted(tables, key=best_place)
    for number in range(len(better)):
        if gives_up(persons, better[number]):
            together = min(TOGETHER // sum(shape), len(better))
            near = [(number + step) % len(better) for step in range(together)]
            members = sorted(a for other in near for side in better[other] for a in side)
            for other, table in zip(near, exactly(persons, members, shape) or (), strict=False):
                better[other] = table
    return better


def gives_up(persons: Persons, table: Table) -> bool:
    """Whether any two who meet here should rather not."""
    meetings = chain.from_iterable(product(*sides) for sides in combinations(table, 2))
    return any(any(opponents_cost(persons, a, b) or ()) for a, b in meetings)


def sides_of(persons: Persons, seated: Sequence[int], size: int, cost: Between) -> list[Side] | None:
    if size == 1:
        return [(a,) for a in seated]
    found = in_twos(len(seated), cost) if size == 2 else in_threes(homes(persons, seated), cost)
    if size * len(found) < len(seated):
        return None
    return [tuple(seated[place] for place in side) for side in found]


def homes(persons: Persons, seated: Sequence[int]) -> list[Side]:
    """The sides that the layout would make, as places in the list."""
    sides: dict[tuple[int, int], Side] = {}
    for place, a in enumerate(seated):
        sides[persons.home(a)] = (*sides.get(persons.home(a), ()), place)
    return list(sides.values())


def parted_costs(persons: Persons, seated: Sequence[int]) -> Between:
    """Partner costs, but before everything partners are those who may not be opponents."""
    plain = partner_costs(persons, seated)

    def cost(one: int, other: int) -> Costs | None:
        price = plain(one, other)
        barred = broken_by_opponents(persons, seated[one], seated[other]) - persons.rules.relaxed
        return None if price is None else (not barred, *price)

    return cost


def meetings(persons: Persons, sides: Sequence[Side], at_table: int) -> list[Table] | None:
    ordered = sorted(sides, key=lambda side: (sum(persons.places[a] for a in side), side))
    cost = meeting_costs(persons, ordered)
    if at_table == 2:
        found = in_twos(len(ordered), cost)
    else:
        found = in_threes([(first, first + 1, first + 2) for first in range(0, len(ordered), 3)], cost)
    if at_table * len(found) < len(ordered):
        return None
    return [tuple(ordered[place] for place in table) for table in found]
