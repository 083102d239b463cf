"""How a stage's format is played: data beside the profile, frozen with it (tournaments.md §2).

Every format reads the few fields that concern it; the others keep their defaults and mean nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from tournaments.domain.records import (
    InvalidRecord,
    Reader,
    choice,
    day,
    each,
    flag,
    optional,
    plain_value,
    record,
    whole,
)

Shape: TypeAlias = tuple[int, ...]
"""Seats of each side at a table: (2, 2) two pairs, (1, 1, 1) three single players."""

SHAPES: tuple[Shape, ...] = ((2, 2), (1, 1, 1), (1, 1), (3, 3))
MOST_SIDES = 3


class FirstRound(StrEnum):
    """Round one by lot, or the better half against the other by rank."""

    LOT = "lot"
    RANK = "rank"


class Soft(StrEnum):
    """A soft rule of a draw by score; each outweighs all that stand behind it."""

    SCORE = "score"
    FLOAT = "float"
    BRANCH = "branch"
    SEAT = "seat"
    FOLD = "fold"


class RotationMode(StrEnum):
    """Where a new partner for each round comes from."""

    DESIGN = "design"
    LOT = "lot"
    STANDING = "standing"


class Split(StrEnum):
    """How four neighbours in the standing become two pairs."""

    OUTER = "outer"  # 1+4 v 2+3
    ALTERNATE = "alternate"  # 1+3 v 2+4


class Remainder(StrEnum):
    """What becomes of persons who fill no table."""

    SIT_OUT = "sit_out"
    FLOATER = "floater"
    THREE_SEATS = "three_seats"


class ThirdPlace(StrEnum):
    """A match between the losers of the semi-finals, or both are third."""

    MATCH = "match"
    SHARED = "shared"


class ThirdRound(StrEnum):
    """Who meets whom at one win and one loss (rules-shogi.md §3)."""

    SHUFFLE = "shuffle"
    RING = "ring"
    BLOCK = "block"


class ThreeBlock(StrEnum):
    """How a block of three is played (rules-shogi.md §3)."""

    GHOST = "ghost"
    LOSER_STAYS = "loser_stays"
    FIRST_WINNER = "first_winner"


class Unplayed(StrEnum):
    """What becomes of a league match that was not played by its deadline."""

    RULING = "ruling"
    NOTHING = "nothing"
    BOTH_LOSE = "both_lose"


@dataclass(frozen=True, slots=True)
class Settings:
    """``best_of_from``: (units still in, best of), the series from that round of a knockout on.

    ``change_until`` is the last local day on which an entry that has not played may change one member;
    afterwards a floater sits in, and ``floater_keeps_prize`` says whether it may still take one.
    """

    shape: Shape = (2, 2)
    # people
    change_until: date | None = None
    floater_keeps_prize: bool = True
    # by score
    first_round: FirstRound = FirstRound.LOT
    soft: tuple[Soft, ...] = (Soft.SCORE, Soft.FLOAT, Soft.BRANCH, Soft.SEAT, Soft.FOLD)
    branch_rounds: int = 0
    exempt_branch: str = ""
    # rotation, free play
    mode: RotationMode = RotationMode.DESIGN
    split: Split = Split.OUTER
    remainder: Remainder = Remainder.SIT_OUT
    # everybody against everybody
    cycles: int = 1
    groups: int = 1
    annul_below: int = 50
    unplayed: Unplayed = Unplayed.RULING
    least_matches: int = 0
    # knockout
    third_place: ThirdPlace = ThirdPlace.MATCH
    second_game: bool = False
    best_of_from: tuple[tuple[int, ...], ...] = ()
    # two wins, two losses
    third_round: ThirdRound = ThirdRound.SHUFFLE
    three_block: ThreeBlock = ThreeBlock.GHOST


def settings_from(stored: Mapping[str, object]) -> Settings:
    """The settings that were stored; a field left out has its default. Raises InvalidRecord."""
    settings: Settings = record(Settings, SETTINGS_FIELDS)("", stored)
    if settings.shape not in SHAPES:
        raise InvalidRecord("not_a_shape", {"field": "shape"})
    if len(set(settings.soft)) < len(settings.soft):
        raise InvalidRecord("soft_rule_twice", {"field": "soft"})
    return settings


def settings_to(settings: Settings) -> dict[str, object]:
    """The settings as JSON values; ``settings_from`` gives the same settings again."""
    plain: dict[str, object] = plain_value(settings)
    return plain


def text(field: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidRecord("not_a_text", {"field": field, "value": str(value)})
    return value


SETTINGS_FIELDS: Mapping[str, Reader] = {
    "shape": each(whole(1, MOST_SIDES)),
    "change_until": optional(day),
    "floater_keeps_prize": flag,
    "first_round": choice(FirstRound),
    "soft": each(choice(Soft)),
    "branch_rounds": whole(0, 99),
    "exempt_branch": text,
    "mode": choice(RotationMode),
    "split": choice(Split),
    "remainder": choice(Remainder),
    "cycles": whole(1, 9),
    "groups": whole(1, 64),
    "annul_below": whole(0, 100),
    "unplayed": choice(Unplayed),
    "least_matches": whole(0, 999),
    "third_place": choice(ThirdPlace),
    "second_game": flag,
    "best_of_from": each(each(whole(1, 4096))),
    "third_round": choice(ThirdRound),
    "three_block": choice(ThreeBlock),
}
