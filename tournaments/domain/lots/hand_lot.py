"""Lots drawn from a box (手くじ): the check while people still stand there, and the order that they make.

``printed_lots`` says what each number means.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.domain.draw import DrawImpossible, Key, key_order

Typed: TypeAlias = Mapping[Key, int | None]
"""The number that each drew; None while somebody has not drawn yet."""


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


def pairs_from_lots(lots: Typed) -> tuple[tuple[tuple[Key, Key], ...], Key | None]:
    """Partners are 1 and 2, 3 and 4, …; the last of an odd number is left over. Raises DrawImpossible."""
    order = order_from_lots(lots)
    return tuple(zip(order[::2], order[1::2], strict=False)), order[-1] if len(order) % 2 else None
