"""A meeting at the desk: who waits, one press for the next tables, people come and go."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from tests.desk import desk_client, words
from tests.events import make_member, make_stage
from tests.scoring.services.test_free import end, meeting
from tournaments.enums import Format
from tournaments.models import Attendance, Match, Round, Stage, Tournament
from tournaments.services.entries import enter_person
from tournaments.services.reception import mark_present

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def page(stage: Stage) -> str:
    return reverse("desk-free", args=[stage.tournament.slug])


def press(client: Client, stage: Stage, act: str, **fields: object) -> Any:
    return client.post(page(stage), {"act": act, **fields}, follow=True)


def test_the_hall_leads_to_the_meeting_and_play_opens(client: Client) -> None:
    stage = make_stage(format=Format.FREE, preset="monthly_meeting")
    hall = client.get(reverse("desk-event", args=[stage.tournament.slug]))
    assert page(stage) in hall.content.decode()
    assert "Close reception" not in words(hall)
    assert "Play is open" in words(press(client, stage, "open_play"))
    assert Round.objects.get().state == "published"


def test_a_meeting_has_its_own_door_and_no_rounds(client: Client) -> None:
    stage = meeting(4)
    hall = client.get(reverse("desk-event", args=[stage.tournament.slug]))
    assert reverse("desk-draw", args=[stage.tournament.slug]) not in hall.content.decode()
    assert page(stage) in hall.content.decode()
    assert "Round 1" not in words(hall)
    wishes = reverse("desk-wishes", args=[stage.tournament.slug])
    assert wishes in client.get(page(stage)).content.decode()
    assert page(stage) in client.get(wishes).content.decode()


@pytest.mark.parametrize("begun", [False, True])
def test_its_reception_stays_open_and_leads_to_it(client: Client, begun: bool) -> None:
    stage = meeting(4) if begun else make_stage(format=Format.FREE, preset="monthly_meeting")
    reception = client.get(reverse("desk-reception", args=[stage.tournament.slug]))
    assert "▶ reception open" in words(reception)
    assert "Close reception" not in words(reception)
    assert page(stage) in reception.content.decode()


def test_one_press_forms_the_next_tables(client: Client) -> None:
    stage = meeting(9, tables=2)
    shown = words(client.get(page(stage)))
    assert "9 wait , 2 tables are free" in shown
    assert "Tables 1, 2 may begin." in words(press(client, stage, "form_tables"))
    assert Match.objects.count() == 2
    again = client.post(page(stage), {"act": "form_tables"})
    assert again.status_code == 409
    assert "Every table is taken." in words(again)


def test_who_waits_is_listed_with_games_and_minutes(client: Client) -> None:
    stage = meeting(5)
    press(client, stage, "form_tables")
    end(Match.objects.get(), minute=10)
    rows = client.get(page(stage)).context["line"]
    assert [row.games for row in rows] == [0, 1, 1, 1, 1]
    assert rows[0].name.number == 5


def test_people_go_home_and_come_back(client: Client) -> None:
    stage = meeting(4)
    leaving = Attendance.objects.order_by("arrived_at").first()
    assert leaving
    press(client, stage, "present", person=leaving.uuid)
    shown = client.get(page(stage))
    assert len(shown.context["line"]) == 3
    assert "1 person is not here" in words(shown)
    press(client, stage, "present", person=leaving.uuid, present="on")
    assert len(client.get(page(stage)).context["line"]) == 4


def test_somebody_comes_in_the_middle_of_the_evening(client: Client) -> None:
    stage = meeting(3)
    person = make_member("遅刻")
    enter_person(stage.division, person=person)
    mark_present(stage.tournament, person=person)
    press(client, stage, "form_tables")
    assert Match.objects.get().seats.filter(person=person).exists()


def test_the_number_of_a_table_leads_to_the_match_that_is_played_there(client: Client) -> None:
    stage = meeting(4, tables=1)
    press(client, stage, "form_tables")
    end(Match.objects.get(), minute=20)
    press(client, stage, "form_tables")
    asked = reverse("desk-table", args=[stage.tournament.slug])
    answer = client.get(asked, {"table": 1})
    assert answer.headers["Location"] == reverse("desk-match", args=[Match.objects.get(number=2).code])


def test_the_evening_ends_and_the_places_are_awarded(client: Client) -> None:
    stage = meeting(4)
    press(client, stage, "form_tables")
    end(Match.objects.get(), minute=20)
    ended = words(press(client, stage, "end_evening", round=Round.objects.get().uuid))
    assert "The evening is over." in ended
    assert "Round 1" not in ended
    hall = reverse("desk-event", args=[stage.tournament.slug])
    assert "Close the event" in words(client.get(hall))
    client.post(hall, {"act": "close_event"})
    assert Tournament.objects.get().state == "closed"
    assert "Next tables" not in words(client.get(page(stage)))
    english = reverse("event", args=[stage.tournament.slug]).replace("/ja/", "/en/")
    assert "By name" not in words(Client().get(english))  # nobody has to go anywhere any more


def test_the_public_sees_the_tables_and_the_ranking(client: Client) -> None:
    stage = meeting(8)
    press(client, stage, "form_tables")
    end(Match.objects.get(number=1), minute=20)
    with override("en"):
        draw = Client().get(reverse("event", args=[stage.tournament.slug]))
        table = Client().get(reverse("standings", args=[stage.tournament.slug]))
        crossed = Client().get(reverse("cross-table", args=[stage.tournament.slug]))
    assert len(draw.context["cards"]) == 2
    assert len(draw.context["places"]) == 4
    assert table.status_code == crossed.status_code == 200


def test_no_other_format_has_this_page(client: Client) -> None:
    assert client.get(page(make_stage())).status_code == 404


def test_queries_do_not_grow_with_the_people(client: Client) -> None:
    def queries(people: int) -> int:
        stage = meeting(people)
        press(client, stage, "form_tables")
        with CaptureQueriesContext(
            connection,
        ) as counted:
            client.get(page(stage))
        return len(counted)

    assert queries(6) == queries(22)
