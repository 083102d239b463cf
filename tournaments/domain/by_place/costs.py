"""What it costs to seat persons together, as partners on one side and as opponents at one table.

A hard rule broken is a cost that does not exist (None); one relaxed by name becomes dearer than every
soft rule, repeats by the square of their times and the oldest first.
"""

from collections.abc import Callable, Sequence, Set
from functools import cache
from itertools import combinations
from operator import add
from typing import Any, NamedTuple, TypeAlias

from tournaments.domain.by_place.persons import (
    NEVER,
    Past,
    Persons,
    Side,
    Wish,
    broken_by_opponents,
    broken_by_partners,
    opponents_past,
    partners_past,
)
from tournaments.domain.draw import Relaxation
from tournaments.domain.matching import Costs


class Hard(NamedTuple):
    """What is knowingly broken, and who sits out; each outweighs all that follow and every soft rule."""

    forbidden: int = 0
    again: int = 0
    second_bye: int = 0
    twice_running: int = 0
    recent: int = 0
    bye_place: int = 0


KEPT = Hard()

Between: TypeAlias = Callable[[int, int], Costs | None]
"""What it costs to join two members of a list, the earlier one first; None when that may not be."""


def partners_cost(persons: Persons, a: int, b: int) -> Costs | None:
    """What two partners cost: nothing where the layout makes them so, else the more, the farther apart."""
    broken = broken_by_partners(persons, a, b)
    if broken - persons.rules.relaxed:
        return None
    distance = 0 if persons.home(a) == persons.home(b) else abs(persons.places[a] - persons.places[b])
    wish = Wish(branch=shares_branch(persons, a, b), distance=distance)
    return (*given_up(broken, partners_past(persons, a, b)), *persons.manner.weigh(wish))


def given_up(broken: Set[Relaxation], past: Past) -> Hard:
    again = past if broken & {Relaxation.PARTNER_AGAIN, Relaxation.REMATCH} else NEVER
    forbidden = broken & {Relaxation.FORBIDDEN_PAIR, Relaxation.TEAM_MATES}
    return Hard(forbidden=len(forbidden), again=again.times**2, recent=again.last)


def side_cost(persons: Persons, side: Side) -> Costs | None:
    """What the partners of one side cost; one who sits alone costs nothing."""
    return total(
        [partners_cost(persons, a, b) for a, b in combinations(side, 2)] or [plain_cost(persons)(0, 0)]
    )


def opponents_cost(persons: Persons, a: int, b: int) -> Costs | None:
    """What it costs that these two meet, wherever their sides are placed."""
    broken = broken_by_opponents(persons, a, b)
    if broken - persons.rules.relaxed:
        return None
    past = opponents_past(persons, a, b)
    wish = Wish(met=past.times**2, branch=shares_branch(persons, a, b))
    return (*given_up(broken, past), *persons.manner.weigh(wish))


# For many, by their places in a list: most have nothing but these places between them.


def partner_costs(persons: Persons, seated: Sequence[int]) -> Between:
    plain = plain_cost(persons)
    barred, branches = persons.not_partners, persons.branches
    homes = [persons.home(a) for a in seated]
    places = [persons.places[a] for a in seated]

    def cost(one: int, other: int) -> Costs | None:
        a, b = seated[one], seated[other]
        if b in barred[a] or not branches[a].isdisjoint(branches[b]):
            return partners_cost(persons, a, b)
        return plain(0, 0 if homes[one] == homes[other] else places[other] - places[one])

    return cost


def meeting_costs(persons: Persons, sides: Sequence[Side]) -> Between:
    """What it costs that two sides meet: the sum over their persons; sums of places should be equal."""
    plain = plain_cost(persons)
    against = cache(lambda one, b: total([opponents_cost(persons, a, b) for a in sides[one]]))
    known = [union(side, persons.met, persons.not_opponents) for side in sides]
    branches = [union(side, persons.branches) for side in sides]
    scores = [sum(persons.halves[a] for a in side) for side in sides]
    places = [sum(persons.places[a] for a in side) for side in sides]

    def cost(one: int, other: int) -> Costs | None:
        apart = plain((scores[one] - scores[other]) ** 2, abs(places[one] - places[other]))
        if known[one].isdisjoint(sides[other]) and branches[one].isdisjoint(branches[other]):
            return apart
        return total([apart, *(against(one, b) for b in sides[other])])

    return cost


def plain_cost(persons: Persons) -> Callable[[int, int], Costs]:
    @cache
    def cost(score: int, distance: int) -> Costs:
        return (*KEPT, *persons.manner.weigh(Wish(score=score, distance=distance)))

    return cost


def union(side: Side, *of: Sequence[Set[Any]]) -> Set[Any]:
    return frozenset().union(*[sets[a] for sets in of for a in side])


def shares_branch(persons: Persons, a: int, b: int) -> bool:
    """Whether these two should not meet because they come from one branch."""
    return not persons.branches[a].isdisjoint(persons.branches[b])


def total(costs: Sequence[Costs | None]) -> Costs | None:
    """The sum in each place; None when one of them is None."""
    summed: Costs | None = costs[0]
    for cost in costs[1:]:
        if summed is None or cost is None:
            return None
        summed = tuple(map(add, summed, cost))
    return summed
