"""An arrangement as the draw that is kept: tables with their numbers, who is side 1, and every reason."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
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
    return as_draw(
        persons,
        [*sorted([*full, *pinned_tables(persons)], key=best_place), *of_three],
        byes_of(persons, found, by_lot=by_lot),
        source=partial(source, persons, by_lot=by_lot),
        seed=seed,
    )


def as_draw(
    persons: Persons,
    tables: Sequence[Table],
    byes: Sequence[ByeDrawn],
    *,
    source: Callable[[Table], Reason],
    seed: int,
) -> Draw:
    """The tables numbered in this order, each with its reasons; ``source`` says where one comes from."""
    sources = dict.fromkeys(pinned_tables(persons), Reason("pinned"))
    numbered = tuple(
        TablePairing(
            number,
            sides_at(persons, table),
            (sources.get(table) or source(table), *table_reasons(persons, table)),
        )
        for number, table in enumerate(tables, start=1)
    )
    byes = (*chosen_bye(persons), *byes)
    return Draw(numbered, byes, seed, tuple(warnings(persons, numbered, byes)))


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


def chosen_bye(persons: Persons) -> list[ByeDrawn]:
    keys = [unit.key for unit in persons.units if unit.key == persons.rules.bye]
    return [ByeDrawn(key, (Reason("chosen_bye"),)) for key in keys]


def byes_of(persons: Persons, found: Arrangement, *, by_lot: bool) -> list[ByeDrawn]:
    seated = [a for table in (*found.full, *found.of_three) for a in chain(*table)]
    return [
        ByeDrawn(persons.units[a].key, bye_reasons(persons, a, seated, by_lot=by_lot))
        for a in found.sitting_out
    ]
