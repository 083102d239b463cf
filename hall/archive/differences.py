"""Where an archive and what is stored here say different things."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Field

from clubs.models import Account, Member
from hall.archive.reading import Archive
from hall.archive.rows import Row, key_of, plain_rows
from hall.archive.tables import IN_ORDER, Table
from tournaments.models import Tournament

AT_ONCE = 500
PRESENT, ABSENT = "+", "–"
NOT_TOLD = "…"


@dataclass(frozen=True, slots=True)
class Difference:
    """One column of one row, or a whole row that only one of the two has."""

    table: str
    row: str
    column: str
    here: object
    there: object

    def __str__(self) -> str:
        place = " ".join(part for part in (self.table, self.row, self.column) if part)
        return f"{place}: {self.here} ≠ {self.there}"


def differences(archive: Archive, event: Tournament | None) -> list[Difference]:
    """Rows of the archive that stand here otherwise, and rows that only one of the two has.

    A shared row (club, person, account) that is missing here is no difference, nor is one more here; nor
    are the phones of an event that was taken in without the word, as long as it has none.
    ``event`` is the event as it stands here, None when it does not.
    """
    return [
        difference
        for table in IN_ORDER
        if table.name in archive.rows and (table.shared or event)
        for difference in _in_table(table, archive.rows[table.name], event)
    ]


def names_taken(archive: Archive) -> list[Difference]:
    """Names that must be unique and belong to something else here, such as the event's slug."""
    return [
        Difference(table.name, name_of(table, row), field.name, taken[row[field.name]], row[field.name])
        for table in IN_ORDER
        for field in _unique_names(table)
        for taken in [_owners(table, field, archive.rows.get(table.name, ()))]
        for row in archive.rows.get(table.name, ())
        if row.get(field.name) in taken and str(taken[row[field.name]]) != row["uuid"]
    ]


def rows_here(table: Table, there: Sequence[Row], event: Tournament | None) -> Iterator[Row]:
    """The rows that stand here: all of the event, or those shared ones that the archive has too."""
    if table.shared:
        first = table.key[0]
        column = f"{first}__uuid" if table.model._meta.get_field(first).is_relation else first
        for names in _chunks(sorted({row[first] for row in there})):
            yield from plain_rows(table, table.model._default_manager.filter(**{f"{column}__in": names}))
    elif event:
        yield from plain_rows(table, table.rows(event))


def name_of(table: Table, row: Row) -> str:
    """What people call the row, where it has such a name."""
    called = next((row[name] for name in ("name", "username", "code", "number") if row.get(name)), None)
    return str(called or "/".join(map(str, key_of(table, row))))


def _in_table(table: Table, there: Sequence[Row], event: Tournament | None) -> Iterator[Difference]:
    here = {key_of(table, row): row for row in rows_here(table, there, event)}
    may_be_missing = table.shared or (table.private and not here)
    for row in there:
        mine = here.pop(key_of(table, row), None)
        if mine is not None:
            yield from _in_row(table, mine, row)
        elif not may_be_missing:
            yield Difference(table.name, name_of(table, row), "", ABSENT, PRESENT)
    if not table.shared:
        for row in here.values():
            yield Difference(table.name, name_of(table, row), "", PRESENT, ABSENT)


def _in_row(table: Table, here: Row, there: Row) -> Iterator[Difference]:
    for field in table.fields:
        mine, theirs = here[field.name], there.get(field.name, here[field.name])
        if mine != theirs and not (mine is None and _is_loose(field)):
            told = (NOT_TOLD, NOT_TOLD) if table.private else (mine, theirs)
            yield Difference(table.name, name_of(table, here), field.name, *told)


def _is_loose(field: "Field[Any, Any]") -> bool:
    """Who typed something is unknown where the account was not taken over: that is no difference."""
    return field.null and field.related_model in (Account, Member)


def _unique_names(table: Table) -> list["Field[Any, Any]"]:
    return [f for f in table.fields if f.unique and not f.is_relation and f.name not in table.key]


def _owners(table: Table, field: "Field[Any, Any]", rows: Iterable[Row]) -> dict[Any, Any]:
    """Who has these names here."""
    owners: dict[Any, Any] = {}
    for names in _chunks([row[field.name] for row in rows if field.name in row]):
        found = table.model._default_manager.filter(**{f"{field.name}__in": names})
        owners |= dict(found.values_list(field.name, "uuid"))
    return owners


def _chunks(names: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(names), AT_ONCE):
        yield names[start : start + AT_ONCE]
