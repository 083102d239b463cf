"""The one door for drawing a round, for every format.

The caller brings ranked seeds; this side knows nothing of standings, matches or deals.
"""

from collections.abc import Sequence

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
]


def draw_round(
    format: Format,
    seeds: Sequence[Seed],
    *,
    round_number: int,
    rules: Rules | None = None,
    seed: int,
) -> Draw:
    """One round of the format; the same arguments give the same draw, whatever the order of seeds.

    Raises NoLawfulDraw, or DrawImpossible when the format has no such round.
    """
    raise NotImplementedError
