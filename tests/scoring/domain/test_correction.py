"""訂正 as plain values: what is written can be read, and what differs is found by hand."""

from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.domain.correction import (
    Change,
    ChangeKind,
    NotAChange,
    anew,
    change_from,
    change_to,
    moved,
    other_pairings,
)

uuids = st.uuids().map(str)
changes = st.one_of(
    st.builds(Change, st.just(ChangeKind.DEAL), deal=uuids, record=st.text(max_size=20)),
    st.builds(Change, st.just(ChangeKind.ADD), game=st.integers(1, 9), number=st.integers(0, 99)),
    st.builds(Change, st.just(ChangeKind.RESTORE), version=uuids),
    st.builds(Change, st.just(ChangeKind.FORFEIT), winner=st.integers(1, 3)),
    st.builds(
        Change,
        st.just(ChangeKind.TOTALS),
        totals=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)), max_size=3).map(tuple),
        ended_by=st.sampled_from(["", "time_up"]),
    ),
)


@given(changes)
def test_a_change_is_read_as_it_was_written(change: Change) -> None:
    assert change_from(change_to(change)) == change


def test_only_what_is_said_is_written() -> None:
    assert change_to(Change(ChangeKind.VOID)) == {"change": "void"}
    assert change_to(Change(ChangeKind.TAKE_BACK, game=2)) == {"change": "take_back", "game": 2}


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"change": "burn"},
        {"change": "void", "why": "x"},
        {"change": "deal", "deal": "x"},
        {"change": "forfeit", "winner": "both"},
        {"change": "totals", "totals": [["many"]]},
        {"change": "totals", "totals": 7},
        [],
        "void",
    ],
)
def test_what_is_no_change_is_not_read(said: object) -> None:
    with pytest.raises(NotAChange):
        change_from(said)  # type: ignore[arg-type]


BEFORE = {1: ((1,), (2,)), 2: ((3,), (4,)), 3: ((5,),)}


def test_tables_differ_where_others_would_meet() -> None:
    after = {1: ((1,), (3,)), 2: ((4,), (2,)), 3: ((5,),)}
    assert other_pairings(BEFORE, BEFORE, after) == [1, 2]


def test_a_bye_in_other_hands_is_another_table() -> None:
    after = {1: ((1,), (2,)), 2: ((3,), (5,)), 3: ((4,),)}
    assert other_pairings(BEFORE, BEFORE, after) == [2, 3]


def test_the_same_people_at_another_table_or_on_the_other_side_meet_all_the_same() -> None:
    after = {1: ((4,), (3,)), 2: ((2,), (1,)), 3: ((5,),)}
    assert other_pairings(BEFORE, BEFORE, after) == []


def test_what_was_changed_by_hand_is_no_consequence() -> None:
    by_hand = {1: ((1,), (4,)), 2: ((3,), (2,)), 3: ((5,),)}
    assert other_pairings(by_hand, BEFORE, BEFORE) == []


def test_ranks_that_differ_best_first() -> None:
    before = {"a": (0, 1), "b": (0, 2), "c": (0, 3), "d": (0, 4)}
    after = {"a": (0, 1), "b": (0, 4), "c": (0, 2), "d": (0, 3)}
    assert moved(before, after) == ["c", "d", "b"]


def test_who_was_in_no_table_before_has_not_moved() -> None:
    new = str(uuid4())
    assert moved({}, {new: (0, 1)}) == []


def test_what_disagreed_before_is_no_consequence() -> None:
    assert anew(["old"], ["old", "new"]) == ["new"]
