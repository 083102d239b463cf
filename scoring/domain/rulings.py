"""裁定: what referees' rulings make of the facts of a match (G-8). They stand beside the record, never in it.

Points of several rulings are added up. Of several that void a thing or have it lost, the last one counts,
and one on the whole match counts before those on its games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.domain.facts import DealFacts, RulingEffect, RulingFacts


def on_game(rulings: Sequence[RulingFacts], number: int) -> tuple[RulingFacts, ...]:
    """The rulings on this game and on its deals."""
    return tuple(ruling for ruling in rulings if ruling.game == number)


def on_match(rulings: Sequence[RulingFacts]) -> tuple[RulingFacts, ...]:
    """The rulings on the match as a whole."""
    return tuple(ruling for ruling in rulings if ruling.game is None)


def counting_deals(deals: Sequence[DealFacts], rulings: Sequence[RulingFacts]) -> tuple[DealFacts, ...]:
    """The deals of one game, in the same places: void and lost ones score nothing and win nothing."""
    without = {ruling.deal for ruling in rulings if ruling.effect is not RulingEffect.POINTS}
    return tuple(
        replace(deal, points={}, sets_total=False, special=None, end="ruled") if number in without else deal
        for number, deal in enumerate(deals, 1)
    )


def points_given(rulings: Sequence[RulingFacts], *, deals: int | None = None) -> Mapping[int, int]:
    """Points by side of these rulings on one game; of those alone that were made within so many deals."""
    given: dict[int, int] = {}
    for ruling in rulings:
        in_time = deals is None or ruling.after <= deals
        if ruling.effect is RulingEffect.POINTS and ruling.side is not None and in_time:
            given[ruling.side] = given.get(ruling.side, 0) + ruling.points
    return given


def last_word(rulings: Sequence[RulingFacts]) -> RulingFacts | None:
    """What was ruled last of a game or a match as a whole: void, or lost by a side. None: nothing."""
    words = [r for r in rulings if r.deal is None and r.effect is not RulingEffect.POINTS]
    return words[-1] if words else None


def with_points(totals: Mapping[int, int], given: Mapping[int, int]) -> dict[int, int]:
    """The totals with these points more or less."""
    return {side: total + given.get(side, 0) for side, total in totals.items()}
