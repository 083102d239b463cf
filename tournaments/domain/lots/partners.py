"""The partner lot: single persons become pairs before round one; pairs that exist stay as they are.

By lot alone, but a forbidden pair is never drawn and, if asked, partners come from different branches
as far as the pool allows. Lots drawn from a box decide alone; a forbidden pair among them is refused, and
people draw again. An odd pool leaves one person over, by the same lot: who plays with them
(a walk-in, a floater, a volunteer) is for people to settle.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tournaments.domain.draw import (
    Blocked,
    DrawImpossible,
    Key,
    NoLawfulDraw,
    Reason,
    Relaxation,
    key_order,
)
from tournaments.domain.lots.hand_lot import pairs_from_lots
from tournaments.domain.matching import Edge, cheapest_matching, unmatched

LOTS = 1 << 24


@dataclass(frozen=True, slots=True)
class Single:
    """A person in the pool."""

    key: Key
    branches: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PartnerRules:
    """What the lot keeps; ``relaxed`` is what the organiser gave up by name."""

    avoid_branches: bool = False
    forbidden: frozenset[frozenset[Key]] = frozenset()
    relaxed: frozenset[Relaxation] = frozenset()


@dataclass(frozen=True, slots=True)
class PairDrawn:
    """A pair with its number, and why these two."""

    number: int
    persons: tuple[Key, Key]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class PartnerLot:
    """All pairs, the existing ones first, and who is left over from an odd pool."""

    pairs: tuple[PairDrawn, ...]
    left_over: Key | None
    seed: int


class PartnerCost(NamedTuple):
    forbidden: int
    same_branch: int
    lot: int


def draw_partners(
    pool: Sequence[Single],
    *,
    fixed: Sequence[tuple[Key, Key]] = (),
    rules: PartnerRules | None = None,
    lots: Mapping[Key, int] | None = None,
    seed: int,
) -> PartnerLot:
    """Everybody of the pool has a partner, but for one when the pool is odd. The same seed draws the same.

    ``lots`` are the numbers that the pool drew from a box; then the seed draws nothing.
    Raises NoLawfulDraw when forbidden pairs leave somebody without a partner, DrawImpossible while
    lots are missing.
    """
    check_persons(pool, fixed)
    rules = rules or PartnerRules()
    singles = sorted(pool, key=lambda single: key_order(single.key))
    found = drawn(singles, rules, lots, seed)
    source = Reason("lot" if lots is None else "hand_lot")
    ready = [(pair, (Reason("fixed_pair"),)) for pair in fixed]
    by_lot = [
        (persons(singles, pair), (source, *reasons(singles, pair, rules)))
        for pair in found
        if pair[1] < len(singles)
    ]
    return PartnerLot(
        pairs=tuple(PairDrawn(number, *pair) for number, pair in enumerate([*ready, *by_lot], start=1)),
        left_over=next((singles[one].key for one, other in found if other == len(singles)), None),
        seed=seed,
    )


def check_persons(pool: Sequence[Single], fixed: Sequence[tuple[Key, Key]]) -> None:
    """Refuses a person who is there twice, in the pool, in a pair, or in both."""
    everybody = [single.key for single in pool] + [person for pair in fixed for person in pair]
    for person, times in Counter(everybody).items():
        if times > 1:
            raise DrawImpossible("unit_twice", {"unit": person})


def drawn(
    singles: Sequence[Single], rules: PartnerRules, lots: Mapping[Key, int] | None, seed: int
) -> list[Edge]:
    """The pairs in the order of the lots, so that a pair's number tells nothing else."""
    size = len(singles) + len(singles) % 2
    costs = partner_costs(singles, rules, seed)
    if lots is None:
        found = sorted(cheapest_matching(size, costs), key=lambda pair: costs[pair].lot)
    else:
        found = [pair for pair in pairs_by_hand(singles, lots) if pair in costs]
    if 2 * len(found) < size:
        raise NoLawfulDraw(without_partner(singles, found, costs), (Relaxation.FORBIDDEN_PAIR,))
    return found


def pairs_by_hand(singles: Sequence[Single], lots: Mapping[Key, int]) -> list[Edge]:
    """The pairs that the numbers from the box make; who is left over has the place behind the last."""
    places = {single.key: place for place, single in enumerate(singles)}
    pairs, left_over = pairs_from_lots({key: lots.get(key) for key in places})
    found = [(min(pair), max(pair)) for pair in ((places[one], places[other]) for one, other in pairs)]
    return found if left_over is None else [*found, (places[left_over], len(singles))]


def partner_costs(singles: Sequence[Single], rules: PartnerRules, seed: int) -> Mapping[Edge, PartnerCost]:
    """Every pair that may be drawn, each with a number from the lot; the place behind the last is empty."""
    lots = Random(seed)
    size = len(singles) + len(singles) % 2
    every = {(a, b): lots.randrange(LOTS) for a in range(size) for b in range(a + 1, size)}
    allowed = Relaxation.FORBIDDEN_PAIR in rules.relaxed
    return {
        pair: PartnerCost(is_forbidden(singles, pair, rules), shares_branch(singles, pair, rules), lot)
        for pair, lot in every.items()
        if allowed or not is_forbidden(singles, pair, rules)
    }


def persons(singles: Sequence[Single], pair: Edge) -> tuple[Key, Key]:
    return singles[pair[0]].key, singles[pair[1]].key


def is_forbidden(singles: Sequence[Single], pair: Edge, rules: PartnerRules) -> bool:
    return pair[1] < len(singles) and frozenset(persons(singles, pair)) in rules.forbidden


def shares_branch(singles: Sequence[Single], pair: Edge, rules: PartnerRules) -> bool:
    one, other = pair
    if not rules.avoid_branches or other == len(singles):
        return False
    return not singles[one].branches.isdisjoint(singles[other].branches)


def reasons(singles: Sequence[Single], pair: Edge, rules: PartnerRules) -> tuple[Reason, ...]:
    given: list[Reason] = []
    if rules.avoid_branches and all(singles[place].branches for place in pair):
        given.append(Reason("same_branch" if shares_branch(singles, pair, rules) else "different_branch"))
    if is_forbidden(singles, pair, rules):
        given.append(Reason("forbidden_pair"))
    return tuple(given)


def without_partner(
    singles: Sequence[Single], found: Sequence[Edge], costs: Mapping[Edge, PartnerCost]
) -> tuple[Blocked, ...]:
    left = [one for one in unmatched(len(singles), found) if one < len(singles)]
    named = [Blocked(singles[one].key, sum(one in pair for pair in costs)) for one in left]
    return tuple(sorted(named, key=lambda single: single.opponents_left))
