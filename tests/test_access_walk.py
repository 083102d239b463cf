"""Every address and every act of the desk, asked by everybody, against docs/roles.md."""

import re
from copy import deepcopy
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView

from clubs.enums import RoleName, Scope
from clubs.models import Account
from clubs.services.accounts import grant_role
from hall.forms.setup import FoundClub
from hall.views.desk_page import DeskPage
from tests.access_world import EVERYBODY, World
from tests.roles_table import Door, doors, needs, rights

pytestmark = pytest.mark.django_db

REFUSED = {403, 404}


def test_every_door_is_in_the_table_and_no_other() -> None:
    there, told = sorted(doors()), needs()
    assert len(there) == len(set(there)) > 150
    assert [door for door in there if door not in told] == [], "not in docs/roles.md"
    assert sorted(set(told) - set(there)) == [], "in docs/roles.md, but not there"


def test_every_right_tells_of_everybody() -> None:
    assert set(needs().values()) <= set(rights())
    for told in rights().values():
        assert list(told) == EVERYBODY
        assert set(told.values()) <= {"yes", "no", "sign in"}


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_is_answered_as_the_table_says(who: str) -> None:
    world, table, wrong = World(), rights(), []
    client = world.client(who)
    for door, right in needs().items():
        answer = asked(world, client, door, is_phone=who.startswith("phone"))
        if answer_of(answer) != table[right][who]:
            wrong.append(f"{door}: {right} says {table[right][who]}, answered {answer.status_code}")
        wrong += [f"{door}: {fault}" for fault in inline_faults(answer)]
    assert wrong == []


def asked(world: World, client: Client, door: Door, *, is_phone: bool) -> Any:
    """What is answered; whatever was done by it is undone, and who was signed in still is."""
    with transaction.atomic():
        cookies = deepcopy(client.cookies)
        answer = world.ask(client, door, is_phone=is_phone)
        client.cookies = cookies
        transaction.set_rollback(True)
    return answer


def answer_of(answer: Any) -> str:
    """Let in (whatever is then wrong with what was sent), sent to sign in, or refused."""
    asked_to_sign_in = answer.status_code == 302 and answer.headers["Location"].startswith("/sign-in/?next=")
    if answer.status_code == 401 or asked_to_sign_in:
        return "sign in"
    return "no" if answer.status_code in REFUSED else "yes"


class InlineFaults(HTMLParser):
    """What a page without ``unsafe-inline`` does not run: scripts and styles of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        is_data = named.get("type") == "application/json"
        if tag == "style" or (tag == "script" and "src" not in named and not is_data):
            self.found.append(f"<{tag}>")
        self.found += [f"{name} of <{tag}>" for name in named if name == "style" or name.startswith("on")]


def inline_faults(answer: Any) -> list[str]:
    """No page may do without the policy, loosen it, or need it looser."""
    policy = answer.headers.get("Content-Security-Policy", "")
    found = [] if "default-src 'self'" in policy else ["no policy"]
    found += re.findall("unsafe-[a-z]+", policy)
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        page = InlineFaults()
        page.feed(answer.content.decode())
        found += page.found
    return found


def test_the_parser_finds_what_is_inline() -> None:
    told = HttpResponse(
        '<p style="x"><script>x</script><a onclick="x"><style></style><script src="y"></script>'
    )
    told["Content-Security-Policy"] = "default-src 'self' 'unsafe-inline'"
    assert inline_faults(told) == ["unsafe-inline", "style of <p>", "<script>", "onclick of <a>", "<style>"]


class Offers(HTMLParser):
    """Where a page leads to, and which acts its forms can send; what is disabled is not shown."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.action = page, page
        self.found: set[Door] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.action = named.get("action", "") or self.page
        elif tag == "a":
            self._find(named.get("href", ""), "GET")
        elif named.get("name") == "act" and "disabled" not in named:
            self._find(self.action, "POST", named["value"])

    def _find(self, path: str, *asked: str) -> None:
        path = path.partition("?")[0].partition("#")[0]
        if path.startswith("/desk/"):
            self.found.add(Door(f"/{resolve(path).route}", *asked))


@pytest.mark.parametrize("who", ["organiser", "referee", "keyer", "reader"])
def test_nobody_is_offered_what_would_be_refused(who: str) -> None:
    world, told, table = World(), rights(), needs()
    client, offered = world.client(who), set()
    for door, right in table.items():
        if door.method == "GET" and door.address.startswith("/desk/") and told[right][who] == "yes":
            page = Offers(world.path(door))
            page.feed(world.ask(client, door).content.decode())
            offered |= {(door.address, found) for found in page.found}
    assert {found for _page, found in offered if found.method == "POST"} or who == "reader"
    assert [(page, found) for page, found in sorted(offered) if told[table[found]][who] != "yes"] == []


# Deny by default


class Undeclared(DeskPage):
    template_name = "hall/refused.html"
    acts = {"found_club": FoundClub}


class OnlyLooked(Undeclared):
    may = {"look": lambda account: True}


class UndeclaredApi(APIView):
    def get(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse()


def admin() -> Account:
    account = Account.objects.create_account("kaicho", password="-")
    grant_role(account, role=RoleName.ADMIN, scope=Scope.INSTALLATION)
    return account


@pytest.mark.parametrize(("page", "method", "status"), [
    (Undeclared, "get", 403),
    (Undeclared, "post", 403),
    (OnlyLooked, "get", 200),
    (OnlyLooked, "post", 403),
])  # fmt: skip
def test_a_page_or_an_act_that_declares_nothing_is_refused_even_to_an_admin(
    page: type[DeskPage], method: str, status: int
) -> None:
    request = getattr(RequestFactory(), method)("/", {"act": "found_club", "name": "能登", "slug": "noto"})
    request.user = admin()
    assert page.as_view()(request).status_code == status


def test_an_api_class_that_declares_nothing_is_refused_even_to_an_admin() -> None:
    request = APIRequestFactory().get("/")
    force_authenticate(request, admin())
    assert UndeclaredApi.as_view()(request).status_code == 403
