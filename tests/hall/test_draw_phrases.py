"""Every reason that a draw gives has words, and names people instead of numbers."""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from django.utils.translation import override

from hall.draw_phrases import ANSWERS, BARRED, REASONS, RELAXATIONS, WEIGHED, reason_words, warning_words
from tests.servers.hall import ROOT
from tournaments.domain.draw import Relaxation
from tournaments.domain.explain import WhyNot
from tournaments.domain.settings import Soft, ThirdRound, ThreeBlock


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with override("en"):
        yield


# Where reasons are given: the draws themselves, and what the desk adds to them.
SOURCES = (Path(ROOT, "tournaments/domain"), Path(ROOT, "scoring/services"))
# Forecasts are told where an event is set up, a stored draw is read as it was written, and an unknown
# field is answered by the command alone.
ELSEWHERE = {"notes.py", "stored_draw.py", "unknown.py"}
# Calls that become a reason, and names under which a code waits for one.
SPEAKERS = {"Reason", "said", "again", "table_pairing"}
WAITING = {"why", "alone", "source"}
CODE = re.compile("[a-z]+(_[a-z]+)+|lot|pinned|planned|lowest|rematch|matchday|block|ghost|waits")
# Codes that are the values of settings, or the code of another reason.
COMPUTED = {
    "again", "broken.code", "code", "first", "meeting.alone", "reason.code", "rule.value", "source", "why",
    "settings.three_block.value",
}  # fmt: skip


def modules() -> Iterator[ast.Module]:
    for path in sorted(chain.from_iterable(source.rglob("*.py") for source in SOURCES)):
        if path.name not in ELSEWHERE:
            yield ast.parse(path.read_text("utf-8"))


def texts(*nodes: ast.AST) -> set[str]:
    found = chain.from_iterable(map(ast.walk, nodes))
    return {node.value for node in found if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def calls(module: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPEAKERS:
            yield node


def spoken() -> set[str]:
    """Every code that the sources can give to a reason."""
    found: set[str] = set()
    for module in modules():
        found |= texts(*(argument for call in calls(module) for argument in call.args))
        for node in ast.walk(module):
            if isinstance(node, ast.Assign) and any(
                isinstance(name, ast.Name) and name.id in WAITING for name in node.targets
            ):
                found |= texts(node.value)
    return {code for code in found if CODE.fullmatch(code)}


def test_every_reason_of_the_sources_has_words() -> None:
    found = spoken()
    assert {"score_gap", "partner_again", "fixed_units_meet", "house_pair", "planned", "ghost"} <= found
    assert found - set(REASONS) == set()


def test_every_setting_that_becomes_a_reason_has_words() -> None:
    third_rounds = {f"third_round_{third_round.value}" for third_round in ThirdRound}
    blocks = {block.value for block in ThreeBlock} - {ThreeBlock.GHOST.value}
    assert third_rounds | blocks | {rule.value for rule in Relaxation} <= set(REASONS)


def test_no_other_code_is_computed() -> None:
    first = (
        call.args[0] for module in modules() for call in calls(module)
        if isinstance(call.func, ast.Name) and call.func.id == "Reason"
    )  # fmt: skip
    assert {ast.unparse(argument) for argument in first if not texts(argument)} <= COMPUTED


def test_every_rule_that_can_be_given_up_has_a_press() -> None:
    assert set(RELAXATIONS) == {rule.value for rule in Relaxation}


def test_every_answer_to_why_not_has_words() -> None:
    assert set(ANSWERS) == {answer.value for answer in WhyNot}
    assert {*(rule.value for rule in Relaxation), *(rule.value for rule in Soft)} == set(WEIGHED)
    assert set(BARRED) == {rule.value for rule in Relaxation} - {Relaxation.SECOND_BYE.value}


def test_a_reason_names_people() -> None:
    reason = {"code": "opponent_absent", "params": {"unit": 7}}
    assert reason_words(reason, {7: "田中・吉田"}).text == "should have met 田中・吉田, who is absent"


@pytest.mark.parametrize(("half_points", "said"), [("2", "scores 1 apart"), ("3", "scores 1½ apart")])
def test_half_points_are_told_as_points(half_points: str, said: str) -> None:
    assert reason_words({"code": "score_gap", "params": {"gap": half_points}}, {}).text == said


def test_a_warning_names_its_table_or_its_people() -> None:
    warnings = [
        {"code": "rematch", "params": {"times": 1, "table": 4}},
        {"code": "second_bye", "params": {"byes": 1, "unit": 7}},
        {"code": "team_mates", "params": {"a": 7, "b": 8, "team": "3"}},
        {"code": "matches_wait", "params": {"matches": 9, "tables": 8}},
    ]
    assert warning_words(warnings, {7: "田中", 8: "吉田"}, {4: "12"}) == [
        "Table 12: have met before (1×)",
        "田中: has sat out before (1×)",
        "田中・吉田: of one team",
        "9 matches for 8 tables: the others wait until one is free",
    ]


def test_an_old_reason_without_its_parameter_is_told_all_the_same() -> None:
    assert reason_words({"code": "rematch"}, {}).text == "have met before (–×)"
