"""What a phone at a table reaches and what not, and what whoever guesses is told: through the doors."""

import re
from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from ledger.models import Act
from scoring.models import Deal
from scoring.services.rounds import close_round
from tests.access_world import World
from tests.events import make_match, make_pair, make_stage, play_out, seen, start_round
from tests.phones import TablePhone, phone_at, slip_of
from tests.roles_table import Door, doors
from tests.whole_events import finish
from tournaments.api.phone_cookie import HEADER, cookie_name
from tournaments.models import Match, TableLink
from tournaments.selectors.phones import people_of_side
from tournaments.services.side_codes import issue_codes
from tournaments.services.table_links import revoke_link, unlock_link

pytestmark = pytest.mark.django_db

DEAL = "sheet,s1,1,7,doubled"
UNKNOWN = "a" * 32


@pytest.fixture
def match() -> Match:
    return make_match()


def hall(tables: int) -> list[Match]:
    """So many tables, the round published."""
    stage = make_stage()
    for _ in range(2 * tables):
        make_pair(stage)
    return list(start_round(stage).matches.order_by("table"))


def wrong(digits: str) -> str:
    return "".join(str((int(digit) + 5) % 10) for digit in digits)


def type_pin(token: str, pin: str, client: Client | None = None) -> Any:
    return (client or Client()).post(reverse("table-link", args=[token]), {"pin": pin})


def read(phone: TablePhone, match: Match) -> Any:
    return phone.client.get(f"/api/v1/matches/{match.code}/table", headers={HEADER: "1"})


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def expire_links() -> None:
    TableLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


# Coming in


def test_the_key_is_in_a_cookie_that_no_script_reads_and_the_token_leaves_the_address(match: Match) -> None:
    slip = slip_of(match)
    answer = type_pin(slip.token, slip.pin)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/table/{match.code}/")
    cookie = answer.cookies[cookie_name(match.tournament)]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Strict")
    assert bool(cookie["secure"]) is settings.HTTPS
    assert slip.token not in cookie.value


def page_and_cost(answer_of: Any, token: str) -> tuple[int, str, int]:
    """The status, the page without what is drawn for each answer, and how much the database was asked."""
    with CaptureQueriesContext(connection) as queries:
        answer = answer_of(token)
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return answer.status_code, page.replace(token, "TOKEN"), len(queries)


def test_an_unknown_link_is_answered_to_the_byte_like_a_wrong_pin(match: Match) -> None:
    slip = slip_of(match)
    statuses = []
    for _ in range(7):
        real, invented = (
            page_and_cost(lambda token: type_pin(token, wrong(slip.pin)), token)
            for token in (slip.token, UNKNOWN)
        )
        assert real == invented
        statuses.append(real[0])
    assert statuses == [403] * 5 + [429] * 2


def test_an_unknown_link_asks_for_a_pin_like_any_other(match: Match) -> None:
    def opened(token: str) -> Any:
        return Client().get(reverse("table-link", args=[token]))

    assert page_and_cost(opened, slip_of(match).token) == page_and_cost(opened, UNKNOWN)


def test_after_five_wrong_pins_the_right_one_is_refused_until_the_desk_unlocks(match: Match) -> None:
    slip = slip_of(match)
    for _ in range(5):
        type_pin(slip.token, wrong(slip.pin))
    answer = type_pin(slip.token, slip.pin)
    assert answer.status_code == 429
    assert cookie_name(match.tournament) not in answer.cookies
    unlock_link(slip.link)
    assert type_pin(slip.token, slip.pin).status_code == 302


# Only this table in this round


def match_doors() -> list[Door]:
    """Every address of one match but those that the public reads."""
    return [
        door
        for door in doors()
        if "code>" in door.address
        and not door.address.startswith("/<language>/")
        and door.address != "/api/v1/matches/<slug:code>"
    ]


def test_a_phone_of_one_table_neither_reads_nor_writes_another_by_any_address() -> None:
    world = World()
    phone, there = phone_at(world.other, seat=1), Act.objects.count()
    names = {seat.person.name for seat in world.match.seats.select_related("person")}
    assert len(match_doors()) > 25
    for door in match_doors():
        answer = world.ask(phone.client, door, is_phone=True)
        refused = answer.status_code in (401, 403) or "/sign-in/" in answer.headers.get("Location", "")
        assert refused, door
        assert not [name for name in names if name in answer.content.decode()], door
    deal = {"game": 1, "after": seen(world.match), "record": DEAL}
    for path, body in ((f"deals/{uuid4()}", deal), (f"acts/{uuid4()}", {"act": "deal", **deal})):
        assert told(phone.put(world.match, path, body)) == (403, "not_allowed")
    assert Act.objects.count() == there


def test_small_letters_of_the_code_are_no_way_round() -> None:
    five, six = hall(2)
    phone = phone_at(five)
    answer = phone.client.get(f"/api/v1/matches/{six.code.lower()}/table", headers={HEADER: "1"})
    assert told(answer) == (403, "not_allowed")


def test_the_link_of_one_round_says_nothing_about_the_same_table_in_the_next() -> None:
    stage = make_stage()
    for _ in range(4):
        make_pair(stage)
    first = start_round(stage)
    phone = phone_at(first.matches.get(table=1))
    for played in first.matches.all():
        finish(played, Random(1))
    close_round(first)
    second = start_round(stage).matches.get(table=1)
    assert told(read(phone, second)) == (403, "not_allowed")
    assert told(phone.send(second, record=DEAL)) == (403, "not_allowed")
    assert phone.open(second).status_code == 403
    assert not Deal.objects.filter(game__match=second).exists()


