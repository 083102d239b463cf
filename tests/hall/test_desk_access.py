"""Who may come in at the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.enums import RoleName, Scope
from clubs.models import Account
from clubs.services.accounts import grant_role
from tests.desk import desk_client, words
from tests.events import make_match
from tournaments.models import Match
from tournaments.selectors.roles import can_key, can_referee

pytestmark = pytest.mark.django_db


def pages(match: Match) -> list[str]:
    slug = match.tournament.slug
    of_event = ["desk-event", "desk-reception", "desk-people", "desk-draw", "desk-table"]
    alone = ["desk", "desk-new-event", "desk-society", "desk-accounts"]
    return [
        *(reverse(name, args=[slug]) for name in of_event),
        *(reverse(name) for name in alone),
        reverse("desk-match", args=[match.code]),
    ]


def test_every_page_sends_a_stranger_to_sign_in(client: Client) -> None:
    for page in pages(make_match()):
        response = client.get(page)
        assert (response.status_code, response.headers["Location"].partition("?")[0]) == (302, "/sign-in/")


def test_every_page_refuses_an_account_without_a_role(client: Client) -> None:
    match = make_match()
    client = desk_client(admin=False)
    for page in pages(match):
        response = client.get(page)
        assert response.status_code == 403
        assert "ask the society's admin" in words(response)


def test_the_organiser_of_one_event_runs_that_one_only() -> None:
    own, other = make_match(), make_match()
    client = desk_client(admin=False)
    account = Account.objects.get(username="kazuma")
    scope_uuid = own.tournament.uuid
    grant_role(account, role=RoleName.ORGANISER, scope=Scope.EVENT, scope_uuid=scope_uuid)
    answers = [client.get(reverse("desk-match", args=[match.code])).status_code for match in (own, other)]
    assert answers == [200, 403]
    assert client.get(reverse("desk-new-event")).status_code == 403
    events = client.get(reverse("desk")).context["events"]
    assert [event for event, _progress in events] == [own.tournament]


def test_an_act_from_another_site_is_refused() -> None:
    match = make_match()
    account = desk_client().session["_auth_user_id"]
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(Account.objects.get(pk=account))
    answer = strict.post(reverse("desk-match", args=[match.code]), {"act": "confirm"})
    assert answer.status_code == 403


def test_an_unknown_act_is_refused() -> None:
    match = make_match()
    answer = desk_client().post(reverse("desk-match", args=[match.code]), {"act": "invent"})
    assert answer.status_code == 403


def keyer(match: Match, name: str) -> Client:
    client = desk_client(name, admin=False)
    scope_uuid, account = match.tournament.uuid, Account.objects.get(username=name)
    grant_role(account, role=RoleName.KEYER, scope=Scope.EVENT, scope_uuid=scope_uuid)
    return client


def key_totals(client: Client, match: Match) -> None:
    address, totals = f"/api/v1/matches/{match.code}/totals", {"totals": [[150, 100]]}
    assert client.put(address, totals, content_type="application/json").status_code == 200


def test_who_keyed_the_result_is_told_who_confirms_it() -> None:
    match = make_match()
    kazuma, hana = keyer(match, "kazuma"), keyer(match, "hana")
    page = reverse("desk-match", args=[match.code])
    key_totals(kazuma, match)
    refused = kazuma.post(page, {"act": "confirm"})
    assert refused.status_code == 409
    assert "Somebody else compares it with the slip and confirms it: hana." in words(refused)
    assert hana.post(page, {"act": "confirm"}).status_code == 302
    assert "confirmed by one person" not in words(hana.get(page))


def test_one_person_alone_confirms_and_the_match_says_so() -> None:
    match = make_match()
    kazuma, page = keyer(match, "kazuma"), reverse("desk-match", args=[match.code])
    key_totals(kazuma, match)
    assert kazuma.post(page, {"act": "confirm"}).status_code == 302
    hall = reverse("desk-event", args=[match.tournament.slug])
    assert all("confirmed by one person" in words(kazuma.get(shown)) for shown in (page, hall))


def test_who_runs_an_event_gives_helpers_a_role_there_and_nowhere_else() -> None:
    match, other = make_match(), make_match()
    organiser, account = desk_client(admin=False), Account.objects.get(username="kazuma")
    grant_role(account, role=RoleName.ORGANISER, scope=Scope.EVENT, scope_uuid=match.tournament.uuid)
    page = reverse("desk-staff", args=[match.tournament.slug])
    typed = {"act": "open_account", "username": "hana", "password": "gin-to-kin-3030", "role": "keyer"}
    opened = words(organiser.post(page, typed, follow=True))
    assert "The account hana may sign in. Role at this event: Keys results." in opened
    assert "hana Keys results" in opened
    hana = Account.objects.get(username="hana")
    assert (can_key(hana, match.tournament), can_key(hana, other.tournament)) == (True, False)
    granted = organiser.post(page, {"act": "grant_role", "account": hana.pk, "role": "referee"}, follow=True)
    assert "hana has one more role at this event: Referee." in words(granted)
    assert can_referee(hana, match.tournament)
    for role in hana.roles.all():
        organiser.post(page, {"act": "revoke_role", "role": role.pk})
    assert not hana.roles.exists()


def test_who_runs_an_event_takes_no_role_of_another_one_away() -> None:
    match, other = make_match(), make_match()
    organiser, account = desk_client(admin=False), Account.objects.get(username="kazuma")
    grant_role(account, role=RoleName.ORGANISER, scope=Scope.EVENT, scope_uuid=match.tournament.uuid)
    keyer(other, "hana")
    role = Account.objects.get(username="hana").roles.get()
    page = reverse("desk-staff", args=[match.tournament.slug])
    assert organiser.post(page, {"act": "revoke_role", "role": role.pk}).status_code == 422
    assert organiser.get(reverse("desk-staff", args=[other.tournament.slug])).status_code == 403
    assert can_key(role.account, other.tournament)
