"""Entrants into groups of even size, so that team-mates and members of a branch are spread over them.

The order of seeding is cut into rows as wide as there are groups; one of each row goes to each group, in
the snake (1 2 3 – 3 2 1 – 1 2 3). Spreading exchanges places within rows only, so the groups stay equally
strong; the lowest row moves first. It stops where no single row can be placed better: a clash that only
two rows together could undo stays.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from tournaments.domain.draw import DrawImpossible, Key, Seed
from tournaments.domain.field import drawn_lots
from tournaments.domain.matching import Edge, cheapest_matching


class Grouping(StrEnum):
    """What the rows of the snake are cut from: the order of seeding, or a lot over everybody."""

    SNAKE = "snake"
    LOT = "lot"


class Clash(NamedTuple):
    """What a place in a group costs; each number outweighs those behind it."""

    team_mates: int = 0
    same_branch: int = 0
    off_snake: int = 0


def assign_groups(seeds: Sequence[Seed], groups: int, *, by: Grouping, seed: int) -> dict[Key, int]:
    """A group from 1 for every unit, sizes at most one apart. Raises DrawImpossible for groups of one."""
    if len(seeds) < 2 * groups:
        raise DrawImpossible("groups_too_small", {"units": len(seeds), "groups": groups})
    order = list(seeds) if by is Grouping.SNAKE else by_lot(seeds, seed)
    rows = [order[start : start + groups] for start in range(0, len(order), groups)]
    snakes = {
        unit.key: group
        for number, row in enumerate(rows)
        for unit, group in zip(row, snake(number, groups), strict=False)
    }
    placed = dict(snakes)
    lowest_first = rows[::-1]
    while better := next(
        filter(None, (better_row(row, order, placed, snakes) for row in lowest_first)), None
    ):
        placed |= better
    return placed


def by_lot(seeds: Sequence[Seed], seed: int) -> list[Seed]:
    lots = drawn_lots(seeds, seed)
    return sorted(seeds, key=lambda unit: lots[unit.key])


def snake(number: int, groups: int) -> Sequence[int]:
    """The groups in the turn in which this row, counted from 0, fills them."""
    return range(groups, 0, -1) if number % 2 else range(1, groups + 1)


def better_row(
    row: Sequence[Seed], field: Sequence[Seed], placed: Mapping[Key, int], snakes: Mapping[Key, int]
) -> dict[Key, int]:
    """Other groups for the units of a row, where that parts more of them; else nothing."""
    size, own = len(row), {unit.key for unit in row}
    groups: dict[int, list[Seed]] = {group: [] for group in snakes.values()}
    for unit in field:
        if unit.key not in own:
            groups[placed[unit.key]].append(unit)
    costs = {
        (one, size + group): clash(unit, members, abs(group - snakes[unit.key]))
        for one, unit in enumerate(row)
        for group, members in groups.items()
    }
    now = [(one, size + placed[unit.key]) for one, unit in enumerate(row)]
    best = cheapest_matching(size + len(groups) + 1, costs)
    if summed(costs, best) >= summed(costs, now):
        return {}
    return {row[one].key: place - size for one, place in best}


def clash(unit: Seed, members: Sequence[Seed], shift: int) -> Clash:
    """Who of the group belongs together with the unit, and how far from the snake it would be."""
    return Clash(
        team_mates=sum(unit.team is not None and unit.team == other.team for other in members),
        same_branch=sum(not unit.branches.isdisjoint(other.branches) for other in members),
        off_snake=shift * shift,
    )


def summed(costs: Mapping[Edge, Clash], edges: Sequence[Edge]) -> list[int]:
    return [sum(column) for column in zip(*(costs[edge] for edge in edges), strict=True)]
