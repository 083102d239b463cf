"""Whether everybody can be seated by the rules: all rounds there could be are tried, without the product."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, product
from typing import TypeAlias

from tournaments.domain.draw import Relaxation, Sides
from tournaments.domain.settings import Shape

Pair: TypeAlias = frozenset[int]
Barred: TypeAlias = Mapping[Relaxation, Collection[Pair]]
"""Who must not be together, by the rule that keeps them apart."""

THREES: Shape = (1, 1, 1)
NOTHING: frozenset[Relaxation] = frozenset()


@dataclass(frozen=True, slots=True)
class Field:
    """Those who are to be drawn, with the byes they had."""

    byes: Mapping[int, int]
    partners: Barred
    opponents: Barred

    def broken(self, tables: Iterable[Sides], resting: Collection[int]) -> set[Relaxation]:
        """The rules that this round breaks."""
        tables = list(tables)
        partners = {pair for table in tables for pair in partners_at(table)}
        opponents = {pair for table in tables for pair in opponents_at(table)}
        found = {rule for rule, barred in self.partners.items() if partners & set(barred)}
        found |= {rule for rule, barred in self.opponents.items() if opponents & set(barred)}
        due, may = self.turns(len(resting))
        if not due <= set(resting) <= may:
            found.add(Relaxation.SECOND_BYE)
        return found

    def turns(self, resting: int) -> tuple[set[int], set[int]]:
        """Who has to sit out where so many do, and who may: nobody again before the others."""
        if not resting:
            return set(), set()
        most = sorted(self.byes.values())[resting - 1]
        due = {unit for unit, had in self.byes.items() if had < most}
        return due, {unit for unit, had in self.byes.items() if had <= most}

    def has_round(self, shapes: Sequence[Shape], given_up: Collection[Relaxation] = NOTHING) -> bool:
        """Whether they fill these tables, counted in units, when these rules are given up."""
        resting = len(self.byes) - sum(map(sum, shapes))
        due, may = self.turns(resting)
        if Relaxation.SECOND_BYE in given_up:
            due, may = set(), set(self.byes)
        partners = barred_by(self.partners, given_up)
        opponents = barred_by(self.opponents, given_up)

        @cache
        def is_lawful(members: tuple[int, ...], shape: Shape) -> bool:
            return any(
                partners.isdisjoint(partners_at(table)) and opponents.isdisjoint(opponents_at(table))
                for table in divisions(members, shape)
            )

        @cache
        def can_sit(left: tuple[int, ...], shapes: tuple[Shape, ...], resting: int) -> bool:
            if not left:
                return True
            first, rest = left[0], left[1:]
            if resting and first in may and can_sit(rest, shapes, resting - 1):
                return True
            if first in due:
                return False
            for shape in set(shapes):
                fewer = list(shapes)
                fewer.remove(shape)
                for others in combinations(rest, sum(shape) - 1):
                    if is_lawful((first, *others), shape):
                        remaining = tuple(unit for unit in rest if unit not in others)
                        if can_sit(remaining, tuple(fewer), resting):
                            return True
            return False

        return can_sit(tuple(sorted(self.byes)), tuple(shapes), resting)


def barred_by(barred: Barred, given_up: Collection[Relaxation]) -> set[Pair]:
    return set(chain.from_iterable(pairs for rule, pairs in barred.items() if rule not in given_up))


def partners_at(table: Sides) -> Iterator[Pair]:
    return (frozenset(map(int, two)) for side in table for two in combinations(side, 2))


def opponents_at(table: Sides) -> Iterator[Pair]:
    for one, other in combinations(table, 2):
        yield from (frozenset((int(a), int(b))) for a, b in product(one, other))


def divisions(members: tuple[int, ...], shape: Shape) -> Iterator[Sides]:
    """Every way to divide these into sides of these sizes, all alike."""
    if not members:
        yield ()
        return
    first, *rest = members
    for others in combinations(rest, shape[0] - 1):
        left = tuple(unit for unit in rest if unit not in others)
        yield from (((first, *others), *sides) for sides in divisions(left, shape[1:]))


def times_together(tables: Iterable[Sides]) -> tuple[Counter[Pair], Counter[Pair]]:
    """How often each two have been partners, and opponents."""
    tables = list(tables)
    partners = Counter(pair for table in tables for pair in partners_at(table))
    return partners, Counter(pair for table in tables for pair in opponents_at(table))
