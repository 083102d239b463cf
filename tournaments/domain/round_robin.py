"""Everybody against everybody by the circle method: one unit stays, the others move round it.

With an odd number an empty place takes part, and who meets it has a bye: everybody exactly one in
each cycle. The order in the circle is a lot over the keys, so it does not move with the standings.
"""

from collections.abc import Sequence
from random import Random

from tournaments.domain.draw import (
    ByeDrawn,
    Draw,
    DrawImpossible,
    Key,
    PlayedRound,
    Reason,
    Rules,
    Seed,
    TablePairing,
    key_order,
)


def draw_round_robin(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound] = (), seed: int
) -> Draw:
    """Round ``round_number`` of the cycles; sides change over in every second cycle.

    Raises DrawImpossible beyond the last round.
    """
    rounds = rounds_needed(len(seeds))
    if not 1 <= round_number <= rounds * rules.settings.cycles:
        raise DrawImpossible(
            "no_such_round", {"round": round_number, "rounds": rounds * rules.settings.cycles}
        )
    cycle, turn = divmod(round_number - 1, rounds)
    pairs = circle(lot_order(seeds, seed), turn)
    reasons = (Reason("round_robin", {"round": turn + 1, "cycle": cycle + 1}),)
    sides = [pair[::-1] if cycle % 2 else pair for pair in pairs if None not in pair]
    return Draw(
        tables=tuple(
            TablePairing(number, tuple((key,) for key in pair if key is not None), reasons)
            for number, pair in enumerate(sides, start=1)
        ),
        byes=tuple(
            ByeDrawn(key, reasons) for pair in pairs if None in pair for key in pair if key is not None
        ),
        seed=seed,
    )


def rounds_needed(entrants: int) -> int:
    """Rounds of one cycle: one less than the entrants, as many as they when their number is odd."""
    return 0 if entrants < 2 else entrants - 1 + entrants % 2


def lot_order(seeds: Sequence[Seed], seed: int) -> list[Key | None]:
    """The keys in an order drawn by lot, with an empty place behind an odd number."""
    keys: list[Key | None] = [*sorted((unit.key for unit in seeds), key=key_order)]
    Random(seed).shuffle(keys)
    return keys if len(keys) % 2 == 0 else [*keys, None]


def circle(keys: Sequence[Key | None], turn: int) -> list[tuple[Key | None, Key | None]]:
    """The pairs after ``turn`` steps: the first stands still, and changes sides at every step."""
    still, *moving = keys
    moving = moving[len(moving) - turn :] + moving[: len(moving) - turn]
    ring = [still, *moving]
    half = len(ring) // 2
    pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
    if turn % 2:
        pairs[0] = pairs[0][::-1]
    return pairs
