"""The cases that were handed over: a selection that is kept here, and all where they are found."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.commands.judge import answered

HERE = Path(__file__).parents[1] / "data" / "goita-cases.jsonl"
SHARED = Path(__file__).parents[4] / "shared" / "cases" / "goita.jsonl"


def cases(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def ask(case: object) -> Any:
    return answered(json.dumps(case).encode())


def holds(case: dict[str, Any]) -> bool:
    expected = case.pop("expected")
    answer = ask(case)
    result = answer["result"]
    if "error" in expected:
        return bool(expected["error"].items() <= result.get("error", {}).items())
    if "legal" in expected:
        expected["legal"].sort()
        result["legal"].sort()
    return bool(answer["id"] == case["id"] and expected.items() <= result.items())


@pytest.mark.parametrize("case", cases(HERE), ids=lambda case: case["id"])
def test_kept_case_holds(case: dict[str, Any]) -> None:
    assert holds(case)


@pytest.mark.skipif(not SHARED.exists(), reason="the handed cases are not beside the repository")
def test_all_handed_cases_hold() -> None:
    assert [case["id"] for case in cases(SHARED) if not holds(case)] == []


@pytest.mark.parametrize(
    "line", [b"nonsense", b"[1]", b"1", b"\xff", b'{"id": NaN}', b"[" * 100_000, b'{"a":' * 100_000]
)
def test_line_that_is_no_case_is_answered(line: bytes) -> None:
    assert answered(line) == {"id": None, "result": {"error": {"code": "bad_line", "params": {}}}}


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ({}, "unsupported_kind"),
        ({"game": "goita", "kind": "solve"}, "unsupported_kind"),
        ({"game": "shogi", "kind": "deal", "record": ""}, "unsupported_kind"),
        ({"game": ["goita"], "kind": "deal"}, "unsupported_kind"),
        ({"game": "goita", "kind": ["deal"], "record": ""}, "unsupported_kind"),
        ({"game": "goita", "kind": "deal"}, "missing_field"),
        ({"game": "goita", "kind": "deal", "record": 1}, "missing_field"),
        ({"game": "goita", "kind": "deal", "record": "", "options": {"x": 1}}, "unknown_option"),
        ({"game": "goita", "kind": "deal", "record": "", "options": {"five": 1}}, "bad_option"),
        ({"game": "goita", "kind": "deal", "record": "", "options": [1]}, "bad_option"),
        ({"game": "goita", "kind": "deal", "record": "", "options": []}, "bad_option"),
        ({"game": "goita", "kind": "deal", "record": "", "options": False}, "bad_option"),
        ({"game": "goita", "kind": "deal", "record": "", "options": None}, "syntax"),
        ({"game": "goita", "kind": "legal", "record": ""}, "syntax"),
    ],
)
def test_case_that_cannot_be_judged_says_why(case: object, code: str) -> None:
    assert ask(case)["result"]["error"]["code"] == code


def test_unknown_option_is_named() -> None:
    case = {"id": 7, "game": "goita", "kind": "deal", "record": "", "options": {"target": 150}}
    assert ask(case) == {
        "id": 7,
        "result": {"error": {"code": "unknown_option", "params": {"option": "target"}}},
    }


def test_deal_that_is_over_has_nobody_to_move() -> None:
    record = "11111189,11245567,12334457,12233456,s2"
    assert ask({"game": "goita", "kind": "legal", "record": record})["result"]["legal"] == []
