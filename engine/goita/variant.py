"""What differs between four seats and three: tiles, hands, sides (G-1, G-7).

The number of passes that give the lead back is not listed: the lead returns when the turn
comes back to whoever attacked last, after three passes of four seats (G-4.5), two of three (G-7).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import NewType, TypeAlias

from engine.goita.hand import COUNTS, GUARDS, UNIT, at_seat, pack
from engine.goita.tiles import FACES, KIND, KING_FACES, UNSEEN_FACE

Seat = NewType("Seat", int)
NOBODY = Seat(0)


# What an event means in any position: its seat, what it takes from the hands, and the kinds of
# defence and attack. A plain tuple, because Python unpacks no other as fast.
Row: TypeAlias = tuple[Seat, int, int, int]
UNREADABLE: Row = (Seat(-1), 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Table:
    """What every event is looked up in. Tuples are indexed by seat; index 0 is nobody."""

    following: tuple[Seat, ...]
    passes: tuple[str, ...]
    rows: Mapping[str, Row]  # every play and pass of every seat, unseen defences too
    guards: int  # of all hands
    counts: tuple[int, ...]  # the bits that count a seat's tiles
    kings: tuple[int, ...]  # one of each face


@dataclass(frozen=True, slots=True)
class Variant:
    key: str
    sides: Mapping[int, int]  # by seat
    scoreless: Mapping[int, int]  # every side, 0
    seats: tuple[Seat, ...]
    dealers: Mapping[str, Seat]  # by their mark in a record
    partners: bool
    hand_size: int
    inventory: str
    packed_inventory: int
    table: Table


def table_of(seats: tuple[Seat, ...]) -> Table:
    passes = {f"{seat}p": (seat, 0, 0, 0) for seat in seats}
    plays = {
        f"{seat}{defence}{attack}": (
            seat,
            at_seat(UNIT[defence] + UNIT[attack], seat),
            KIND[defence],
            KIND[attack],
        )
        for seat, defence, attack in product(seats, FACES + UNSEEN_FACE, FACES)
    }
    return Table(
        following=(NOBODY, *seats[1:], seats[0]),
        passes=("", *passes),
        rows=plays | passes,
        guards=sum(at_seat(GUARDS, seat) for seat in seats),
        counts=(0, *(at_seat(COUNTS, seat) for seat in seats)),
        kings=(0, *(at_seat(pack(KING_FACES), seat) for seat in seats)),
    )


def variant_of(key: str, *, sides: Mapping[int, int], pawns: int) -> Variant:
    seats = tuple(Seat(seat) for seat in sides)
    inventory = "1" * pawns + "2222333344445555667789"
    return Variant(
        key=key,
        sides=sides,
        scoreless=dict.fromkeys(sides.values(), 0),
        seats=seats,
        dealers={f"s{seat}": seat for seat in seats},
        partners=len(set(sides.values())) < len(seats),
        hand_size=len(inventory) // len(seats),
        inventory=inventory,
        packed_inventory=pack(inventory),
        table=table_of(seats),
    )


FOUR_SEATS = variant_of("goita", sides={1: 1, 2: 2, 3: 1, 4: 2}, pawns=10)
THREE_SEATS = variant_of("goita3", sides={1: 1, 2: 2, 3: 3}, pawns=8)
