"""The fields of one JSON object in a line: null is a field left out."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from tournaments.domain.draw import Number
from tournaments.domain.records import InvalidRecord, Reader, each, whole
from tournaments.domain.settings import text

MOST_ROUNDS = 9_999
LARGEST_SCORE = 1_000_000
HALVES = re.compile(r"-?[0-9]{1,7}/2")


@dataclass(frozen=True, slots=True)
class Fields:
    """Raises InvalidRecord from every reading, with the path of the field such as ``units.3.score``."""

    values: Mapping[str, object]
    path: str = ""

    def given(self, name: str, reader: Reader, default: Any) -> Any:
        value = self.values.get(name)
        return default if value is None else reader(self.path + name, value)

    def needed(self, name: str, reader: Reader) -> Any:
        if self.values.get(name) is None:
            raise InvalidRecord("field_missing", {"field": self.path + name})
        return reader(self.path + name, self.values[name])


def object_in(line: bytes) -> Mapping[str, object]:
    """The JSON object that a line is. Raises InvalidRecord, or RecursionError when it is nested too deep."""
    try:
        found = json.loads(line.decode("utf-8-sig"), parse_constant=refuse_constant)
    except UnicodeDecodeError as error:
        raise InvalidRecord("not_utf8", {"byte": error.start + 1}) from error
    except ValueError as error:  # what is no JSON, and numbers of thousands of digits
        raise InvalidRecord("not_json", {"why": why(error)}) from error
    if not isinstance(found, dict):
        raise InvalidRecord("not_an_object", {})
    return found


def why(error: ValueError) -> str:
    """What is wrong and in which column; Python's own words would speak of line 1 for every line."""
    return f"{error.msg}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)


def refuse_constant(name: str) -> NoReturn:
    """Python would read NaN and Infinity, which JSON does not know."""
    raise ValueError(f"{name} is no number of JSON")


def number_or_text(field: str, value: object) -> str | int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return str(text(field, value))


def score(field: str, value: object) -> Number:
    """A whole number, or halves such as ``"3/2"``."""
    if not isinstance(value, str):
        number: int = whole(-LARGEST_SCORE, LARGEST_SCORE)(field, value)
        return number
    if not HALVES.fullmatch(value):
        raise InvalidRecord("not_a_score", {"field": field, "value": value})
    if abs(Fraction(value)) > LARGEST_SCORE:
        bounds = {"low": -LARGEST_SCORE, "high": LARGEST_SCORE}
        raise InvalidRecord("out_of_range", {"field": field, "value": value, **bounds})
    return Fraction(value)


def pair(field: str, value: object) -> frozenset[str]:
    """Two different ids."""
    both = ids(field, value)
    if len(both) != 2 or both[0] == both[1]:
        raise InvalidRecord("not_a_pair", {"field": field})
    return frozenset(both)


def ids(field: str, value: object) -> tuple[str, ...]:
    """Texts; the place of each is spelled out only where one of them is none: there may be a million."""
    if isinstance(value, list) and {*map(type, value)} <= {str}:
        return tuple(value)
    texts: tuple[str, ...] = each(text)(field, value)
    return texts


count = whole(0, MOST_ROUNDS)
"""How often something happened, once a round at most."""
