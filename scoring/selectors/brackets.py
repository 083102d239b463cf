"""What a knockout, a title match and two wins, two losses have come to, read from the rounds as they were."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from scoring.selectors.history import numbers_of, played_rounds
from tournaments.domain.blocks import out, qualified_order, standings_of
from tournaments.domain.bracket_results import places_of
from tournaments.domain.draw import Key, PlayedRound
from tournaments.domain.settings import Settings
from tournaments.enums import Format, RoundState
from tournaments.models import Stage

Ladder: TypeAlias = Sequence[Sequence[Key]]
"""Everybody in order of places, equals together."""


def has_bracket(stage: Stage) -> bool:
    """Whether places follow from who beat whom, and not from a table of wins."""
    return Format(stage.format) in LADDERS


def places_of_stage(stage: Stage) -> tuple[tuple[str, ...], ...]:
    """The entries (by uuid) in order of places as the closed rounds tell it, those of one place together.

    Whoever has never had a line is not among them; nobody is before round one is closed.
    """
    history = closed_rounds(stage)
    if not history:
        return ()
    uuids = {number: uuid for uuid, number in numbers_of(stage).items()}
    ladder = LADDERS[Format(stage.format)](history, stage.settings)
    return tuple(tuple(uuids[int(key)] for key in equals) for equals in ladder if equals)


def closed_rounds(stage: Stage) -> tuple[PlayedRound, ...]:
    """The rounds up to the first that is still open: what nobody has won yet is no loss for both."""
    states = stage.rounds.order_by("number").values_list("state", flat=True)
    still_open = next((n for n, state in enumerate(states) if state != RoundState.CLOSED.value), None)
    return played_rounds(stage)[:still_open]


def ladder_of_bracket(history: Sequence[PlayedRound], _settings: Settings) -> Ladder:
    return places_of(history)


def ladder_of_blocks(history: Sequence[PlayedRound], settings: Settings) -> Ladder:
    """Whoever is through, then whoever is neither through nor out, then the others by wins."""
    standings = standings_of(history, settings)
    through = [unit.key for unit in qualified_order(history, settings)]
    gone = sorted(out(history, settings), key=lambda unit: -standings[unit].wins)
    between = [unit for unit in standings if unit not in through and unit not in gone]
    by_wins = [list(equals) for _, equals in groupby(gone, key=lambda unit: standings[unit].wins)]
    return [through, between, *by_wins]


LADDERS: Mapping[Format, Callable[[Sequence[PlayedRound], Settings], Ladder]] = {
    Format.KNOCKOUT: ladder_of_bracket,
    Format.TITLE: ladder_of_bracket,
    Format.TWO_WINS_TWO_LOSSES: ladder_of_blocks,
}
