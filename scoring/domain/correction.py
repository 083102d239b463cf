"""訂正: what a correction of one match consists of, and what differs through it, as plain values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, TypeAlias
from uuid import UUID

from tournaments.domain.draw import Sides

Ranks: TypeAlias = Mapping[str, tuple[int, int]]
"""Group and rank of each entry by uuid."""


class ChangeKind(StrEnum):
    """One thing that a correction does to the record of a match."""

    DEAL = "deal"
    ADD = "add"
    TAKE_BACK = "take_back"
    TOTALS = "totals"
    FORFEIT = "forfeit"
    DOUBLE_LOSS = "double_loss"
    VOID = "void"
    WITHDRAW = "withdraw"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class Change:
    """``deal`` is what is replaced, ``version`` what counts again (a deal or an outcome), both by uuid.

    ``number`` is the place of an added deal, 0 behind the last one.
    """

    change: ChangeKind
    deal: str = ""
    version: str = ""
    game: int = 1
    number: int = 0
    record: str = ""
    totals: tuple[tuple[int, ...], ...] = ()
    ended_by: str = ""
    winner: int = 0


class NotAChange(ValueError):
    """What was read says nothing that a correction could do."""


def change_to(change: Change) -> dict[str, Any]:
    """As it is stored and sent: only what is said."""
    plain = asdict(change)
    usual = {field.name: field.default for field in fields(Change)}
    said = {name: value for name, value in plain.items() if value != usual[name]}
    return said | {"change": change.change.value}


def change_from(said: Mapping[str, Any]) -> Change:
    """The change that ``change_to`` wrote. Raises NotAChange."""
    names = {field.name for field in fields(Change)}
    if not isinstance(said, Mapping) or not names >= said.keys():
        raise NotAChange(said)
    try:
        facts: dict[str, Any] = {name: READ[name](value) for name, value in said.items() if name in READ}
        return Change(ChangeKind(said.get("change", "")), **facts)
    except (TypeError, ValueError) as error:
        raise NotAChange(said) from error


def _uuid(value: object) -> str:
    return str(UUID(str(value)))


def _totals(value: Iterable[Iterable[Any]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(points) for points in game) for game in value)


READ: Mapping[str, Callable[[Any], object]] = {
    "deal": _uuid,
    "version": _uuid,
    "game": int,
    "number": int,
    "record": str,
    "totals": _totals,
    "ended_by": str,
    "winner": int,
}


# What differs


def other_pairings(
    now: Mapping[int, Sides], before: Mapping[int, Sides], after: Mapping[int, Sides]
) -> list[int]:
    """The numbers of a round at which people meet who would not, had it been drawn from the new results.

    ``before`` and ``after`` are what the same lots make of the results as they were and as they will be:
    what people changed by hand differs from both and is no consequence.
    """
    drawn_after = set(map(_pairing, after.values()))
    if set(map(_pairing, before.values())) == drawn_after:
        return []
    return [number for number, sides in now.items() if _pairing(sides) not in drawn_after]


def fits(now: Mapping[int, Sides], drawn: Mapping[int, Sides]) -> bool:
    """Whether a new draw has as many sides at each number; else somebody has come or left since."""
    return {n: len(sides) for n, sides in now.items()} == {n: len(sides) for n, sides in drawn.items()}


def _pairing(sides: Sides) -> frozenset[frozenset[Any]]:
    return frozenset(map(frozenset, sides))


def moved(before: Ranks, after: Ranks) -> list[str]:
    """Whose rank differs, best new rank first."""
    return sorted(
        (key for key, place in after.items() if before.get(key, place) != place),
        key=lambda key: (after[key], key),
    )


def anew(before: Iterable[Any], after: Sequence[Any]) -> list[Any]:
    """What is there afterwards and was not before."""
    known = list(before)
    return [item for item in after if item not in known]
