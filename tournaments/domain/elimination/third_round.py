"""The third round of two wins, two losses: who meets whom at one win and one loss (rules-shogi.md §3).

Of each block the upper one has won and then lost, the lower one has lost and then won. All of them are
shuffled without a rematch, or each upper one meets the lower one of the block before, or of its own block.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tournaments.domain.draw import Key, PlayedRound, Rules, Seed
from tournaments.domain.elimination.blocks import Block, Standing, standings_of
from tournaments.domain.elimination.separation import apart
from tournaments.domain.field import drawn_lots
from tournaments.domain.settings import Settings, ThirdRound

Equals: TypeAlias = list[Key | None]
"""One unit of each block, None where nobody has one win and one loss."""


def third_round(
    blocks: Sequence[Block],
    units: Mapping[Key, Seed],
    rules: Rules,
    history: Sequence[PlayedRound],
    seed: int,
) -> list[tuple[Key, ...]]:
    """The tables in order: two units, or one who has nobody to meet, or none; ``units`` by key."""
    uppers, lowers = upper_and_lower(blocks, history, rules.settings)
    match rules.settings.third_round:
        case ThirdRound.RING:
            lowers = [*lowers[-1:], *lowers[:-1]]
        case ThirdRound.SHUFFLE:
            uppers, lowers = shuffled([*uppers, *lowers], units, rules, seed)
    pairs = zip(uppers, lowers, strict=True)
    return [tuple(unit for unit in pair if unit is not None) for pair in pairs]


def upper_and_lower(
    blocks: Sequence[Block], history: Sequence[PlayedRound], settings: Settings
) -> tuple[Equals, Equals]:
    standings = standings_of(history, settings)
    won_first = {unit for unit, standing in standings_of(history[:1], settings).items() if standing.wins}
    equal = [[unit for unit in block.units if is_one_all(standings[unit])] for block in blocks]
    uppers = [next((unit for unit in units if unit in won_first), None) for units in equal]
    lowers = [next((unit for unit in units if unit not in won_first), None) for units in equal]
    return uppers, lowers


def is_one_all(standing: Standing) -> bool:
    return (standing.wins, standing.losses) == (1, 1)


def shuffled(equals: Equals, units: Mapping[Key, Seed], rules: Rules, seed: int) -> tuple[Equals, Equals]:
    """Opponents by lot, nobody met again where that can be helped."""
    there = [unit for unit in equals if unit is not None]
    lots = drawn_lots([units[unit] for unit in there], seed)
    order = (*sorted(there, key=lots.__getitem__), *[None] * (len(there) % 2))
    lines = apart(order, units, rules, rounds=1)
    return list(lines[::2]), list(lines[1::2])
