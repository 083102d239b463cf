"""Round one of a bracket: who gets which line, by rank, by lot, or by lots from the box, and why.

By rank the best have the byes. By lot they go by lot too, but first to whoever has had the fewest byes so
far and the best score: in a final bracket 2–0 before 2–1, and nobody again before others. Lots from the box
fill the lines from the top as they are; nothing that people drew is moved.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from tournaments.domain.draw import (
    ByeDrawn,
    Draw,
    Key,
    Number,
    Reason,
    Rules,
    Seed,
    TablePairing,
    key_order,
)
from tournaments.domain.elimination.bracket import Lines, rounds_needed, seeded_lines, seeding
from tournaments.domain.elimination.separation import MayExchange, clashes, has_bye, separated
from tournaments.domain.field import drawn_lots, is_by_lot
from tournaments.domain.lots.hand_lot import order_from_lots

Record: TypeAlias = tuple[int, Number]


@dataclass(frozen=True)
class Entrants:
    """The units of a bracket; the best has number 1 of the seeding."""

    seeds: Sequence[Seed]
    rules: Rules

    @cached_property
    def units(self) -> Mapping[Key, Seed]:
        ordered = sorted(self.seeds, key=lambda unit: (unit.rank, key_order(unit.key)))
        return {unit.key: unit for unit in ordered}

    @cached_property
    def numbers(self) -> Mapping[Key, int]:
        return {key: number for number, key in enumerate(self.units, start=1)}

    @property
    def byes(self) -> int:
        return (1 << rounds_needed(len(self.seeds))) - len(self.seeds)

    @cached_property
    def best_without_bye(self) -> Record:
        return sorted(map(record, self.seeds))[self.byes]

    @property
    def is_by_lot(self) -> bool:
        return is_by_lot(self.rules, 1)


def draw_bracket(seeds: Sequence[Seed], *, rules: Rules, seed: int) -> Draw:
    """Round one, numbered by places. Units that clash meet only where exchanging lines did not help.

    Raises DrawImpossible when the lots from the box are not complete.
    """
    entrants = Entrants(seeds, rules)
    lines = drawn_lines(entrants, seed)
    pairs = list(enumerate(zip(lines[::2], lines[1::2], strict=True), start=1))
    return Draw(
        tables=tuple(
            TablePairing(number, ((one,), (other,)), table_reasons(entrants, one, other))
            for number, (one, other) in pairs
            if one is not None and other is not None
        ),
        byes=tuple(
            ByeDrawn(key, bye_reasons(entrants, key), number)
            for number, pair in pairs
            for key in pair
            if None in pair and key is not None
        ),
        seed=seed,
    )


def drawn_lines(entrants: Entrants, seed: int) -> Lines:
    lots = entrants.rules.lots
    if lots is not None:
        return filled_lines(order_from_lots({key: lots.get(key, 0) for key in entrants.units}))
    lines = seeded_lines(lot_order(entrants, seed) if entrants.is_by_lot else tuple(entrants.units))
    ranks = seeding(len(lines))
    return separated(
        lines,
        entrants.units,
        entrants.rules,
        rounds=min(entrants.rules.settings.branch_rounds, rounds_needed(len(lines))) or 1,
        nearness=sorted(range(len(lines)), key=ranks.__getitem__),
        may_exchange=exchange_by_lot(entrants) if entrants.is_by_lot else exchange_by_rank(ranks),
    )


def filled_lines(order: Sequence[Key]) -> Lines:
    """The units from the top down, with the byes where they always are."""
    waiting = iter(order)
    ranks = seeding(1 << rounds_needed(len(order)))
    return tuple(next(waiting) if rank <= len(order) else None for rank in ranks)


def lot_order(entrants: Entrants, seed: int) -> tuple[Key, ...]:
    """All by lot, but ahead those who come first for the byes."""
    lots = drawn_lots(entrants.seeds, seed)
    units = entrants.units
    first_for_byes = sorted(units, key=lambda key: (record(units[key]), lots[key]))
    ahead, behind = first_for_byes[: entrants.byes], first_for_byes[entrants.byes :]
    return (*sorted(ahead, key=lots.__getitem__), *sorted(behind, key=lots.__getitem__))


def record(unit: Seed) -> Record:
    """What byes by lot go by: fewest byes so far, then the best score."""
    return unit.byes, -unit.score


def exchange_by_rank(ranks: Sequence[int]) -> MayExchange:
    """Only in the same part of the seeding (3–4, 5–8, 9–16, …), and a bye only for a bye."""

    def may_exchange(lines: Sequence[Key | None], one: int, other: int) -> bool:
        same_part = (ranks[one] - 1).bit_length() == (ranks[other] - 1).bit_length()
        return same_part and has_bye(lines, one) == has_bye(lines, other)

    return may_exchange


def exchange_by_lot(entrants: Entrants) -> MayExchange:
    """Everybody, but a bye only for a bye or between equals."""
    records: dict[Key | None, Record] = {key: record(unit) for key, unit in entrants.units.items()}

    def may_exchange(lines: Sequence[Key | None], one: int, other: int) -> bool:
        equals = records[lines[one]] == records[lines[other]]
        return equals or has_bye(lines, one) == has_bye(lines, other)

    return may_exchange


# Why


def table_reasons(entrants: Entrants, one: Key, other: Key) -> tuple[Reason, ...]:
    """Where the lines came from, then what could not be avoided, or that branches are apart."""
    upper, lower = entrants.units[one], entrants.units[other]
    numbers = {"upper": entrants.numbers[one], "lower": entrants.numbers[other]}
    reasons = [lot_reason(entrants) or Reason("seeds_meet", numbers), *clashes(upper, lower, entrants.rules)]
    ours, theirs = upper.branches, lower.branches
    if entrants.rules.settings.branch_rounds and ours and theirs and ours.isdisjoint(theirs):
        reasons.append(Reason("different_branch"))
    return tuple(reasons)


def bye_reasons(entrants: Entrants, key: Key) -> tuple[Reason, ...]:
    """The number of the seeding, or the lot unless the record was enough."""
    lot = lot_reason(entrants)
    if lot is None:
        return (Reason("seed_bye", {"seed": entrants.numbers[key]}),)
    if entrants.rules.lots is None and record(entrants.units[key]) < entrants.best_without_bye:
        return (Reason("better_record"),)
    return (lot,)


def lot_reason(entrants: Entrants) -> Reason | None:
    """None where lines go by rank."""
    if entrants.rules.lots is not None:
        return Reason("hand_lot")
    return Reason("lot") if entrants.is_by_lot else None
