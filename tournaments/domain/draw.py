"""What every draw takes and gives, whatever the format: seeds and rules in, tables and byes out.

Plain values. Reasons are codes with parameters; sentences for people are made elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from tournaments.domain.settings import Settings

Key: TypeAlias = str | int
Number: TypeAlias = int | Fraction
Sides: TypeAlias = tuple[tuple[Key, ...], ...]


@dataclass(frozen=True, slots=True)
class Seed:
    """One unit to be drawn: an entry, or a person where partners change.

    ``rank`` 1 is best and orders equal scores. ``met`` and ``partners`` are oldest first, with repeats.
    ``rested`` is the last round sat out, ``floats`` the rounds played outside its score group,
    ``firsts`` the rounds on side 1, ``tables`` where it sat. The absent (``present`` False) keep their
    place only where the format has fixed places: round robin, league, knockout. ``holds``: the title that
    is played for.
    """

    key: Key
    rank: int
    score: Number = 0
    branches: frozenset[str] = frozenset()
    team: str | None = None
    group: int = 0
    met: tuple[Key, ...] = ()
    partners: tuple[Key, ...] = ()
    byes: int = 0
    rested: int = 0
    floats: int = 0
    firsts: int = 0
    tables: tuple[int, ...] = ()
    present: bool = True
    holds: bool = False


class Relaxation(StrEnum):
    """A hard rule that the organiser gave up by name, for one draw; it is then broken as little as can be."""

    REMATCH = "rematch"
    PARTNER_AGAIN = "partner_again"
    SECOND_BYE = "second_bye"
    TEAM_MATES = "team_mates"
    FORBIDDEN_PAIR = "forbidden_pair"


@dataclass(frozen=True, slots=True)
class Rules:
    """What one draw must and should keep.

    ``forbidden`` holds sets of two keys that never meet, ``apart`` those that are never partners.
    ``pinned`` are tables kept as they are, ``bye`` is the unit that people chose to sit out.
    ``lots`` are numbers drawn from a box, in place of lots by seed.
    """

    settings: Settings = field(default_factory=Settings)
    rounds_planned: int = 0
    forbidden: frozenset[frozenset[Key]] = frozenset()
    apart: frozenset[frozenset[Key]] = frozenset()
    relaxed: frozenset[Relaxation] = frozenset()
    pinned: tuple[Sides, ...] = ()
    bye: Key | None = None
    lots: Mapping[Key, int] | None = None


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of an earlier round; ``winner`` is a side number, None when nobody won."""

    number: int
    sides: Sides
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """An earlier round as it really was, for formats that draw from results: knockout, two wins."""

    tables: tuple[PlayedTable, ...]
    byes: tuple["ByeDrawn", ...] = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why units sit at this table, or without one: a code and JSON-safe parameters."""

    code: str
    params: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TablePairing:
    """One table of a draw. A side is one entry, or the persons who are partners for this round.

    ``number`` is the place in the draw: in a bracket the winners of 1 and 2 meet at 1 of the next round.
    """

    number: int
    sides: Sides
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ByeDrawn:
    """A unit without an opponent in this round, and why this one; ``number`` is its place in a bracket."""

    key: Key
    reasons: tuple[Reason, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class Draw:
    """One round: every seed is at exactly one table or has a bye. ``seed`` repeats it exactly.

    ``warnings`` say what the numbers forced upon the round as a whole.
    """

    tables: tuple[TablePairing, ...]
    byes: tuple[ByeDrawn, ...]
    seed: int
    warnings: tuple[Reason, ...] = ()

    @property
    def numbered_byes(self) -> dict[int, ByeDrawn]:
        """The byes by their number in the draw: their place in a bracket, else behind the tables."""
        last = max((table.number for table in self.tables), default=0)
        return {bye.number or last + place: bye for place, bye in enumerate(self.byes, 1)}

    @property
    def places(self) -> dict[int, Sides]:
        """Who meets at each number of the draw; whoever has a bye stands there alone."""
        alone = {number: ((bye.key,),) for number, bye in self.numbered_byes.items()}
        return {table.number: table.sides for table in self.tables} | alone


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
