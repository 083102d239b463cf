"""The order of a draw by standing, and the sides that neighbours in an order make."""

from collections.abc import Sequence

from tournaments.domain.draw import Rules, Seed, key_order
from tournaments.domain.field import drawn_lots, is_by_lot
from tournaments.domain.settings import Shape, Split


def in_standing(seeds: Sequence[Seed], *, round_number: int, rules: Rules, seed: int) -> list[Seed]:
    """Best first: by score, equal scores by rank, in a first round by lot; whatever order came in."""
    by_lot = is_by_lot(rules, round_number)
    places = drawn_lots(seeds, seed) if by_lot else {unit.key: unit.rank for unit in seeds}
    return sorted(seeds, key=lambda unit: (-unit.score, places[unit.key], key_order(unit.key)))


def layout(shape: Shape, split: Split) -> tuple[int, ...]:
    """The side of each neighbour in turn, to and fro (1+4) or always from the first side (1+3)."""
    sides = len(shape)
    turns = [seat % (2 * sides) for seat in range(sum(shape))]
    if split is Split.ALTERNATE:
        return tuple(turn % sides for turn in turns)
    return tuple(min(turn, 2 * sides - 1 - turn) for turn in turns)
