"""Rotation by lot: partners and opponents are drawn, nobody has a partner again while that can be avoided.
Where nobody has a partner that holds of opponents.

Everybody has a lot, and the lots fill the tables as numbers from a box would: 1 and 3 against 2 and 4.
From there the draw moves people only as far as rules ask for: partners anew, then opponents as even as
they can be, then branches.
"""

from collections.abc import Sequence
from functools import partial

from tournaments.domain.by_place import Manner, Wish, draw_by_place, layout
from tournaments.domain.draw import Draw, PlayedRound, Rules, Seed
from tournaments.domain.field import drawn_lots
from tournaments.domain.matching import Costs
from tournaments.domain.rotation.bounds import changes_partners, tables_for
from tournaments.domain.settings import Split


def draw_lot(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound] = (), seed: int
) -> Draw:
    """Everybody at a table or sitting out. Floaters are seeds like all others.

    ``Rules.lots`` from a box are followed exactly, 1 and 3 against 2 and 4 at table 1 and so on; what
    they break is in the warnings. Raises NoLawfulDraw, or DrawImpossible while lots are missing.
    """
    settings = rules.settings
    lots = drawn_lots(seeds, seed)
    return draw_by_place(
        sorted(seeds, key=lambda unit: lots[unit.key]),
        by_lot=True,
        manner=Manner(
            layout(settings.shape, Split.ALTERNATE), evenly, bars_rematch=not changes_partners(settings.shape)
        ),
        tables_for=partial(tables_for, shape=settings.shape, remainder=settings.remainder),
        round_number=round_number,
        rules=rules,
        seed=seed,
    )


def evenly(wish: Wish) -> Costs:
    """Meetings again count before branches; how far a lot was moved only settles what is left."""
    return (wish.met, wish.branch, wish.distance)
