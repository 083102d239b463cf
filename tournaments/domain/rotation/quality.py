"""How good a plan is, counted from its tables and from what was before it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import TypeAlias

from tournaments.domain.draw import Draw, Key, Seed, Sides

Pairs: TypeAlias = Counter[frozenset[Key]]


@dataclass(frozen=True, slots=True)
class Quality:
    """Each time that two are partners again counts one in ``partner_repeats``, so partners of three rounds
    count two; ``opponent_repeats`` likewise. ``max_opponent`` is how often any two were opponents.
    """

    partner_repeats: int
    opponent_repeats: int
    max_opponent: int
    byes_min: int
    byes_max: int


def quality_of(draws: Sequence[Draw], persons: Iterable[Seed]) -> Quality:
    """The rounds together with the history that the persons bring."""
    persons = tuple(persons)
    tables = [table.sides for draw in draws for table in draw.tables]
    partners = before(persons, lambda unit: unit.partners)
    partners.update(chain.from_iterable(map(partners_at, tables)))
    opponents = before(persons, lambda unit: unit.met)
    opponents.update(chain.from_iterable(map(opponents_at, tables)))
    sat_out = Counter(bye.key for draw in draws for bye in draw.byes)
    byes = [unit.byes + sat_out[unit.key] for unit in persons]
    return Quality(
        partner_repeats=repeats(partners),
        opponent_repeats=repeats(opponents),
        max_opponent=max(opponents.values(), default=0),
        byes_min=min(byes, default=0),
        byes_max=max(byes, default=0),
    )


def partners_at(sides: Sides) -> Iterator[frozenset[Key]]:
    for side in sides:
        yield from map(frozenset, combinations(side, 2))


def opponents_at(sides: Sides) -> Iterator[frozenset[Key]]:
    for one, other in combinations(sides, 2):
        yield from map(frozenset, product(one, other))


def before(persons: Sequence[Seed], others: Callable[[Seed], Sequence[Key]]) -> Pairs:
    """How often two were together: as often as the one who remembers more of it says."""
    known: Pairs = Counter()
    for unit in persons:
        for other, count in Counter(others(unit)).items():
            pair = frozenset((unit.key, other))
            known[pair] = max(known.get(pair, 0), count)
    return known


def repeats(pairs: Pairs) -> int:
    return sum(count - 1 for count in pairs.values())
