"""Lots drawn from a box (手くじ): what each number means, and the check while people still stand there.

Numbers run from 1 and fill one pair, table, match or block after the other. At a table of four lot 1 has
seat 1 and deals, lot 2 sits to its right, lots 1 and 3 are partners. Numbers behind the last full table
are left over.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.domain.draw import DrawImpossible, Key, Sides, key_order
from tournaments.domain.seating import sides_of
from tournaments.domain.settings import Shape


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


def check_lots(typed: Mapping[Key, int | None], size: int) -> LotCheck:
    """How far the typed numbers are the lots 1 to ``size``; None stands for who has not drawn yet."""
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


def order_from_lots(lots: Mapping[Key, int]) -> list[Key]:
    """The keys by their numbers. Raises DrawImpossible unless these are the lots 1 to their count."""
    check = check_lots(lots, len(lots))
    if not check.is_complete:
        raise DrawImpossible("lots_incomplete", {"missing": ", ".join(map(str, check.missing))})
    return sorted(lots, key=lots.__getitem__)


def place_of_lot(number: int, *, width: int) -> LotPlace:
    """Lots 1 to ``width`` fill group 1, the next as many group 2, and so on."""
    group, place = divmod(number - 1, width)
    return LotPlace(group + 1, place + 1)


def seats_of_lot(number: int, *, shape: Shape = (2, 2)) -> LotPlace:
    """The table and the seat of a lot where persons draw their seats."""
    return place_of_lot(number, width=sum(shape))


def tables_from_lots(
    lots: Mapping[Key, int], *, shape: Shape = (2, 2)
) -> tuple[tuple[Sides, ...], tuple[Key, ...]]:
    """The sides of every full table in order, and who is left over. Raises DrawImpossible."""
    groups, left_over = groups_of(order_from_lots(lots), width=sum(shape))
    return tuple(sides_of(persons, sides=len(shape)) for persons in groups), left_over


def pairs_from_lots(lots: Mapping[Key, int]) -> tuple[tuple[tuple[Key, Key], ...], Key | None]:
    """Partners are 1 and 2, 3 and 4, …; the last of an odd number is left over. Raises DrawImpossible."""
    groups, left_over = groups_of(order_from_lots(lots), width=2)
    return tuple((one, other) for one, other in groups), next(iter(left_over), None)


def groups_of(order: Sequence[Key], *, width: int) -> tuple[list[tuple[Key, ...]], tuple[Key, ...]]:
    full = len(order) - len(order) % width
    return [tuple(order[start : start + width]) for start in range(0, full, width)], tuple(order[full:])
