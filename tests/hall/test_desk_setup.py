"""Setting up: the society, its branches, an event, accounts and roles."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Account, Branch, Club
from tests.desk import desk_client, words
from tests.events import make_club
from tournaments.models import Tournament
from tournaments.selectors.roles import can_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def event_form(**typed: Any) -> dict[str, Any]:
    return {
        "act": "set_up",
        "name": "町長杯",
        "slug": "cup",
        "club": make_club().pk,
        "day": "2026-09-13",
        "begins": "09:30",
        "venue": "公民館",
        "tables": 14,
        "fee": 500,
        "preset": "society_pairs",
        "format": "swiss",
        "rounds_planned": 5,
        "avoid_branch_rounds": 2,
        **typed,
    }


def test_an_event_is_set_up_and_reception_opens(client: Client) -> None:
    answer = client.post(reverse("desk-new-event"), event_form())
    assert answer.headers["Location"] == reverse("desk-reception", args=["cup"])
    tournament = Tournament.objects.get()
    assert f"{tournament.local_start:%Y-%m-%d %H:%M}" == "2026-09-13 09:30"
    assert tournament.divisions.get().stages.get().avoid_branch_rounds == 2


def test_a_taken_address_keeps_everything_else_that_was_typed(client: Client) -> None:
    client.post(reverse("desk-new-event"), event_form())
    answer = client.post(reverse("desk-new-event"), event_form(name="別の大会"))
    assert answer.status_code == 409
    assert "belongs to another event" in words(answer)
    assert answer.context["forms"]["set_up"]["name"].value() == "別の大会"


def test_an_address_has_latin_letters_only(client: Client) -> None:
    answer = client.post(reverse("desk-new-event"), event_form(slug="町長杯"))
    assert answer.status_code == 422
    assert "Only Latin letters, digits and hyphens" in words(answer)


def test_a_new_installation_begins_with_its_society(client: Client) -> None:
    assert "Begin with the society" in words(client.get(reverse("desk")))
    page = reverse("desk-society")
    client.post(page, {"act": "found_club", "name": "能登ごいた保存会", "slug": "noto"})
    club = Club.objects.get()
    for name in ("能登", "東京", "能登"):
        client.post(page, {"act": "add_branch", "club": club.pk, "name": name})
    assert list(Branch.objects.values_list("name", "number")) == [("能登", 1), ("東京", 2)]


def test_an_account_is_made_with_its_role(client: Client) -> None:
    client.post(reverse("desk-new-event"), event_form())
    tournament = Tournament.objects.get()
    reach = f"event:{tournament.uuid}"
    typed = {"act": "open_account", "username": "hayashi", "password": "gin-to-kin-3030", "reach": reach}
    client.post(reverse("desk-accounts"), typed)
    account = Account.objects.get(username="hayashi")
    assert can_run(account, tournament)
    assert "hayashi 町長杯" in words(client.get(reverse("desk-accounts")))


def test_a_weak_password_makes_no_account(client: Client) -> None:
    typed = {"act": "open_account", "username": "hayashi", "password": "goita", "reach": "installation:"}
    answer = client.post(reverse("desk-accounts"), typed)
    assert answer.status_code == 409
    assert not Account.objects.filter(username="hayashi").exists()


def test_one_more_role_is_granted(client: Client) -> None:
    account = Account.objects.create_account("hayashi", password="gin-to-kin-3030")
    typed = {"act": "grant_role", "account": account.pk, "reach": f"club:{make_club().uuid}"}
    client.post(reverse("desk-accounts"), typed)
    assert account.roles.get().role == "organiser"
