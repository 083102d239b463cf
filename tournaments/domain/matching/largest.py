"""Whether there is a round at all: the largest set of lawful pairs, by augmenting paths (Edmonds 1965).

Grows an alternating forest from everybody without an opponent. Two trees that touch give one pair
more; edges inside a tree close odd cycles, which are then treated as one place. Rows of neighbours are
asked for one at a time, so a field of ten thousand units needs no table of all its pairs.
"""

from collections import deque
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from tournaments.domain.matching.weights import Bools, Ints

Neighbours: TypeAlias = Callable[[int], Bools]


def largest(mates: Ints, neighbours: Neighbours) -> tuple[Ints, Bools]:
    """As many pairs as can be, grown from those given, and who can be left out of so many."""
    while True:
        forest = Forest(mates, neighbours)
        path = forest.path()
        if path is None:
            return mates, forest.even
        mates = mates.copy()
        for one, other in path:
            mates[one], mates[other] = other, one


class Forest:
    """Even units could be left out; an odd one was reached from ``before[it]`` and leads on to its mate."""

    def __init__(self, mates: Ints, neighbours: Neighbours) -> None:
        self.mates, self.neighbours = mates, neighbours
        self.even: Bools = mates < 0
        self.places = np.arange(len(mates))  # those on one odd cycle are one place
        self.before = np.full(len(mates), -1)
        self.roots = np.where(self.even, self.places, -1)
        self.waiting = deque(np.flatnonzero(self.even).tolist())

    def path(self) -> list[tuple[int, int]] | None:
        """The pairs to make so that two more have an opponent."""
        while self.waiting:
            unit = self.waiting.popleft()
            near = self.neighbours(unit)
            touched = np.flatnonzero(near & self.even)
            others = touched[self.roots[touched] != self.roots[unit]]
            if len(others):
                other = int(others[0])
                return [(unit, other), *self.to_root(unit), *self.to_root(other)]
            while len(touched := touched[self.places[touched] != self.places[unit]]):
                self.close_cycle(unit, int(touched[0]))
            self.reach(unit, np.flatnonzero(near & ~self.even & (self.before < 0)))
        return None

    def to_root(self, unit: int) -> list[tuple[int, int]]:
        """The new pairs above an even unit that leaves its mate."""
        pairs = []
        while (mate := int(self.mates[unit])) >= 0:
            unit = int(self.before[mate])
            pairs.append((mate, unit))
        return pairs

    def reach(self, unit: int, near: Ints) -> None:
        # Of two mates only one is reached from here; the other then is its way on.
        both = np.isin(self.mates[near], near)
        odd = near[~both | (near < self.mates[near])]
        self.before[odd] = unit
        self.grow(self.mates[odd], unit)

    def grow(self, units: Ints, root_of: int) -> None:
        self.even[units] = True
        self.roots[units] = self.roots[root_of]
        self.waiting.extend(units.tolist())

    def close_cycle(self, one: int, other: int) -> None:
        top = self.meeting_place(one, other)
        inside = np.zeros(len(self.mates), np.bool_)
        self.mark(one, other, top, inside)
        self.mark(other, one, top, inside)
        cycle = inside[self.places]
        self.places[cycle] = top
        self.grow(np.flatnonzero(cycle & ~self.even), one)

    def meeting_place(self, one: int, other: int) -> int:
        """Where the ways of two even units of one tree to its root come together."""
        passed = set()
        place = int(self.places[one])
        while True:
            passed.add(place)
            if self.mates[place] < 0:
                break
            place = int(self.places[self.before[self.mates[place]]])
        place = int(self.places[other])
        while place not in passed:
            place = int(self.places[self.before[self.mates[place]]])
        return place

    def mark(self, unit: int, child: int, top: int, inside: Bools) -> None:
        """Marks the places from a unit up to the top, and lays the way back down to ``child``."""
        while self.places[unit] != top:
            mate = int(self.mates[unit])
            inside[self.places[[unit, mate]]] = True
            self.before[unit] = child
            child, unit = mate, int(self.before[mate])
