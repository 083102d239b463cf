"""Deals and playouts for hypothesis. Playouts are found by the oracle, not by the engine."""

import random
from typing import NamedTuple

from hypothesis import strategies as st

from tests.engine.oracle import SET, Table

KING_PAIR = st.sampled_from(["dealt", "current"])


class Playout(NamedTuple):
    game: str
    hands: tuple[str, ...]
    dealer: int
    events: tuple[str, ...]
    king_pair: str

    @property
    def record(self) -> str:
        return ",".join([*self.hands, f"s{self.dealer}", *self.events])

    @property
    def options(self) -> dict[str, object]:
        return {"king_pair": self.king_pair, "combinations": False}


@st.composite
def dealt_hands(draw: st.DrawFn, seats: int) -> tuple[str, ...]:
    """Lawful hands; a pawn fewer than four of a kind for three seats (G-7)."""
    tiles = list(SET if seats == 4 else SET[2:])
    rng = random.Random(draw(st.integers(0, 2**32)))
    size = len(tiles) // seats
    while True:
        rng.shuffle(tiles)
        hands = tuple("".join(sorted(tiles[n : n + size])) for n in range(0, len(tiles), size))
        if seats == 4 or not any(hand.count(tile) == 4 for hand in hands for tile in "2345"):
            return hands


@st.composite
def playouts(draw: st.DrawFn, seats: int | None = None) -> Playout:
    seats = seats or draw(st.sampled_from([4, 3]))
    hands = draw(dealt_hands(seats))
    dealer = draw(st.integers(1, seats))
    king_pair = draw(KING_PAIR)
    rng = random.Random(draw(st.integers(0, 2**32)))
    table = Table(hands, dealer, king_pair)
    events: list[str] = []
    while not table.over():
        events.append(rng.choice(table.legal()))
        table.add(events[-1])
    return Playout("goita" if seats == 4 else "goita3", hands, dealer, tuple(events), king_pair)
