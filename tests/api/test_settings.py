"""Settings of an event through the API: taken as they are, refused with field and fault, and shown."""

from typing import Any

import pytest

from tests.api.conftest import Caller
from tests.events import make_club
from tournaments.domain.settings import Remainder, RotationMode, Settings, settings_to
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db

EVENT: dict[str, Any] = {
    "name": "例会",
    "slug": "meeting",
    "starts_at": "2026-09-13T13:00:00+09:00",
    "format": "rotation",
    "preset": "society_individual",
}


def set_up(desk: Caller, **facts: object) -> Any:
    club = make_club()
    return desk.send("post", f"clubs/{club.slug}/events", {**EVENT, **facts})


def test_settings_are_taken_and_the_conditions_give_them(desk: Caller, anybody: Caller) -> None:
    sent = {"mode": "lot", "remainder": "three_seats", "branch_rounds": 2}
    assert set_up(desk, settings=sent, best_of=3).status_code == 200
    wanted = Settings(mode=RotationMode.LOT, remainder=Remainder.THREE_SEATS, branch_rounds=2)
    assert Stage.objects.get().settings == wanted
    told = anybody.read("events/meeting/conditions").json()
    assert told["settings"] == settings_to(wanted)
    assert (told["format"], told["profile"]["best_of"]) == ("rotation", 3)


@pytest.mark.parametrize(
    "format",
    [
        "swiss",
        "rotation",
        "free",
        "round_robin",
        "league",
        "knockout",
        "two_wins_two_losses",
        "title",
    ],
)
def test_every_format_can_be_set_up(desk: Caller, format: str) -> None:
    assert set_up(desk, format=format).status_code == 200
    assert Stage.objects.get().format == format


@pytest.mark.parametrize(
    ("facts", "field", "fault"),
    [
        ({"settings": {"shape": [2, 3]}}, "shape", "not_a_shape"),
        ({"settings": {"mode": "chess"}}, "mode", "not_a_choice"),
        ({"settings": {"cycles": 0}}, "cycles", "out_of_range"),
        ({"settings": {"cycles": "2"}}, "cycles", "not_a_whole_number"),
        ({"settings": {"colour": 1}}, "colour", "unknown_field"),
        ({"settings": {"soft": ["score", "score"]}}, "soft", "soft_rule_twice"),
        ({"settings": {"shape": [1, 1]}}, "shape", "shape_not_here"),
        (
            {"format": "knockout", "settings": {"best_of_from": [[3, 3]]}},
            "best_of_from",
            "series_of_no_round",
        ),
        ({"preset": "three_seats"}, "preset", "places_need_three_sides"),
    ],
)
def test_what_cannot_be_names_field_and_fault(
    desk: Caller, facts: dict[str, object], field: str, fault: str
) -> None:
    answer = set_up(desk, **facts)
    assert (answer.status_code, answer.json()["code"]) == (422, "settings_refused")
    params = answer.json()["params"]
    assert (params["field"], params["fault"]) == (field, fault)
    assert fault not in answer.json()["message"]
    assert not Tournament.objects.exists()
