"""The one answer every engine gives about a finished deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self, TypeAlias

from engine.errors import RecordRefused


@dataclass(frozen=True, slots=True)
class Fault:
    """The first broken rule of a record; words for people live in each app's phrases.py."""

    ply: int  # 0 = the deal itself, number of events + 1 = it stops too early
    code: str  # "attack_not_in_hand"
    rule: str  # "G-4.3", see docs/rules/goita.md

    @classmethod
    def of(cls, refusal: RecordRefused) -> Self:
        return cls(refusal.ply, refusal.code, refusal.rule)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended.

    ``end`` is ``out`` (a seat laid its last tile), ``special`` (a dealt combination decided),
    ``redeal``, or ``points`` (only who scored how much is known). ``points`` names every side,
    the ones without points with 0; it is empty for a redeal, and where ``sets_total`` says that
    the side's total becomes the target instead (G-3.3).
    """

    end: str
    points: Mapping[int, int]
    seat: int | None = None
    side: int | None = None
    doubled: bool = False
    special: str | None = None  # six seven eight five_five
    reason: str | None = None  # of a redeal: five five_opposed four_of_a_kind
    next_dealer: int | None = None
    sets_total: bool = False
    tile: str | None = None  # digit of the last attack
    plies: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Exactly one of ``outcome`` and ``fault`` is set."""

    game: str
    rules_version: str
    record: str  # normal form, so equal deals are equal text; as given when unreadable
    dealer: int | None = None  # unknown to a points form and to an unreadable text
    outcome: Outcome | None = None
    fault: Fault | None = None
    warnings: tuple[str, ...] = ()

    @property
    def plies(self) -> int:
        """How many events were lawful."""
        if self.outcome is not None:
            return self.outcome.plies
        return max(self.fault.ply - 1, 0) if self.fault is not None else 0


@dataclass(frozen=True, slots=True)
class TotalVerdict:
    """The answer about a game of which only the totals are known."""

    game: str
    rules_version: str
    record: str
    totals: Mapping[int, int]  # by side; empty when unreadable
    mark: str | None = None  # time_up forfeit ruling
    winner: int | None = None  # side with the higher total, None when equal
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Who is asked about five pawns, and what follows from either answer."""

    seat: int
    redeal: "Course"
    play: "Course"


Course: TypeAlias = Question | str
"""A question, or what is done: ``play``, ``redeal``, ``five_five``."""
