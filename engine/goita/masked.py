"""Records with unseen tiles ``x``: checked as far as they go, never scored.

Tiles that a seat was seen to play take the place of its unseen ones. What then stays unseen
forbids nothing: it may be the second king of G-5 (b), and it is in no combination.
"""

from collections import Counter
from collections.abc import Sequence

from engine.errors import IllegalDeal
from engine.goita.deal import Deal
from engine.goita.hand import HANDS, UNIT, at_seat
from engine.goita.notation import split_line
from engine.goita.options import Options
from engine.goita.tiles import KING_FACES, UNSEEN_FACE
from engine.goita.variant import Variant


def read_masked(variant: Variant, options: Options, record: str) -> tuple[Deal, list[str]]:
    """Raise IllegalDeal when no unseen tiles can make the hands the whole set (G-1.1)."""
    hands, dealer, events = split_line(variant, record)
    seen = [
        _with_seen(hand.text, _tiles_played(str(seat), events))
        for seat, hand in zip(variant.seats, hands, strict=True)
    ]
    shown = Counter("".join(seen).replace(UNSEEN_FACE, ""))
    if any(len(hand) != variant.hand_size for hand in seen) or shown - Counter(variant.inventory):
        raise IllegalDeal("wrong_tile_count", "G-1.1")
    hands = tuple(HANDS[hand] for hand in seen)
    deal = Deal(
        variant,
        options,
        hands,
        sum(at_seat(hand.packed, seat) for seat, hand in enumerate(hands, 1)),
        dealer,
        unseen_kings=_unseen_kings(variant, seen),
    )
    return deal, events


def _tiles_played(seat: str, events: Sequence[str]) -> str:
    """Passes and unreadable events are left for ``step`` to judge."""
    return "".join(event[1:] for event in events if event[:1] == seat and len(event) == 3)


def _with_seen(hand: str, played: str) -> str:
    """As many of the played tiles as the unseen ones can have been; ``step`` refuses the rest."""
    new = Counter(played) - Counter(hand)
    faces = [face for face in new.elements() if face in UNIT][: hand.count(UNSEEN_FACE)]
    kept = hand.replace(UNSEEN_FACE, "", len(faces))
    return "".join(sorted(kept + "".join(faces)))


def _unseen_kings(variant: Variant, hands: Sequence[str]) -> int:
    """Kings that nobody was seen to hold, in every hand with an unseen tile."""
    missing = [face for face in KING_FACES if face not in "".join(hands)]
    return sum(
        at_seat(UNIT[face], seat)
        for seat, hand in zip(variant.seats, hands, strict=True)
        if UNSEEN_FACE in hand
        for face in missing
    )
