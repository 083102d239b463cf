"""Whist designs: everybody partners everybody once and opposes everybody twice.

A design is one base round over an abelian group; adding the same element of the group to all its points
gives each further round. With 4n persons a fixed point, the infinite one, is never moved and everybody
always plays; with 4n+1 the base round leaves the zero out, so that each sits out once. The base rounds
stand in ``whist.json``: ``group`` are the orders of its cyclic factors, the points are numbered in
mixed radix, and ``round`` has four points for every table, the first two against the last two.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path

INFINITE = -1


@dataclass(frozen=True, slots=True)
class Whist:
    """``base`` are the places of one round, four for each table; partners stand side by side."""

    group: tuple[int, ...]
    base: tuple[int, ...]

    @property
    def rounds(self) -> int:
        return prod(self.group)

    def round(self, turn: int) -> list[int]:
        """The persons in the places of a round, from turn 0, then the one who sits out, if any.

        Persons are the points of the group by their number, the infinite one behind them.
        """
        moved = [self.rounds if point == INFINITE else self._moved(point, turn) for point in self.base]
        return moved if INFINITE in self.base else [*moved, turn]

    def _moved(self, point: int, turn: int) -> int:
        """The sum of two elements of the group."""
        total, radix = 0, 1
        for order in reversed(self.group):
            total += (point + turn) % order * radix
            point, turn, radix = point // order, turn // order, radix * order
        return total


@cache
def whist_designs() -> Mapping[int, Whist]:
    """The designs that are known here, by the number of persons."""
    stored: Mapping[str, Mapping[str, Sequence[int]]] = json.loads(
        Path(__file__).with_name("whist.json").read_text(encoding="utf-8")
    )
    return {
        int(persons): Whist(group=tuple(design["group"]), base=tuple(design["round"]))
        for persons, design in stored.items()
    }
