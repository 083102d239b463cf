"""Cuts between stages: who passes from the tables of the groups.

A cut is derived from the tables at every call. Where equals stand across the line it stops and names
them; what people decide is handed in with the next call, and counts only for the very same tie.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import chain, groupby, zip_longest
from typing import TypeAlias

from tournaments.domain.draw import DrawImpossible, Key, Number, key_order

OTHERS = 0
"""The line between the best others stands in no group."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A unit as its group's table ends. ``merit`` holds totals that compare between groups, larger better.

    They are compared by match, so that a unit of a larger group has no advantage.
    """

    key: Key
    rank: int
    merit: tuple[Number, ...] = ()
    matches: int = 1

    @property
    def merit_by_match(self) -> tuple[Number, ...]:
        return tuple(Fraction(total) / max(self.matches, 1) for total in self.merit)


Parts: TypeAlias = Sequence[Sequence[Ranked]]
"""Units best first, equals together."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Equals across a line: more of them than the places that are left. ``group`` OTHERS: best others."""

    group: int
    tied: tuple[Key, ...]
    places: int


class TieDecision(StrEnum):
    """How a tie across a cut ends."""

    PLAY_OFF = "play_off"
    ALL = "all"
    NONE = "none"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Settled:
    """A tie after people decided it: who passes, and the others best first, equals together."""

    stake: Stake
    passed: tuple[Key, ...]
    others: tuple[tuple[Key, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """Who has passed for certain: first of all groups, then second, then others, each by merit.

    It is complete when nothing is at stake. Best others are known only when no group has a tie left.
    """

    passed: tuple[Key, ...]
    stakes: tuple[Stake, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One field cut once: who is above, who below, or what is at stake; then nobody is below yet."""

    passed: tuple[Ranked, ...]
    others: Parts = ()
    stake: Stake | None = None


def cut(
    groups: Mapping[int, Sequence[Ranked]],
    *,
    top: int,
    best_others: int = 0,
    settled: Collection[Settled] = (),
) -> Cut:
    """The first ``top`` of every group pass, and the best of those who come next in theirs.

    Who comes next is one unit of each group, or all who share that rank.
    """
    lines = [line(group, in_parts(groups[group], by_rank), top, settled) for group in sorted(groups)]
    firsts = [unit for row in zip_longest(*(each.passed for each in lines)) for unit in best_first(row)]
    stakes = tuple(each.stake for each in lines if each.stake)
    if stakes:
        return Cut(keys(firsts), stakes)
    next_ones = chain.from_iterable(each.others[0] for each in lines if each.others)
    last = line(OTHERS, in_parts(next_ones, by_merit), best_others, settled)
    return Cut(keys([*firsts, *last.passed]), (last.stake,) if last.stake else ())


def settle(stake: Stake, decision: TieDecision, *, order: Sequence[Key] = ()) -> Settled:
    """The tie decided. A play-off or a lot gives the order of all who are tied; else DrawImpossible."""
    match decision:
        case TieDecision.ALL:
            return Settled(stake, stake.tied)
        case TieDecision.NONE:
            return Settled(stake, (), (stake.tied,))
    if Counter(order) != Counter(stake.tied):
        raise DrawImpossible("order_incomplete", {"tied": len(stake.tied), "given": len(order)})
    return Settled(stake, tuple(order[: stake.places]), tuple((key,) for key in order[stake.places :]))


def next_in_line(field: Sequence[Ranked], passed: Collection[Key]) -> tuple[Key, ...]:
    """Who moves up (繰り上げ) for one who is gone: the best who has not passed, or all who share it."""
    return keys(next(iter(in_parts((unit for unit in field if unit.key not in passed), by_rank)), ()))


def line(group: int, parts: Parts, places: int, settled: Collection[Settled]) -> Line:
    """Whole parts pass while there are places; the part that has too few of them is at stake."""
    passed: list[Ranked] = []
    for number, part in enumerate(parts):
        left = places - len(passed)
        if not left:
            return Line(tuple(passed), parts[number:])
        if len(part) > left:
            stake = Stake(group, tuple(sorted(keys(part), key=key_order)), left)
            return across(stake, part, Line(tuple(passed), parts[number + 1 :]), settled)
        passed += part
    return Line(tuple(passed))


def across(stake: Stake, part: Sequence[Ranked], clear: Line, settled: Collection[Settled]) -> Line:
    """The line through equals, if it was decided for just these and as many places."""
    known = {unit.key: unit for unit in part}
    for decided in settled:
        if decided.stake == stake:
            passed = [known[key] for key in decided.passed]
            others = [[known[key] for key in equals] for equals in decided.others]
            return Line((*clear.passed, *passed), [*others, *clear.others])
    return Line(clear.passed, stake=stake)


def in_parts(field: Iterable[Ranked], order: Callable[[Ranked], tuple[Number, ...]]) -> Parts:
    return [list(part) for _, part in groupby(sorted(field, key=order), key=order)]


def by_rank(unit: Ranked) -> tuple[Number, ...]:
    return (unit.rank,)


def by_merit(unit: Ranked) -> tuple[Number, ...]:
    return tuple(-value for value in unit.merit_by_match)


def best_first(row: Iterable[Ranked | None]) -> list[Ranked]:
    return sorted(filter(None, row), key=by_merit)


def keys(units: Iterable[Ranked]) -> tuple[Key, ...]:
    return tuple(unit.key for unit in units)
