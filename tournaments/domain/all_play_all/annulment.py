"""A unit that leaves a round robin or a league in the middle: do its results stand, and what of the rest?

The rule is chosen before the start (T25): who has played less than ``annul_below`` percent of its plan is
taken out as if it had never entered; otherwise what was played stands and the rest is forfeited.
"""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from tournaments.domain.draw import Key

Match = TypeVar("Match", bound=Hashable)


class Fate(StrEnum):
    """What becomes of a match when units have left."""

    STANDS = "stands"
    ANNULLED = "annulled"
    FORFEITED = "forfeited"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of the whole plan, played or still to come."""

    units: tuple[Key, ...]
    played: bool = False


def is_annulled(played: int, planned: int, *, annul_below: int) -> bool:
    """Whether so few of the planned matches were played that none of them counts, for anybody."""
    return 100 * played < annul_below * planned


def fates(plan: Mapping[Match, Fixture], *, gone: Collection[Key], annul_below: int) -> dict[Match, Fate]:
    """Every match of the plan with what becomes of it. Each unit is judged by its own plan alone.

    Whoever is forfeited to is the one that stayed; where both have gone both have lost.
    """
    annulled = {unit for unit in gone if is_gone_early(unit, plan, annul_below)}
    return {match: fate(fixture, gone, annulled) for match, fixture in plan.items()}


def is_gone_early(unit: Key, plan: Mapping[Match, Fixture], annul_below: int) -> bool:
    own = [fixture.played for fixture in plan.values() if unit in fixture.units]
    return is_annulled(sum(own), len(own), annul_below=annul_below)


def fate(fixture: Fixture, gone: Collection[Key], annulled: Collection[Key]) -> Fate:
    if any(unit in annulled for unit in fixture.units):
        return Fate.ANNULLED
    forfeited = not fixture.played and any(unit in gone for unit in fixture.units)
    return Fate.FORFEITED if forfeited else Fate.STANDS
