"""Title match: one series between the holder and the challenger, of as many games as the profile says."""

from collections.abc import Sequence

from tournaments.domain.draw import (
    Draw,
    DrawImpossible,
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
    """The only table: the holder on side 1, or the better rank where the title is vacant.

    Raises DrawImpossible beyond round one, unless exactly two units are there, and for tables of three.
    """
    refuse_three_sides(rules.settings)
    refuse_beyond(round_number, 1)
    there = sorted(
        (unit for unit in seeds if unit.present),
        key=lambda unit: (not unit.holds, unit.rank, key_order(unit.key)),
    )
    if len(there) != 2:
        raise title_needs_two(len(there))
    table = TablePairing(1, tuple((unit.key,) for unit in there), (Reason("title_match"), *roles(*there)))
    return Draw((table,), (), seed)


def roles(one: Seed, other: Seed) -> tuple[Reason, ...]:
    """Who defends the title and who challenges; nothing where it is vacant."""
    if not one.holds:
        return ()
    return Reason("holder", {"unit": one.key}), Reason("challenger", {"unit": other.key})


def challengers(holders: int) -> int:
    """How many the league sends: the challenger, or its best two when the holder is absent or has split."""
    return 2 - holders


def title_needs_two(units: int) -> DrawImpossible:
    return DrawImpossible("title_needs_two", {"units": units})
