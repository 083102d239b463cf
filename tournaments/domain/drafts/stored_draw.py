"""Between a draw and the JSON in which a plan keeps it."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.domain.draw import ByeDrawn, Draw, Reason, TablePairing

Plain = dict[str, Any]


def draw_to(draw: Draw) -> Plain:
    """JSON-safe values from which ``draw_from`` makes an equal draw."""
    return {
        "tables": [
            {"number": table.number, "sides": list(map(list, table.sides)), "reasons": _to(table.reasons)}
            for table in draw.tables
        ],
        "byes": [{"key": bye.key, "reasons": _to(bye.reasons), "number": bye.number} for bye in draw.byes],
        "warnings": _to(draw.warnings),
        "seed": draw.seed,
    }


def draw_from(stored: Mapping[str, Any]) -> Draw:
    """The draw that ``draw_to`` stored."""
    return Draw(
        tables=tuple(
            TablePairing(table["number"], tuple(map(tuple, table["sides"])), _from(table["reasons"]))
            for table in stored["tables"]
        ),
        byes=tuple(ByeDrawn(bye["key"], _from(bye["reasons"]), bye["number"]) for bye in stored["byes"]),
        seed=stored["seed"],
        warnings=_from(stored["warnings"]),
    )


def _to(reasons: Sequence[Reason]) -> list[Plain]:
    return [{"code": reason.code, "params": dict(reason.params)} for reason in reasons]


def _from(stored: Sequence[Mapping[str, Any]]) -> tuple[Reason, ...]:
    return tuple(Reason(reason["code"], reason["params"]) for reason in stored)
