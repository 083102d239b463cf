"""How long play takes, in minutes: a guess before the start, the day's own median after round one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from statistics import median

# A game of two clocks has about so many moves, and a move in byoyomi takes this share of it.
MOVES = 60
BYOYOMI_USED = Fraction(2, 5)


@dataclass(frozen=True, slots=True)
class Times:
    """Minutes of one game, of changing over to the next round, and of what stands beside play."""

    game: int = 25
    changeover: int = 10
    ceremony: int = 0
    lunch: int = 0


def clock_game(*, main: int, byoyomi: int, moves_in_main: int) -> int:
    """A game with clocks: both use up ``main`` minutes, later moves have ``byoyomi`` seconds each.

    ``moves_in_main`` are the moves made before the byoyomi begins.
    """
    later = 2 * Fraction(byoyomi, 60) * max(0, MOVES - moves_in_main) * BYOYOMI_USED
    return ceil(2 * main + later)


def median_game(minutes: Sequence[int]) -> int:
    """What a game of this day took, for ``Times``. Raises StatisticsError before the first has ended."""
    return ceil(median(minutes))


def waves_for(matches: int, tables: int) -> int:
    """How often the hall fills with matches that wait for each other; 0 tables are enough for all."""
    return -(-matches // (tables or max(matches, 1)))


def round_length(waves: int, *, best_of: int, times: Times) -> int:
    """The waves one after the other, each as long as its longest match may be."""
    return in_row([best_of * times.game] * waves, times)


def event_length(rounds: Sequence[int], times: Times) -> int:
    """From the start of the event to its end."""
    return times.ceremony + times.lunch + in_row(rounds, times)


def in_row(lengths: Sequence[int], times: Times) -> int:
    return sum(lengths) + times.changeover * max(0, len(lengths) - 1)


def rounds_within(rounds: Iterable[int], minutes: int, times: Times) -> int:
    """How many of the rounds, in their order, end within so many minutes."""
    left = minutes - times.ceremony - times.lunch
    fit = 0
    for length in rounds:
        left -= length + (times.changeover if fit else 0)
        if left < 0:
            break
        fit += 1
    return fit
