from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from tournaments.domain.by_place.partition import Group, Kind, cheapest_partition
from tournaments.domain.matching import Costs


def every_partition(members: Sequence[int], kinds: Sequence[tuple[int, int]]) -> Iterator[list[Group]]:
    """Every way to cut the members into groups; a kind is how many groups and of how many."""
    if not members:
        yield []
        return
    first, *rest = members
    for place, (count, size) in enumerate(kinds):
        fewer = [*kinds[:place], (count - 1, size), *kinds[place + 1 :]]
        for others in combinations(rest, size - 1) if count else ():
            left = [member for member in rest if member not in others]
            yield from ([(first, *others), *groups] for groups in every_partition(left, fewer))


def priced(members: Sequence[int], size: int, chance: Random, share: float) -> dict[Group, Costs]:
    groups = [group for group in combinations(members, size) if chance.random() < share]
    return {group: (chance.randrange(3), chance.randrange(50)) for group in groups}


def summed(groups: Sequence[Group], costs: dict[Group, Costs]) -> tuple[int, int]:
    return sum(costs[group][0] for group in groups), sum(costs[group][1] for group in groups)


@pytest.mark.parametrize(
    "kinds",
    [[(2, 4)], [(3, 3)], [(1, 4), (1, 3), (2, 1)], [(1, 4), (2, 1)], [(1, 6), (1, 1)], [(4, 2)]],
)
def test_found_is_the_cheapest_of_all_or_there_is_none(kinds: list[tuple[int, int]]) -> None:
    members = [2 * number for number in range(sum(count * size for count, size in kinds))]
    nothing = 0
    for chance in map(Random, range(40)):
        parts = [priced(members, size, chance, chance.choice([0.15, 0.9])) for _, size in kinds]
        costs = {group: cost for part in parts for group, cost in part.items()}
        lawful = [way for way in every_partition(members, kinds) if costs.keys() >= set(way)]
        found = cheapest_partition(
            members, [Kind(count, part) for (count, _), part in zip(kinds, parts, strict=True)]
        )
        if found is None:
            nothing += 1
            assert not lawful
            continue
        assert [len(groups) for groups in found] == [count for count, _ in kinds]
        groups = [group for part in found for group in part]
        assert sorted(member for group in groups for member in group) == members
        assert summed(groups, costs) == min(summed(way, costs) for way in lawful)
    assert 0 < nothing < 40


def test_nobody_is_cut_into_nothing() -> None:
    assert cheapest_partition([], [Kind(0, {})]) == [[]]
    assert cheapest_partition([], [Kind(1, {})]) is None
