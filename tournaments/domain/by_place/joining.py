"""Neighbours in an order joined in twos or threes at the least cost: persons to sides, sides to tables.

A field is cut into blocks along the order. Twos are exact in each block; a block in which somebody is
left over is joined with its neighbours, in the end with the whole field, so nobody is left over without
need. Threes are two such matchings, first two of each three, then a third to them: where that leaves
somebody over other thirds are tried, and threes that would have been possible may still be missed.
"""

from collections.abc import Callable, Sequence
from itertools import chain, combinations, product
from typing import TypeAlias

from tournaments.domain.by_place.persons import total
from tournaments.domain.matching import Costs, Edge, cheapest_matching

Cost: TypeAlias = Callable[[int, int], Costs | None]
"""What it costs to join two members, the lower number first; None when that may not be."""

Join: TypeAlias = tuple[int, ...]
Joining: TypeAlias = Callable[[Sequence[Join]], list[Join]]

BLOCK = 64


def in_twos(size: int, cost: Cost) -> list[Join]:
    """All of 0…size-1 in twos, or as many twos as there can be."""
    return in_blocks(
        [(member,) for member in range(size)],
        BLOCK,
        lambda parts: cheapest_twos([member for (member,) in parts], cost),
    )


def in_threes(threes: Sequence[Join], cost: Cost) -> list[Join]:
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


def cheapest_twos(members: Sequence[int], cost: Cost) -> list[Join]:
    """The cheapest among the most twos there can be."""
    edges: dict[Edge, Costs] = {}
    for (one, a), (other, b) in combinations(enumerate(members), 2):
        price = cost(a, b)
        if price is not None:
            edges[one, other] = price
    return [(members[one], members[other]) for one, other in cheapest_matching(len(members), edges)]


def cheapest_threes(threes: Sequence[Join], cost: Cost) -> list[Join]:
    """Those of the first choice of thirds that leaves nobody over, or of the last choice."""
    found: list[Join] = []
    for third in (2, 1, 0):
        found = threes_with(threes, third, cost)
        if is_complete(found, threes):
            break
    return found


def threes_with(threes: Sequence[Join], third: int, cost: Cost) -> list[Join]:
    """The third of each three given may come to any two of the others."""
    thirds = sorted(three[third] for three in threes)
    twos = cheapest_twos(sorted({*chain.from_iterable(threes)}.difference(thirds)), cost)
    edges: dict[Edge, Costs] = {}
    for (place, two), (seat, member) in product(enumerate(twos), enumerate(thirds, start=len(twos))):
        price = total([cost(min(one, member), max(one, member)) for one in two])
        if price is not None:
            edges[place, seat] = price
    found = cheapest_matching(len(twos) + len(thirds), edges)
    return [tuple(sorted((*twos[place], thirds[seat - len(twos)]))) for place, seat in found]
