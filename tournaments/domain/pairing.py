"""The one door for drawing a round, for every format.

The caller brings ranked seeds; this side knows nothing of standings, matches or deals.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from tournaments.domain.draw import (
    Blocked,
    ByeDrawn,
    Draw,
    DrawImpossible,
    FirstRound,
    Key,
    NoLawfulDraw,
    Reason,
    Relaxation,
    Rules,
    Seed,
    TablePairing,
)
from tournaments.domain.round_robin import draw_round_robin, rounds_needed
from tournaments.domain.swiss import draw_swiss
from tournaments.enums import Format

__all__ = [
    "Blocked",
    "ByeDrawn",
    "Draw",
    "DrawImpossible",
    "FirstRound",
    "Key",
    "NoLawfulDraw",
    "Reason",
    "Relaxation",
    "Rules",
    "Seed",
    "TablePairing",
    "draw_round",
    "rounds_needed",
]


class Drawing(Protocol):
    """What every format offers: one round from seeds, rules and a number for the lot."""

    def __call__(self, seeds: Sequence[Seed], *, round_number: int, rules: Rules, seed: int) -> Draw: ...


DRAWINGS: Mapping[Format, Drawing] = {
    Format.ROUND_ROBIN: draw_round_robin,
    Format.SWISS: draw_swiss,
}


def draw_round(
    stage_format: Format,
    seeds: Sequence[Seed],
    *,
    round_number: int,
    rules: Rules | None = None,
    seed: int,
) -> Draw:
    """One round of the format; the same arguments give the same draw, whatever the order of seeds.

    Raises NoLawfulDraw, or DrawImpossible when the format has no such round.
    """
    if stage_format not in DRAWINGS:
        raise DrawImpossible("format_has_no_draw", {"format": stage_format.value})
    check_seeds(seeds)
    return DRAWINGS[stage_format](seeds, round_number=round_number, rules=rules or Rules(), seed=seed)


def check_seeds(seeds: Sequence[Seed]) -> None:
    """Refuses a unit that is there twice: it would sit at two tables."""
    for key, times in Counter(unit.key for unit in seeds).items():
        if times > 1:
            raise DrawImpossible("unit_twice", {"unit": key})