def test_a_phone_of_one_event_is_nobody_at_another(match: Match) -> None:
    other = make_match()
    phone = phone_at(match)
    assert told(read(phone, other)) == (403, "not_allowed")
    key = phone.client.cookies[cookie_name(match.tournament)].value
    phone.client.cookies[cookie_name(other.tournament)] = key
    assert told(read(phone, other)) == (403, "not_allowed")


def test_a_guessed_key_is_refused(match: Match) -> None:
    phone = TablePhone()
    phone.client.cookies[cookie_name(match.tournament)] = "a" * 43
    assert told(read(phone, match)) == (403, "not_allowed")


def test_another_site_can_neither_read_nor_write_with_the_cookie(match: Match) -> None:
    phone = phone_at(match)
    address = f"/api/v1/matches/{match.code}/table"
    assert told(phone.client.get(address)) == (401, "not_signed_in")
    for origin in ({}, {"origin": "http://elsewhere.example"}):
        body = {"act": "deal", "game": 1, "after": None, "record": DEAL}
        answer = phone.client.put(
            f"/api/v1/matches/{match.code}/acts/{uuid4()}",
            body,
            content_type="application/json",
            headers={HEADER: "1", **origin},
        )
        assert told(answer) == (403, "csrf_failed")
    assert not Deal.objects.exists()


def test_a_phone_that_is_not_at_the_table_is_sent_to_its_slip(match: Match) -> None:
    """It has neither an account to sign in with nor a header to mend."""
    nobody, guessing, inside = TablePhone(), TablePhone(), phone_at(match)
    guessing.client.cookies[cookie_name(match.tournament)] = "a" * 43
    elsewhere = inside.client.put(
        f"/api/v1/matches/{match.code}/table/seat",
        {"seat": 1},
        content_type="application/json",
        headers={HEADER: "1", "origin": "http://elsewhere.example"},
    )
    for answer in (read(nobody, match), nobody.send(match, record=DEAL), read(guessing, match), elsewhere):
        message = answer.json()["message"]
        assert "Scan the code on the slip" in message
        assert "ask the desk" in message
        assert not re.search("sign|account|header|token|admin", message, re.IGNORECASE)


# A link that is out


def test_behind_an_expired_link_nothing_is_read_and_what_was_typed_is_kept(match: Match) -> None:
    phone = phone_at(match, seat=1)
    expire_links()
    assert told(read(phone, match)) == (403, "link_expired")
    for _ in range(2):  # sent again it is answered again
        uuid = uuid4()
        for _ in range(2):
            assert told(phone.send(match, uuid=uuid, record=DEAL)) == (202, "delivered_late")
    assert not Deal.objects.exists()
    late = Act.objects.filter(subject=match.uuid, kind="late").select_related("payload")
    assert [act.payload.content["record"] for act in late] == [DEAL] * 2


def test_behind_a_revoked_link_there_is_nothing_any_more(match: Match) -> None:
    phone = phone_at(match, seat=1)
    revoke_link(slip_of(match).link)
    assert told(read(phone, match)) == (410, "link_revoked")
    assert told(phone.send(match, record=DEAL)) == (410, "link_revoked")
    assert phone.open(match).status_code == 410
    assert not Act.objects.filter(subject=match.uuid, kind__in=["deal", "late"]).exists()


# Codes of the sides


@pytest.fixture
def finished(match: Match) -> Match:
    """Played to its end by the desk: both sides have to confirm."""
    play_out(match, winner=1)
    return match


@pytest.fixture
def codes(match: Match) -> dict[int, str]:
    people = [people_of_side(match, side)[0] for side in (1, 2)]
    return dict(enumerate(issue_codes(match.tournament, people).values(), 1))


def confirm(phone: TablePhone, match: Match, side: int, code: str) -> Any:
    return phone.send(match, "confirm", side=side, code=code)


def test_five_wrong_codes_on_one_phone_lock_it_until_the_desk_unlocks(
    finished: Match, codes: dict[int, str]
) -> None:
    phone = phone_at(finished)
    answers = [confirm(phone, finished, 2, wrong(codes[2])) for _ in range(5)]
    assert [told(answer) for answer in answers] == [(403, "code_wrong")] * 4 + [(429, "codes_locked")]
    assert [answer.json()["params"]["left"] for answer in answers[:4]] == [4, 3, 2, 1]
    assert told(confirm(phone, finished, 2, codes[2])) == (429, "codes_locked")
    unlock_link(slip_of(finished).link)
    assert confirm(phone, finished, 2, codes[2]).json()["missing"] == [1]


def test_twenty_wrong_codes_at_one_match_lock_a_phone_that_has_typed_none(
    finished: Match, codes: dict[int, str]
) -> None:
    for _ in range(5):
        phone = phone_at(finished)
        for _ in range(4):
            confirm(phone, finished, 2, wrong(codes[2]))
    assert told(confirm(phone_at(finished), finished, 2, codes[2])) == (429, "codes_locked")


def test_whoever_entered_does_not_confirm_by_their_own_code_for_the_others(
    match: Match, codes: dict[int, str]
) -> None:
    phone = phone_at(match, seat=1)
    for _ in range(2):
        phone.send(match, record=DEAL)
    answer = confirm(phone, match, 2, codes[1])
    assert told(answer) == (403, "code_wrong")
    assert confirm(phone, match, 1, codes[1]).json()["match_state"] == "to_confirm"
    done = confirm(phone, match, 2, codes[2]).json()
    assert (done["match_state"], done["missing"]) == ("confirmed", [])


def test_the_code_of_somebody_at_another_table_confirms_nothing() -> None:
    here, there = hall(2)
    play_out(here, winner=1)
    elsewhere = people_of_side(there, 2)[0]
    code = issue_codes(there.tournament, [elsewhere])[elsewhere]
    assert told(confirm(phone_at(here), here, 2, code)) == (403, "code_wrong")
