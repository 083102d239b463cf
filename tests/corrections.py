"""A correction as the desk makes it: a door is filled in, the list is looked at, the choice is made."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.desk import sent_again, words
from tournaments.models import Match


def page(match: Match) -> str:
    return reverse("desk-match", args=[match.code])


def doors(match: Match, **asked: Any) -> str:
    asked_for = "&".join(f"{name}={value}" for name, value in asked.items())
    return reverse("desk-correction", args=[match.code]) + (f"?{asked_for}" if asked else "")


def change(client: Client, address: str, act: str, **typed: Any) -> str:
    """The door is filled in; the address of the list that it leads to."""
    answer = client.post(address, sent_again(client.get(address), act) | typed)
    assert answer.status_code == 302, words(answer)
    return str(answer.headers["Location"])


def save(client: Client, address: str, *, later: str = "keep", reason: str = "転記の誤り") -> Any:
    shown = client.get(address)
    sent = {"act": "save", "changes": shown.context["gathered"], "after": shown.context["found"].after}
    return client.post(address, sent | {"later": later, "reason": reason})
