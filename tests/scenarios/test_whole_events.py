"""Whole events of every format: everybody is seated or sits out in every round, and every one finishes.

Every size from 2 to 65 is played by plain functions in ``tests/scoring/domain/test_whole_events.py``.
"""

from itertools import chain
from random import Random
from typing import NamedTuple

import pytest
from django.utils import translation

from hall.phrases import sentence_for
from ledger.errors import Refusal
from scoring.errors import DrawNotPossible
from scoring.selectors.draws import drawn_sides
from scoring.selectors.placing import division_placing
from scoring.services.drafts import pair_next_round
from scoring.services.events import close_tournament
from scoring.services.free import form_tables, open_play
from scoring.services.rounds import close_round
from tests.whole_events import entered, finish, play_stage
from tournaments.domain.settings import Remainder, RotationMode, Settings, Shape, ThirdRound, ThreeBlock
from tournaments.domain.table_game import ruleset_of
from tournaments.enums import Format, RoundState, TournamentState
from tournaments.errors import TooFewEntries
from tournaments.models import Round, Stage
from tournaments.services.reception import mark_present

pytestmark = pytest.mark.django_db

THREES: Shape = (1, 1, 1)


class Kind(NamedTuple):
    """A format as it is set up; ``rounds`` where the field does not say how many there are."""

    format: Format
    settings: Settings = Settings()
    preset: str = "society_pairs"
    rounds: int = 3


SWISS = Kind(Format.SWISS, rounds=2)
SINGLES = Kind(Format.SWISS, Settings(shape=(1, 1)))
TRIOS = Kind(Format.SWISS, Settings(shape=(3, 3)))
AT_THREE_SEATS = Kind(Format.SWISS, Settings(shape=THREES), "three_seats", rounds=2)
ROTATIONS = {mode: Kind(Format.ROTATION, Settings(mode=mode), "society_individual") for mode in RotationMode}
WITH_THREES = Kind(
    Format.ROTATION,
    Settings(mode=RotationMode.STANDING, remainder=Remainder.THREE_SEATS),
    "society_individual",
)
ROUND_ROBIN, LEAGUE, TITLE = Kind(Format.ROUND_ROBIN), Kind(Format.LEAGUE), Kind(Format.TITLE)
GROUPS = Kind(Format.ROUND_ROBIN, Settings(groups=2))
KNOCKOUT = Kind(Format.KNOCKOUT)
SECOND_GAMES = Kind(Format.KNOCKOUT, Settings(second_game=True))
TWO_WINS = {
    how: Kind(Format.TWO_WINS_TWO_LOSSES, Settings(third_round=how, three_block=three))
    for how, three in zip(ThirdRound, ThreeBlock, strict=True)
}


def stage_of(kind: Kind, entrants: int) -> Stage:
    return entered(
        kind.format,
        entrants,
        settings=kind.settings,
        preset=kind.preset,
        rounds_planned=kind.rounds,
        ruleset_key=ruleset_of(kind.settings.shape),
    )


@pytest.mark.parametrize("entrants", [4, 5, 9, 12])
@pytest.mark.parametrize("mode", list(RotationMode))
def test_rotation_finishes(mode: RotationMode, entrants: int) -> None:
    stage = stage_of(ROTATIONS[mode], entrants)
    for round in play_stage(stage):
        assert len(seated(round)) + entrants % 4 == entrants
    check_end(stage)


