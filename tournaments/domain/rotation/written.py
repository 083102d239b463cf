"""A planned round as a draw, or the refusal of one that breaks a rule which nobody gave up."""

from collections.abc import Sequence
from random import Random

from tournaments.domain.draw import Blocked, ByeDrawn, Draw, NoLawfulDraw, Reason, Relaxation, TablePairing
from tournaments.domain.rotation.company import Company
from tournaments.domain.rotation.reasons import Table, broken_at, bye_reasons, table_reasons, warnings


def written(
    company: Company, tables: Sequence[Table], out: Sequence[int], *, chance: Random, seed: int
) -> Draw:
    """Pinned tables come first, those of three last; the others by lot, so that nobody keeps a table.

    Raises NoLawfulDraw naming all who sit as they must not.
    """
    refuse_unlawful(company, tables)
    pinned = pinned_tables(company)
    order = [*pinned, *shuffled(company, tables, chance)]
    numbered = tuple(
        table_pairing(company, number, table, "pinned" if number <= len(pinned) else "planned")
        for number, table in enumerate(order, start=1)
    )
    byes = (*chosen_bye(company), *(bye(company, a) for a in out))
    return Draw(numbered, byes, seed, tuple(warnings(company, numbered, byes)))


def pinned_tables(company: Company) -> list[Table]:
    numbers = {unit.key: number for number, unit in enumerate(company.units)}
    return [tuple(tuple(numbers[key] for key in side) for side in sides) for sides in company.rules.pinned]


def shuffled(company: Company, tables: Sequence[Table], chance: Random) -> list[Table]:
    full = [turned(company, table) for table in tables if len(table) == len(company.rules.settings.shape)]
    chance.shuffle(full)
    return full + list(tables[len(full) :])


def turned(company: Company, table: Table) -> Table:
    """The side whose persons have been on side 1 less is it now."""
    return tuple(sorted(table, key=lambda side: sum(company.units[a].firsts for a in side)))


def table_pairing(company: Company, number: int, table: Table, source: str) -> TablePairing:
    sides = tuple(tuple(company.units[a].key for a in side) for side in table)
    return TablePairing(number, sides, (Reason(source), *table_reasons(company, table)))


def chosen_bye(company: Company) -> list[ByeDrawn]:
    keys = [unit.key for unit in company.units if unit.key == company.rules.bye]
    return [ByeDrawn(key, (Reason("chosen_bye"),)) for key in keys]


def bye(company: Company, a: int) -> ByeDrawn:
    return ByeDrawn(company.units[a].key, tuple(bye_reasons(company, a)))


def refuse_unlawful(company: Company, tables: Sequence[Table]) -> None:
    broken = {table: broken_at(company, table) - company.rules.relaxed for table in tables}
    named = {a for table, rules in broken.items() if rules for side in table for a in side}
    if named:
        blocked = [Blocked(company.units[a].key, opponents_left(company, a)) for a in sorted(named)]
        helpful = frozenset[Relaxation]().union(*broken.values())
        raise NoLawfulDraw(
            tuple(sorted(blocked, key=lambda person: person.opponents_left)), tuple(sorted(helpful))
        )


def opponents_left(company: Company, a: int) -> int:
    others = (b for b in range(len(company.units)) if b != a)
    return sum(not company.bond(a, b).never_opponents for b in others)
