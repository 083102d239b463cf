"""Rows as plain values and back: moments as text, references as uuids."""

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any, TypeAlias
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Field, Model, QuerySet
from django.utils import timezone

from hall.archive.tables import Table

Row: TypeAlias = dict[str, Any]
Key: TypeAlias = tuple[Any, ...]


class RowRefused(ValueError):
    """A line of a file that cannot be a row of its table."""


def plain_rows(table: Table, rows: QuerySet[Any]) -> Iterator[Row]:
    """The rows as JSON-safe values, oldest first: what equal numbers leave open, age decides."""
    names = [field.name for field in table.fields]
    columns = [f"{field.name}__uuid" if field.is_relation else field.name for field in table.fields]
    for values in rows.order_by("pk").values_list(*columns):
        yield dict(zip(names, map(_plain, values), strict=True))


def key_of(table: Table, row: Row) -> Key:
    """What names the row within its table."""
    return tuple(row.get(name) for name in table.key)


def check_row(table: Table, row: object) -> None:
    """Raises RowRefused unless this is a row: named, and every value of the kind it is written as."""
    if not isinstance(row, dict):
        raise RowRefused("no row")
    if missing := [column for column in table.key if column not in row]:
        raise RowRefused(f"{missing[0]} is missing")
    for field in table.fields:
        if not _is_written_as(field, row.get(field.name)):
            raise RowRefused(f"{field.name}: {row[field.name]!r:.40}")


def _is_written_as(field: "Field[Any, Any]", value: object) -> bool:
    if value is None:
        return True
    if isinstance(field, models.JSONField):
        return _is_text(json.dumps(value, ensure_ascii=False)) and _has_shape_of(field.get_default(), value)
    if isinstance(field, models.BooleanField):
        return isinstance(value, bool)
    if isinstance(field, models.IntegerField):
        return type(value) is int
    if not isinstance(value, str) or "\0" in value or not _is_text(value):
        return False
    return _is_uuid(value) if field.is_relation or isinstance(field, models.UUIDField) else True


def _has_shape_of(default: object, value: object) -> bool:
    """What is a list or a map from the start is never anything else."""
    return not isinstance(default, list | dict) or isinstance(value, type(default))


def _is_text(value: str) -> bool:
    """False for half a character, which no database takes."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_uuid(value: str) -> bool:
    """Written as it is everywhere here, so that equal ones are equal text."""
    try:
        return str(UUID(value)) == value
    except ValueError:
        return False


class Shelf:
    """Writes plain rows as stored ones; remembers database ids of what they refer to."""

    def __init__(self) -> None:
        self._ids: dict[type[Model], dict[str, int]] = {}

    def put(self, table: Table, rows: Iterable[Row]) -> None:
        """The rows are stored exactly as they are, moments of creation included.

        Raises RowRefused when a row does not fit its table.
        """
        loops = [field.name for field in table.fields if field.related_model is table.model]
        later: list[tuple[Model, str, str]] = []
        for row in rows:
            stored = table.model(**dict(self._values(table, row, without=loops)))
            # raw: otherwise every moment of creation would become now
            stored.save_base(raw=True, force_insert=True)
            later += [(stored, name, row[name]) for name in loops if row.get(name)]
        self._ids.pop(table.model, None)
        for stored, name, target in later:
            table.model._default_manager.filter(pk=stored.pk).update(
                **{f"{name}_id": self._id_of(table.model, target)}
            )

    def _values(self, table: Table, row: Row, *, without: list[str]) -> Iterator[tuple[str, Any]]:
        fields = {field.name: field for field in table.fields}
        if unknown := row.keys() - fields.keys():
            raise RowRefused(f"unknown column {sorted(unknown)[0]}")
        for name, value in row.items():
            if name in without:
                continue
            field = fields[name]
            if field.is_relation:
                yield f"{name}_id", self._reference(field, value)
            else:
                yield name, _stored(field, value)

    def _reference(self, field: "Field[Any, Any]", value: object) -> int | None:
        target = None if value is None else self._id_of(field.related_model, value)  # type: ignore[arg-type]
        if target is None and not field.null:
            raise RowRefused(f"{field.name} {value} is not there")
        return target

    def _id_of(self, model: type[Model], uuid: object) -> int | None:
        if model not in self._ids:
            known = model._default_manager.values_list("uuid", "pk")
            self._ids[model] = {str(name): pk for name, pk in known}
        return self._ids[model].get(str(uuid))


def _plain(value: object) -> object:
    match value:
        case datetime():
            return value.astimezone(timezone.get_fixed_timezone(0)).isoformat(timespec="microseconds")
        case date():
            return value.isoformat()
        case UUID():
            return str(value)
    return value


def _stored(field: "Field[Any, Any]", value: object) -> object:
    try:
        stored = field.to_python(value)
        field.run_validators(stored)
    except ValidationError as error:
        raise RowRefused(f"{field.name}: {error.messages[0]}") from error
    if stored is None and not field.null:
        raise RowRefused(f"{field.name} is missing")
    if field.choices and stored not in {choice for choice, _ in field.flatchoices}:
        raise RowRefused(f"{field.name}: {stored} is unknown")
    return stored
