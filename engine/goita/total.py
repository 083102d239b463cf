"""The totals of one game: ``total,A-B[,time_up|forfeit|ruling]`` (G-6.5)."""

import re
from collections.abc import Mapping, Sequence

from engine.errors import IllegalDeal, RecordSyntaxError
from engine.goita.combination import combinations_in_use
from engine.goita.options import Options
from engine.goita.scoring import POSSIBLE_POINTS
from engine.goita.variant import Variant

MARKS = ("time_up", "forfeit", "ruling")


def read_total(variant: Variant, text: str) -> tuple[dict[int, int], str | None]:
    """Totals by side, and the mark that says why no side need have reached the target."""
    match text.split(","):
        case ["total", totals]:
            return _totals(variant, totals), None
        case ["total", totals, mark] if mark in MARKS:
            return _totals(variant, totals), mark
        case _:
            raise RecordSyntaxError(found=text)


def _totals(variant: Variant, text: str) -> dict[int, int]:
    sides = sorted(set(variant.sides.values()))
    numbers = text.split("-")
    if len(numbers) != len(sides) or not all(re.fullmatch("[0-9]{1,6}", n) for n in numbers):
        raise RecordSyntaxError(found=text)
    return dict(zip(sides, map(int, numbers), strict=True))


def check_totals(
    variant: Variant, options: Options, totals: Mapping[int, int], mark: str | None, *, target: int
) -> None:
    """Raise IllegalDeal when no lawful deals add up to these totals."""
    if any(total % 10 for total in totals.values()):
        raise IllegalDeal("total_not_multiple_of_ten", "G-6.3")
    *others, highest = sorted(totals.values())
    if mark is None and highest < target:
        raise IllegalDeal("total_below_target", "G-6.5")
    if mark is None and max(others) >= target:
        raise IllegalDeal("total_two_winners", "G-6.5")
    if highest > target - 10 + largest_deal(variant, options):
        raise IllegalDeal("total_too_high", "G-6.3")


def largest_deal(variant: Variant, options: Options) -> int:
    fives = options.five_five_points
    if variant.partners and combinations_in_use(variant, options) and isinstance(fives, int):
        return max(fives, *POSSIBLE_POINTS)
    return max(POSSIBLE_POINTS)


def leading_side(totals: Mapping[int, int]) -> int | None:
    """None when two or more sides share the highest total."""
    highest = [side for side, total in totals.items() if total == max(totals.values())]
    return highest[0] if len(highest) == 1 else None


def write_total(totals: Sequence[int], *, mark: str | None = None) -> str:
    return ",".join(filter(None, ("total", "-".join(map(str, totals)), mark)))
