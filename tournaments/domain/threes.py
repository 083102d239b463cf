"""Tables of three single players, drawn by standing: neighbours sit together, nobody meets anybody twice.

What remains of three sits out. Up to 16 persons at tables the round is the best there is; beyond, one that
keeps the hard rules may be missed where few are left who have not met.
"""

from collections.abc import Sequence
from functools import partial

from tournaments.domain.by_place import Manner, Wish, draw_by_place, in_standing
from tournaments.domain.draw import Draw, PlayedRound, Rules, Seed
from tournaments.domain.field import is_by_lot
from tournaments.domain.matching import Costs
from tournaments.domain.settings import Soft


def draw_threes(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound] = (), seed: int
) -> Draw:
    """Everybody at a table or sitting out, best table first; round one by lot if the settings say so.

    Raises NoLawfulDraw when no such round was found, DrawImpossible while lots from a box are missing.
    """
    shape = rules.settings.shape
    return draw_by_place(
        in_standing(seeds, round_number=round_number, rules=rules, seed=seed),
        by_lot=is_by_lot(rules, round_number),
        manner=Manner((0, 1, 2), partial(in_order, rules.settings.soft), bars_rematch=True),
        tables_for=lambda size: (shape,) * (size // sum(shape)),
        round_number=round_number,
        rules=rules,
        seed=seed,
    )


def in_order(soft: Sequence[Soft], wish: Wish) -> Costs:
    """Scores and branches in the order of the settings; then as near in the standing as can be."""
    named = {Soft.SCORE: wish.score, Soft.BRANCH: wish.branch}
    return (*(named[rule] for rule in soft if rule in named), wish.distance)
