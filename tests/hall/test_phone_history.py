"""What phones did, told and undone at the desk: who confirmed, from which seat, and what came too late."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hall.act_words import lines_of
from scoring.selectors.confirmations import sides_missing
from scoring.selectors.match_history import match_acts
from scoring.selectors.undoable import last_undoable
from scoring.services.undo import undo_last
from tests.desk import desk_client, words
from tests.events import make_match, play, play_out
from tests.phones import phone_at
from tournaments.models import Match, TableLink
from tournaments.selectors.phones import people_of_side
from tournaments.services.side_codes import issue_codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match()


def code_of(match: Match, side: int) -> str:
    [person, *_others] = people_of_side(match, side)
    return issue_codes(match.tournament, [person])[person]


def undo(match: Match) -> None:
    last = last_undoable(match)
    assert last
    undo_last(match, act=last.act.uuid)


def test_phone_is_told_by_seat_and_table(match: Match) -> None:
    phone = phone_at(match, seat=3)
    assert phone.send(match, record="sheet,s1,3,6,led", after=None).status_code == 200
    line = lines_of(match_acts(match), match.tournament)[-1]
    assert (
        line.who in {"phone, seat 3 (川田), table 1", "スマートフォン、3番席 (川田)、1卓"}
        or "川田" in line.who
    )


def test_side_that_confirmed_on_a_phone_is_asked_again_after_undoing(match: Match) -> None:
    play_out(match, winner=1)
    phone = phone_at(match)
    for side in (1, 2):
        answer = phone.send(match, "confirm", side=side, code=code_of(match, side))
        assert answer.status_code == 200, answer.json()
    match.refresh_from_db()
    assert match.state == "confirmed"
    undo(match)
    assert (match.state, sides_missing(match)) == ("to_confirm", [2])
    undo(match)
    assert sides_missing(match) == [1, 2]
    undo(match)
    assert match.state == "playing"


def test_late_delivery_of_a_phone_is_told_with_what_it_said(match: Match) -> None:
    phone = phone_at(match, seat=2)
    TableLink.objects.update(expires_at=TableLink.objects.earliest("pk").expires_at - timedelta(days=400))
    assert phone.send(match, record="sheet,s1,2,5,led", after=None).status_code == 202
    page = words(desk_client().get(reverse("desk-match-history", args=[match.code])))
    assert "Delivered too late, kept and not counted – 海野 out with 金, 30 points" in page
    assert "seat 2 (海野)" in page


def test_history_asks_no_more_for_many_acts_than_for_few(match: Match) -> None:
    client, address = desk_client(), reverse("desk-history", args=[match.tournament.slug])

    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            client.get(address)
        return len(made)

    play(match, "sheet,s1,1,1,led")
    few = queries()
    for seat in (1, 2, 3, 4, 1, 2):
        play(match, f"sheet,s1,{seat},1,led")
    assert queries() == few
