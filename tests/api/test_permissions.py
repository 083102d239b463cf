"""Deny by default: every address is called by those who may not."""

import pytest

from clubs.api.permissions import DenyUnlessDeclared
from clubs.api.view import DeskApi, PublicApi
from clubs.enums import RoleName, Scope
from clubs.models import Account
from clubs.services.accounts import grant_role
from ledger.models import Act
from tests.api.conftest import Caller, caller
from tests.api.routes import routes
from tests.events import make_match, make_stage
from tournaments.api.phone_cookie import PhoneCookie
from tournaments.models import Match

pytestmark = pytest.mark.django_db

ROUTES = [route for route in routes() if route.path != "schema/"]
STAFF = [route for route in ROUTES if issubclass(route.view, DeskApi)]
# Where only a phone at the table gets in, an account is nobody.
DESK = [route for route in STAFF if route.view.authentication_classes != (PhoneCookie,)]
# Finding people is open to organisers everywhere: guests come from other clubs.
OF_ONE_EVENT_OR_CLUB = [route for route in DESK if "<" in route.path]


@pytest.fixture
def match() -> Match:
    return make_match()


def test_there_is_something_to_walk() -> None:
    assert len(ROUTES) > 30
    assert len(OF_ONE_EVENT_OR_CLUB) > 20


def test_every_address_is_of_one_of_the_two_kinds() -> None:
    for route in ROUTES:
        public, desk = issubclass(route.view, PublicApi), issubclass(route.view, DeskApi)
        is_declared = DenyUnlessDeclared not in route.view.permission_classes
        assert (public and route.method == "get") or (desk and is_declared), route


def test_nobody_is_asked_to_sign_in(anybody: Caller, match: Match) -> None:
    acts = Act.objects.count()
    for route in STAFF:
        answer = anybody.send(route.method, route.filled(match), {})
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in"), route
        assert answer.headers["WWW-Authenticate"] == "Session"
    assert Act.objects.count() == acts


def test_organiser_of_another_club_is_refused(elsewhere: Caller, match: Match) -> None:
    acts = Act.objects.count()
    for route in OF_ONE_EVENT_OR_CLUB:
        answer = elsewhere.send(route.method, route.filled(match), {})
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), route
    assert Act.objects.count() == acts


def test_account_without_a_role_is_refused(match: Match) -> None:
    newcomer = caller(Account.objects.create_account("newcomer", password="-"))
    for route in DESK:
        answer = newcomer.send(route.method, route.filled(match), {})
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), route


def test_closed_account_is_nobody(desk: Caller, match: Match) -> None:
    Account.objects.update(is_active=False)
    for route in DESK:
        assert desk.send(route.method, route.filled(match), {}).status_code == 401, route


def test_write_without_the_csrf_token_is_refused(match: Match) -> None:
    account = Account.objects.create_account("admin", password="-")
    grant_role(account, role=RoleName.ADMIN, scope=Scope.INSTALLATION)
    strict = Caller(enforce_csrf_checks=True)
    strict.force_login(account)
    for route in (route for route in DESK if route.method != "get"):
        answer = strict.send(route.method, route.filled(match), {})
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed"), route


def test_organiser_of_one_event_runs_this_one_and_no_other(match: Match) -> None:
    account = Account.objects.create_account("helper", password="-")
    grant_role(account, role=RoleName.ORGANISER, scope=Scope.EVENT, scope_uuid=match.tournament.uuid)
    client, other = caller(account), make_stage().tournament
    assert client.read(f"events/{match.tournament.slug}/hall").status_code == 200
    assert client.read(f"matches/{match.code}/desk").status_code == 200
    assert client.read(f"events/{other.slug}/hall").status_code == 403
    assert client.send("post", f"clubs/{other.club.slug}/events", {}).status_code == 403


def test_admin_sets_up_clubs_branches_and_accounts(match: Match) -> None:
    account = Account.objects.create_account("admin", password="-")
    grant_role(account, role=RoleName.ADMIN, scope=Scope.INSTALLATION)
    admin = caller(account)
    assert admin.send("put", "clubs/kanazawa", {"name": "金沢"}).json()["branches"] == []
    assert admin.send("post", "clubs/kanazawa/branches", {"name": "駅前"}).json()["name"] == "駅前"
    weak = admin.send("post", "accounts", {"username": "helper", "password": "1"})
    assert (weak.status_code, weak.json()["code"]) == (422, "password_too_weak")
    opened = {"username": "helper", "password": "six tables by the window"}
    roles = f"accounts/{admin.send('post', 'accounts', opened).json()['uuid']}/roles"
    assert admin.send("post", "accounts", opened).json()["code"] == "account_exists"
    helper = caller(Account.objects.get(username="helper"))
    assert helper.read(f"matches/{match.code}/desk").status_code == 403
    for scope, slug in (("event", match.tournament.slug), ("club", "kanazawa")):
        answer = admin.send("post", roles, {"scope": scope, "slug": slug})
        assert (answer.status_code, answer.json()) == (200, {"role": "organiser", "scope": scope})
    assert helper.read(f"matches/{match.code}/desk").status_code == 200
    assert helper.send("post", roles, {"scope": "installation"}).status_code == 403
    assert admin.send("post", roles, {"scope": "club", "slug": "nowhere"}).status_code == 404
    wrong = admin.send("post", roles, {"scope": "club", "slug": "kanazawa", "role": "referee"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "role_not_there")


def test_admin_takes_roles_back_and_closes_accounts(match: Match) -> None:
    account = Account.objects.create_account("admin", password="-")
    grant_role(account, role=RoleName.ADMIN, scope=Scope.INSTALLATION)
    admin, helper = caller(account), Account.objects.create_account("helper", password="-")
    desk, here = caller(helper), f"accounts/{helper.uuid}"
    keyer = {"scope": "event", "slug": match.tournament.slug, "role": "keyer"}
    assert admin.send("post", f"{here}/roles", keyer).json() == {"role": "keyer", "scope": "event"}
    assert desk.send("put", f"matches/{match.code}/totals", {"totals": [[150, 100]]}).status_code == 200
    assert desk.send("put", f"matches/{match.code}/forfeit", {}).status_code == 403
    assert admin.send("post", f"{here}/roles/revoke", {**keyer, "role": "reader"}).status_code == 404
    assert admin.send("post", f"{here}/roles/revoke", keyer).json() == {"role": "keyer", "scope": "event"}
    assert desk.read(f"matches/{match.code}/desk").status_code == 403
    assert admin.send("post", f"{here}/close").json()["username"] == "helper"
    assert desk.read(f"matches/{match.code}/desk").status_code == 401
    last = f"accounts/{account.uuid}"
    closing = admin.send("post", f"{last}/close")
    leaving = admin.send("post", f"{last}/roles/revoke", {"scope": "installation"})
    assert [(said.status_code, said.json()["code"]) for said in (closing, leaving)] == [
        (409, "last_admin")
    ] * 2


def test_admin_runs_everything(match: Match) -> None:
    account = Account.objects.create_account("admin", password="-")
    grant_role(account, role=RoleName.ADMIN, scope=Scope.INSTALLATION)
    assert caller(account).read(f"matches/{match.code}/desk").status_code == 200


def test_no_browser_keeps_what_staff_sees(desk: Caller, match: Match) -> None:
    for path in (f"matches/{match.code}/desk", f"events/{match.tournament.slug}/reception"):
        answer = desk.read(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")


def test_public_reads_set_and_look_at_no_session(desk: Caller, match: Match) -> None:
    answer = desk.read(f"events/{match.tournament.slug}/standings")
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert not answer.cookies
