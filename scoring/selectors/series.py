"""How long a match is: as many games as the profile says, or the stage from some round of a bracket on."""

from tournaments.domain.elimination.knockout import best_of_at
from tournaments.enums import Format, GameState
from tournaments.models import Match

BRACKETS = {Format.KNOCKOUT, Format.TITLE}


def length_of(match: Match) -> int:
    """Games of which more than half win the match; for third place as many as in the final."""
    stage = match.round.stage
    if Format(stage.format) not in BRACKETS:
        return stage.profile.best_of
    return best_of_at(
        stage.settings,
        round_number=match.round.number,
        entrants=1 << stage.rounds_planned,
        profile_best_of=stage.profile.best_of,
    )


def last_game(match: Match) -> int:
    """The number of the last game there may be: one more than the length after a draw that must not stand."""
    legs = match.games.filter(state=GameState.LIVE.value).values_list("leg", flat=True)
    return max(length_of(match), *legs)
