"""docs/roles.md as it is read here: who has which right, and what every address and act needs."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern

from hall.views.desk_page import LOOK, DeskPage

DOC = Path(__file__).parents[1] / "docs" / "roles.md"
METHODS = ("get", "post", "put", "patch", "delete")
ONLY_POSTED = {"set_language"}


@dataclass(frozen=True, slots=True, order=True)
class Door:
    """One thing that can be asked for: an address and a method, at the desk an act."""

    address: str
    method: str
    act: str = ""


def rights() -> dict[str, dict[str, str]]:
    """Of each right what everybody is answered: yes, no or sign in."""
    header, *rows = _table("right")
    return {row[0]: dict(zip(header[1:], row[1:], strict=True)) for row in rows}


def needs() -> dict[Door, str]:
    """The right that each door needs; each stands there once."""
    told = list(_needs())
    assert len(told) == len(dict(told))
    return dict(told)


def doors() -> Iterator[Door]:
    """Every door that there is, from the addresses of this installation."""
    for address, pattern in _patterns(get_resolver().url_patterns, "/"):
        view: Any = getattr(pattern.callback, "view_class", None)
        if view is None:
            yield Door(address, "POST" if pattern.name in ONLY_POSTED else "GET")
            continue
        for method in METHODS:
            if hasattr(view, method) and method in view.http_method_names:
                for act in _acts(view) if method == "post" else [""]:
                    yield Door(address, method.upper(), act)


def _acts(view: Any) -> list[str]:
    """What can be posted there; a page whose acts depend on the stage says all of them in ``may``."""
    if not issubclass(view, DeskPage):
        return [""]
    return list(view.acts) if isinstance(view.acts, Mapping) else [act for act in view.may if act != LOOK]


def _patterns(patterns: list[Any], before: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        is_language = isinstance(pattern.pattern, LocalePrefixPattern)
        address = before + ("<language>/" if is_language else str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern.url_patterns, address)
        else:
            yield address, pattern


def _needs() -> Iterator[tuple[Door, str]]:
    for address, said in _table("address")[1:]:
        for one in said.split("; "):
            asked, _colon, right = one.partition(": ")
            method, *acts = asked.split()
            for act in acts or [""]:
                yield Door(address, method, act), right


def _table(first: str) -> list[list[str]]:
    """The rows of all tables whose first column has this name, the header once and first."""
    rows: list[list[str]] = []
    is_wanted = False
    for line in DOC.read_text().splitlines():
        cells = [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            is_wanted = False
        elif cells[0] == first:
            is_wanted = True
            rows = rows or [cells]
        elif is_wanted and not re.fullmatch("[-|]+", line):
            rows.append(cells)
    return rows
