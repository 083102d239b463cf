"""Is this a deal that can have been dealt (G-1)?"""

from dataclasses import dataclass

from engine.errors import IllegalDeal
from engine.goita.combination import Combination, combination_of
from engine.goita.hand import Hand
from engine.goita.options import Options
from engine.goita.variant import Seat, Variant


@dataclass(frozen=True, slots=True)
class Deal:
    variant: Variant
    options: Options
    hands: tuple[Hand, ...]
    dealer: Seat
    combination: Combination | None = None
    unseen_kings: int = 0  # what a masked record leaves possible, see masked.py


def lawful_deal(variant: Variant, options: Options, hands: tuple[Hand, ...], dealer: Seat) -> Deal:
    """Raise IllegalDeal unless the hands are all the tiles, evenly dealt (G-1.1)."""
    dealt = 0
    for hand in hands:
        if len(hand.text) != variant.hand_size:
            raise IllegalDeal("wrong_tile_count", "G-1.1")
        dealt += hand.packed
    if dealt != variant.packed_inventory:
        raise IllegalDeal("wrong_tile_count", "G-1.1")
    return Deal(variant, options, hands, dealer, combination_of(variant, options, hands, dealer))
