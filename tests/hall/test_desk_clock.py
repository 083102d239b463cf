"""The clock of the hall: started, stopped and prolonged at the desk, read by everybody."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from scoring.services.rounds import close_round_without
from tests.desk import desk_client, sent_again, words
from tests.events import make_match, make_stage
from tests.phones import phone_at
from tournaments.models import Match

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 9, 13, 3, tzinfo=UTC)  # 12:00 in Japan


@pytest.fixture
def client() -> Client:
    return desk_client()


@pytest.fixture
def match() -> Match:
    return make_match(preset="shop_teams")


def page(match: Match) -> str:
    return reverse("desk-clock", args=[match.tournament.slug])


def press(client: Client, match: Match, act: str, **typed: object) -> str:
    answer = client.post(page(match), {"act": act, "round": str(match.round.uuid), **typed}, follow=True)
    assert answer.status_code == 200, words(answer)
    return words(answer)


def public(match: Match) -> str:
    return words(Client().get(f"/en/events/{match.tournament.slug}/"))


def left(match: Match) -> timedelta:
    """What a phone at the table shows."""
    clock = (
        phone_at(match)
        .client.get(f"/api/v1/matches/{match.code}/table", headers={"x-banzuke-table": "1"})
        .json()["clock"]
    )
    return timedelta(seconds=clock["left"])


def test_it_starts_with_the_limit_of_the_rules(client: Client, match: Match) -> None:
    offered = sent_again(client.get(page(match)), "start")
    assert offered["minutes"] == "25"
    with time_machine.travel(NOON, tick=False):
        press(client, match, "start", minutes=25)
        assert "until 12:25" in words(client.get(page(match)))
        assert "until 12:25" in public(match)
        hall = client.get(reverse("desk-event", args=[match.tournament.slug]))
        assert "until 12:25" in words(hall)
        assert left(match) == timedelta(minutes=25)


def test_the_usual_minutes_are_one_press(client: Client, match: Match) -> None:
    shown = words(client.get(page(match)))
    assert all(f"{minutes} minutes" in shown for minutes in (40, 50, 60))
    with time_machine.travel(NOON, tick=False):
        press(client, match, "start", minutes=40)
        assert "until 12:40" in public(match)


def test_while_it_stands_still_nothing_is_lost(client: Client, match: Match) -> None:
    with time_machine.travel(NOON, tick=False) as time:
        press(client, match, "start", minutes=25)
        time.shift(timedelta(minutes=5))
        press(client, match, "pause")
        time.shift(timedelta(minutes=30))
        assert "The clock stands still" in public(match)
        assert left(match) == timedelta(minutes=20)
        press(client, match, "resume")
        assert "until 12:55" in public(match)


def test_everybody_gets_minutes_more_or_fewer_and_one_table_its_own(client: Client, match: Match) -> None:
    with time_machine.travel(NOON, tick=False):
        press(client, match, "start", minutes=25)
        press(client, match, "prolong", minutes=5)
        press(client, match, "prolong", minutes=-2)
        assert "until 12:28" in public(match)
        table = reverse("desk-match", args=[match.code])
        given = client.post(table, {"act": "minutes", "minutes": 4}, follow=True)
        assert "4 minutes on top of the clock" in words(given)
        assert left(match) == timedelta(minutes=32)
        assert "until 12:28" in public(match)


def test_what_is_no_number_of_minutes_is_told(client: Client, match: Match) -> None:
    for act, minutes in (("start", "0"), ("start", ""), ("start", "601"), ("prolong", "x")):
        typed = {"act": act, "round": str(match.round.uuid), "minutes": minutes}
        assert client.post(page(match), typed).status_code == 422


def test_a_clock_that_was_never_started_cannot_be_stopped(client: Client, match: Match) -> None:
    refused = client.post(page(match), {"act": "pause", "round": str(match.round.uuid)})
    assert refused.status_code == 409


def test_between_rounds_there_is_no_clock(client: Client, match: Match) -> None:
    press(client, match, "start", minutes=25)
    close_round_without(match.round, reason="火事")
    assert "No round is in play" in words(client.get(page(match)))
    assert "until" not in public(match)


def test_no_event_no_clock(client: Client) -> None:
    stage = make_stage()
    assert "No round is in play" in words(client.get(reverse("desk-clock", args=[stage.tournament.slug])))


def clock_api(client: Any, match: Match, **body: object) -> Any:
    address = f"/api/v1/events/{match.tournament.slug}/clock"
    return client.put(address, body, content_type="application/json")


def test_programs_set_the_clock_too(client: Client, match: Match) -> None:
    with time_machine.travel(NOON, tick=False):
        answer = clock_api(client, match, action="start", minutes=25)
        assert (answer.status_code, answer.json()["left"]) == (200, 25 * 60)
        assert clock_api(client, match, action="prolong", minutes=-5).json()["left"] == 20 * 60
        assert clock_api(client, match, action="pause").json()["is_paused"] is True
        assert clock_api(client, match, action="resume").json()["ends_at"] == "2026-09-13T03:20:00Z"
        assert clock_api(client, match, action="start").json()["code"] == "invalid_input"
        assert clock_api(client, match, action="stop").status_code == 400
    assert clock_api(Client(), match, action="pause").status_code == 401
    assert clock_api(desk_client("taro", admin=False), match, action="pause").status_code == 403
