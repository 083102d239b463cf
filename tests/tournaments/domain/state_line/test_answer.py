"""Whatever a line holds, it has one answer in one line, and a state that is drawn seats everybody once."""

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.domain.swiss_oracle import lawful_rounds
from tournaments.domain.draw import Relaxation, Seed
from tournaments.domain.state_line import answer, answer_failed

NAMES = st.text(max_size=3)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)
FORMATS = ["swiss", "rotation", "knockout", "round_robin", "two_wins_two_losses", "title"]


def said(code: str, params: Mapping[str, object]) -> str:
    return f"{code} {sorted(params)}"


def answered(line: bytes) -> dict[str, Any]:
    """The answer, which must be one line of JSON as every program reads it."""
    written = answer(line, sentence=said)
    assert written.endswith(b"\n")
    assert written.count(b"\n") == 1
    found = json.loads(written.decode(), parse_constant=refuse)
    assert isinstance(found, dict)
    return found


def refuse(constant: str) -> NoReturn:
    raise AssertionError(constant)


def drawn(state: Mapping[str, object]) -> dict[str, Any]:
    return answered(json.dumps(state).encode())


@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_bad_line(line: bytes) -> None:
    found = answered(line)
    assert found["id"] is None
    assert isinstance(found["error"]["code"], str)


@given(ANYTHING)
def test_any_json_is_answered(value: object) -> None:
    assert "error" in answered(json.dumps(value).encode())


def some(lawful: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly what the format asks for, now and then anything at all."""
    return st.one_of(lawful, lawful, lawful, lawful, ANYTHING)


IDS = st.sampled_from([*"ABCDEFGH"])
HISTORY = some(st.lists(IDS, max_size=4))
UNITS = IDS | st.fixed_dictionaries(
    {"id": some(IDS)},
    optional={
        "score": some(st.integers(-3, 9) | st.sampled_from(["1/2", "3/2", "1.5", "1/3"])),
        "met": HISTORY,
        "partners": HISTORY,
        "opponents": HISTORY,
        "byes": some(st.integers(-1, 3)),
        "club": some(st.sampled_from(["輪島", "金沢"])),
        "present": some(st.booleans()),
    },
)
STATES = st.fixed_dictionaries(
    {"id": some(st.text(max_size=4)), "format": some(st.sampled_from(FORMATS))},
    optional={
        "units": some(st.lists(UNITS, max_size=9)),
        "persons": some(st.lists(UNITS, max_size=9)),
        "forbidden": some(st.lists(st.lists(IDS, min_size=2, max_size=2), max_size=2)),
        "avoid_club": some(st.booleans()),
        "relaxed": some(st.lists(st.sampled_from(list(Relaxation)), max_size=2)),
        "seed": some(st.integers(0, 99)),
        "round": some(st.integers(0, 5)),
        "rounds": some(st.integers(0, 5)),
        "cycles": some(st.integers(0, 3)),
        "mode": some(st.sampled_from(["design", "lot", "standing"])),
        "shape": some(st.sampled_from([[1, 1], [2, 2], [1, 1, 1], [3, 3]])),
        "third_place": some(st.booleans()),
    },
)


@given(STATES)
def test_a_state_nearly_right_is_drawn_or_told_what_is_wrong(state: dict[str, Any]) -> None:
    found = drawn(state)
    if "error" in found:
        assert {"code", "message"} <= set(found["error"])
        return
    assert found["id"] == state["id"]
    for one in rounds_with_everybody(state, found):
        assert sorted([*seated(one), *one["sitting_out"]]) == present(state)


def rounds_with_everybody(state: dict[str, Any], found: dict[str, Any]) -> list[dict[str, Any]]:
    """In a bracket the later rounds hold those who won."""
    rounds: list[dict[str, Any]] = found.get("rounds", [found])
    return rounds[:1] if state["format"] == "knockout" else rounds


def seated(one: dict[str, Any]) -> Iterator[str]:
    for side in chain.from_iterable(one["tables"]):
        yield from [side] if isinstance(side, str) else side


def present(state: dict[str, Any]) -> list[str]:
    units = state["persons" if state["format"] == "rotation" else "units"]
    named = [{"id": unit} if isinstance(unit, str) else unit for unit in units]
    return sorted(unit["id"] for unit in named if unit.get("present") is not False)


@st.composite
def histories(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A few units, any of whom may have met any other, told by one side, the other, or both."""
    names = "ABCDEF"[: draw(st.integers(2, 6))]
    return [
        {
            "id": name,
            "score": draw(st.integers(0, 3)),
            "met": draw(st.lists(st.sampled_from(names.replace(name, "")), max_size=4)),
            "byes": draw(st.integers(0, 1)),
        }
        for name in names
    ]


@given(histories())
def test_swiss_keeps_its_hard_rules_or_there_is_no_such_round(units: list[dict[str, Any]]) -> None:
    seeds = [
        Seed(unit["id"], rank, unit["score"], met=tuple(unit["met"]), byes=unit["byes"])
        for rank, unit in enumerate(units, start=1)
    ]
    lawful = [
        {frozenset(seed.key for seed in pair if seed) for pair in pairs} for pairs in lawful_rounds(seeds)
    ]
    found = drawn({"id": "a", "format": "swiss", "units": units})
    if "error" in found:
        assert lawful == []
        assert found["error"]["blocking"]
        assert set(found["error"]["relaxations"]) <= set(Relaxation)
    else:
        assert {frozenset(places) for places in [*found["tables"], *found["sitting_out"]]} in lawful


@given(histories())
def test_what_is_offered_helps(units: list[dict[str, Any]]) -> None:
    state = {"id": "a", "format": "swiss", "units": units}
    refused = drawn(state).get("error", {"relaxations": []})
    assert "error" not in drawn({**state, "relaxed": refused["relaxations"]})


@given(histories(), st.integers(0, 2**63 - 1))
def test_the_same_line_has_the_same_answer(units: list[dict[str, Any]], seed: int) -> None:
    state = {"id": "a", "format": "swiss", "units": units, "seed": seed}
    assert drawn(state) == drawn(state)


@pytest.mark.parametrize(
    ("line", "params"),
    [
        (b'{"id": "r3"}', {"id": "r3", "fault": "KeyError('lot')"}),
        (b"nonsense", {"fault": "KeyError('lot')"}),
        (b"[" * 100_000, {"fault": "KeyError('lot')"}),
    ],
)
def test_a_fault_of_the_program_is_an_answer_too(line: bytes, params: dict[str, str]) -> None:
    found = json.loads(answer_failed(line, fault=KeyError("lot"), sentence=said))
    assert (found["id"], found["error"]["code"], found["error"]["params"]) == (None, "draw_failed", params)
