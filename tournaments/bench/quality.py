"""What a round is worth, counted from the state and the pairs alone."""

from collections.abc import Iterator
from fractions import Fraction

from tournaments.bench.engines import Pairs
from tournaments.bench.events import State
from tournaments.domain.draw import Seed


def tables(state: State, pairs: Pairs) -> Iterator[tuple[Seed, Seed]]:
    known = {unit.key: unit for unit in state.seeds}
    for pair in pairs:
        if len(pair) == 2:
            one, other = pair
            yield known[one], known[other]


def rematches(state: State, pairs: Pairs) -> int:
    return sum(other.key in one.met for one, other in tables(state, pairs))


def left_out(state: State, pairs: Pairs) -> int:
    """Units without a table, but for the one that must sit out of an odd number."""
    return len(state.seeds) - 2 * sum(len(pair) == 2 for pair in pairs) - len(state.seeds) % 2


def squares(state: State, pairs: Pairs) -> Fraction:
    """The sum of squared score differences."""
    return sum((Fraction(one.score - other.score) ** 2 for one, other in tables(state, pairs)), Fraction(0))


def same_clubs(state: State, pairs: Pairs) -> int:
    return sum(bool(one.branches & other.branches) for one, other in tables(state, pairs))
