"""An arrangement as the draw that is kept: tables with their numbers, who is side 1, and every reason."""

from collections.abc import Mapping
from itertools import chain

from tournaments.domain.by_place.arrangement import Arrangement
from tournaments.domain.by_place.persons import Persons, Side
from tournaments.domain.by_place.reasons import score_reason, table_reasons, warnings
from tournaments.domain.by_place.sitting_out import bye_reasons
from tournaments.domain.by_place.tables import Table, best_place
from tournaments.domain.draw import ByeDrawn, Draw, Key, Reason, Sides, TablePairing
from tournaments.domain.field import drawn_lots


def written(persons: Persons, found: Arrangement, *, by_lot: bool, seed: int) -> Draw:
    """Pinned tables stand among the full ones, best table first; those of three come last."""
    lots = drawn_lots(persons.units, seed)
    full = [turned(persons, table, lots) for table in found.full]
    of_three = [turned(persons, table, lots) for table in found.of_three]
    pinned = pinned_tables(persons)
    order = [*sorted([*full, *pinned], key=best_place), *of_three]
    sources = dict.fromkeys(pinned, Reason("pinned"))
    tables = tuple(
        TablePairing(
            number,
            sides_at(persons, table),
            (sources.get(table) or source(persons, table, by_lot=by_lot), *table_reasons(persons, table)),
        )
        for number, table in enumerate(order, start=1)
    )
    byes = byes_of(persons, found, by_lot=by_lot)
    return Draw(tables, byes, seed, tuple(warnings(persons, tables, byes)))


def turned(persons: Persons, table: Table, lots: Mapping[Key, int]) -> Table:
    """Who has been on side 1 less is it now, else the lower lot; numbers from a box keep their seats."""
    if persons.rules.lots is not None:
        return table

    def lot(a: int) -> int:
        return lots[persons.units[a].key]

    def turn(side: Side) -> tuple[int, int]:
        return sum(persons.units[a].firsts for a in side), min(map(lot, side))

    return tuple(tuple(sorted(side, key=lot)) for side in sorted(table, key=turn))


def pinned_tables(persons: Persons) -> list[Table]:
    numbers = {unit.key: number for number, unit in enumerate(persons.units)}
    return [tuple(tuple(numbers[key] for key in side) for side in sides) for sides in persons.rules.pinned]


def sides_at(persons: Persons, table: Table) -> Sides:
    return tuple(tuple(persons.units[a].key for a in side) for side in table)


def source(persons: Persons, table: Table, *, by_lot: bool) -> Reason:
    if persons.rules.lots is not None:
        return Reason("hand_lot")
    return Reason("lot") if by_lot else score_reason(persons, table)


def byes_of(persons: Persons, found: Arrangement, *, by_lot: bool) -> tuple[ByeDrawn, ...]:
    """The one chosen by people first."""
    seated = [a for table in (*found.full, *found.of_three) for a in chain(*table)]
    drawn = tuple(
        ByeDrawn(persons.units[a].key, bye_reasons(persons, a, seated, by_lot=by_lot))
        for a in found.sitting_out
    )
    bye = persons.rules.bye
    if bye is None or all(unit.key != bye for unit in persons.units):
        return drawn
    return (ByeDrawn(bye, (Reason("chosen_bye"),)), *drawn)
