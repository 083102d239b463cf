"""``manage.py draw`` as other programs use it: a line in, a line out, whatever stands in the line."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import pytest

from tests.conftest import StartHall
from tests.servers.hall import ROOT, hall_environment
from tests.tournaments.draw_process import Answer, Asked, pairs, running_draw, seated, swiss
from tournaments.domain.state_line import MOST_BYTES
from tournaments.domain.state_line.unknown import STATE_FIELDS, UNIT_FIELDS

STATES = Path(__file__).parents[1] / "data" / "draw" / "states.jsonl"
GOOD = swiss(["A", "B"])
UNIT = {"id": "A"}
BAD: list[tuple[bytes | str | dict[str, object], str]] = [
    ("", "not_json"),
    ("   ", "not_json"),
    ("{", "not_json"),
    ("nonsense", "not_json"),
    ('{"id": NaN}', "not_json"),
    ('{"id": 1} {"id": 2}', "not_json"),
    ("1" * 5000, "not_json"),
    (b"\xff\xfe", "not_utf8"),
    (b'{"id": "\xe3\x81"}', "not_utf8"),
    ("[" * 100_000, "nested_too_deep"),
    ("[" * 100_000 + "]" * 100_000, "nested_too_deep"),
    ("null", "not_an_object"),
    ("[]", "not_an_object"),
    ("17", "not_an_object"),
    ("{}", "field_missing"),
    ({"id": "a"}, "field_missing"),
    ({"id": "a", "format": "swiss"}, "field_missing"),
    ({"id": "a", "format": "swiss", "persons": ["A"]}, "field_missing"),
    ({"id": None, "format": "swiss", "units": []}, "field_missing"),
    ({"id": True, "format": "swiss", "units": []}, "not_a_text"),
    ({"id": 1.5, "format": "swiss", "units": []}, "not_a_text"),
    ({"id": "a", "format": "dutch", "units": []}, "format_has_no_draw"),
    ({"id": "a", "format": "free", "units": []}, "format_has_no_draw"),
    ({"id": "a", "format": ["swiss"], "units": []}, "format_has_no_draw"),
    (swiss(["A", "A"]), "unit_twice"),
    (swiss(["A", {"id": "A", "present": False}]), "unit_twice"),
    (swiss([1]), "not_a_record"),
    (swiss([None]), "not_a_record"),
    (swiss([{}]), "field_missing"),
    (swiss([{"id": 1}]), "not_a_text"),
    (swiss([{"id": "A", "met": ["A"]}]), "met_itself"),
    (swiss([{"id": "A", "met": "B"}]), "not_a_list"),
    (swiss([{"id": "A", "met": [["B"]]}]), "not_a_text"),
    (swiss([{"id": "A", "score": True}]), "not_a_whole_number"),
    (swiss([{"id": "A", "score": 1.5}]), "not_a_whole_number"),
    (swiss([{"id": "A", "score": "1.5"}]), "not_a_score"),
    (swiss([{"id": "A", "score": "3/4"}]), "not_a_score"),
    (swiss([{"id": "A", "score": "1"}]), "not_a_score"),
    (swiss([{"id": "A", "score": "٣/2"}]), "not_a_score"),
    (swiss([{"id": "A", "score": 10**40}]), "out_of_range"),
    (swiss([{"id": "A", "score": "2000001/2"}]), "out_of_range"),
    (swiss([{"id": "A", "score": "-9999999/2"}]), "out_of_range"),
    (swiss([{"id": "A", "byes": -1}]), "out_of_range"),
    (swiss([{"id": "A", "present": 1}]), "not_true_or_false"),
    (swiss([{"id": "A", "club": ["輪島"]}]), "not_a_text"),
    (swiss("AB"), "not_a_list"),
    (swiss({"A": 1}), "not_a_list"),
    (swiss(["A", "B"], shape=[2, 1]), "not_a_shape"),
    (swiss(["A", "B"], shape=[9, 9]), "out_of_range"),
    (swiss(["A", "B"], shape="1x1"), "not_a_list"),
    (swiss(["A", "B"], seed=-1), "out_of_range"),
    (swiss(["A", "B"], seed="1"), "not_a_whole_number"),
    (swiss(["A", "B"], round=0), "out_of_range"),
    (swiss(["A", "B"], forbidden=[["A"]]), "not_a_pair"),
    (swiss(["A", "B"], forbidden=[["A", "A"]]), "not_a_pair"),
    (swiss(["A", "B"], forbidden=["AB"]), "not_a_list"),
    (swiss(["A", "B"], avoid_club="yes"), "not_true_or_false"),
    (swiss(["A", "B"], relaxed=["everything"]), "not_a_choice"),
    ({"id": "a", "format": "rotation", "persons": [*"ABCD"], "rounds": 0}, "out_of_range"),
    ({"id": "a", "format": "rotation", "persons": [*"ABCD"], "rounds": -3}, "out_of_range"),
    ({"id": "a", "format": "rotation", "persons": [*"ABCD"], "mode": "chance"}, "not_a_choice"),
    ({"id": "a", "format": "rotation", "units": [*"ABCD"]}, "field_missing"),
    ({"id": "a", "format": "knockout", "units": [*"AB"], "third_place": "yes"}, "not_true_or_false"),
    ({"id": "a", "format": "round_robin", "units": [*"AB"], "cycles": 0}, "out_of_range"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "code"), BAD, ids=[f"{place}-{code}" for place, (_, code) in enumerate(BAD)]
)
def test_bad_line_is_answered_and_the_next_one_is_drawn(
    ask: Asked, line: bytes | str | dict[str, object], code: str
) -> None:
    answer = ask(line)
    assert answer["id"] is None
    assert answer["error"]["code"] == code
    assert answer["error"]["message"].endswith(".")
    assert code not in answer["error"]["message"]  # it is a sentence
    assert "tables" in ask(GOOD)


def test_a_bad_line_names_its_state_and_the_field(ask: Asked) -> None:
    error = ask(swiss(["A", {"id": "B", "score": "x"}], id="予選 3"))["error"]
    assert error["params"] == {"id": "予選 3", "field": "units.1.score", "value": "x"}
    assert error["message"].startswith("units.1.score ")


def test_null_is_a_field_left_out(ask: Asked) -> None:
    bare = ask(swiss(["A", {"id": "B"}]))
    nothing = dict.fromkeys(["score", "met", "byes", "club", "present", "team", "colour"])
    state = swiss(["A", {"id": "B", **nothing}], forbidden=None, avoid_club=None, seed=None, hall=None)
    assert ask(state) == bare


def test_the_largest_score_may_be_told_in_halves(ask: Asked) -> None:
    units = [{"id": "A", "score": "2000000/2"}, {"id": "B", "score": "-2000000/2"}]
    assert pairs(ask(swiss(units))) == {frozenset("AB")}


def test_an_unknown_field_changes_nothing_and_is_named_once(ask: Asked) -> None:
    units = [{"id": "A", "nmae": 1}, {"id": "B", "nmae": 2, "scroe": 3}]
    answer = ask(swiss(units, forbiden=[["A", "B"]]))
    assert answer.pop("warnings") == [
        {"code": "unknown_field", "params": {"field": field}}
        for field in ("forbiden", "units.0.nmae", "units.1.scroe")
    ]
    assert {**answer, "warnings": []} == ask(swiss([{"id": "A"}, {"id": "B"}]))


@pytest.mark.parametrize(
    "state",
    [
        swiss(["A", {"id": "B", "met": ["A"]}]),
        {"id": "a", "format": "knockout", "units": [*"AB"]},
        {"id": "a", "format": "rotation", "persons": [*"ABCDE"]},
        {"id": "a", "format": "round_robin", "units": [*"ABC"]},
        {"id": "a", "format": "league", "units": [*"ABC"]},
    ],
)
def test_every_answer_to_a_state_names_unknown_fields(ask: Asked, state: dict[str, object]) -> None:
    told = {"code": "unknown_field", "params": {"field": "relaxd"}}
    bare = ask(state)
    assert ask({**state, "relaxd": ["rematch"]}) == {**bare, "warnings": [*bare.get("warnings", []), told]}


@pytest.mark.parametrize("end", [b"", b"\r"])
def test_a_line_longer_than_the_limit_is_answered_and_the_next_one_is_drawn(ask: Asked, end: bytes) -> None:
    answer = ask(json.dumps(GOOD).encode().ljust(MOST_BYTES + 1) + end)
    assert answer["id"] is None
    assert answer["error"]["code"] == "line_too_long"
    assert answer["error"]["params"] == {"most": 64 * 1024 * 1024}
    assert "tables" in ask(json.dumps(GOOD).encode().ljust(MOST_BYTES) + end)
    assert "tables" in ask(GOOD)


def test_unknown_opponents_have_left_the_event(ask: Asked) -> None:
    units = [{"id": "A", "met": ["gone"]}, "B"]
    assert pairs(ask(swiss(units, forbidden=[["A", "away"]]))) == {frozenset("AB")}


@pytest.mark.parametrize("known_as", ["", "輪島 大会", "01", 7, -7, 10**30, "\ud83c", "a\nb\u2028c"])
def test_the_id_of_a_state_comes_back_as_it_was(ask: Asked, known_as: str | int) -> None:
    line = json.dumps({**GOOD, "id": known_as})
    assert ask(line)["id"] == known_as


def test_a_file_may_begin_with_a_mark_and_have_lines_of_windows(ask: Asked) -> None:
    assert "tables" in ask(b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r")


NO_DRAW: list[tuple[dict[str, object], str]] = [
    ({"format": "rotation", "persons": [*"ABC"]}, "too_few_persons"),
    ({"format": "rotation", "persons": [*"ABC"], "mode": "lot"}, "too_few_persons"),
    ({"format": "knockout", "units": [*"ABC"], "shape": [1, 1, 1]}, "needs_two_sides"),
    ({"format": "round_robin", "units": [*"ABC"], "shape": [1, 1, 1]}, "needs_two_sides"),
    ({"format": "league", "units": [*"ABC"], "round": 2}, "no_such_round"),
    ({"format": "title", "units": [*"ABC"]}, "title_needs_two"),
    ({"format": "two_wins_two_losses", "units": [*"ABCDE"]}, "no_blocks"),
    ({"format": "two_wins_two_losses", "units": [*"ABCD"], "round": 2}, "result_missing"),
    ({"format": "round_robin", "units": [str(number) for number in range(20_000)]}, "answer_too_long"),
]


@pytest.mark.parametrize(("state", "code"), NO_DRAW, ids=[code for _, code in NO_DRAW])
def test_a_state_that_has_no_draw_keeps_its_id(ask: Asked, state: dict[str, object], code: str) -> None:
    answer = ask({"id": "x", **state})
    assert answer["id"] == "x"
    assert answer["error"]["code"] == code
    assert answer["error"]["message"].endswith(".")
    assert code not in answer["error"]["message"]
    assert (answer["error"]["blocking"], answer["error"]["relaxations"]) == ([], [])


# Standing beside everything else


def test_each_state_of_a_file_has_its_answer_in_order(tmp_path: Path) -> None:
    states = [json.loads(line) for line in STATES.read_text("utf-8").splitlines()]
    with STATES.open("rb") as lines:
        done = run_draw(tmp_path, stdin=lines)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [found["id"] for found in answers] == [state["id"] for state in states]
    for state, found in zip(states, answers, strict=True):
        assert everybody_has_a_place(state, found), found


def test_the_documentation_has_every_field_that_is_known() -> None:
    text = (ROOT / "docs" / "draw.md").read_text("utf-8")
    states, units = (part.partition("\n\n")[0] for part in text.split("| field | default | |\n")[1:])
    for part, known in ((states, STATE_FIELDS), (units, UNIT_FIELDS)):
        names = [line.split("|")[1] for line in part.splitlines()[1:]]
        assert {name.strip(" `") for cell in names for name in cell.split("·")} == known


def test_the_examples_of_the_documentation_are_answered_as_they_stand(ask: Asked) -> None:
    lines = (ROOT / "docs" / "draw.md").read_text("utf-8").splitlines()
    examples = [(line, told) for line, told in pairwise(lines) if told.startswith("→ ")]
    assert len(examples) >= 8
    for line, told in examples:
        assert ask(line) == json.loads(told.removeprefix("→ ")), line


def everybody_has_a_place(state: Answer, found: Answer) -> bool:
    """In a bracket only in round one; elsewhere whoever is present sits or sits out once a round."""
    units = [
        {"id": unit} if isinstance(unit, str) else unit for unit in state.get("units") or state["persons"]
    ]
    present = sorted(unit["id"] for unit in units if unit.get("present", True))
    rounds = found.get("rounds", [found])[: 1 if state["format"] == "knockout" else None]
    return all(sorted([*seated(one["tables"]), *one["sitting_out"]]) == present for one in rounds)


def test_a_running_hall_is_not_in_the_way(start_hall: StartHall, tmp_path: Path) -> None:
    hall = start_hall()
    with running_draw(hall.home, tmp_path / "complaints") as asked:
        assert "tables" in asked(GOOD)


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    line = json.dumps(GOOD)
    done = subprocess.run(
        f"yes '{line}' | {sys.executable} manage.py draw | head -2",
        shell=True, cwd=ROOT, env=hall_environment(tmp_path), capture_output=True, check=False,
    )  # fmt: skip
    assert (len(done.stdout.splitlines()), done.stderr) == (2, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    with STATES.open("rb") as lines, Path("/dev/full").open("wb") as full:
        done = run_draw(tmp_path, stdin=lines, stdout=full)
    assert done.returncode == 1
    assert done.stderr.startswith(b"CommandError: cannot_go_on")
    assert done.stderr.count(b"\n") == 1


def run_draw(home: Path, *, stdin: IO[bytes], stdout: int | IO[bytes] = subprocess.PIPE) -> Any:
    return subprocess.run(
        [sys.executable, "manage.py", "draw"],
        cwd=ROOT, env=hall_environment(home), stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
