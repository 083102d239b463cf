"""時間切れ at a table (G-6.6): its phone ends the game as it stands, once its clock has run out."""

from typing import Any
from uuid import uuid4

import pytest

from scoring.selectors.confirmations import sides_missing
from scoring.services.results import derive_score
from tests.events import make_pair, make_stage, play, start_round
from tests.phones import TablePhone, phone_at
from tournaments.domain.profile import TimeUpEqual
from tournaments.models import Match, Stage
from tournaments.services.clocks import give_minutes, start_clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return at_table(make_stage())


def at_table(stage: Stage) -> Match:
    for _ in range(2):
        make_pair(stage)
    return start_round(stage).matches.get()


def ring(phone: TablePhone, match: Match, **more: object) -> Any:
    return phone.send(match, "time_up", **more)


def test_higher_total_wins_with_its_own_points_and_every_side_confirms(match: Match) -> None:
    phone = phone_at(match, seat=1)
    play(match, "sheet,s1,1,7,led")  # 40 to side 1
    play(match, "sheet,s1,2,2,led")  # 20 to side 2
    start_clock(match.round, minutes=0)
    answer = ring(phone, match)
    assert (answer.status_code, answer.json()["match_state"]) == (200, "to_confirm")
    match.refresh_from_db()
    score = derive_score(match)
    assert (score.winner, dict(score.games[0].counted)) == (1, {1: 40, 2: 20})
    assert sides_missing(match) == [2]  # side 1 has rung it


def test_bell_rung_twice_is_rung_once(match: Match) -> None:
    phone, uuid = phone_at(match), uuid4()
    play(match, "sheet,s1,1,7,led")
    start_clock(match.round, minutes=0)
    assert [ring(phone, match, uuid=uuid).status_code for _ in range(2)] == [200, 200]
    assert match.outcomes.count() == 1


@pytest.mark.parametrize("minutes", [None, 5])
def test_before_the_time_nothing_ends(match: Match, minutes: int | None) -> None:
    phone = phone_at(match)
    play(match, "sheet,s1,1,7,led")
    if minutes:
        start_clock(match.round, minutes=0)
        give_minutes(match, minutes=minutes)
    answer = ring(phone, match)
    assert (answer.status_code, answer.json()["code"]) == (409, "time_left")


def test_level_at_the_bell_is_a_draw_or_goes_on(match: Match) -> None:
    phone = phone_at(match)
    play(match, "sheet,s1,1,7,led")
    play(match, "sheet,s1,2,7,led")
    start_clock(match.round, minutes=0)
    stage = match.round.stage
    for equal, code in ((TimeUpEqual.ONE_MORE_DEAL, "level_at_bell"), (TimeUpEqual.DRAW, "")):
        stage.stored_profile = plain_profile(stage, equal)
        stage.save()
        answer = ring(phone, match)
        assert answer.json().get("code", "") == code
    match.refresh_from_db()
    assert {result.value for result in derive_score(match).results.values()} == {"draw"}


def plain_profile(stage: Stage, equal: TimeUpEqual) -> Any:
    return stage.stored_profile | {"time": {"equal": equal.value}}


def test_deal_that_came_between_is_looked_at_first(match: Match) -> None:
    phone = phone_at(match)
    start_clock(match.round, minutes=0)
    play(match, "sheet,s1,1,7,led")
    answer = ring(phone, match, after=None)
    assert (answer.status_code, answer.json()["code"]) == (409, "overtaken")


def test_two_phones_ring_one_bell_and_no_game_ends_that_has_no_deal() -> None:
    match = at_table(make_stage(preset="tokyo_meijin"))
    one, other = phone_at(match, seat=1), phone_at(match, seat=2)
    last = play(match, "sheet,s1,1,7,led").uuid
    start_clock(match.round, minutes=0)
    assert ring(one, match, after=last).status_code == 200
    assert ring(other, match, after=last).json()["code"] == "nothing_at_bell"
    assert ring(one, match).json()["code"] == "nothing_at_bell"
    match.refresh_from_db()
    assert [dict(game.raw) for game in derive_score(match).games] == [{1: 40, 2: 0}]


def test_deal_that_was_under_way_at_the_bell_is_kept_and_the_desk_decides(match: Match) -> None:
    one, other = phone_at(match, seat=1), phone_at(match, seat=2)
    last = play(match, "sheet,s1,1,7,led").uuid
    start_clock(match.round, minutes=0)
    ring(one, match)
    answer = other.send(match, after=last, record="sheet,s1,2,6,led")
    assert (answer.status_code, answer.json()["code"]) == (409, "act_conflict")
    match.refresh_from_db()
    assert match.state == "disputed"


@pytest.mark.parametrize(("act", "record"), [("deal", "sheet,s1,2,6,led"), ("retract", "")])
def test_what_the_bell_has_ended_no_phone_changes(match: Match, act: str, record: str) -> None:
    phone = phone_at(match)
    play(match, "sheet,s1,1,7,led")
    start_clock(match.round, minutes=0)
    ring(phone, match)
    answer = phone.send(match, act, record=record)
    assert (answer.status_code, answer.json()["code"]) == (409, "ended_at_bell")


def test_disputed_table_is_the_desks(match: Match) -> None:
    one, other = phone_at(match, seat=1), phone_at(match, seat=2)
    one.send(match, after=None, record="sheet,s1,1,7,led")
    other.send(match, after=None, record="sheet,s1,2,6,led")
    start_clock(match.round, minutes=0)
    assert ring(one, match).json()["code"] == "nothing_at_bell"
