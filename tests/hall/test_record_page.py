"""The page on which a full record is tapped, its downloads, and what is shown of masked records."""

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from scoring.services.free import form_tables
from tests.desk import desk_client
from tests.events import make_match
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
