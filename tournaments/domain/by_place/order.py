"""The order of a draw by standing, and the sides that neighbours in an order make."""

from collections.abc import Sequence

from tournaments.domain.draw import Rules, Seed
from tournaments.domain.field import best_first, drawn_lots, is_by_lot
from tournaments.domain.settings import Shape, Split


def in_standing(seeds: Sequence[Seed], *, round_number: int, rules: Rules, seed: int) -> list[Seed]:
    """Best first: by score, equal scores by rank, in a first round by lot; whatever order came in."""
    return best_first(seeds, drawn_lots(seeds, seed), by_lot=is_by_lot(rules, round_number))


def layout(shape: Shape, split: Split) -> tuple[int, ...]:
    """The side of each neighbour in turn, to and fro (1+4) or always from the first side (1+3)."""
    sides = len(shape)
    turns = [seat % (2 * sides) for seat in range(sum(shape))]
    if split is Split.ALTERNATE:
        return tuple(turn % sides for turn in turns)
    return tuple(min(turn, 2 * sides - 1 - turn) for turn in turns)
