"""Thousands of calls made up from the schema: nothing crashes, and every answer is as described."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings

from tests.api.conftest import organiser_of
from tests.events import make_match, play
from tests.load.client import TOKEN
from tournaments.models import Match

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis: not installed here (group full)")

CALLS = settings(
    max_examples=25,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
ERROR = {"code", "message", "params"}


@pytest.fixture
def match(db: None) -> Match:
    """One deal in, so that there is something to conflict with."""
    match = make_match()
    play(match, "points,1,10")
    return match


@pytest.fixture
def cookies(match: Match, client: Any) -> dict[str, str]:
    """Of an organiser who is signed in."""
    client.force_login(organiser_of(match.tournament.club))
    return {"sessionid": client.cookies["sessionid"].value, "csrftoken": TOKEN}


@pytest.fixture
def schema(db: None) -> Iterator[Any]:
    """Called without a server, in the one transaction of the test: its connection must stay open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_made_up_calls_are_answered_as_described(
    mode: str, schema: Any, match: Match, cookies: dict[str, str]
) -> None:
    for operation in (found.ok() for found in schema.get_all_operations()):
        if mode == "positive" or operation.body or operation.query:
            call_often(operation, mode, match, cookies)


def call_often(operation: Any, mode: str, match: Match, cookies: dict[str, str]) -> None:
    from schemathesis.specs.openapi import checks

    as_described = [
        schemathesis.checks.not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    case_of = operation.as_strategy(generation_mode=schemathesis.GenerationMode(mode))

    @CALLS
    @given(case_of)
    def call(case: Any) -> None:
        case.path_parameters = {**case.path_parameters, **real_places(operation.path, match)}
        case.cookies = cookies
        response = case.call(headers={"X-CSRFToken": TOKEN})
        case.validate_response(response, checks=as_described)
        assert response.status_code < 400 or response.json().keys() == ERROR

    call()


def real_places(path: str, match: Match) -> dict[str, str]:
    """Made-up addresses would all be unknown: these lead to something."""
    event = match.tournament
    places = {
        "slug": event.club.slug if "/clubs/" in path else event.slug,
        "code": match.code,
        "draw": str(match.round.uuid),
        "person": str(event.attendances.first().member.uuid),  # type: ignore[union-attr]
    }
    return {name: value for name, value in places.items() if f"{{{name}}}" in path}
