"""What any two persons have been to each other, and what rules and teams forbid them to be.

Persons are numbers, their place among the units; pairs are in order.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from tournaments.domain.draw import Key, Rules, Seed

Pair: TypeAlias = tuple[int, int]


class Bond(NamedTuple):
    """Times partners and opponents, how recently partners (the place in a history, 0 for never), and
    what they must not become.
    """

    partners: int = 0
    opponents: int = 0
    recent: int = 0
    never_partners: bool = False
    never_opponents: bool = False


STRANGERS = Bond()

Bonds: TypeAlias = Mapping[Pair, Bond]
"""Of those who are no strangers."""


def bonds_of(units: Sequence[Seed], rules: Rules) -> Bonds:
    """Where two remember differently, the one who remembers more is right."""
    numbers = {unit.key: number for number, unit in enumerate(units)}
    partners = times(units, numbers, lambda unit: unit.partners)
    opponents = times(units, numbers, lambda unit: unit.met)
    recent = last_places(units, numbers)
    apart = set(here(numbers, rules.apart))
    forbidden = {*here(numbers, rules.forbidden), *team_mates(units)}
    return {
        pair: Bond(
            partners=partners[pair],
            opponents=opponents[pair],
            recent=recent.get(pair, 0),
            never_partners=pair in apart,
            never_opponents=pair in forbidden,
        )
        for pair in sorted({*partners, *opponents, *apart, *forbidden})
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


def here(numbers: Mapping[Key, int], pairs: Collection[frozenset[Key]]) -> Iterator[Pair]:
    """Pairs of whom both are here."""
    for pair in pairs:
        if pair <= numbers.keys():
            one, other = pair
            yield in_order(numbers[one], numbers[other])


def team_mates(units: Sequence[Seed]) -> Iterator[Pair]:
    teams: dict[str, list[int]] = defaultdict(list)
    for number, unit in enumerate(units):
        if unit.team is not None:
            teams[unit.team].append(number)
    for members in teams.values():
        yield from combinations(members, 2)


def in_order(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)
