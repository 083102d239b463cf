"""The schema is made without a warning and says what each address refuses."""

from collections.abc import Mapping
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tests.api.conftest import Caller
from tests.api.routes import routes


@pytest.fixture(scope="module")
def schema() -> Mapping[str, Any]:
    from drf_spectacular.generators import SchemaGenerator

    generator: Any = SchemaGenerator
    made: Mapping[str, Any] = generator().get_schema(public=True)
    return made


def test_schema_is_valid_and_made_without_a_warning() -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())


def test_every_address_stands_in_the_schema(schema: Mapping[str, Any]) -> None:
    described = {(method, path) for path, methods in schema["paths"].items() for method in methods}
    assert len(described) == len([route for route in routes() if route.path != "schema/"])


def test_operations_have_names_of_their_own(schema: Mapping[str, Any]) -> None:
    names = [one["operationId"] for methods in schema["paths"].values() for one in methods.values()]
    assert sorted(set(names)) == sorted(names)
    assert "deal_put" in names


def test_refusals_of_a_deal_are_listed_by_status(schema: Mapping[str, Any]) -> None:
    answers = schema["paths"]["/api/v1/matches/{code}/deals/{uuid}"]["put"]["responses"]
    assert {status: answer["description"] for status, answer in answers.items() if status >= "400"} == {
        "400": "invalid_input, not_json",
        "401": "not_signed_in",
        "403": "csrf_failed, not_allowed",
        "404": "game_unknown, not_found",
        "406": "not_acceptable",
        "409": "act_conflict, ended_at_bell, game_finished, match_closed, nothing_to_retract, "
        "round_not_published, uuid_reused",
        "410": "link_revoked",
        "413": "body_too_large",
        "415": "unsupported_media_type",
        "422": "deal_refused",
    }


def test_schema_is_served_to_everybody(anybody: Caller) -> None:
    answer = anybody.get("/api/v1/schema/")
    assert answer.status_code == 200
    assert b"openapi: 3" in answer.content
