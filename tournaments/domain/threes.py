"""Tables of three single players."""

from collections.abc import Sequence

from tournaments.domain.draw import Draw, DrawImpossible, PlayedRound, Rules, Seed


def draw_threes(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound] = (), seed: int
) -> Draw:
    raise DrawImpossible("format_has_no_draw", {"format": "swiss"})
