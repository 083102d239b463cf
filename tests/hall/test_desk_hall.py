"""The hall at a glance, the next step from reception to the end, the draw and its exceptions."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from ledger.models import OutboxItem
from scoring.selectors.desk import Step
from scoring.services.results import confirm_match
from tests.desk import desk_client, words
from tests.events import make_match, make_pair, make_stage, play, play_out, start_round
from tests.factories import mayors_cup
from tournaments.models import Match, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def hall(stage: Stage) -> str:
    return reverse("desk-event", args=[stage.tournament.slug])


def draw(stage: Stage) -> str:
    return reverse("desk-draw", args=[stage.tournament.slug])


def step(client: Client, stage: Stage) -> Step:
    return client.get(hall(stage)).context["step"].step  # type: ignore[no-any-return]


def field(pairs: int, **facts: Any) -> Stage:
    stage = make_stage(**facts)
    for _ in range(pairs):
        make_pair(stage)
    return stage


def test_one_bar_names_each_next_step_of_the_day(client: Client) -> None:
    stage = field(2, rounds_planned=1)
    assert step(client, stage) is Step.CLOSE_RECEPTION
    client.post(reverse("desk-reception", args=[stage.tournament.slug]), {"act": "close_reception"})
    assert step(client, stage) is Step.DRAW
    client.post(draw(stage), {"act": "draw"})
    assert step(client, stage) is Step.PUBLISH
    round = stage.rounds.get()
    client.post(draw(stage), {"act": "publish", "round": str(round.uuid)})
    assert step(client, stage) is Step.RESULTS
    match = round.matches.get()
    play_out(match, winner=1)
    confirm_match(match, by=None)
    assert step(client, stage) is Step.CLOSE_ROUND
    client.post(hall(stage), {"act": "close_round", "round": str(round.uuid)})
    assert step(client, stage) is Step.CLOSE_EVENT
    answer = client.post(hall(stage), {"act": "close_event"}, follow=True)
    assert step(client, stage) is Step.OVER
    assert "places are awarded" in words(answer)


def test_tables_stand_by_what_needs_a_hand(client: Client) -> None:
    stage = mayors_cup(pairs=10, closed=1)
    client.post(draw(stage), {"act": "draw"})
    round = stage.rounds.get(number=2)
    client.post(draw(stage), {"act": "publish", "round": str(round.uuid)})
    first, second, third, fourth, fifth = round.matches.order_by("table")
    play_out(first, winner=1)
    confirm_match(first, by=None)
    play(second, "sheet,s1,2,6,led")
    play_out(fourth, winner=2)
    Match.objects.filter(pk=fifth.pk).update(state="disputed")
    tables = client.get(hall(stage)).context["tables"]
    order = [fifth, fourth, second, third, first]
    assert [table.card.table for table in tables] == [match.table for match in order]


def test_an_unknown_table_is_told(client: Client) -> None:
    match = make_match()
    page = reverse("desk-table", args=[match.tournament.slug])
    assert "Nothing is played at table 9" in words(client.get(page, {"table": "9"}, follow=True))


def test_the_number_of_a_table_leads_to_its_slip(client: Client) -> None:
    match = make_match()
    page = reverse("desk-table", args=[match.tournament.slug])
    assert client.get(page, {"table": str(match.table)}).headers["Location"] == reverse(
        "desk-match", args=[match.code]
    )
    hall_again = reverse("desk-event", args=[match.tournament.slug])
    assert client.get(page, {"table": "99"}).headers["Location"] == hall_again


def test_each_gate_is_a_switch_of_its_own(client: Client) -> None:
    match = make_match()
    page = reverse("desk-event", args=[match.tournament.slug])
    client.post(page, {"act": "gate", "gate": "standings", "public": ""})
    match.tournament.refresh_from_db()
    tournament = Match.objects.get(pk=match.pk).tournament
    assert (tournament.draw_is_public, tournament.standings_are_public) == (True, False)


def test_the_copy_is_late_until_the_last_publish_is_copied(client: Client) -> None:
    match = make_match()
    page = reverse("desk-event", args=[match.tournament.slug])
    assert (client.get(page).context["copy"].under_way, client.get(page).context["copy"].late) == (
        True,
        False,
    )
    OutboxItem.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    assert client.get(page).context["copy"].late
    OutboxItem.objects.update(done_at=timezone.now(), outcome="/media/usb/cup.zip")
    copy = client.get(page).context["copy"]
    assert (copy.late, copy.place) == (False, "/media/usb/cup.zip")


def test_a_failed_copy_says_why(client: Client) -> None:
    match = make_match()
    OutboxItem.objects.update(failure="The stick is full.")
    page = client.get(reverse("desk-event", args=[match.tournament.slug]))
    assert "The stick is full." in words(page)


def test_a_draft_says_for_each_table_why(client: Client) -> None:
    stage = mayors_cup(pairs=6, closed=1)
    page = client.post(draw(stage), {"act": "draw"}, follow=True)
    assert all(table.reasons for table in page.context["tables"])
    assert "have not met" in words(page)


def test_drawing_twice_is_one_draw_and_new_lots_are_another(client: Client) -> None:
    stage = mayors_cup(pairs=10, closed=1)
    for _press in range(2):
        client.post(draw(stage), {"act": "draw"})
    first = stage.rounds.get(number=2)
    client.post(draw(stage), {"act": "redraw", "round": str(first.uuid), "new_lots": "on"})
    second = stage.rounds.get(number=2)
    assert (first.seed, second.seed) == ("round-2/1", "round-2/2")


def test_publishing_a_draft_that_was_drawn_again_says_so(client: Client) -> None:
    stage = mayors_cup(pairs=6, closed=1)
    client.post(draw(stage), {"act": "draw"})
    old = stage.rounds.get(number=2)
    client.post(draw(stage), {"act": "redraw", "round": str(old.uuid)})
    answer = client.post(draw(stage), {"act": "publish", "round": str(old.uuid)})
    assert answer.status_code == 422
    assert "changed meanwhile" in words(answer)


def test_when_no_round_fits_each_exception_is_one_press(client: Client) -> None:
    stage = field(2, rounds_planned=2)
    client.post(reverse("desk-reception", args=[stage.tournament.slug]), {"act": "close_reception"})
    client.post(draw(stage), {"act": "draw"})
    round = stage.rounds.get()
    client.post(draw(stage), {"act": "publish", "round": str(round.uuid)})
    match = round.matches.get()
    play_out(match, winner=1)
    confirm_match(match, by=None)
    client.post(hall(stage), {"act": "close_round", "round": str(round.uuid)})
    refused = client.post(draw(stage), {"act": "draw"})
    assert refused.status_code == 409
    assert "Let them meet again" in words(refused)
    drawn = client.post(draw(stage), {"act": "draw", "relaxed": "rematch"}, follow=True)
    assert [table.warns for table in drawn.context["tables"]] == [True]


def test_a_larger_hall_asks_no_more(client: Client, django_assert_num_queries: Any) -> None:
    small = hall(mayors_cup(slug="small", pairs=4, running=True))
    large = hall(mayors_cup(slug="large", running=True))
    with CaptureQueriesContext(connection) as asked:
        client.get(small)
    with django_assert_num_queries(len(asked)):
        client.get(large)


@pytest.mark.parametrize("typed", ["²", "٣", "9" * 5000, "-1", "1e3", "\x00"])
def test_what_is_no_number_is_no_round_and_no_table(client: Client, typed: str) -> None:
    stage = mayors_cup(pairs=4, running=True)
    assert client.get(hall(stage), {"round": typed}).status_code == 404
    address = reverse("desk-table", args=[stage.tournament.slug])
    assert client.get(address, {"table": typed})["Location"] == hall(stage)


def test_a_copy_that_failed_is_made_by_one_press(client: Client) -> None:
    match = make_match()
    page = reverse("desk-event", args=[match.tournament.slug])
    assert "Make the copy now" not in words(client.get(page))
    OutboxItem.objects.update(failure="The stick is full.")
    assert "Make the copy now" in words(client.get(page))
    before = OutboxItem.objects.count()
    again = client.post(page, {"act": "copy"}, follow=True)
    assert OutboxItem.objects.count() == before + 1
    assert again.context["copy"].under_way


def test_matches_are_counted_where_they_are_more_than_tables(client: Client) -> None:
    stage = make_stage()
    Tournament.objects.update(tables=2)
    for _ in range(6):
        make_pair(stage)
    start_round(stage)
    shown = client.get(hall(stage))
    assert "3 matches" in words(shown)
    first = stage.rounds.get().matches.get(table=1)
    play_out(first, winner=1)
    confirm_match(first, by=None)  # the third match is called to its table
    opened = client.get(hall(stage)).context["open_cards"]
    assert [card.number for card in opened] == [3, 2]
