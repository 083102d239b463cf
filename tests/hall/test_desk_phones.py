"""Links of the tables and personal cards at the desk: on the screen, on paper, made anew."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from ledger.models import Act
from tests.desk import desk_client, words
from tests.events import make_match, make_member, play_out
from tests.phones import TablePhone, phone_at, slip_of
from tournaments.models import EventKey, Match, SideCode, TableLink
from tournaments.selectors.phones import people_of_side
from tournaments.services.reception import mark_present
from tournaments.services.side_codes import issue_codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


@pytest.fixture
def match() -> Match:
    return make_match()


def page(match: Match, name: str = "links") -> str:
    return reverse(f"desk-{name}", args=[match.tournament.slug])


def press(client: Client, address: str, act: str, **typed: object) -> Any:
    answer = client.post(address, {"act": act, **typed}, follow=True)
    assert answer.status_code == 200, words(answer)
    return answer


# Links


def test_each_table_has_its_slip_with_number_picture_and_pin(client: Client, match: Match) -> None:
    slip = slip_of(match)
    answer = client.get(page(match))
    shown = words(answer)
    assert "Table 1" in shown
    assert f"{slip.pin[:3]} {slip.pin[3:]}" in shown
    assert "0 phones have come in" in shown
    assert answer.content.decode().count('class="qr"') == 1
    (on_page,) = answer.context["slips"]
    assert on_page.address == f"http://testserver/t/{slip.token}/"


def test_the_picture_leads_phones_to_the_network_of_the_hall(
    client: Client, match: Match, settings: Settings
) -> None:
    settings.LAN_ADDRESSES = ["192.168.7.20"]
    answer = client.get(page(match), headers={"host": "localhost:8000"})
    assert answer.context["slips"][0].address == f"http://192.168.7.20:8000/t/{slip_of(match).token}/"
    assert "has no network" not in words(answer)
    settings.LAN_ADDRESSES = []
    assert "This computer has no network." in words(client.get(page(match), headers={"host": "localhost"}))


def test_one_table_stands_large_on_the_screen(client: Client, match: Match) -> None:
    address = reverse("desk-table-link", args=[match.tournament.slug, 1])
    assert address in client.get(page(match)).content.decode()
    assert address in client.get(reverse("desk-match", args=[match.code])).content.decode()
    shown = words(client.get(address))
    assert slip_of(match).pin[:3] in shown
    assert client.get(reverse("desk-table-link", args=[match.tournament.slug, 9])).status_code == 404


def test_the_desk_sees_who_came_in_and_makes_a_new_link(client: Client, match: Match) -> None:
    phone, old = phone_at(match), slip_of(match)
    assert "1 phone has come in" in words(client.get(page(match)))
    press(client, page(match), "renew", link=str(old.link.uuid))
    new = slip_of(match)
    assert (new.token, new.pin) != (old.token, old.pin)
    assert phone.open(match).status_code == 410
    assert TablePhone().come_in(old).status_code == 410
    assert TablePhone().come_in(new).status_code == 302
    again = client.post(page(match), {"act": "renew", "link": str(old.link.uuid)})
    assert (again.status_code, "replaced meanwhile" in words(again)) == (422, True)


def test_a_locked_link_is_seen_and_unlocked(client: Client, match: Match) -> None:
    slip = slip_of(match)
    for _ in range(5):
        TablePhone().client.post(reverse("table-link", args=[slip.token]), {"pin": "no"})
    assert TablePhone().come_in(slip).status_code == 429
    assert "Locked: five wrong PINs" in words(client.get(page(match)))
    press(client, page(match), "unlock", link=str(slip.link.uuid))
    assert TablePhone().come_in(slip).status_code == 302


def test_codes_that_are_locked_at_a_table_are_seen_and_unlocked(client: Client, match: Match) -> None:
    play_out(match, winner=1)
    phone = phone_at(match, seat=1)
    right = issue_codes(match.tournament, people_of_side(match, 2)).values()
    wrong = next(code for code in ("0000", "0001", "0002") if code not in right)
    answers = [phone.send(match, "confirm", side=2, code=wrong).status_code for _ in range(5)]
    assert answers == [403, 403, 403, 403, 429]
    assert "Locked: too many wrong codes" in words(client.get(page(match)))
    press(client, page(match), "unlock", link=str(slip_of(match).link.uuid))
    assert "1 phone has come in" in words(client.get(page(match)))
    assert phone.send(match, "confirm", side=2, code=wrong).status_code == 403


def test_links_that_a_copy_without_its_word_lacks_are_made_anew(client: Client, match: Match) -> None:
    TableLink.objects.all().delete()
    EventKey.objects.all().delete()
    assert "No phone can come in at these tables: 1" in words(client.get(page(match)))
    press(client, page(match), "make", round=str(match.round.uuid))
    assert Act.objects.filter(kind="links_made", subject=match.round.uuid).count() == 1
    assert TablePhone().come_in(slip_of(match)).status_code == 302


def test_between_rounds_there_is_nothing_to_hand_out(client: Client, match: Match) -> None:
    match.round.state = "closed"
    match.round.save()
    assert "No round is in play" in words(client.get(page(match)))


def test_links_and_cards_are_for_those_who_referee(match: Match) -> None:
    stranger = desk_client("taro", admin=False)
    assert [stranger.get(page(match, name)).status_code for name in ("links", "cards")] == [403, 403]


# Cards


def digits(answer: object) -> list[str]:
    return re.findall(r'<p class="digits">(\d{4})</p>', answer.content.decode())  # type: ignore[attr-defined]


def test_cards_are_made_for_everybody_and_shown_once(client: Client, match: Match) -> None:
    assert "Make the cards of 4 people who have none" in words(client.get(page(match, "cards")))
    made = client.post(page(match, "cards"), {"act": "make"})
    codes = digits(made)
    assert len(set(codes)) == 4
    assert "no-store" in made.headers["Cache-Control"]
    for again in (client.get(page(match, "cards")), client.post(page(match, "cards"), {"act": "make"})):
        assert digits(again) == []
        assert not [code for code in codes if f">{code}<" in again.content.decode()]
        assert "Everybody has a card." in words(again)
        assert "cannot be shown again" in words(again)
    assert SideCode.objects.count() == 4


def test_a_card_says_whose_it_is_and_confirms_for_that_side(client: Client, match: Match) -> None:
    made = client.post(page(match, "cards"), {"act": "make"})
    code_of = {holder.person: code for holder, code in made.context["cards"]}
    play_out(match, winner=1)
    phone = phone_at(match, seat=1)
    other = people_of_side(match, 2)[1]
    answer = phone.send(match, "confirm", side=2, code=code_of[other])
    assert answer.status_code == 200, answer.json()
    assert "No. 1" in words(made)


def test_who_comes_later_has_a_card_of_their_own(client: Client, match: Match) -> None:
    client.post(page(match, "cards"), {"act": "make"})
    late = make_member("遅井 来", reading="おそい くる")
    mark_present(match.tournament, person=late)
    assert "Make the card of 1 person who has none" in words(client.get(page(match, "cards")))
    made = client.post(page(match, "cards"), {"act": "make"})
    assert [holder.person for holder, _code in made.context["cards"]] == [late]
    assert "おそい くる" in words(made)


def test_namesakes_are_told_apart_by_their_branch(client: Client, match: Match) -> None:
    noto, tokyo = (match.tournament.club.branches.get(slug=slug) for slug in ("noto", "tokyo"))
    for branch in (noto, tokyo):
        mark_present(match.tournament, person=make_member("田中 太郎", branch=branch))
    made = client.post(page(match, "cards"), {"act": "make"})
    told = {holder.person.name: holder.branch for holder, _code in made.context["cards"]}
    assert told["山田 一"] == ""
    branches = [holder.branch for holder, _code in made.context["cards"] if holder.person.name == "田中 太郎"]
    assert sorted(branches) == sorted(["能登", "東京"])


def test_a_lost_card_is_replaced_once_however_often_the_answer_is_loaded(
    client: Client, match: Match
) -> None:
    made = client.post(page(match, "cards"), {"act": "make"})
    holder, _old = made.context["cards"][0]
    asked = {"act": "renew", "person": str(holder.person.uuid), "seen": holder.made_at.isoformat()}
    (new,) = digits(client.post(page(match, "cards"), asked))
    stored = SideCode.objects.get(person=holder.person).digest
    loaded_again = client.post(page(match, "cards"), asked)
    assert (loaded_again.status_code, digits(loaded_again)) == (422, [])
    assert "newer card already" in words(loaded_again)
    assert SideCode.objects.get(person=holder.person).digest == stored
    assert new
