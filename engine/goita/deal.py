"""Is this a deal that can have been dealt (G-1)?"""

from dataclasses import dataclass

from engine.errors import IllegalDeal
from engine.goita.combination import Combination, combination_of
from engine.goita.hand import SEAT_BITS, Hand
from engine.goita.options import Options
from engine.goita.variant import Seat, Variant


@dataclass(frozen=True, slots=True)
class Deal:
    variant: Variant
    options: Options
    hands: tuple[Hand, ...]
    packed: int  # all hands
    dealer: Seat
    combination: Combination | None = None
    unseen_kings: int = 0  # what a masked record leaves possible, see masked.py


def lawful_deal(variant: Variant, options: Options, hands: tuple[Hand, ...], dealer: Seat) -> Deal:
    """Raise IllegalDeal unless the hands are all the tiles, evenly dealt (G-1.1)."""
    size, tiles, packed, shift, is_notable = variant.hand_size, 0, 0, 0, False
    for hand in hands:
        if len(hand.text) != size:
            raise IllegalDeal("wrong_tile_count", "G-1.1")
        tiles += hand.packed
        packed += hand.packed << shift
        shift += SEAT_BITS
        is_notable = is_notable or hand.is_notable
    if tiles != variant.packed_inventory:
        raise IllegalDeal("wrong_tile_count", "G-1.1")
    combination = combination_of(variant, options, hands, dealer) if is_notable else None
    return Deal(variant, options, hands, packed, dealer, combination)
