"""From lines to standings. A line is one entry's part in one match; a standing is its place in the table.

Lines come from ``scoring.domain.lines.match_lines`` or are written by hand; which matches count
(only closed rounds, only confirmed matches) is the caller's affair.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from scoring.domain.match_score import Result
from tournaments.domain.profile import Profile, Ranking
from tournaments.enums import RankingKey

Entry: TypeAlias = str | int
Number: TypeAlias = int | Fraction


class LineKind(StrEnum):
    """Why an entry has this line; only ``played`` was played."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    SIT_OUT = "sit_out"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game seen from one entry; ``result`` None while it is unfinished."""

    result: Result | None
    raw_for: int = 0
    raw_against: int = 0
    counted_for: int = 0
    counted_against: int = 0
    played: bool = True
    difference_counts: bool = True


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One entry's part in one match, or its round without one. ``opponents`` are those really met."""

    entry: Entry
    round_number: int
    kind: LineKind = LineKind.PLAYED
    result: Result | None = None
    games: tuple[GameLine, ...] = ()
    opponents: tuple[Entry, ...] = ()
    combinations: int = 0
    finishes: int = 0
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table. ``tied`` when another entry has the same rank; ``values`` in ranking order."""

    entry: Entry
    rank: int
    tied: bool
    values: Mapping[RankingKey, Number]
    wins: Number
    losses: int
    draws: int
    lines: tuple[MatchLine, ...]


def rank_entries(
    lines: Iterable[MatchLine],
    *,
    order: Ranking,
    profile: Profile,
    entries: Sequence[Entry],
    lot_seed: int = 0,
) -> list[Standing]:
    """All entries, best first, those without a line too; equal in every key means equal rank."""
    raise NotImplementedError


def rank_teams(
    lines: Iterable[MatchLine],
    *,
    profile: Profile,
    teams: Mapping[Entry, Entry],
    entries: Sequence[Entry],
    lot_seed: int = 0,
) -> list[Standing]:
    """Teams by the profile's team keys, from the same lines; entries outside ``teams`` count for none."""
    raise NotImplementedError
