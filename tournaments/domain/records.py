"""Between frozen dataclasses and the JSON that a stage keeps: readers that check and name what is wrong."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import StrEnum
from typing import Any, TypeVar

Reader = Callable[[str, object], Any]
Choice = TypeVar("Choice", bound=StrEnum)


class InvalidRecord(ValueError):
    """What was stored cannot be used: ``code`` says why, ``params["field"]`` where."""

    def __init__(self, code: str, params: Mapping[str, object]) -> None:
        super().__init__(code, dict(params))
        self.code = code
        self.params = dict(params)


def plain_value(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: plain_value(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    return value


def record(kind: type[Any], readers: Mapping[str, Reader]) -> Reader:
    def read(field: str, value: object) -> Any:
        if not isinstance(value, Mapping):
            raise InvalidRecord("not_a_record", {"field": field})
        at = {name: f"{field}.{name}" if field else str(name) for name in value}
        for name in value:
            if name not in readers:
                raise InvalidRecord("unknown_field", {"field": at[name]})
        return kind(**{name: readers[name](at[name], item) for name, item in value.items()})

    return read


def choice(kind: type[Choice]) -> Reader:
    def read(field: str, value: object) -> Choice:
        if not isinstance(value, str) or value not in {item.value for item in kind}:
            choices = [item.value for item in kind]
            raise InvalidRecord("not_a_choice", {"field": field, "value": str(value), "choices": choices})
        return kind(value)

    return read


def whole(low: int, high: int) -> Reader:
    def read(field: str, value: object) -> int:
        # JSON's true would pass for 1: a bool is an int in Python.
        if not isinstance(value, int) or isinstance(value, bool):
            raise InvalidRecord("not_a_whole_number", {"field": field, "value": str(value)})
        if not low <= value <= high:
            raise InvalidRecord("out_of_range", {"field": field, "value": value, "low": low, "high": high})
        return value

    return read


def flag(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidRecord("not_true_or_false", {"field": field, "value": str(value)})
    return value


def day(field: str, value: object) -> date:
    """A local date as it is stored: 2026-09-13."""
    try:
        return value if isinstance(value, date) else date.fromisoformat(str(value))
    except ValueError as error:
        raise InvalidRecord("not_a_date", {"field": field, "value": str(value)}) from error


def optional(reader: Reader) -> Reader:
    def read(field: str, value: object) -> Any:
        return None if value is None else reader(field, value)

    return read


def each(reader: Reader) -> Reader:
    def read(field: str, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise InvalidRecord("not_a_list", {"field": field})
        return tuple(reader(f"{field}.{place}", item) for place, item in enumerate(value))

    return read
