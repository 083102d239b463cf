"""Lots to print for the box, each with what its number means.

Numbers run from 1 and fill one pair or table after the other: at a table of four lot 1 has seat 1 and
deals, lot 2 sits to its right, lots 1 and 3 are partners. Tables of three come behind the full ones.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournaments.domain.elimination.bracket import rounds_needed, seeding
from tournaments.domain.rotation.bounds import tables_for
from tournaments.domain.settings import Settings


class LotUse(StrEnum):
    """What the numbers in the box decide."""

    PARTNERS = "partners"
    ROUND_ONE = "round_one"
    ROTATION = "rotation"
    BRACKET = "bracket"


class LotPlace(NamedTuple):
    """The pair, table or match of a lot, and the half, seat or side there; both from 1."""

    group: int
    place: int


@dataclass(frozen=True, slots=True)
class PrintedLot:
    """One lot; ``place`` None leaves over whoever draws it."""

    number: int
    place: LotPlace | None


def lots_to_print(use: LotUse, size: int, settings: Settings) -> tuple[PrintedLot, ...]:
    """Every lot of a box of this size. Whoever is alone at a place of a bracket has a bye."""
    places = bracket_places(size) if use is LotUse.BRACKET else list(in_turn(widths(use, size, settings)))
    left_over = [None] * (size - len(places))
    return tuple(PrintedLot(number, place) for number, place in enumerate([*places, *left_over], start=1))


def in_turn(widths: Iterable[int]) -> Iterable[LotPlace]:
    for group, width in enumerate(widths, start=1):
        for place in range(1, width + 1):
            yield LotPlace(group, place)


def widths(use: LotUse, size: int, settings: Settings) -> list[int]:
    """How many lots each group takes: two partners, the sides of a match, the seats of a table."""
    if use is LotUse.ROTATION:
        return [sum(shape) for shape in tables_for(size, settings.shape, settings.remainder)]
    width = 2 if use is LotUse.PARTNERS else len(settings.shape)
    return [width] * (size // width)


def bracket_places(size: int) -> list[LotPlace]:
    """From the top line down, past the lines that stay empty."""
    lines = [line for line, rank in enumerate(seeding(1 << rounds_needed(size))) if rank <= size]
    return [LotPlace(line // 2 + 1, line % 2 + 1) for line in lines]
