"""A planned round as a draw, and the refusal of one that breaks a rule which nobody gave up."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from random import Random

from tournaments.domain.by_place.persons import (
    Manner,
    Persons,
    broken_by_opponents,
    broken_by_partners,
    persons_of,
)
from tournaments.domain.by_place.sitting_out import turn_reasons
from tournaments.domain.by_place.tables import Table
from tournaments.domain.by_place.written import as_draw, pinned_tables
from tournaments.domain.draw import Blocked, ByeDrawn, Draw, NoLawfulDraw, Reason, Relaxation
from tournaments.domain.rotation.bounds import changes_partners
from tournaments.domain.rotation.company import Company
from tournaments.domain.rotation.fit import REPEATS
from tournaments.domain.settings import Shape


# The plan has weighed everything; in it opponents may meet again.
def planned(shape: Shape) -> Manner:
    return Manner(layout=(), weigh=lambda _wish: (), bars_rematch=not changes_partners(shape))


def written(
    company: Company, tables: Sequence[Table], out: Sequence[int], *, chance: Random, seed: int
) -> Draw:
    """Pinned tables come first, those of three last; the others by lot, so that nobody keeps a table."""
    persons = persons_in(company)
    order = [*pinned_tables(persons), *shuffled(persons, tables, chance)]
    seated = [a for table in order for a in chain(*table)]
    byes = [ByeDrawn(persons.units[a].key, turn_reasons(persons, a, seated)) for a in out]
    return as_draw(persons, order, byes, source=lambda _table: Reason("planned"), seed=seed)


def persons_in(company: Company) -> Persons:
    # Numbers from a box ordered the persons; who sits with whom was planned all the same.
    rules = replace(company.rules, lots=None)
    manner = planned(rules.settings.shape)
    return persons_of(company.units, round_number=company.number, rules=rules, manner=manner)


def shuffled(persons: Persons, tables: Sequence[Table], chance: Random) -> list[Table]:
    full = [turned(persons, table) for table in tables if len(table) == len(persons.rules.settings.shape)]
    chance.shuffle(full)
    return full + list(tables[len(full) :])


def turned(persons: Persons, table: Table) -> Table:
    """The side whose persons have been on side 1 less is it now."""
    return tuple(sorted(table, key=lambda side: sum(persons.units[a].firsts for a in side)))


def refusal_of(company: Company, tables: Sequence[Table]) -> NoLawfulDraw | None:
    """Names all who sit as they must not. A repeat is no refusal: a plan has one where it must."""
    persons = persons_in(company)
    given_up = persons.rules.relaxed | REPEATS
    broken = {table: broken_at(persons, table) - given_up for table in tables}
    named = sorted({a for table, rules in broken.items() if rules for a in chain(*table)})
    if not named:
        return None
    blocked = [Blocked(persons.units[a].key, opponents_left(persons, a)) for a in named]
    helpful = frozenset[Relaxation]().union(*broken.values())
    return NoLawfulDraw(
        tuple(sorted(blocked, key=lambda person: person.opponents_left)), tuple(sorted(helpful))
    )


def broken_at(persons: Persons, table: Table) -> frozenset[Relaxation]:
    """The rules that part some who sit here, given up or not."""
    partners = chain.from_iterable(combinations(side, 2) for side in table)
    opponents = chain.from_iterable(product(*sides) for sides in combinations(table, 2))
    return frozenset[Relaxation]().union(
        *(broken_by_partners(persons, a, b) for a, b in partners),
        *(broken_by_opponents(persons, a, b) for a, b in opponents),
    )


def opponents_left(persons: Persons, a: int) -> int:
    return len(persons.units) - 1 - len(persons.not_opponents[a])
