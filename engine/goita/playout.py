"""Random lawful deals: for demonstrations, for the bench, for tests of everything above."""

import random

from engine.goita.deal import Deal, lawful_deal
from engine.goita.hand import HANDS
from engine.goita.options import Options
from engine.goita.state import DealState
from engine.goita.variant import Variant


def random_deal(rng: random.Random, variant: Variant, options: Options) -> Deal:
    tiles = list(variant.inventory)
    rng.shuffle(tiles)
    size = variant.hand_size
    hands = tuple(HANDS["".join(sorted(tiles[start : start + size]))] for start in range(0, len(tiles), size))
    return lawful_deal(variant, options, hands, rng.choice(variant.seats))


def random_plays(rng: random.Random, deal: Deal) -> tuple[str, ...]:
    """Any lawful play is as likely as any other. A deal that its hands decide has none."""
    state = DealState.start(deal)
    while state.outcome is None:
        state = state.after(rng.choice(tuple(state.legal_plays())))
    return state.plays
