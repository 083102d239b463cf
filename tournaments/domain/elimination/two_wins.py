"""Two wins through, two losses out (2勝通過2敗失格, rules-shogi.md §3): blocks by lot, three or four rounds.

Round one has 1–2 and 3–4 of each block, round two its winners and its losers, round three everybody with
one win and one loss. Blocks of three without a ghost play one table a round until one of them is out.
As in a knockout, the table of a unit that is away says so, and who has nobody to meet has a free pass.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from tournaments.domain.draw import (
    ByeDrawn,
    Draw,
    DrawImpossible,
    Key,
    PlayedRound,
    Reason,
    Rules,
    Seed,
    TablePairing,
)
from tournaments.domain.elimination.blocks import (
    FOUR,
    Block,
    Standing,
    block_sizes,
    blocks_of,
    has_two_tables,
    out,
    standings_of,
    through,
)
from tournaments.domain.elimination.bracket import Lines
from tournaments.domain.elimination.bracket_results import units_at
from tournaments.domain.elimination.knockout import away, refuse_three_sides
from tournaments.domain.elimination.separation import apart, clashes_at
from tournaments.domain.elimination.third_round import third_round
from tournaments.domain.field import drawn_lots
from tournaments.domain.lots.hand_lot import order_from_lots
from tournaments.domain.settings import Settings, ThreeBlock


@dataclass(frozen=True, slots=True)
class Meeting:
    """A place of the round: two units, or one and why it is ``alone``, or none."""

    number: int
    units: tuple[Key, ...]
    reasons: tuple[Reason, ...]
    alone: str = "opponent_out"


def draw_two_wins(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound], seed: int
) -> Draw:
    """Round ``round_number``. Who waits in a block of three has a bye that is no win (``waits``).

    Raises DrawImpossible for 1, 2 and 5 units, when everything is decided, when a result is missing, and
    for tables of three.
    """
    refuse_three_sides(rules.settings)
    there = [unit for unit in seeds if unit.present]
    if round_number == 1:
        meetings = round_one(there, rules, seed)
    else:
        meetings = next_meetings(seeds, rules, played_until(round_number, history, rules.settings), seed)
    if not any(meeting.units for meeting in meetings):
        raise DrawImpossible("no_such_round", {"round": round_number, "rounds": round_number - 1})
    present = {unit.key for unit in there}
    return Draw(
        tables=tuple(table(meeting, present) for meeting in meetings if len(meeting.units) == 2),
        byes=tuple(bye(meeting) for meeting in meetings if len(meeting.units) == 1),
        seed=seed,
    )


def table(meeting: Meeting, present: Collection[Key]) -> TablePairing:
    sides = tuple((unit,) for unit in meeting.units)
    return TablePairing(meeting.number, sides, (*meeting.reasons, *away(meeting.units, present)))


def bye(meeting: Meeting) -> ByeDrawn:
    return ByeDrawn(meeting.units[0], (*meeting.reasons, Reason(meeting.alone)), meeting.number)


def played_until(
    round_number: int, history: Sequence[PlayedRound], settings: Settings
) -> Sequence[PlayedRound]:
    """The rounds before this one. Raises DrawImpossible when somebody is missing in one of them."""
    for number in range(2, round_number):
        seen = seen_in(history[number - 1 : number])
        for unit in still_in(history[: number - 1], settings):
            if unit not in seen:
                raise DrawImpossible("unit_without_result", {"round": number, "unit": unit})
    return history[: round_number - 1]


def seen_in(history: Iterable[PlayedRound]) -> set[Key]:
    at_tables = {unit for played in history for table in played.tables for unit in units_at(table)}
    return at_tables | {bye.key for played in history for bye in played.byes}


def still_in(history: Sequence[PlayedRound], settings: Settings) -> list[Key]:
    """Who is neither through nor out."""
    decided = {*through(history, settings), *out(history, settings)}
    return [unit for block in blocks_of(history) for unit in block.units if unit not in decided]


# Round one


def round_one(units: Sequence[Seed], rules: Rules, seed: int) -> list[Meeting]:
    lines = block_lines(units, rules, seed)
    known = {unit.key: unit for unit in units}
    alone = "ghost" if rules.settings.three_block is ThreeBlock.GHOST else "waits"
    source = Reason("lot" if rules.lots is None else "hand_lot")
    meetings = []
    for number in range(1, len(lines) // 2 + 1):
        here = tuple(key for key in lines[2 * number - 2 : 2 * number] if key is not None)
        block = Reason("block", {"block": (number + 1) // 2})
        meetings.append(Meeting(number, here, (source, block, *clashes_at(here, known, rules)), alone))
    return meetings


def block_lines(units: Sequence[Seed], rules: Rules, seed: int) -> Lines:
    """Four lines for each block, the last one empty in a block of three."""
    sizes = block_sizes(len(units))
    if rules.lots is not None:
        return in_blocks(order_from_lots({unit.key: rules.lots.get(unit.key, 0) for unit in units}), sizes)
    lots = drawn_lots(units, seed)
    lines = in_blocks(sorted(lots, key=lots.__getitem__), sizes)
    rounds = min(rules.settings.branch_rounds, 2) or 1  # a block meets itself in two rounds
    return apart(lines, {unit.key: unit for unit in units}, rules, rounds=rounds)


def in_blocks(order: Sequence[Key], sizes: Sequence[int]) -> Lines:
    lines: list[Key | None] = []
    waiting = iter(order)
    for size in sizes:
        lines += [next(waiting) for _ in range(size)] + [None] * (FOUR - size)
    return tuple(lines)


# Rounds two to four


def next_meetings(
    seeds: Sequence[Seed], rules: Rules, history: Sequence[PlayedRound], seed: int
) -> list[Meeting]:
    blocks = blocks_of(history)
    fours = [block for block in blocks if has_two_tables(block, rules.settings)]
    threes = [block for block in blocks if not has_two_tables(block, rules.settings)]
    meetings = []
    if len(history) == 1:
        standings = standings_of(history, rules.settings)
        meetings = [meeting for block in fours for meeting in inside(block, standings)]
    if len(history) == 2:
        meetings = one_win_each(fours, with_opponents(seeds, history), rules, history, seed)
    chance = Random(seed)
    undecided = still_in(history, rules.settings)
    for block in threes:
        if left := [unit for unit in block.units if unit in undecided]:
            meetings += in_three(block, left, history, rules.settings, chance)
    return meetings


def inside(block: Block, standings: Mapping[Key, Standing]) -> list[Meeting]:
    """Round two: the winners of the block, and its losers, one of them perhaps against the ghost."""
    winners = tuple(unit for unit in block.units if standings[unit].wins)
    losers = tuple(unit for unit in block.units if standings[unit].losses == 1)
    where = {"block": block.number}
    alone = "ghost" if len(block.units) < FOUR else "opponent_out"
    return [
        Meeting(2 * block.number - 1, winners, (Reason("block_winners", where),)),
        Meeting(2 * block.number, losers, (Reason("block_losers", where),), alone),
    ]


def one_win_each(
    blocks: Sequence[Block],
    known: Mapping[Key, Seed],
    rules: Rules,
    history: Sequence[PlayedRound],
    seed: int,
) -> list[Meeting]:
    """Round three: everybody with one win and one loss."""
    settings = rules.settings
    later = replace(rules, settings=replace(settings, branch_rounds=max(0, settings.branch_rounds - 2)))
    how = Reason(f"third_round_{settings.third_round.value}")
    return [
        Meeting(number, units, (how, *clashes_at(units, known, later)))
        for number, units in enumerate(third_round(blocks, known, later, history, seed), start=1)
    ]


def with_opponents(seeds: Sequence[Seed], history: Sequence[PlayedRound]) -> dict[Key, Seed]:
    """Everybody in the blocks, each with those it has met here; who has left is among them."""
    known = {unit.key: unit for unit in seeds}
    met: dict[Key, tuple[Key, ...]] = {unit: () for block in blocks_of(history) for unit in block.units}
    for played in history:
        for one, other in map(units_at, played.tables):
            met[one] += (other,)
            met[other] += (one,)
    return {unit: replace(known.get(unit, Seed(unit, rank=0)), met=met[unit]) for unit in met}


# Blocks of three without a ghost


def in_three(
    block: Block, left: Sequence[Key], history: Sequence[PlayedRound], settings: Settings, chance: Random
) -> list[Meeting]:
    """The next table of a block where nobody is out yet, and who waits."""
    if settings.three_block is ThreeBlock.FIRST_WINNER:
        pair = tuple(left)
    elif len(history) < len(block.units):
        pair = loser_and_waiting(block, history[-1])
    else:
        # Everybody has won and lost once: two by lot play for it, the loser is out.
        pair = tuple(chance.sample(left, 2))
    where = (Reason(settings.three_block.value, {"block": block.number}),)
    waiting = tuple(unit for unit in left if unit not in pair)
    return [
        Meeting(2 * block.number - 1, pair, where),
        Meeting(2 * block.number, waiting, where, "waits"),
    ]


def loser_and_waiting(block: Block, played: PlayedRound) -> tuple[Key, ...]:
    """Who lost the table of the block in this round, and who was not at it."""
    winners = {units_at(table)[table.winner - 1] for table in played.tables if table.winner}
    at_tables = {unit for table in played.tables for unit in units_at(table)}
    loser = [unit for unit in block.units if unit in at_tables and unit not in winners]
    return (*loser, *(unit for unit in block.units if unit not in at_tables))
