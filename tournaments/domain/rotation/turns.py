"""Who has no place at a full table, round by round: everybody in turn, nobody twice running."""

from collections.abc import Sequence
from typing import NamedTuple


class Turns(NamedTuple):
    """How often a person has been without a place so far, and in which round last; 0 for never."""

    times: int = 0
    last: int = 0


class Turn(NamedTuple):
    """A person without a place in one round; ``lap`` is how often it has been their turn before."""

    person: int
    lap: int


def turns_for(before: Sequence[Turns], count: int, *, rounds: range) -> list[list[Turn]]:
    """So many persons for each round: fewest turns first, then those longest ago, then the lower numbers."""
    turns = list(before)
    rows = []
    for number in rounds:
        order = sorted(range(len(turns)), key=lambda person: lateness(turns[person], number))
        row = [Turn(person, turns[person].times) for person in order[:count]]
        for person, lap in row:
            turns[person] = Turns(lap + 1, number)
        rows.append(row)
    return rows


def lateness(turns: Turns, number: int) -> tuple[bool, int, int]:
    return 0 < turns.last == number - 1, turns.times, turns.last
