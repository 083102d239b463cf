"""Everybody of a pool at a table, full or of three, or sitting out.

Who has no seat at a full table is chosen first by itself, and together with the tables only where that
choice leaves no lawful ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.domain.by_place.costs import meeting_costs, partners_cost
from tournaments.domain.by_place.joining import in_twos
from tournaments.domain.by_place.partition import Group, Kind, cheapest_partition
from tournaments.domain.by_place.persons import Persons
from tournaments.domain.by_place.sitting_out import Pool, bye_costs, due, first_to_sit_out, place_costs
from tournaments.domain.by_place.tables import Table, cheapest_divisions, is_small, tables_of
from tournaments.domain.matching import Costs
from tournaments.domain.settings import Shape

THREES: Shape = (1, 1, 1)


@dataclass(frozen=True, slots=True)
class Plan:
    """How many tables of the shape, how many of three single seats for the rest, how many sit out."""

    shape: Shape
    full: int
    of_three: int
    sitting_out: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Full tables in the order of their best persons, then those of three; who sits out in order."""

    full: tuple[Table, ...]
    of_three: tuple[Table, ...]
    sitting_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aside:
    """Who has no seat at a full table."""

    at_threes: frozenset[int]
    sitting_out: frozenset[int]


def plan_of(size: int, shape: Shape, tables: Sequence[Shape]) -> Plan:
    full = sum(table == shape for table in tables)
    return Plan(shape, full, len(tables) - full, size - sum(map(sum, tables)))


def arranged(persons: Persons, pool: Pool, plan: Plan) -> Arrangement | None:
    """None when no lawful arrangement was found; with few persons there is none then.

    What was relaxed is used only where nothing else helps; then it weighs more than who sits out.
    """
    strict = replace(persons, rules=replace(persons.rules, relaxed=frozenset()))
    found = first_lawful(strict, pool, plan, [chosen_first, chosen_with_tables])
    return arranged_by_need(persons, pool, plan) if found is None and persons.rules.relaxed else found


def arranged_by_need(persons: Persons, pool: Pool, plan: Plan) -> Arrangement | None:
    """The same where it is known that something relaxed has to be used."""
    return first_lawful(persons, pool, plan, [chosen_with_tables, chosen_first])


def first_lawful(
    persons: Persons, pool: Pool, plan: Plan, choices: Sequence[Callable[[Persons, Pool, Plan], Aside | None]]
) -> Arrangement | None:
    for choose in choices:
        aside = choose(persons, pool, plan)
        if aside is not None:
            rest = [a for a in pool if a not in aside.at_threes and a not in aside.sitting_out]
            full = tables_of(persons, rest, plan.shape)
            threes = tables_of(persons, sorted(aside.at_threes), THREES)
            if full is not None and threes is not None:
                return Arrangement(tuple(full), tuple(threes), tuple(sorted(aside.sitting_out)))
    return None


def chosen_first(persons: Persons, pool: Pool, plan: Plan) -> Aside:
    out = first_to_sit_out(persons, pool, plan.sitting_out)
    rest = [a for a in pool if a not in out]
    return Aside(frozenset(rest[len(rest) - 3 * plan.of_three :]), out)


def chosen_with_tables(persons: Persons, pool: Pool, plan: Plan) -> Aside | None:
    """So that the others have lawful tables, with many persons only so that they have partners."""
    if not plan.of_three and not plan.sitting_out:
        return None
    out = due(persons, pool, plan.sitting_out)
    rest = [a for a in pool if a not in out]
    free = plan.sitting_out - len(out)
    find = exactly if is_small(len(rest) - free, plan.shape) else by_partners
    found = find(persons.placed(rest), rest, plan, free)
    return None if found is None else Aside(found.at_threes, found.sitting_out | out)


def exactly(persons: Persons, pool: Pool, plan: Plan, free: int) -> Aside | None:
    byes: dict[Group, Costs] = {(a,): cost for a, cost in bye_costs(persons, pool, free).items()}
    kinds = [
        Kind(plan.full, table_costs(persons, pool, plan.shape)),
        Kind(plan.of_three, table_costs(persons, pool, THREES) if plan.of_three else {}),
        Kind(free, byes),
    ]
    found = cheapest_partition(pool, kinds)
    if found is None:
        return None
    _, threes, singles = found
    return Aside(
        frozenset(a for three in threes for a in three), frozenset(a for single in singles for a in single)
    )


def table_costs(persons: Persons, pool: Pool, shape: Shape) -> Mapping[Group, Costs]:
    return {group: cost for group, (cost, _) in cheapest_divisions(persons, pool, shape).items()}


def by_partners(persons: Persons, pool: Pool, plan: Plan, free: int) -> Aside | None:
    """One matching, of partners or of opponents who sit alone, with empty places for who has no seat."""
    empty = free or 3 * plan.of_three
    costs = bye_costs(persons, pool, free) if free else place_costs(persons, pool)

    def between(one: int, other: int) -> Costs | None:
        if other < len(pool):
            return first_cost(persons, plan.shape, pool[one], pool[other])
        return costs.get(pool[one]) if one < len(pool) else None

    found = in_twos(len(pool) + empty, between)
    if 2 * len(found) < len(pool) + empty:
        return None
    aside = frozenset(pool[one] for one, other in found if other >= len(pool))
    return Aside(frozenset(), aside) if free else Aside(aside, frozenset())


def first_cost(persons: Persons, shape: Shape, a: int, b: int) -> Costs | None:
    """What two cost who are joined first: as partners, or as opponents where nobody has a partner."""
    return partners_cost(persons, a, b) if shape[0] > 1 else meeting_costs(persons, [(a,), (b,)])(0, 1)
