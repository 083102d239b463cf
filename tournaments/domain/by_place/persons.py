"""Persons in an order, what they have been to each other, and what it costs to seat them together.

Partners share a side, opponents a table. Hard rules are costs that do not exist (None); a hard rule
relaxed by name becomes the dearest soft one. How soft rules are weighed is the ``Manner`` of the draw.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from operator import add
from typing import NamedTuple, TypeAlias

from tournaments.domain.draw import Key, Relaxation, Rules, Seed
from tournaments.domain.matching import Costs

Side: TypeAlias = tuple[int, ...]
"""Persons by their number in the order; one who sits alone is a side too."""


class Past(NamedTuple):
    """How often two have been together, and how recently: the place of the last time in their histories."""

    times: int
    last: int


Pasts: TypeAlias = Sequence[Mapping[int, Past]]
"""For each person those they have been with."""


class Wish(NamedTuple):
    """What two sides, or the partners of one, have against each other besides hard rules.

    ``met`` sums the squared times that two of them were opponents, ``branch`` counts those of one branch,
    ``score`` is the squared difference of score in halves, ``distance`` how far apart they are placed.
    """

    met: int
    branch: int
    score: int
    distance: int


NO_WISH = Wish(0, 0, 0, 0)


class Hard(NamedTuple):
    """What is knowingly broken, and who sits out; each outweighs all that follow and every soft rule."""

    forbidden: int = 0
    again: int = 0
    second_bye: int = 0
    twice_running: int = 0
    recent: int = 0
    bye_place: int = 0


KEPT = Hard()


@dataclass(frozen=True, slots=True)
class Manner:
    """How a kind of draw weighs its soft rules, and whether opponents who meet again break a hard one.

    ``layout`` is the side of each place at a table where neighbours in the order have nothing against it.
    """

    layout: tuple[int, ...]
    weigh: Callable[[Wish], Costs]
    bars_rematch: bool = False


@dataclass(frozen=True, slots=True)
class Persons:
    """``places`` are those in the order without all who have no seat in the tables that are being filled."""

    units: tuple[Seed, ...]
    rules: Rules
    round_number: int
    manner: Manner
    partnered: Pasts
    met: Pasts
    branches: tuple[frozenset[str], ...]
    places: Mapping[int, int]

    @property
    def avoids_branches(self) -> bool:
        return self.round_number <= self.rules.settings.branch_rounds

    def relaxed(self, broken: Relaxation) -> bool:
        return broken in self.rules.relaxed


def persons_of(units: Sequence[Seed], *, round_number: int, rules: Rules, manner: Manner) -> Persons:
    avoided = round_number <= rules.settings.branch_rounds
    host = {rules.settings.exempt_branch}
    return Persons(
        units=tuple(units),
        rules=rules,
        round_number=round_number,
        manner=manner,
        partnered=pasts(units, [unit.partners for unit in units]),
        met=pasts(units, [unit.met for unit in units]),
        branches=tuple(unit.branches - host if avoided else frozenset() for unit in units),
        places={number: number for number in range(len(units))},
    )


def pasts(units: Sequence[Seed], histories: Sequence[Sequence[Key]]) -> Pasts:
    """The same for both, also where only one's history knows of it."""
    numbers = {unit.key: number for number, unit in enumerate(units)}
    told: list[dict[int, Past]] = [{} for _ in units]
    for one, history in zip(told, histories, strict=True):
        for turn, key in enumerate(history, start=1):
            if key in numbers:
                times, _ = one.get(numbers[key], (0, 0))
                one[numbers[key]] = Past(times + 1, turn)
    known = [dict(one) for one in told]
    for number, one in enumerate(told):
        for other, past in one.items():
            theirs = told[other].get(number, past)
            known[other][number] = Past(max(past.times, theirs.times), max(past.last, theirs.last))
    return known


# Sides


def broken_by_partners(persons: Persons, a: int, b: int) -> frozenset[Relaxation]:
    """The hard rules that these two would break as partners."""
    broken = set()
    if b in persons.partnered[a]:
        broken.add(Relaxation.PARTNER_AGAIN)
    if persons.rules.apart and pair_of(persons, a, b) in persons.rules.apart:
        broken.add(Relaxation.FORBIDDEN_PAIR)
    return frozenset(broken)


