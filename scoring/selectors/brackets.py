"""What a knockout, a title match and two wins, two losses have come to, read from the rounds as they were."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from scoring.enums import DealState, Source
from scoring.models import Deal
from scoring.selectors.history import numbers_of, played_rounds
from tournaments.domain.draw import Key, PlayedRound
from tournaments.domain.elimination.blocks import out, qualified_order, standings_of
from tournaments.domain.elimination.bracket_results import affected_by, places_of
from tournaments.domain.settings import Settings
from tournaments.enums import Format, GameState, MatchState, RoundState
from tournaments.models import Match, Stage

Ladder: TypeAlias = Sequence[Sequence[Key]]
"""Everybody in order of places, equals together."""


def has_bracket(stage: Stage) -> bool:
    """Whether places follow from who beat whom, and not from a table of wins."""
    return Format(stage.format) in LADDERS


def places_of_stage(stage: Stage, *, through: int | None = None) -> tuple[tuple[str, ...], ...]:
    """The entries (by uuid) in order of places as closed rounds tell it, those of one place together.

    Whoever is still in shares the first one. Whoever has never had a line is not among them; nobody is
    before round one is closed. ``through`` looks at no later round.
    """
    history = closed_rounds(stage)[:through]
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


# What hangs on a result

TAKEN_BACK = "taken_back"
"""The reason of a table that is void only until an earlier result is corrected."""


def has_reason(match: Match, code: str) -> bool:
    return any(reason["code"] == code for reason in match.reasons)


def affected_matches(match: Match) -> list[Match]:
    """The announced matches of later rounds that hang on this result, byes too, in order of rounds.

    In a bracket they are the way to the final and what the losers play; blocks are drawn from all results.
    """
    stage = match.round.stage
    later = Match.objects.filter(round__stage=stage, round__number__gt=match.round.number)
    later = later.exclude(round__state=RoundState.DRAFT.value).order_by("round__number", "number")
    matches = list(later.select_related("round").prefetch_related("sides"))
    if stage.format == Format.TWO_WINS_TWO_LOSSES.value or not matches:
        return matches
    places = affected_by(played_rounds(stage), match.round.number, match.number)
    return [each for each in matches if (each.round.number, each.number) in places]


def is_played(match: Match) -> bool:
    """Whether people have entered anything for it that still counts."""
    if match.state == MatchState.VOID.value:
        return False
    deals = Deal.objects.filter(
        game__match=match,
        game__state=GameState.LIVE.value,
        state__in=[DealState.CURRENT.value, DealState.HELD.value],
    )
    typed = match.outcomes.order_by("version").last()
    return deals.exists() or bool(typed and not typed.withdrawn and typed.source != Source.DRAW.value)