@pytest.mark.parametrize(
    ("kind", "entrants"),
    [
        *[(SWISS._replace(rounds=1), 2), (SWISS, 5), (SWISS, 65), (SINGLES, 16), (TRIOS, 7)],
        *[(AT_THREE_SEATS._replace(rounds=1), 3), (AT_THREE_SEATS, 8), (AT_THREE_SEATS, 33)],
        *[(WITH_THREES, 3), (WITH_THREES, 7), (ROTATIONS[RotationMode.STANDING]._replace(rounds=1), 65)],
        *[(ROUND_ROBIN, 2), (ROUND_ROBIN, 3), (ROUND_ROBIN, 5), (ROUND_ROBIN, 8), (GROUPS, 13)],
        *[(LEAGUE, 2), (LEAGUE, 3), (LEAGUE, 5), (LEAGUE, 8)],
        *[(KNOCKOUT, 2), (KNOCKOUT, 3), (KNOCKOUT, 5), (KNOCKOUT, 8), (KNOCKOUT, 33), (SECOND_GAMES, 13)],
        *[(kind, entrants) for kind in TWO_WINS.values() for entrants in (3, 4, 7, 13)],
        *[(TWO_WINS[ThirdRound.SHUFFLE], 16), (TITLE, 2)],
    ],
)
def test_event_finishes(kind: Kind, entrants: int) -> None:
    stage = stage_of(kind, entrants)
    rounds = play_stage(stage)
    assert all(round.state == RoundState.CLOSED.value for round in rounds)
    check_end(stage)


@pytest.mark.parametrize("remainder", list(Remainder))
@pytest.mark.parametrize("people", [4, 7, 13])
def test_evening_of_free_play_finishes(people: int, remainder: Remainder) -> None:
    stage = stage_of(Kind(Format.FREE, Settings(remainder=remainder), "monthly_meeting"), people)
    for entry in stage.division.entries.all():
        mark_present(stage.tournament, person=entry.people[0])
    evening = open_play(stage)
    for _ in range(2):
        matches = form_tables(stage)
        with_threes = remainder is Remainder.THREE_SEATS
        assert sum(match.seats.count() for match in matches) == people - (0 if with_threes else people % 4)
        for match in matches:
            finish(match, Random(match.number))
    close_round(evening)
    check_end(stage)


def check_end(stage: Stage) -> None:
    """Everybody has exactly one place, and the event is over."""
    placed = list(chain(*(place.keys for place in division_placing(stage.division))))
    assert sorted(placed, key=str) == sorted(str(entry.uuid) for entry in stage.division.entries.all())
    close_tournament(stage.tournament)
    assert Stage.objects.get(pk=stage.pk).tournament.state == TournamentState.CLOSED.value


def seated(round: Round) -> list[int]:
    return [int(key) for _match, sides in drawn_sides(round) for side in sides for key in side]


# Too few


@pytest.mark.parametrize(
    ("kind", "needed", "entrants"),
    [
        *[(kind, 2, few) for kind in (SWISS, SINGLES, TRIOS, ROUND_ROBIN, LEAGUE) for few in (0, 1)],
        *[(kind, 2, few) for kind in (KNOCKOUT, TITLE, *TWO_WINS.values()) for few in (0, 1)],
        *[(kind, 3, few) for kind in (AT_THREE_SEATS, WITH_THREES) for few in (0, 2)],
        *[(kind, 4, few) for kind in ROTATIONS.values() for few in (0, 3)],
    ],
)
def test_too_few_are_told_how_many_are_needed(kind: Kind, needed: int, entrants: int) -> None:
    with pytest.raises(TooFewEntries) as refused:
        pair_next_round(stage_of(kind, entrants))
    assert (refused.value.params["count"], refused.value.params["needed"]) == (entrants, needed)
    assert str(needed) in in_words(refused.value)


@pytest.mark.parametrize(
    ("kind", "fault", "entrants"),
    [
        *[(kind, "no_blocks", number) for kind in TWO_WINS.values() for number in (2, 5)],
        *[(TITLE, "title_needs_two", 3), (GROUPS, "groups_too_small", 3)],
    ],
)
def test_numbers_that_a_format_cannot_have_are_told(kind: Kind, fault: str, entrants: int) -> None:
    with pytest.raises(DrawNotPossible) as refused:
        pair_next_round(stage_of(kind, entrants))
    assert refused.value.params["fault"] == fault
    assert fault not in in_words(refused.value)


def in_words(refusal: Refusal) -> str:
    with translation.override("en"):
        return sentence_for(refusal)
