"""Whole events of every format: everybody is seated or sits out in every round, and every one finishes."""

import pytest

from scoring.selectors.draws import drawn_sides
from scoring.services.events import close_tournament
from tests.whole_events import entered, play_stage
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format, RoundState, TournamentState
from tournaments.models import Round

pytestmark = pytest.mark.django_db

SIZES = [4, 5, 9, 12]


@pytest.mark.parametrize("entrants", SIZES)
@pytest.mark.parametrize("mode", list(RotationMode))
def test_rotation_finishes(mode: RotationMode, entrants: int) -> None:
    stage = entered(Format.ROTATION, entrants, settings=Settings(mode=mode), rounds_planned=3)
    for round in play_stage(stage):
        assert len(seated(round)) + entrants % 4 == entrants
    close_tournament(stage.tournament)
    stage.tournament.refresh_from_db()
    assert stage.tournament.state == TournamentState.CLOSED.value


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13])
@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.ROUND_ROBIN, Format.LEAGUE])
def test_event_finishes(format: Format, entrants: int) -> None:
    stage = entered(format, entrants, rounds_planned=3)
    rounds = play_stage(stage)
    assert all(round.state == RoundState.CLOSED.value for round in rounds)
    close_tournament(stage.tournament)


def seated(round: Round) -> list[int]:
    return [int(key) for _match, sides in drawn_sides(round) for side in sides for key in side]
