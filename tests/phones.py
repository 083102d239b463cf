"""A phone at a table, as the hall sees one: a browser that came in by the slip and sends acts."""

import json
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from tests.events import seen
from tournaments.api.phone_cookie import HEADER
from tournaments.models import Match
from tournaments.selectors.phones import ShownLink, links_of

HERE = "http://testserver"


def slip_of(match: Match, *, side: int | None = None) -> ShownLink:
    """The link on the slip of this match, in a league that of the side."""
    (slip,) = [
        shown
        for shown in links_of(match.round)
        if shown.link.side == side
        and (shown.link.match == match if side else shown.link.table == match.table)
    ]
    return slip


class TablePhone:
    """It reads English."""

    def __init__(self) -> None:
        self.client = Client(headers={"accept-language": "en"})

    def come_in(self, slip: ShownLink) -> Any:
        """By the QR and the PIN beside it."""
        return self.client.post(reverse("table-link", args=[slip.token]), {"pin": slip.pin})

    def open(self, match: Match) -> Any:
        return self.client.get(reverse("table", args=[match.code]))

    def put(self, match: Match, path: str, body: dict[str, Any]) -> Any:
        """A write of the table's own page to ``/api/v1/matches/<code>/<path>``."""
        return self.client.put(
            f"/api/v1/matches/{match.code}/{path}",
            json.dumps(body, default=str),
            content_type="application/json",
            headers={HEADER: "1", "origin": HERE},
        )

    def send(self, match: Match, act: str = "deal", *, uuid: object = None, **body: Any) -> Any:
        """An act after the last one there is, unless ``after`` says otherwise."""
        body = {"act": act, "game": 1, "after": seen(match)} | body
        return self.put(match, f"acts/{uuid or uuid4()}", body)


def phone_at(match: Match, *, seat: int | None = None) -> TablePhone:
    """A phone that has come to this table, and sits there."""
    phone = TablePhone()
    assert phone.come_in(slip_of(match)).status_code == 302
    if seat:
        assert phone.put(match, "table/seat", {"seat": seat}).status_code == 200
    return phone