def broken_by_opponents(persons: Persons, a: int, b: int) -> frozenset[Relaxation]:
    """The hard rules that these two would break as opponents."""
    broken = set()
    if persons.manner.bars_rematch and b in persons.met[a]:
        broken.add(Relaxation.REMATCH)
    if persons.rules.forbidden and pair_of(persons, a, b) in persons.rules.forbidden:
        broken.add(Relaxation.FORBIDDEN_PAIR)
    if persons.units[a].team is not None and persons.units[a].team == persons.units[b].team:
        broken.add(Relaxation.TEAM_MATES)
    return frozenset(broken)


def pair_of(persons: Persons, a: int, b: int) -> frozenset[Key]:
    return frozenset((persons.units[a].key, persons.units[b].key))


def partners_cost(persons: Persons, a: int, b: int) -> Costs | None:
    """What two partners cost: nothing where the layout makes them so, else the more, the farther apart."""
    hard = hard_cost(persons, broken_by_partners(persons, a, b), persons.partnered[a].get(b))
    if hard is None:
        return None
    distance = 0 if home(persons, a) == home(persons, b) else abs(persons.places[a] - persons.places[b])
    return (*hard, *persons.manner.weigh(Wish(0, shared(persons, a, b), 0, distance)))


def side_cost(persons: Persons, side: Side) -> Costs | None:
    return total([partners_cost(persons, a, b) for a, b in combinations(side, 2)])


def home(persons: Persons, a: int) -> tuple[int, int]:
    """The table and the side that a place belongs to by the layout."""
    layout = persons.manner.layout
    table, seat = divmod(persons.places[a], len(layout))
    return table, layout[seat]


# Tables


def opponents_cost(persons: Persons, one: Side, other: Side) -> Costs | None:
    """What it costs that these sides meet; the sums of their places should be equal."""
    hard = KEPT
    met = branch = 0
    score = 0
    for a, b in product(one, other):
        past = persons.met[a].get(b)
        broken = broken_by_opponents(persons, a, b)
        if broken:
            cost = hard_cost(persons, broken, past)
            if cost is None:
                return None
            hard = Hard(*map(add, hard, cost))
        met += past.times**2 if past else 0
        branch += shared(persons, a, b)
        score += (halves(persons, a) - halves(persons, b)) ** 2
    distance = abs(sum(persons.places[a] for a in one) - sum(persons.places[b] for b in other))
    return (*hard, *persons.manner.weigh(Wish(met, branch, score, distance)))


def table_cost(persons: Persons, sides: Sequence[Side]) -> Costs | None:
    within = [side_cost(persons, side) for side in sides if len(side) > 1]
    return total([*within, *(opponents_cost(persons, *meeting) for meeting in combinations(sides, 2))])


def hard_cost(persons: Persons, broken: frozenset[Relaxation], past: Past | None) -> Hard | None:
    """None unless every rule broken was relaxed; then repeats cost by their number, the oldest least."""
    if not broken:
        return KEPT
    if broken - persons.rules.relaxed:
        return None
    again = past if past and broken & {Relaxation.PARTNER_AGAIN, Relaxation.REMATCH} else Past(0, 0)
    forbidden = broken & {Relaxation.FORBIDDEN_PAIR, Relaxation.TEAM_MATES}
    return Hard(forbidden=len(forbidden), again=again.times**2, recent=again.last)


def total(costs: Sequence[Costs | None]) -> Costs | None:
    """The sum in each place; None when one of them is None."""
    summed: Costs | None = costs[0]
    for cost in costs[1:]:
        if summed is None or cost is None:
            return None
        summed = tuple(map(add, summed, cost))
    return summed


def shared(persons: Persons, a: int, b: int) -> bool:
    """Whether these two should not meet because they come from one branch."""
    return not persons.branches[a].isdisjoint(persons.branches[b])


def halves(persons: Persons, a: int) -> int:
    # Halves hold every sum of wins and draws exactly; finer scores are cut off for the draw alone.
    return int(persons.units[a].score * 2)
