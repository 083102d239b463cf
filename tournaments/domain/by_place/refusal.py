"""Why there is no lawful draw: who is in the way, and which rule given up would help."""

from dataclasses import replace

from tournaments.domain.by_place.arrangement import Plan, arranged_by_need, first_cost
from tournaments.domain.by_place.joining import in_twos
from tournaments.domain.by_place.persons import Persons
from tournaments.domain.by_place.sitting_out import Pool
from tournaments.domain.draw import Blocked, NoLawfulDraw, Relaxation
from tournaments.domain.matching import Costs


def refusal(persons: Persons, pool: Pool, plan: Plan) -> NoLawfulDraw:
    return NoLawfulDraw(blocked(persons, pool, plan), helpful_relaxations(persons, pool, plan))


def blocked(persons: Persons, pool: Pool, plan: Plan) -> tuple[Blocked, ...]:
    """Those left over when as many as can be have a partner (an opponent, where nobody has a partner).

    Where everybody can have one, those with the fewest left. ``opponents_left`` counts these.
    """
    persons = persons.placed(pool)
    left = {a: choices(persons, pool, plan, a) for a in pool}
    over = left_over(persons, pool, plan) or [a for a in pool if left[a] == min(left.values())]
    named = [Blocked(persons.units[a].key, left[a]) for a in over]
    return tuple(sorted(named, key=lambda person: person.opponents_left))


def choices(persons: Persons, pool: Pool, plan: Plan, a: int) -> int:
    return sum(first_cost(persons, plan.shape, a, other) is not None for other in pool if other != a)


def left_over(persons: Persons, pool: Pool, plan: Plan) -> list[int]:
    """Nobody where only those who sit out or are odd are left over."""

    def between(one: int, other: int) -> Costs | None:
        return first_cost(persons, plan.shape, pool[one], pool[other])

    joined = {pool[place] for two in in_twos(len(pool), between) for place in two}
    over = [a for a in pool if a not in joined]
    return over if len(over) > plan.sitting_out + 3 * plan.of_three else []


def helpful_relaxations(persons: Persons, pool: Pool, plan: Plan) -> tuple[Relaxation, ...]:
    """Each relaxation that would be enough alone; all that mean something when only several together are."""
    open_ones = [r for r in relevant(persons, pool, plan) if not persons.has_relaxed(r)]
    enough = tuple(r for r in open_ones if is_enough(persons, pool, plan, r))
    return enough or tuple(open_ones)


def relevant(persons: Persons, pool: Pool, plan: Plan) -> list[Relaxation]:
    """The rules that this draw has to keep."""
    teams = [persons.units[a].team for a in pool if persons.units[a].team is not None]
    means = {
        Relaxation.REMATCH: persons.manner.bars_rematch,
        Relaxation.PARTNER_AGAIN: plan.shape[0] > 1,
        Relaxation.SECOND_BYE: plan.sitting_out > 0,
        Relaxation.TEAM_MATES: len(set(teams)) < len(teams),
        Relaxation.FORBIDDEN_PAIR: bool(persons.rules.forbidden or persons.rules.apart),
    }
    return [relaxation for relaxation in Relaxation if means[relaxation]]


def is_enough(persons: Persons, pool: Pool, plan: Plan, relaxation: Relaxation) -> bool:
    rules = replace(persons.rules, relaxed=persons.rules.relaxed | {relaxation})
    return arranged_by_need(replace(persons, rules=rules), pool, plan) is not None
