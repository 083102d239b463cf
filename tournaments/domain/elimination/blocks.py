"""Blocks of four and three in two wins, two losses (rules-shogi.md §3): who is through, who is out.

Two wins are through and two losses out. A table that nobody won counts as two losses for both: who does
not turn up is out. In a block of three the last two are through as soon as the third is out; a ghost
(不戦敗さん) instead makes it a block of four, and its games are byes. Either way two of a block are through.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.domain.draw import DrawImpossible, Key, PlayedRound, PlayedTable
from tournaments.domain.elimination.bracket_results import result_missing, units_at
from tournaments.domain.settings import Settings, ThreeBlock

FOUR = 4
THROUGH_OF_BLOCK = 2


@dataclass(frozen=True, slots=True)
class Block:
    """Three or four units in order of their lots: 1 plays 2, and 3 plays 4, the ghost, or nobody yet."""

    number: int
    units: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """``unplayed`` of the wins were against the ghost or against nobody."""

    wins: int = 0
    losses: int = 0
    unplayed: int = 0

    @property
    def is_out(self) -> bool:
        return self.losses >= 2


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who is through, and how; unplayed wins count as byes had when the final bracket gives byes."""

    key: Key
    standing: Standing


# Known before the draw


def block_sizes(entrants: int) -> tuple[int, ...]:
    """Fours, and behind them as many threes as the number needs: 37 is seven fours and three threes.

    Raises DrawImpossible for 1, 2 and 5, naming the numbers beside them that work.
    """
    threes = -entrants % FOUR
    fours = (entrants - 3 * threes) // FOUR
    if fours < 0 or not entrants:
        works = {5: "4, 6"}.get(entrants, "3")
        raise DrawImpossible("no_blocks", {"units": entrants, "works": works})
    return (4,) * fours + (3,) * threes


def number_through(entrants: int) -> int:
    """How many will be through: two of each block."""
    return THROUGH_OF_BLOCK * len(block_sizes(entrants))


def rounds_needed(entrants: int, settings: Settings) -> int:
    """Rounds at most: three, and a fourth where three units may have beaten each other in a ring."""
    may_tie = settings.three_block is ThreeBlock.LOSER_STAYS and 3 in block_sizes(entrants)
    return 4 if may_tie else 3


# Read from the rounds


def blocks_of(history: Sequence[PlayedRound]) -> tuple[Block, ...]:
    """The blocks as round one had them. Raises DrawImpossible when one of its places has no result."""
    first = history[0] if history else PlayedRound(())
    places = {table.number: units_at(table) for table in first.tables}
    places |= {bye.number: (bye.key,) for bye in first.byes}
    blocks = []
    for upper in range(1, max(places, default=1) + 1, 2):
        for number in (upper, upper + 1):
            if number not in places:
                raise result_missing(1, number)
        blocks.append(Block(upper // 2 + 1, (*places[upper], *places[upper + 1])))
    return tuple(blocks)


def standings_of(history: Sequence[PlayedRound], settings: Settings) -> Mapping[Key, Standing]:
    """Wins and losses of everybody so far; waiting in a block of three is neither."""
    blocks = blocks_of(history)
    standings = {unit: Standing() for block in blocks for unit in block.units}
    waiting = {unit for block in blocks if not has_two_tables(block, settings) for unit in block.units}
    for played in history:
        for table in played.tables:
            for side, unit in enumerate(units_at(table), start=1):
                standings[unit] = after_table(standings[unit], side, table)
        for bye in played.byes:
            if bye.key not in waiting:
                standings[bye.key] = after_bye(standings[bye.key])
    return standings


def after_table(standing: Standing, side: int, table: PlayedTable) -> Standing:
    if table.winner == side:
        return replace(standing, wins=standing.wins + 1)
    return replace(standing, losses=standing.losses + (1 if table.winner else 2))


def after_bye(standing: Standing) -> Standing:
    return replace(standing, wins=standing.wins + 1, unplayed=standing.unplayed + 1)


def has_two_tables(block: Block, settings: Settings) -> bool:
    """Whether the block plays as one of four, be it with a ghost."""
    return len(block.units) == FOUR or settings.three_block is ThreeBlock.GHOST


def through(history: Sequence[PlayedRound], settings: Settings) -> tuple[Key, ...]:
    """Who is through so far, block by block."""
    standings = standings_of(history, settings)
    round_one = standings_of(history[:1], settings)
    found: list[Key] = []
    for block in blocks_of(history):
        left = [unit for unit in block.units if not standings[unit].is_out]
        if has_two_tables(block, settings):
            found += [unit for unit in left if standings[unit].wins >= 2]
        elif len(left) < len(block.units):
            found += left
        elif settings.three_block is ThreeBlock.FIRST_WINNER:
            found += [unit for unit in left if round_one[unit].wins]
    return tuple(found)


def out(history: Sequence[PlayedRound], settings: Settings) -> tuple[Key, ...]:
    """Who is out so far, block by block."""
    return tuple(unit for unit, standing in standings_of(history, settings).items() if standing.is_out)


def qualified_order(history: Sequence[PlayedRound], settings: Settings) -> tuple[Qualified, ...]:
    """Who is through, in the order in which the final bracket gives byes.

    Wins that were played before those against nobody, then 2–0 before 2–1, then by blocks.
    """
    standings = standings_of(history, settings)
    found = [Qualified(unit, standings[unit]) for unit in through(history, settings)]
    return tuple(sorted(found, key=order_for_byes))


def order_for_byes(unit: Qualified) -> tuple[int, int, int]:
    return unit.standing.unplayed, unit.standing.losses, -unit.standing.wins
