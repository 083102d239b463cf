import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from clubs.models import Account
from clubs.services.accounts import open_account
from hall.services.first_sign_in import make_link_token
from hall.services.sign_in import ATTEMPTS_FOR_A_NAME

pytestmark = pytest.mark.django_db
PASSWORD = "kaku-to-hisha-40"
FIELDS = {"username": "yamada", "password": PASSWORD}


@pytest.fixture
def account() -> Account:
    return open_account("yamada", password=PASSWORD)


@pytest.fixture
def link() -> str:
    return reverse("first-sign-in", args=[make_link_token()])


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_sign_in_leads_to_the_desk(client: Client, account: Account) -> None:
    answer = client.post(reverse("sign-in"), FIELDS)
    assert (answer.status_code, answer["Location"]) == (302, reverse("desk"))
    assert signed_in(client)


@pytest.mark.parametrize(
    ("asked", "goal"),
    [
        ("/desk/x/", "/desk/x/"),
        ("https://example.com/", "/desk/"),
        ("//e", "/desk/"),
        ("/\\\\e", "/desk/"),
        ("nowhere", "/desk/"),
        ("sign-out", "/desk/"),
        ('"><img>', "/desk/"),
    ],
)
def test_sign_in_leads_only_to_own_pages(client: Client, account: Account, asked: str, goal: str) -> None:
    answer = client.post(reverse("sign-in"), FIELDS | {"next": asked})
    assert answer["Location"] == goal
    assert client.get(reverse("sign-in"), {"next": asked})["Location"] == goal


def test_wrong_password_shows_the_form_again(client: Client, account: Account) -> None:
    answer = client.post(reverse("sign-in"), FIELDS | {"password": "wrong"})
    assert answer.status_code == 403
    assert 'value="yamada"' in answer.content.decode()
    assert not signed_in(client)


def test_guessing_is_told_how_long_to_wait(client: Client, account: Account) -> None:
    for _ in range(ATTEMPTS_FOR_A_NAME):
        client.post(reverse("sign-in"), FIELDS | {"password": "wrong"})
    answer = client.post(reverse("sign-in"), FIELDS)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 300
    assert answer["Retry-After"] in answer.content.decode()


@pytest.mark.parametrize("name", ["yama\0da", "y" * 100_000, "' OR 1=1 --", '"><script>alert(1)</script>'])
def test_no_name_breaks_the_sign_in(client: Client, account: Account, name: str) -> None:
    answer = client.post(reverse("sign-in"), {"username": name, "password": "wrong\0"})
    assert answer.status_code == 403
    assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize("name", ["yama\0da", "y" * 1000])
def test_no_name_breaks_the_first_account(client: Client, link: str, name: str) -> None:
    answer = client.post(link, {"username": name, "password": PASSWORD, "password_again": PASSWORD})
    assert answer.status_code == 302
    assert len(Account.objects.get().username) <= 60


def test_sign_out_needs_a_form(client: Client, account: Account) -> None:
    client.force_login(account)
    assert client.get(reverse("sign-out")).status_code == 405
    client.post(reverse("sign-out"))
    assert not signed_in(client)


def test_first_account_is_made_and_signed_in(client: Client, link: str) -> None:
    assert client.get(link).status_code == 200
    answer = client.post(link, FIELDS | {"password_again": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, reverse("desk"))
    assert signed_in(client)


def test_first_account_needs_the_password_twice(client: Client, link: str) -> None:
    answer = client.post(link, FIELDS | {"password_again": "other"})
    assert answer.status_code == 422
    assert not Account.objects.exists()


@pytest.mark.parametrize(
    "visitor",
    [
        {"REMOTE_ADDR": "192.0.2.9"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=127.0.0.1"},
    ],
)
def test_first_account_is_refused_to_the_network(client: Client, link: str, visitor: dict[str, str]) -> None:
    assert client.get(link, **visitor).status_code == 409  # type: ignore[arg-type]
    answer = client.post(link, FIELDS | {"password_again": PASSWORD}, **visitor)  # type: ignore[arg-type]
    assert answer.status_code == 409
    assert not Account.objects.exists()


def test_while_nobody_has_an_account_the_page_says_where_the_first_is_made(client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    hint = "the link that makes the first one"
    assert hint in client.get(reverse("sign-in")).content.decode()
    open_account("yamada", password=PASSWORD)
    assert hint not in client.get(reverse("sign-in")).content.decode()
