"""Rotation by standing: neighbours in the standing share a table, with a partner they have not had.

Four neighbours split as the settings say, 1+4 against 2+3 or 1+3 against 2+4. Past partners move people
to the nearest table that is free of them; pairs of equal strength then meet, new opponents before old.
Where nobody has a partner, nobody meets an opponent again.
"""

from collections.abc import Sequence
from functools import partial

from tournaments.domain.by_place import Manner, Wish, draw_by_place, in_standing, layout
from tournaments.domain.draw import Draw, PlayedRound, Rules, Seed
from tournaments.domain.field import is_by_lot
from tournaments.domain.matching import Costs
from tournaments.domain.rotation.bounds import THREES, changes_partners, tables_for
from tournaments.domain.threes import draw_threes

# A new opponent, or one of another branch, is worth twenty places.
PLACE = 2
MEETING = 40
BRANCH = 40


def draw_standing(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound] = (), seed: int
) -> Draw:
    """Everybody at a table or sitting out, best table first; round one by lot if the settings say so.

    Floaters are seeds like all others. Raises NoLawfulDraw, or DrawImpossible while lots are missing.
    """
    settings = rules.settings
    if settings.shape == THREES:
        return draw_threes(seeds, round_number=round_number, rules=rules, history=history, seed=seed)
    return draw_by_place(
        in_standing(seeds, round_number=round_number, rules=rules, seed=seed),
        by_lot=is_by_lot(rules, round_number),
        manner=Manner(
            layout(settings.shape, settings.split), nearly, bars_rematch=not changes_partners(settings.shape)
        ),
        tables_for=partial(tables_for, shape=settings.shape, remainder=settings.remainder),
        round_number=round_number,
        rules=rules,
        seed=seed,
    )


def nearly(wish: Wish) -> Costs:
    return (PLACE * wish.distance + MEETING * wish.met + BRANCH * wish.branch,)
