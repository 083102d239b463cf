"""A signed-in visitor of the desk, and what the pages tell them."""

import re
from html import unescape

from django.conf import settings
from django.test import Client

from clubs.enums import RoleName, Scope
from clubs.models import Account
from clubs.services.accounts import grant_role


def desk_client(username: str = "kazuma", *, admin: bool = True) -> Client:
    """Somebody at the desk who reads English; without ``admin`` an account that may do nothing."""
    account = Account.objects.create_account(username, password="kaku-to-hisha-40")
    if admin:
        grant_role(account, role=RoleName.ADMIN, scope=Scope.INSTALLATION)
    client = Client()
    client.force_login(account)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def words(response: object) -> str:
    """The text of a page on one line, without its tags."""
    content = response.content.decode()  # type: ignore[attr-defined]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split())


def sent_again(response: object, name: str) -> dict[str, str]:
    """What the form of this name would send, as the page holds it."""
    form = response.context["forms"][name]  # type: ignore[attr-defined]
    values = {field.html_name: field.value() for field in form}
    return {key: str(value) for key, value in values.items() if value is not None} | {"act": name}
