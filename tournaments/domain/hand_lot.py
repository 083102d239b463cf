"""Lots drawn from a box (手くじ): what each number means, and the check while people still stand there.

Numbers run from 1 and fill one pair, table, match or block after the other. At a table of four lot 1 has
seat 1 and deals, lot 2 sits to its right, lots 1 and 3 are partners. Numbers behind the last full table
are left over.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from tournaments.domain.bracket import rounds_needed, seeding
from tournaments.domain.draw import DrawImpossible, Key, Sides, key_order
from tournaments.domain.seating import sides_of
from tournaments.domain.settings import Shape

Typed: TypeAlias = Mapping[Key, int | None]
"""The number that each drew; None while somebody has not drawn yet."""


class LotUse(StrEnum):
    """What the numbers in the box decide."""

    PARTNERS = "partners"
    ROUND_ONE = "round_one"
    ROTATION = "rotation"
    BRACKET = "bracket"


class LotPlace(NamedTuple):
    """Which pair, table, match or block a lot belongs to, and the place in it; both from 1."""

    group: int
    place: int


@dataclass(frozen=True, slots=True)
class LotCheck:
    """What still keeps the numbers typed so far from being a lot. Every tuple is in order."""

    missing: tuple[int, ...] = ()
    doubled: tuple[tuple[int, tuple[Key, ...]], ...] = ()
    out_of_range: tuple[tuple[int, Key], ...] = ()
    without_lot: tuple[Key, ...] = ()

    @property
    def is_complete(self) -> bool:
        return not (self.missing or self.doubled or self.out_of_range or self.without_lot)


@dataclass(frozen=True, slots=True)
class PrintedLot:
    """One lot for the box and what it means: pair, table and seat, match and side; None is left over."""

    number: int
    place: LotPlace | None


def lots_to_print(use: LotUse, size: int, *, shape: Shape = (2, 2)) -> tuple[PrintedLot, ...]:
    """Every lot of a box of this size."""
    places = bracket_places(size) if use is LotUse.BRACKET else row_places(size, width_of(use, shape))
    return tuple(PrintedLot(number, place) for number, place in enumerate(places, start=1))


def row_places(size: int, width: int) -> list[LotPlace | None]:
    full = size - size % width
    places = [place_of_lot(number, width=width) for number in range(1, full + 1)]
    return [*places, *[None] * (size - full)]


def bracket_places(size: int) -> list[LotPlace | None]:
    """From the top line down, past the lines that are byes: whoever stands alone in a match has one."""
    ranks = seeding(1 << rounds_needed(size))
    return [place_of_lot(line, width=2) for line, rank in enumerate(ranks, start=1) if rank <= size]


def width_of(use: LotUse, shape: Shape) -> int:
    """How many lots belong together: seats of a table, sides of a match, two partners."""
    if use is LotUse.PARTNERS:
        return 2
    return sum(shape) if use is LotUse.ROTATION else len(shape)


def check_lots(typed: Typed, size: int) -> LotCheck:
    """How far the typed numbers are the lots 1 to ``size``."""
    holders: dict[int, list[Key]] = defaultdict(list)
    for key in sorted(typed, key=key_order):
        number = typed[key]
        if number is not None:
            holders[number].append(key)
    return LotCheck(
        missing=tuple(number for number in range(1, size + 1) if number not in holders),
        doubled=tuple(
            (number, tuple(holders[number])) for number in sorted(holders) if len(holders[number]) > 1
        ),
        out_of_range=tuple(
            (number, key) for number in sorted(holders) if not 1 <= number <= size for key in holders[number]
        ),
        without_lot=tuple(key for key in sorted(typed, key=key_order) if typed[key] is None),
    )


def order_from_lots(lots: Typed) -> list[Key]:
    """The keys by their numbers. Raises DrawImpossible unless these are the lots 1 to their count."""
    # As many keys as lots: whatever is wrong, some number is missing.
    if missing := check_lots(lots, len(lots)).missing:
        raise DrawImpossible("lots_incomplete", {"missing": ", ".join(map(str, missing))})
    holders = {number: key for key, number in lots.items()}
    return [holders[number] for number in range(1, len(lots) + 1)]


def place_of_lot(number: int, *, width: int) -> LotPlace:
    """Lots 1 to ``width`` fill group 1, the next as many group 2, and so on."""
    group, place = divmod(number - 1, width)
    return LotPlace(group + 1, place + 1)


def seats_of_lot(number: int, *, shape: Shape = (2, 2)) -> LotPlace:
    """The table and the seat of a lot where persons draw their seats."""
    return place_of_lot(number, width=sum(shape))


def tables_from_lots(lots: Typed, *, shape: Shape = (2, 2)) -> tuple[tuple[Sides, ...], tuple[Key, ...]]:
    """The sides of every full table in order, and who is left over. Raises DrawImpossible."""
    groups, left_over = groups_of(order_from_lots(lots), width=sum(shape))
    return tuple(sides_of(persons, sides=len(shape)) for persons in groups), left_over


def pairs_from_lots(lots: Typed) -> tuple[tuple[tuple[Key, Key], ...], Key | None]:
    """Partners are 1 and 2, 3 and 4, …; the last of an odd number is left over. Raises DrawImpossible."""
    groups, left_over = groups_of(order_from_lots(lots), width=2)
    return tuple((one, other) for one, other in groups), next(iter(left_over), None)


def groups_of(order: Sequence[Key], *, width: int) -> tuple[list[tuple[Key, ...]], tuple[Key, ...]]:
    full = len(order) - len(order) % width
    return [tuple(order[start : start + width]) for start in range(0, full, width)], tuple(order[full:])
