"""T45, T47, T48, T49: the same press twice, two referees on one table, two sides that differ."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Deal, MatchResult
from tests.desk import desk_client, sent_again, words
from tests.events import make_match, make_pair, make_stage
from tests.phones import HERE, phone_at
from tournaments.api.phone_cookie import HEADER
from tournaments.enums import MatchState
from tournaments.models import Match, Round
from tournaments.services.reception import close_reception

pytestmark = pytest.mark.django_db
FORTY = {"dealer": "1", "seat": "1", "tile": "6", "how": "led"}  # a bishop: 40 points
TWENTY = {"dealer": "1", "seat": "2", "tile": "2", "how": "led"}  # a lance: 20 points


@pytest.fixture
def match() -> Match:
    return make_match()


def page(match: Match) -> str:
    return reverse("desk-match", args=[match.code])


def shown_values(answer: Any) -> list[str]:
    """The last tiles of the two values, side by side."""
    both = answer.content.decode().split('class="both"')[1].split("</section>")[0]
    return re.findall(r'<svg class="tile[^>]*aria-label="([^"]+)"', both)


def totals(match: Match) -> list[int] | None:
    result = MatchResult.objects.filter(match=match).first()
    game = result.match_score.games[0] if result and result.match_score else None
    return [game.raw[1], game.raw[2]] if game else None


def test_t45_drawing_pressed_twice_is_one_round() -> None:
    stage = make_stage()
    for _ in range(4):
        make_pair(stage)
    close_reception(stage.division)
    draw = reverse("desk-draw", args=[stage.tournament.slug])
    for desk in (desk_client("one"), desk_client("two")):
        assert desk.post(draw, {"act": "draw"}, follow=True).status_code == 200
    assert Round.objects.count() == 1
    assert Match.objects.count() == 2


def test_t47_the_second_referee_sees_both_values_and_overwrites_nothing(match: Match) -> None:
    first, second = desk_client("one"), desk_client("two")
    forms = [sent_again(desk.get(page(match)), "deal") for desk in (first, second)]
    assert first.post(page(match), forms[0] | FORTY).status_code == 302
    answer = second.post(page(match), forms[1] | TWENTY)
    assert answer.status_code == 409
    assert shown_values(answer) == ["角 bishop", "香 lance"]
    assert [deal.state for deal in Deal.objects.order_by("pk")] == ["current", "held"]
    match.refresh_from_db()
    assert match.state == MatchState.DISPUTED.value
    hall = words(first.get(reverse("desk-event", args=[match.tournament.slug])))
    assert "! needs checking 1" in hall


def test_t47_two_referees_who_say_the_same_agree(match: Match) -> None:
    first, second = desk_client("one"), desk_client("two")
    forms = [sent_again(desk.get(page(match)), "deal") for desk in (first, second)]
    for desk, form in zip((first, second), forms, strict=True):
        assert desk.post(page(match), form | FORTY).status_code == 302
    assert Deal.objects.count() == 1
    assert totals(match) == [40, 0]


def test_t48_a_double_tap_at_the_desk_is_one_deal(match: Match) -> None:
    desk = desk_client()
    form = sent_again(desk.get(page(match)), "deal") | FORTY
    assert [desk.post(page(match), form).status_code for _ in range(2)] == [302, 302]
    assert Deal.objects.count() == 1


def test_t48_a_retry_of_a_phone_is_answered_the_same(match: Match) -> None:
    phone, uuid = phone_at(match, seat=1), uuid4()
    record = "sheet,s1,1,6,led"
    answers = [phone.send(match, record=record, uuid=uuid, after=None) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert Deal.objects.count() == 1
    assert totals(match) == [40, 0]


def test_t49_two_sides_that_differ_make_the_table_disputed_and_the_desk_resolves(match: Match) -> None:
    one, two, desk = phone_at(match, seat=1), phone_at(match, seat=2), desk_client()
    assert one.send(match, record="sheet,s1,1,6,led", after=None).status_code == 200
    differs = two.send(match, record="sheet,s1,2,2,led", after=None)
    assert (differs.status_code, differs.json()["code"]) == (409, "act_conflict")
    assert differs.json()["params"]["existing"]["record"] == "sheet,s1,1,6,led"
    assert differs.json()["params"]["held"]["record"] == "sheet,s1,2,2,led"
    public = Client(headers={"accept-language": "en"}).get(f"/en/matches/{match.code}/")
    assert "Needs checking" in words(public)
    assert "40" not in words(public).split("Needs checking")[1].split("Every figure")[0]
    shown = desk.get(page(match))
    assert shown_values(shown) == ["角 bishop", "香 lance"]
    held = Deal.objects.get(state="held")
    desk.post(page(match), {"act": "resolve", "held": str(held.uuid)})
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING.value
    assert totals(match) == [0, 20]


def test_t49_a_phone_that_came_to_no_table_reports_nothing(match: Match) -> None:
    there = make_match()
    stranger: Any = phone_at(there)
    answer = stranger.client.put(
        f"/api/v1/matches/{match.code}/acts/{uuid4()}",
        json.dumps({"act": "deal", "game": 1, "after": None, "record": "sheet,s1,1,6,led"}),
        content_type="application/json",
        headers={HEADER: "1", "origin": HERE},
    )
    assert answer.status_code in (401, 403)
    assert stranger.open(match).status_code == 403
    assert Deal.objects.count() == 0
