"""What every draw takes and gives, whatever the format: seeds and rules in, tables and byes out.

Plain values. Reasons are codes with parameters; sentences for people are made elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

Key: TypeAlias = str | int
Number: TypeAlias = int | Fraction


@dataclass(frozen=True, slots=True)
class Seed:
    """One unit to be drawn: an entry, or a person where partners change.

    ``rank`` 1 is best and orders equal scores. ``met`` holds opponents, oldest first, with repeats.
    """

    key: Key
    rank: int
    score: Number = 0
    branches: frozenset[str] = frozenset()
    met: tuple[Key, ...] = ()
    byes: int = 0


class Relaxation(StrEnum):
    """A hard rule that the organiser gave up by name, for one draw; it is then broken as little as can be."""

    REMATCH = "rematch"
    SECOND_BYE = "second_bye"
    FORBIDDEN_PAIR = "forbidden_pair"


class FirstRound(StrEnum):
    """Round one by lot, or the better half against the other by rank."""

    LOT = "lot"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class Rules:
    """What one draw must and should keep. ``forbidden`` holds sets of two keys that never meet."""

    forbidden: frozenset[frozenset[Key]] = frozenset()
    branch_rounds: int = 0
    first_round: FirstRound = FirstRound.LOT
    cycles: int = 1
    relaxed: frozenset[Relaxation] = frozenset()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why units sit at this table, or without one: a code and JSON-safe parameters."""

    code: str
    params: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TablePairing:
    """One table of a draw. A side is one entry, or the persons who are partners for this round."""

    number: int
    sides: tuple[tuple[Key, ...], ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ByeDrawn:
    """A unit without an opponent in this round, and why this one."""

    key: Key
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """One round: every seed is at exactly one table or has a bye. ``seed`` repeats it exactly."""

    tables: tuple[TablePairing, ...]
    byes: tuple[ByeDrawn, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Blocked:
    """A unit that no lawful draw could place, with the number of lawful opponents it has left."""

    key: Key
    opponents_left: int


class NoLawfulDraw(Exception):
    """No draw keeps every hard rule. Names the units in the way and each relaxation that would help."""

    code = "no_lawful_draw"

    def __init__(self, blocked: tuple[Blocked, ...], relaxations: tuple[Relaxation, ...]) -> None:
        super().__init__(blocked, relaxations)
        self.blocked = blocked
        self.relaxations = relaxations


class DrawImpossible(ValueError):
    """A draw was asked for that this format does not have; ``code`` and ``params`` say why."""

    def __init__(self, code: str, params: Mapping[str, int | str]) -> None:
        super().__init__(code, dict(params))
        self.code = code
        self.params = dict(params)


def key_order(key: Key) -> tuple[bool, int, str]:
    """Sorts keys the same way on every machine: numbers by size, then texts."""
    return (False, key, "") if isinstance(key, int) else (True, 0, key)
