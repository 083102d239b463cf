"""The one door for drawing a round, for every format.

The caller brings ranked seeds; this side knows nothing of standings, matches or deals.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from tournaments.domain.all_play_all.league import draw_league
from tournaments.domain.all_play_all.round_robin import draw_round_robin, rounds_needed
from tournaments.domain.draw import (
    Blocked,
    ByeDrawn,
    Draw,
    DrawImpossible,
    Key,
    NoLawfulDraw,
    PlayedRound,
    PlayedTable,
    Reason,
    Relaxation,
    Rules,
    Seed,
    TablePairing,
)
from tournaments.domain.elimination.knockout import draw_knockout
from tournaments.domain.elimination.title import draw_title
from tournaments.domain.elimination.two_wins import draw_two_wins
from tournaments.domain.rotation import draw_rotation
from tournaments.domain.settings import FirstRound, Settings
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
    "PlayedRound",
    "PlayedTable",
    "Reason",
    "Relaxation",
    "Rules",
    "Seed",
    "Settings",
    "TablePairing",
    "draw_round",
    "rounds_needed",
]


class Drawing(Protocol):
    """What every format offers: one round from seeds, rules, what was played, and a number for the lot."""

    def __call__(
        self,
        seeds: Sequence[Seed],
        *,
        round_number: int,
        rules: Rules,
        history: Sequence[PlayedRound],
        seed: int,
    ) -> Draw: ...


DRAWINGS: Mapping[Format, Drawing] = {
    Format.SWISS: draw_swiss,
    Format.ROTATION: draw_rotation,
    Format.ROUND_ROBIN: draw_round_robin,
    Format.LEAGUE: draw_league,
    Format.KNOCKOUT: draw_knockout,
    Format.TWO_WINS_TWO_LOSSES: draw_two_wins,
    Format.TITLE: draw_title,
}

# Where everybody has a fixed place, that place stays when its unit is away.
KEEPS_PLACES = {Format.ROUND_ROBIN, Format.LEAGUE, Format.KNOCKOUT, Format.TWO_WINS_TWO_LOSSES, Format.TITLE}


def draw_round(
    stage_format: Format,
    seeds: Sequence[Seed],
    *,
    round_number: int,
    rules: Rules | None = None,
    history: Sequence[PlayedRound] = (),
    seed: int,
) -> Draw:
    """One round of the format; the same arguments give the same draw, whatever the order of seeds.

    Raises NoLawfulDraw, or DrawImpossible when the format has no such round.
    """
    if stage_format not in DRAWINGS:
        raise DrawImpossible("format_has_no_draw", {"format": stage_format.value})
    check_seeds(seeds)
    drawn = [unit for unit in seeds if unit.present or stage_format in KEEPS_PLACES]
    return DRAWINGS[stage_format](
        drawn, round_number=round_number, rules=rules or Rules(), history=history, seed=seed
    )


def check_seeds(seeds: Sequence[Seed]) -> None:
    """Refuses a unit that is there twice: it would sit at two tables."""
    for key, times in Counter(unit.key for unit in seeds).items():
        if times > 1:
            raise DrawImpossible("unit_twice", {"unit": key})
