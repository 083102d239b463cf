"""Persons in an order, and what they have been to each other.

Partners share a side, opponents a table. Who should not be partners or opponents is found once here;
what it costs when they are stands in ``costs``.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from tournaments.domain.draw import Key, Relaxation, Rules, Seed
from tournaments.domain.matching import Costs

Side: TypeAlias = tuple[int, ...]
"""Persons by their number in the order; one who sits alone is a side too."""

Others: TypeAlias = Sequence[Set[int]]
"""For each person a set of others, the same for both."""

Numbers: TypeAlias = Mapping[Key, int]


class Past(NamedTuple):
    """How often two have been together, and how recently: the place of the last time in their histories."""

    times: int
    last: int


NEVER = Past(0, 0)


class Wish(NamedTuple):
    """What two sides, or the partners of one, have against each other besides hard rules.

    ``met`` sums the squared times that two were opponents, ``branch`` counts twos of one branch,
    ``score`` is the squared difference of scores in halves, ``distance`` a difference of places.
    """

    met: int = 0
    branch: int = 0
    score: int = 0
    distance: int = 0


@dataclass(frozen=True, slots=True)
class Manner:
    """How a kind of draw weighs its soft rules, and whether opponents who meet again break a hard one.

    ``weigh`` gives costs in order of weight; the costs of a sum are the sum of the costs.
    ``layout`` is the side of each place at a table where neighbours in the order have nothing against it.
    """

    layout: tuple[int, ...]
    weigh: Callable[[Wish], Costs]
    bars_rematch: bool = False


@dataclass(frozen=True, slots=True)
class Persons:
    """``not_partners`` and ``not_opponents`` are kept from each other by hard rules, relaxed or not.

    ``branches`` are those that should not meet in this round, ``halves`` the scores in halves: they hold
    every sum of wins and draws exactly; finer scores are cut off for the draw alone.
    ``places`` are those in the order without all who have no seat at the tables that are being filled.
    """

    units: tuple[Seed, ...]
    rules: Rules
    round_number: int
    manner: Manner
    partnered: Others
    met: Others
    not_partners: Others
    not_opponents: Others
    branches: Sequence[Set[str]]
    halves: Sequence[int]
    places: Mapping[int, int]

    @property
    def avoids_branches(self) -> bool:
        return self.round_number <= self.rules.settings.branch_rounds

    def has_relaxed(self, rule: Relaxation) -> bool:
        return rule in self.rules.relaxed

    def placed(self, seated: Sequence[int]) -> "Persons":
        """The same with places for these persons alone, in this order."""
        return replace(self, places={a: place for place, a in enumerate(seated)})

    def home(self, a: int) -> tuple[int, int]:
        """The table and the side that a place has by the layout."""
        table, seat = divmod(self.places[a], len(self.manner.layout))
        return table, self.manner.layout[seat]


def persons_of(units: Sequence[Seed], *, round_number: int, rules: Rules, manner: Manner) -> Persons:
    numbers = {unit.key: number for number, unit in enumerate(units)}
    met = known_by_either([unit.met for unit in units], numbers)
    partnered = known_by_either([unit.partners for unit in units], numbers)
    avoided = round_number <= rules.settings.branch_rounds
    host = {rules.settings.exempt_branch}
    barred = [*here(rules.forbidden, numbers), *team_mates(units)]
    return Persons(
        units=tuple(units),
        rules=rules,
        round_number=round_number,
        manner=manner,
        partnered=partnered,
        met=met,
        not_partners=with_pairs(partnered, here(rules.apart, numbers)),
        not_opponents=with_pairs(met if manner.bars_rematch else [frozenset()] * len(units), barred),
        branches=[unit.branches - host if avoided else frozenset() for unit in units],
        halves=[int(unit.score * 2) for unit in units],
        places={},
    )


def known_by_either(histories: Sequence[Sequence[Key]], numbers: Numbers) -> Others:
    """Those here whom each has been with, also where only the other one's history knows of it."""
    known = [{numbers[key] for key in history if key in numbers} for history in histories]
    untold = [(other, one) for one, others in enumerate(known) for other in others if one not in known[other]]
    for one, other in untold:
        known[one].add(other)
    return known


def here(pairs: Iterable[frozenset[Key]], numbers: Numbers) -> list[tuple[int, int]]:
    return [(numbers[one], numbers[other]) for one, other in pairs if one in numbers and other in numbers]


def team_mates(units: Sequence[Seed]) -> list[tuple[int, int]]:
    teams: dict[str, list[int]] = defaultdict(list)
    for number, unit in enumerate(units):
        if unit.team is not None:
            teams[unit.team].append(number)
    return [*chain.from_iterable(combinations(team, 2) for team in teams.values())]


def with_pairs(others: Others, pairs: Sequence[tuple[int, int]]) -> Others:
    if not pairs:
        return others
    more = [set(known) for known in others]
    for one, other in pairs:
        more[one].add(other)
        more[other].add(one)
    return more


# Hard rules


def broken_by_partners(persons: Persons, a: int, b: int) -> frozenset[Relaxation]:
    """The hard rules that these two would break as partners."""
    if b not in persons.not_partners[a]:
        return frozenset()
    broken = {Relaxation.PARTNER_AGAIN} if b in persons.partnered[a] else set()
    if keys(persons, a, b) in persons.rules.apart:
        broken.add(Relaxation.FORBIDDEN_PAIR)
    return frozenset(broken)


def broken_by_opponents(persons: Persons, a: int, b: int) -> frozenset[Relaxation]:
    """The hard rules that these two would break as opponents."""
    if b not in persons.not_opponents[a]:
        return frozenset()
    broken = set()
    if persons.manner.bars_rematch and b in persons.met[a]:
        broken.add(Relaxation.REMATCH)
    if keys(persons, a, b) in persons.rules.forbidden:
        broken.add(Relaxation.FORBIDDEN_PAIR)
    if persons.units[a].team is not None and persons.units[a].team == persons.units[b].team:
        broken.add(Relaxation.TEAM_MATES)
    return frozenset(broken)


# Histories


def partners_past(persons: Persons, a: int, b: int) -> Past:
    one, other = persons.units[a], persons.units[b]
    if b not in persons.partnered[a]:
        return NEVER
    return past_in((one.partners, other.key), (other.partners, one.key))


def opponents_past(persons: Persons, a: int, b: int) -> Past:
    one, other = persons.units[a], persons.units[b]
    if b not in persons.met[a]:
        return NEVER
    return past_in((one.met, other.key), (other.met, one.key))


def past_in(*tellings: tuple[Sequence[Key], Key]) -> Past:
    """What the history that knows more tells."""
    places = [[at for at, key in enumerate(history, 1) if key == of] for history, of in tellings]
    return Past(max(map(len, places)), max((at for found in places for at in found), default=0))


def keys(persons: Persons, a: int, b: int) -> frozenset[Key]:
    return frozenset((persons.units[a].key, persons.units[b].key))
