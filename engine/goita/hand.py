"""A hand as text and as one number.

Five bits a face: four count its tiles, the fifth is a guard that is set while a deal is played.
Taking tiles is then one subtraction, and a guard that went out says that a tile was not there.
The hands of all seats stand side by side in one number, seat 1 lowest.
"""

from dataclasses import dataclass

from engine.errors import RecordSyntaxError
from engine.goita.tiles import FACES, UNSEEN_FACE

COLUMNS = FACES + UNSEEN_FACE
COLUMN_BITS = 5
SEAT_BITS = COLUMN_BITS * len(COLUMNS)
LONGEST = 10  # a hand of the three-seat game; four bits count it whatever its tiles

UNIT = {face: 1 << COLUMN_BITS * column for column, face in enumerate(COLUMNS)}
COUNTS = sum(15 * unit for unit in UNIT.values())
GUARDS = sum(16 * unit for unit in UNIT.values())


@dataclass(frozen=True, slots=True)
class Hand:
    text: str  # ascending
    packed: int
    pawns: int
    has_four_of_a_kind: bool  # other than pawns (G-7)
    is_notable: bool  # may mean something before play (G-3, G-7)


class Hands(dict[str, Hand]):
    """Text to hand. The sorted hands are few (4,890 can be dealt to a seat of four): remembered."""

    def __missing__(self, text: str) -> Hand:
        if foreign := text.strip(COLUMNS):
            raise RecordSyntaxError(found=foreign[0])
        pawns = text.count("1")
        four = any(text.count(face) == 4 for face in "2345")
        hand = Hand("".join(sorted(text)), pack(text), pawns, four, pawns > 4 or four)
        if hand.text == text and len(text) <= LONGEST:
            self[text] = hand
        return hand


HANDS = Hands()


def pack(text: str) -> int:
    return sum(text.count(face) * unit for face, unit in UNIT.items())


def unpack(packed: int) -> str:
    return "".join((packed // unit & 15) * face for face, unit in UNIT.items())


def at_seat(bits: int, seat: int) -> int:
    """Move the bits of one hand to where that seat's hand stands."""
    return bits << SEAT_BITS * (seat - 1)


def of_seat(hands: int, seat: int) -> str:
    return unpack(hands >> SEAT_BITS * (seat - 1))
