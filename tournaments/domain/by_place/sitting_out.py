"""Who sits out, and why: fewest byes first, then nobody twice running, then the lowest.

Byes differ by one at most, so who has had fewer than the others can is due, and who has had more is not
asked (unless a second bye was allowed by name). The order among the rest is a soft rule.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tournaments.domain.by_place.costs import Hard
from tournaments.domain.by_place.persons import Persons, Wish
from tournaments.domain.draw import Number, Reason, Relaxation
from tournaments.domain.matching import Costs

Pool: TypeAlias = Sequence[int]
"""Those who could sit at a table of this draw or sit out, in order."""


def first_to_sit_out(persons: Persons, pool: Pool, count: int) -> frozenset[int]:
    """So many persons, chosen without a look at who could then sit with whom."""
    return frozenset(sorted(pool, key=lambda a: bye_order(persons, a))[:count] if count else ())


def bye_order(persons: Persons, a: int) -> tuple[int, bool, Number, int]:
    return (persons.units[a].byes, has_just_rested(persons, a), *place_from_below(persons, a))


def place_from_below(persons: Persons, a: int) -> tuple[Number, int]:
    return (persons.units[a].score, -a)


def has_just_rested(persons: Persons, a: int) -> bool:
    return 0 < persons.units[a].rested == persons.round_number - 1


def due(persons: Persons, pool: Pool, count: int) -> frozenset[int]:
    """Those who sit out in every lawful draw."""
    if persons.has_relaxed(Relaxation.SECOND_BYE):
        return frozenset()
    most = most_byes(persons, pool, count)
    return frozenset(a for a in pool if persons.units[a].byes < most)


def bye_costs(persons: Persons, pool: Pool, count: int) -> Mapping[int, Costs]:
    """What it costs that each sits out; those who may not are left out."""
    most = most_byes(persons, pool, count)
    allowed = persons.has_relaxed(Relaxation.SECOND_BYE)
    soft = persons.manner.weigh(Wish())
    return {
        a: (*bye_cost(persons, a, place, most), *soft)
        for place, a in enumerate(sorted(pool, key=lambda a: place_from_below(persons, a)))
        if allowed or persons.units[a].byes <= most
    }


def bye_cost(persons: Persons, a: int, place: int, most: int) -> Hard:
    return Hard(
        second_bye=max(0, persons.units[a].byes - most),
        twice_running=has_just_rested(persons, a),
        bye_place=place,
    )


def place_costs(persons: Persons, pool: Pool) -> Mapping[int, Costs]:
    """What it costs that each has no seat at a full table where somebody must: the lowest come first."""
    soft = persons.manner.weigh(Wish())
    from_below = sorted(pool, key=lambda a: place_from_below(persons, a))
    return {a: (*Hard(bye_place=place), *soft) for place, a in enumerate(from_below)}


def most_byes(persons: Persons, pool: Pool, count: int) -> int:
    """The most byes that anybody who sits out may have had before."""
    return sorted(persons.units[a].byes for a in pool)[count - 1] if count else 0


def bye_reasons(persons: Persons, a: int, seated: Pool, *, by_lot: bool) -> tuple[Reason, ...]:
    """Fewest byes or not, lowest or not, by lot among equals; and whether it is the second time running."""
    byes, *running = turn_reasons(persons, a, seated)
    return (byes, place_reason(persons, a, seated, by_lot=by_lot), *running)


def turn_reasons(persons: Persons, a: int, seated: Pool) -> tuple[Reason, ...]:
    """Fewest byes or not, and whether it is the second time running."""
    had = persons.units[a].byes
    fewest = min((persons.units[other].byes for other in seated), default=had)
    byes = Reason("fewest_byes" if had <= fewest else "second_bye", {"byes": had})
    return (byes, Reason("rested_last_round")) if has_just_rested(persons, a) else (byes,)


def place_reason(persons: Persons, a: int, seated: Pool, *, by_lot: bool) -> Reason:
    unit = persons.units[a]
    rivals = [
        other
        for other in seated
        if persons.units[other].byes <= unit.byes and not has_just_rested(persons, other)
    ]
    if by_lot and any(persons.units[other].score == unit.score for other in rivals):
        return Reason("lot")
    below = [other for other in rivals if place_from_below(persons, other) < place_from_below(persons, a)]
    return Reason("above_lowest", {"places": len(below)}) if below else Reason("lowest")
