"""Title match: one series between the holder and the challenger, of as many games as the profile says."""

from collections.abc import Sequence

from tournaments.domain.draw import (
    Draw,
    DrawImpossible,
    Key,
    PlayedRound,
    Reason,
    Rules,
    Seed,
    TablePairing,
    key_order,
)
from tournaments.domain.elimination.knockout import refuse_beyond, refuse_three_sides


def draw_title(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound], seed: int
) -> Draw:
    """The only table: the better rank, which is the holder's, on side 1.

    Raises DrawImpossible beyond round one, unless exactly two units are there, and for tables of three.
    """
    refuse_three_sides(rules.settings)
    refuse_beyond(round_number, 1)
    there = sorted(
        (unit for unit in seeds if unit.present), key=lambda unit: (unit.rank, key_order(unit.key))
    )
    if len(there) != 2:
        raise title_needs_two(len(there))
    table = TablePairing(1, tuple((unit.key,) for unit in there), (Reason("title_match"),))
    return Draw((table,), (), seed)


def title_pair(holder: Key | None, league_order: Sequence[Key]) -> tuple[Key, Key]:
    """Who plays for the title: the holder and the best of the league, or its best two when it is vacant.

    ``holder`` is None when the holder is absent or has split. Raises DrawImpossible when the league
    has too few.
    """
    challengers = [unit for unit in league_order if unit != holder]
    candidates = challengers if holder is None else [holder, *challengers]
    if len(candidates) < 2:
        raise title_needs_two(len(candidates))
    return candidates[0], candidates[1]


def title_needs_two(units: int) -> DrawImpossible:
    return DrawImpossible("title_needs_two", {"units": units})
