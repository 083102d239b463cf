"""What any two persons have been to each other, and what rules and teams forbid them to be.

Persons are numbers, their place among the units; pairs are in order.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from tournaments.domain.draw import Key, Relaxation, Rules, Seed

Pair: TypeAlias = tuple[int, int]


class Bond(NamedTuple):
    """Times partners and opponents, and how recently partners: the place in a history, 0 for never.

    ``never_partners`` and ``never_opponents`` are the rules that bar it.
    """

    partners: int = 0
    opponents: int = 0
    recent: int = 0
    never_partners: frozenset[Relaxation] = frozenset()
    never_opponents: frozenset[Relaxation] = frozenset()


STRANGERS = Bond()

Bonds: TypeAlias = Mapping[Pair, Bond]
"""Of those who are no strangers."""


def bonds_of(units: Sequence[Seed], rules: Rules) -> Bonds:
    """Where two remember differently, the one who remembers more is right."""
    numbers = {unit.key: number for number, unit in enumerate(units)}
    partners = times(units, numbers, lambda unit: unit.partners)
    opponents = times(units, numbers, lambda unit: unit.met)
    recent = last_places(units, numbers)
    apart = barred(numbers, rules.apart)
    forbidden = barred(numbers, rules.forbidden)
    mates = dict.fromkeys(team_mates(units), frozenset({Relaxation.TEAM_MATES}))
    nothing: frozenset[Relaxation] = frozenset()
    return {
        pair: Bond(
            partners=partners[pair],
            opponents=opponents[pair],
            recent=recent.get(pair, 0),
            never_partners=apart.get(pair, nothing),
            never_opponents=forbidden.get(pair, nothing) | mates.get(pair, nothing),
        )
        for pair in sorted({*partners, *opponents, *apart, *forbidden, *mates})
    }


def times(
    units: Sequence[Seed], numbers: Mapping[Key, int], others: Callable[[Seed], Sequence[Key]]
) -> Counter[Pair]:
    """How often each two were together."""
    known: Counter[Pair] = Counter()
    for a, unit in enumerate(units):
        for b, count in Counter(numbers[key] for key in others(unit) if key in numbers).items():
            pair = in_order(a, b)
            known[pair] = max(known[pair], count)
    return known


def last_places(units: Sequence[Seed], numbers: Mapping[Key, int]) -> dict[Pair, int]:
    last: dict[Pair, int] = {}
    for a, unit in enumerate(units):
        for place, key in enumerate(unit.partners, start=1):
            if key in numbers:
                pair = in_order(a, numbers[key])
                last[pair] = max(last.get(pair, 0), place)
    return last


def barred(numbers: Mapping[Key, int], pairs: frozenset[frozenset[Key]]) -> dict[Pair, frozenset[Relaxation]]:
    here = [[numbers[key] for key in pair] for pair in pairs if pair <= numbers.keys()]
    return {in_order(a, b): frozenset({Relaxation.FORBIDDEN_PAIR}) for a, b in here}


def team_mates(units: Sequence[Seed]) -> Iterator[Pair]:
    teams: dict[str, list[int]] = defaultdict(list)
    for number, unit in enumerate(units):
        if unit.team is not None:
            teams[unit.team].append(number)
    for members in teams.values():
        yield from combinations(members, 2)


def in_order(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)
