"""The shapes of a correction: what is not as agreed is named, and who may not ask learns nothing."""

from typing import Any

import pytest

from scoring.services.results import confirm_match
from tests.api.conftest import Caller
from tests.events import make_match, make_pair, make_stage, play_out, start_round
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = make_match()
    play_out(match, winner=1)
    confirm_match(match, by=None)
    return match


def ask(desk: Caller, match: Match, **body: Any) -> Any:
    return desk.send("post", f"matches/{match.code}/corrections", body)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({}, "changes.0.change"),
        ({"change": "burn"}, "changes.0.change"),
        ({"change": "deal"}, "changes.0.deal"),
        ({"change": "deal", "deal": "x", "record": "sheet,s1,R"}, "changes.0.deal"),
        ({"change": "add"}, "changes.0.record"),
        ({"change": "totals"}, "changes.0.totals"),
        ({"change": "totals", "totals": [[150]]}, "changes.0.totals.0"),
        ({"change": "forfeit"}, "changes.0.winner"),
        ({"change": "restore"}, "changes.0.version"),
        ({"change": "void", "why": "x"}, "changes.0.why"),
    ],
)
def test_field_that_is_not_as_agreed_is_named(
    desk: Caller, match: Match, change: dict[str, Any], field: str
) -> None:
    answer = ask(desk, match, changes=[change], preview=True)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert field in [fault["field"] for fault in answer.json()["params"]["fields"]]


@pytest.mark.parametrize("body", [{}, {"changes": []}, {"changes": [{"change": "void"}], "later": "perhaps"}])
def test_body_that_says_nothing_is_refused(desk: Caller, match: Match, body: dict[str, Any]) -> None:
    assert ask(desk, match, **body).status_code == 400
    assert not match.outcomes.exists()


def test_every_part_of_the_list_is_answered(desk: Caller, match: Match) -> None:
    told = ask(desk, match, changes=[{"change": "totals", "totals": [[90, 150]]}], preview=True).json()
    found = told["consequences"]
    # Side 1 had won 160–0 by its deals; both stood alone in their event.
    assert found["was"] == {"totals": [[160, 0]], "winner": 1, "ended": ""}
    assert found["result"] == {"totals": [[90, 150]], "winner": 2, "ended": ""}
    assert [(move["before"], move["after"]) for move in found["ranks"]] == [(2, 1), (1, 2)]
    assert (found["tables"], found["cuts"], found["places"], found["played"]) == ([], [], [], [])
    assert (found["begun"], found["choices"]) == (None, ["keep"])
    assert told["kept"]["match"]["sides"][0]["totals"] == [160]  # nothing is done yet


def test_unsaid_deal_that_is_gone_or_of_another_match(desk: Caller, match: Match) -> None:
    other = play_out_elsewhere()
    change = {"change": "deal", "deal": str(other), "record": "sheet,s1,R"}
    answer = ask(desk, match, changes=[change], preview=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "gone")


def play_out_elsewhere() -> object:
    other = make_match()
    play_out(other, winner=2)
    return other.games.get().deals.earliest("pk").uuid


def test_open_match_is_entered_directly(desk: Caller) -> None:
    answer = ask(desk, make_match(), changes=[{"change": "void"}], preview=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "match_open")


def test_who_sits_out_has_no_result_to_correct(desk: Caller) -> None:
    stage = make_stage()
    for _pair in range(3):
        make_pair(stage)
    bye = next(match for match in start_round(stage).matches.all() if match.is_bye)
    assert ask(desk, bye, changes=[{"change": "void"}], preview=True).status_code == 404
