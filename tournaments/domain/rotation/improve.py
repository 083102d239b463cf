"""Better rows by swaps, worse ones taken at first: annealing, counted in steps and never in seconds.

All numbers are whole, so that the same chance gives the same rows on every machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import TypeAlias

from tournaments.domain.rotation.worksheet import Worksheet

Draw: TypeAlias = Callable[[], float]
"""From 0 to below 1."""

Slot: TypeAlias = tuple[int, int]
"""A row and a place in it."""

HEATS = 100
FROZEN = 10
"""So many heats more at the end, in which nothing worse is taken."""

HOT, COLD = 20 << 8, 8 << 8
DRAWS = 1024
PATIENCE = tuple(round(-256 * log((draw + 0.5) / DRAWS)) for draw in range(DRAWS))
"""By a draw: how many times the heat a change may cost, in 256ths; exponential, once on average."""

TURN = 20
"""After so many steps turns are changed too."""


@dataclass(frozen=True, slots=True)
class Freedom:
    """What may move: places below ``full`` among themselves, those from there to ``seated`` too.

    Behind ``full`` persons stand in turn; slots of one lap may exchange their persons, and a turn may go
    to somebody who has had one fewer, counting those ``before`` these rows. Where turns are ``spaced``
    nobody has one in two rows running, nor in the first when they are among ``just``.
    """

    full: int
    seated: int
    laps: Sequence[Sequence[Slot]]
    before: Sequence[int]
    spaced: bool
    just: frozenset[int]


def improve(sheet: Worksheet, free: Freedom, *, chance: Random, steps: int, hot: bool) -> None:
    """The rows cost less, or hardly more; a cold start stays near them. Ends where no rows cost less."""
    goal, draw = sheet.least_cost(), chance.random
    for heat in heats(HOT if hot else COLD):
        for step in range(steps // (HEATS + FROZEN)):
            if step % TURN == 0:
                if sheet.cost <= goal:
                    return
                if free.laps:
                    change_turns(sheet, free, draw, heat)
                    give_turn(sheet, free, draw, heat)
            change_seats(sheet, free, draw, heat)


def heats(first: int) -> list[int]:
    """From the first heat down to the least, each the same part of the one before; then none."""
    falling = [round(first * (COLD / first) ** (number / (HEATS - 1))) for number in range(HEATS)]
    return falling + [0] * FROZEN


def change_seats(sheet: Worksheet, free: Freedom, draw: Draw, heat: int) -> None:
    number, p = int(draw() * len(sheet.rows)), int(draw() * free.seated)
    start, stop = (0, free.full) if p < free.full else (free.full, free.seated)
    q = start + int(draw() * (stop - start))
    if p == q:
        return
    added = sheet.change(number, p, q)
    if added <= 0 or is_taken(added, draw, heat):
        sheet.swap(number, p, q, added=added)


def is_taken(added: int, draw: Draw, heat: int) -> bool:
    return added << 16 < heat * PATIENCE[int(draw() * DRAWS)]


def change_turns(sheet: Worksheet, free: Freedom, draw: Draw, heat: int) -> None:
    """Two persons take each other's turns, and each the other's place in the row of that turn."""
    slots = free.laps[int(draw() * len(free.laps))]
    one, x = slots[int(draw() * len(slots))]
    other, y = slots[int(draw() * len(slots))]
    a, b = sheet.rows[one][x], sheet.rows[other][y]
    if a == b or runs(sheet, free, b, one, leaving=other) or runs(sheet, free, a, other, leaving=one):
        return
    p, q = sheet.rows[one].index(b), sheet.rows[other].index(a)
    if max(p, q) >= free.full:
        return
    added = sheet.change(one, p, x)
    sheet.swap(one, p, x, added=added)
    more = sheet.change(other, q, y)
    if added + more <= 0 or is_taken(added + more, draw, heat):
        sheet.swap(other, q, y, added=more)
    else:
        sheet.swap(one, p, x, added=-added)


def give_turn(sheet: Worksheet, free: Freedom, draw: Draw, heat: int) -> None:
    """Somebody at a full table takes the turn of one who has had one more: turns stay as even.

    In the last lap only: before it everybody has had their turn.
    """
    slots = free.laps[-1]
    number, x = slots[int(draw() * len(slots))]
    q = int(draw() * free.full)
    a, b = sheet.rows[number][x], sheet.rows[number][q]
    is_even = turns_of(sheet, free, a) == turns_of(sheet, free, b) + 1
    if not is_even or runs(sheet, free, b, number, leaving=number):
        return
    added = sheet.change(number, q, x)
    if added <= 0 or is_taken(added, draw, heat):
        sheet.swap(number, q, x, added=added)


def turns_of(sheet: Worksheet, free: Freedom, person: int) -> int:
    return free.before[person] + sum(person in row[free.full :] for row in sheet.rows)


def runs(sheet: Worksheet, free: Freedom, person: int, number: int, *, leaving: int) -> bool:
    """Whether a turn in this row would be next to another turn of the same person, and must not."""
    if not free.spaced:
        return False
    if number == 0 and person in free.just:
        return True
    beside = (row for row in (number - 1, number + 1) if row != leaving and 0 <= row < len(sheet.rows))
    return any(person in sheet.rows[row][free.full :] for row in beside)
