"""A field of units in order of standing: what people settled for this round, and the rest that is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import lcm
from random import Random
from typing import TypeAlias

from tournaments.domain.draw import DrawImpossible, Key, Relaxation, Rules, Seed, key_order
from tournaments.domain.matching import Facts, Line, Rows, line_of
from tournaments.domain.settings import FirstRound, Soft

Pair: TypeAlias = tuple[int, int]

MOST_SURPLUS = 15
"""Beyond this it is all one how often a unit was on side 1 too much."""


@dataclass(frozen=True, slots=True)
class Field:
    """Units best first; pairs and other units are told by their places here, ``scores`` in whole steps.

    ``pinned`` are the tables that stay, the first of each on side 1; ``free`` is who is to be drawn.
    """

    units: tuple[Seed, ...]
    scores: tuple[int, ...]
    lots: tuple[int, ...]
    rules: Rules
    is_by_lot: bool
    avoids_branches: bool
    pinned: tuple[Pair, ...]
    free: tuple[int, ...]
    fewest_byes: int

    @property
    def is_by_hand(self) -> bool:
        """Numbers from a box decide this round: only hard rules may move them."""
        return self.is_by_lot and self.rules.lots is not None

    @property
    def soft(self) -> tuple[Soft, ...]:
        return (Soft.FOLD,) if self.is_by_hand else self.rules.settings.soft

    def resting(self) -> list[int]:
        """For each of the free: the byes it had more than need be, -1 when it may not have one more."""
        more = [self.units[place].byes - self.fewest_byes for place in self.free]
        if Relaxation.SECOND_BYE in self.rules.relaxed:
            return more
        return [-1 if one else 0 for one in more]

    def relaxed(self, relaxation: Relaxation) -> "Field":
        return replace(self, rules=replace(self.rules, relaxed=self.rules.relaxed | {relaxation}))


def field_of(seeds: Sequence[Seed], *, round_number: int, rules: Rules, seed: int) -> Field:
    """The field best first: by score, then by rank, in a first round by lot. Whatever order came in.

    Raises DrawImpossible when somebody at a pinned table is not here, or is there twice.
    """
    by_lot = is_by_lot(rules, round_number)
    lots = lots_of(seeds, rules, seed)
    units = best_first(seeds, lots, by_lot=by_lot)
    pinned = pinned_pairs(units, rules)
    settled = {*chain.from_iterable(pinned)}
    free = [place for place, unit in enumerate(units) if place not in settled and unit.key != rules.bye]
    return Field(
        units=tuple(units),
        scores=tuple(whole_scores(units)),
        lots=tuple(lots[unit.key] for unit in units),
        rules=rules,
        is_by_lot=by_lot,
        avoids_branches=round_number <= rules.settings.branch_rounds and Soft.BRANCH in rules.settings.soft,
        pinned=pinned,
        free=tuple(free),
        fewest_byes=min((units[place].byes for place in free), default=0),
    )


def best_first(seeds: Sequence[Seed], lots: Mapping[Key, int], *, by_lot: bool) -> list[Seed]:
    """Best first: by score, then by rank or by lot; a lot also parts those of one rank."""
    scores = dict(zip((unit.key for unit in seeds), whole_scores(seeds), strict=True))
    # Sorting keeps the order of equals, and is far quicker by one number after the other than by all.
    units = sorted(seeds, key=lambda unit: lots[unit.key])
    if not by_lot:
        units.sort(key=lambda unit: unit.rank)
    units.sort(key=lambda unit: -scores[unit.key])
    return units


def is_by_lot(rules: Rules, round_number: int) -> bool:
    return round_number == 1 and rules.settings.first_round is FirstRound.LOT


def lots_of(seeds: Sequence[Seed], rules: Rules, seed: int) -> dict[Key, int]:
    """A lot for every unit, by the numbers from the box where there was one; who drew none comes behind."""
    drawn = drawn_lots(seeds, seed)
    if rules.lots is None:
        return drawn
    numbers = rules.lots
    order = sorted(drawn, key=lambda key: (key not in numbers, numbers.get(key, 0), drawn[key]))
    return {key: lot for lot, key in enumerate(order)}


def drawn_lots(seeds: Sequence[Seed], seed: int) -> dict[Key, int]:
    """A lot for every unit: the numbers 0 to n-1, shuffled."""
    keys = [unit.key for unit in seeds]
    # The order of ``key_order``, in half the time.
    whole = sorted(key for key in keys if isinstance(key, int))
    keys = [*whole, *sorted(key for key in keys if isinstance(key, str))]
    numbers = list(range(len(keys)))
    Random(seed).shuffle(numbers)
    return dict(zip(keys, numbers, strict=True))


def whole_scores(seeds: Sequence[Seed]) -> list[int]:
    """The scores in their smallest common step: halves, where somebody has half a point."""
    scores = [unit.score for unit in seeds]
    step = lcm(*(score.denominator for score in scores))
    return [score.numerator * (step // score.denominator) for score in scores]


def pinned_pairs(units: Sequence[Seed], rules: Rules) -> tuple[Pair, ...]:
    places = {unit.key: place for place, unit in enumerate(units)} if rules.pinned else {}
    keys = [key for sides in rules.pinned for side in sides for key in side]
    for key in sorted(keys, key=key_order):
        if key not in places or key == rules.bye:
            raise DrawImpossible("pinned_not_here", {"unit": key})
        if keys.count(key) > 1:
            raise DrawImpossible("unit_twice", {"unit": key})
    return tuple((places[one], places[other]) for (one,), (other,) in rules.pinned)


# As arrays


def line_of_free(field: Field) -> Line:
    """Those to be drawn, with what decides who may meet and what it costs."""
    units = [field.units[place] for place in field.free]
    places = {unit.key: place for place, unit in enumerate(units)}
    return line_of(
        Facts(
            scores=[field.scores[place] for place in field.free],
            lots=[field.lots[place] for place in field.free],
            floats=[unit.floats for unit in units],
            surplus=[surplus(unit) for unit in units],
            teams=teams(units),
            branches=branches(field, units),
            met=Rows(
                [places.get(key, -1) for unit in units for key in unit.met], [len(unit.met) for unit in units]
            ),
            forbidden=forbidden(field, places),
            side_by_side=field.is_by_hand,
        ),
        soft=field.soft,
        relaxed=field.rules.relaxed,
    )


def surplus(unit: Seed) -> int:
    """How many rounds more a unit was on side 1 than on the other."""
    return min(max(2 * unit.firsts - len(unit.met), 0), MOST_SURPLUS)


def teams(units: Sequence[Seed]) -> list[int]:
    """A number for each team, -1 for none."""
    numbers: dict[str, int] = {}
    return [-1 if unit.team is None else numbers.setdefault(unit.team, len(numbers)) for unit in units]


def branches(field: Field, units: Sequence[Seed]) -> Rows:
    """Numbers of each unit's branches, as far as they matter in this round."""
    if not field.avoids_branches:
        return Rows([], [0] * len(units))
    numbers: dict[str, int] = {}
    counted = [counted_branches(field, unit) for unit in units]
    return Rows(
        [numbers.setdefault(branch, len(numbers)) for own in counted for branch in own],
        [len(own) for own in counted],
    )


def counted_branches(field: Field, unit: Seed) -> frozenset[str]:
    """The host's own branch may meet itself: it is there in great numbers."""
    exempt = field.rules.settings.exempt_branch
    return unit.branches - {exempt} if exempt in unit.branches else unit.branches


def forbidden(field: Field, places: Mapping[Key, int]) -> list[Pair]:
    return [
        (places[one], places[other])
        for one, other in field.rules.forbidden
        if one in places and other in places
    ]
