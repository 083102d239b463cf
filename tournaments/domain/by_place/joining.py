"""Neighbours in an order joined in twos or threes at the least cost: persons to sides, sides to tables.

A field is cut into blocks along the order. Twos are exact in a field of one block; in longer ones only
those within reach of each other are joined. A block in which somebody is left over looks farther, then
is joined with its neighbours, in the end with the whole field, so nobody is left over without need.

Threes are two such matchings, first two of each three, then a third to them: where that leaves somebody
over other thirds are tried, and threes that would have been possible may still be missed.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product
from random import Random
from typing import TypeAlias

from tournaments.domain.by_place.costs import Between, total
from tournaments.domain.matching import Costs, Edge, cheapest_matching

Join: TypeAlias = tuple[int, ...]
Joining: TypeAlias = Callable[[Sequence[Join]], list[Join]]

BLOCK = 64
REACH = 6
TRIES = 30


def in_twos(size: int, cost: Between) -> list[Join]:
    """All of 0…size-1 in twos, or as many twos as there can be."""
    reach = size if size <= BLOCK else REACH
    return in_blocks(
        [(member,) for member in range(size)],
        BLOCK,
        lambda parts: cheapest_twos([member for (member,) in parts], cost, reach=reach),
    )


def in_threes(threes: Sequence[Join], cost: Between) -> list[Join]:
    """Their members in threes again so that nobody is with whom they may not be, or as many as were found.

    The threes given are those that should be if nothing stands against them.
    """
    return in_blocks(threes, BLOCK // 3, lambda parts: cheapest_threes(parts, cost))


def in_blocks(parts: Sequence[Join], block: int, join: Joining) -> list[Join]:
    """Each block joined in itself if nobody is left over, else with the next ones, or with those before."""
    done: list[tuple[list[Join], list[Join]]] = []
    waiting: list[Join] = []
    found: list[Join] = []
    for start in range(0, len(parts), block):
        waiting = [*waiting, *parts[start : start + block]]
        found = join(waiting)
        if is_complete(found, waiting):
            done.append((waiting, found))
            waiting = []
    while waiting and done:
        waiting = [*done.pop()[0], *waiting]
        found = join(waiting)
        if is_complete(found, waiting):
            done.append((waiting, found))
            waiting = []
    return sorted([*chain.from_iterable(joins for _, joins in done), *(found if waiting else ())])


def is_complete(found: Sequence[Join], parts: Sequence[Join]) -> bool:
    return sum(map(len, found)) == sum(map(len, parts))


def cheapest_twos(members: Sequence[int], cost: Between, *, reach: int) -> list[Join]:
    """The cheapest twos of members within reach; of all where that leaves somebody over."""
    found = twos_within(reach, members, cost)
    if 2 * len(found) == len(members) or reach >= len(members):
        return found
    return twos_within(len(members), members, cost)


def twos_within(reach: int, members: Sequence[int], cost: Between) -> list[Join]:
    edges: dict[Edge, Costs] = {}
    for one, a in enumerate(members):
        for other, b in enumerate(members[one + 1 : one + 1 + reach], start=one + 1):
            price = cost(a, b)
            if price is not None:
                edges[one, other] = price
    return [(members[one], members[other]) for one, other in cheapest_matching(len(members), edges)]


def cheapest_threes(threes: Sequence[Join], cost: Between) -> list[Join]:
    """Those of the first choice of thirds that leaves nobody over, or of the last choice."""
    found: list[Join] = []
    for thirds in choices_of_thirds(threes):
        found = threes_with(threes, thirds, cost)
        if is_complete(found, threes):
            break
    return found


def choices_of_thirds(threes: Sequence[Join]) -> Iterator[list[int]]:
    """The last of each three, the middle, the first; then any one, by lots that are always the same."""
    for place in (2, 1, 0):
        yield sorted(three[place] for three in threes)
    chance = Random(len(threes))
    for _ in range(TRIES):
        yield sorted(map(chance.choice, threes))


def threes_with(threes: Sequence[Join], thirds: Sequence[int], cost: Between) -> list[Join]:
    """A third may come to any two of the others."""
    firsts = sorted({*chain.from_iterable(threes)}.difference(thirds))
    twos = cheapest_twos(firsts, cost, reach=len(firsts))
    edges: dict[Edge, Costs] = {}
    for (place, two), (seat, third) in product(enumerate(twos), enumerate(thirds, start=len(twos))):
        price = total([cost(min(one, third), max(one, third)) for one in two])
        if price is not None:
            edges[place, seat] = price
    found = cheapest_matching(len(twos) + len(thirds), edges)
    return [tuple(sorted((*twos[place], thirds[seat - len(twos)]))) for place, seat in found]
