"""The order of a draw by standing: by score, equal scores by rank, in a first round by lot."""

from collections.abc import Sequence

from tournaments.domain.draw import Rules, Seed, key_order
from tournaments.domain.field import drawn_lots, is_by_lot


def in_standing(seeds: Sequence[Seed], *, round_number: int, rules: Rules, seed: int) -> list[Seed]:
    """Best first, whatever order came in."""
    by_lot = is_by_lot(rules, round_number)
    places = drawn_lots(seeds, seed) if by_lot else {unit.key: unit.rank for unit in seeds}
    return sorted(seeds, key=lambda unit: (-unit.score, places[unit.key], key_order(unit.key)))
