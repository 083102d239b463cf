"""The page on which a full record is tapped, its downloads, and what is shown of masked records."""

import json
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Deal
from scoring.services.deals import correct_deal, record_deal, retract_deal
from scoring.services.free import form_tables
from tests.desk import desk_client, words
from tests.events import make_match, play, play_out, seen
from tests.hall.test_match_file import enter
from tests.phones import TablePhone, phone_at
from tests.scoring.services.test_free import meeting
from tournaments.domain.settings import Remainder
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match()


def held(page: Any, name: str) -> Any:
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page.content.decode())
    assert found
    return json.loads(found[1])


def test_the_phone_at_the_table_opens_it_and_no_other(match: Match) -> None:
    address = reverse("table-record", args=[match.code])
    page = phone_at(match).client.get(address)
    assert page.status_code == 200
    # Ten pawns, four each of four kinds, two bishops, two rooks, two kings (G-1), on four seats.
    assert held(page, "set") == {"inventory": "11111111112222333344445555667789", "seats": [1, 2, 3, 4]}
    assert TablePhone().client.get(address).status_code == 403


def test_three_seats_have_thirty_tiles() -> None:
    (match,) = form_tables(meeting(3, remainder=Remainder.THREE_SEATS))
    page = desk_client().get(reverse("desk-record", args=[match.code]))
    assert held(page, "set") == {"inventory": "111111112222333344445555667789", "seats": [1, 2, 3]}


def test_the_desk_opens_it_where_it_may_key(match: Match) -> None:
    address = reverse("desk-record", args=[match.code])
    page = desk_client().get(address)
    assert page.status_code == 200
    assert 'data-desk="' in page.content.decode()
    assert desk_client("nobody", admin=False).get(address).status_code == 403


# Downloads


THREE_DEALS = (Path(__file__).parents[1] / "data" / "three-deals.yaml").read_bytes()
WHOLE = "11123456,12233455,11123448,11156779,s1,145,255,383,497,1p,2p,3p,467,1p,2p,3p,415,1p,2p,3p,411"


def downloaded(match: Match, form: str) -> str:
    answer = Client().get(reverse(f"match-record-{form}", args=[match.code]))
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="{match.code}.{form}"'
    return answer.content.decode()


def came_in(content: str) -> list[str]:
    """The records of another match into which this file was brought."""
    other = make_match()
    enter(desk_client(f"desk of {other.code}"), other, content.encode())
    deals = Deal.objects.filter(game__match=other).order_by("pk")
    return list(deals.values_list("normal_record", flat=True))


@pytest.mark.parametrize("form", ["txt", "yaml"])
def test_what_goes_out_as_a_file_comes_in_as_the_same_records(match: Match, form: str) -> None:
    enter(desk_client(), match, THREE_DEALS)
    records = list(Deal.objects.order_by("pk").values_list("normal_record", flat=True))
    assert records[0] == WHOLE
    assert came_in(downloaded(match, form)) == records


def test_deal_without_plays_is_told_and_not_made_up(match: Match) -> None:
    play(match, WHOLE)
    play(match, "sheet,s4,1,7,led")
    assert downloaded(match, "txt") == f"{WHOLE}\nsheet,s4,1,7,led\n"
    yaml = downloaded(match, "yaml")
    assert "sheet,s4,1,7,led" in yaml.splitlines()[0]
    assert yaml.startswith("#")
    assert came_in(yaml) == [WHOLE]


def test_next_game_begins_after_a_blank_line() -> None:
    match = make_match(preset="tokyo_meijin")
    play_out(match, winner=1, game=1)
    play(match, "sheet,s2,2,6,led", game=2)
    lines = downloaded(match, "txt").splitlines()
    assert lines == ["sheet,s1,1,7,doubled", "sheet,s1,1,7,doubled", "", "sheet,s2,2,6,led"]


def test_a_deal_taken_back_is_in_no_file(match: Match) -> None:
    play(match, WHOLE)
    retract_deal(match, uuid=uuid4(), after=seen(match))
    for form in ("txt", "yaml"):
        assert Client().get(reverse(f"match-record-{form}", args=[match.code])).status_code == 404


def test_hidden_results_are_for_the_desk_alone(match: Match) -> None:
    play(match, WHOLE)
    type(match.tournament).objects.update(standings_are_public=False)
    assert Client().get(reverse("match-record-txt", args=[match.code])).status_code == 404
    assert "match-record" not in Client().get(reverse("match", args=[match.code])).content.decode()
    assert WHOLE in desk_client().get(reverse("desk-record-txt", args=[match.code])).content.decode()


def test_masked_record_is_shown_beside_its_deal_also_after_a_correction(match: Match) -> None:
    masked = "11123456,xxxxxxxx,xxxxxxxx,xxxxxxxx,s1,145"
    deal = record_deal(match, uuid=uuid4(), after=None, record="sheet,s1,4,1,doubled", masked=masked)
    desk = desk_client()
    assert masked in words(Client().get(reverse("match", args=[match.code])))
    assert masked in words(desk.get(reverse("desk-match", args=[match.code])))
    correct_deal(deal, record="sheet,s1,4,1,led", reason="slip", by=None)
    assert masked in words(desk.get(reverse("desk-match", args=[match.code])))
    assert masked not in downloaded(match, "txt")
