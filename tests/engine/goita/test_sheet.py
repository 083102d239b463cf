"""Deals without plays: sheet and points."""

import pytest

from engine import RULESETS, Outcome
from tests.engine.verdicts import outcome, refusal, verify

SYNTAX = (0, "syntax", "Records")
GOITA = RULESETS["goita"]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("sheet,s1,2,7,received", Outcome("out", {1: 0, 2: 40}, 2, 2, next_dealer=2, tile="7")),
        ("sheet,s1,1,1,led", Outcome("out", {1: 10, 2: 0}, 1, 1, next_dealer=1, tile="1")),
        (
            "sheet,s4,3,9,doubled",
            Outcome("out", {1: 100, 2: 0}, 3, 1, doubled=True, next_dealer=3, tile="9"),
        ),
        (
            "sheet,s3,2,six,72",
            Outcome("special", {1: 0, 2: 40}, 2, 2, special="six", next_dealer=2),
        ),
        (
            "sheet,s3,2,six,44",
            Outcome("special", {1: 0, 2: 60}, 2, 2, doubled=True, special="six", next_dealer=2),
        ),
        (
            "sheet,s3,2,seven,6",
            Outcome("special", {1: 0, 2: 80}, 2, 2, special="seven", next_dealer=2),
        ),
        (
            "sheet,s3,4,eight",
            Outcome("special", {1: 0, 2: 100}, 4, 2, special="eight", next_dealer=4),
        ),
        ("sheet,s3,1,five_five", Outcome("special", {1: 150, 2: 0}, side=1, special="five_five")),
        ("sheet,s3,R", Outcome("redeal", {}, next_dealer=3)),
        ("points,2,30", Outcome("points", {1: 0, 2: 30}, side=2)),
        ("points,1,150", Outcome("special", {1: 150, 2: 0}, side=1, special="five_five")),
    ],
)
def test_slip_is_read(record: str, expected: Outcome) -> None:
    assert outcome(record) == expected


@pytest.mark.parametrize(
    "record",
    [
        "sheet", "sheet,", "sheet,s1", "sheet,s5,R", "sheet,s1,R,R", "sheet,s1,5,7,led", "sheet,s1,2,7",
        "sheet,s1,2,0,led", "sheet,s1,2,x,led", "sheet,s1,2,77,led", "sheet,s1,2,7,won", "sheet,s1,2,seven",
        "sheet,s1,2,seven,x", "sheet,s1,2,six,a7", "sheet,s1,3,five_five", "sheet,s1,2,eight,1",
        "sheets,s1,R", "points", "points,1", "points,3,30", "points,1,", "points,1,-10", "points,1,３0",
        "points,1,30,1", "pointsless", "total,150-20",
    ],
)  # fmt: skip
def test_slip_is_unreadable(record: str) -> None:
    assert refusal(record) == SYNTAX


@pytest.mark.parametrize("points", [0, 15, 70, 90, 110, 160, 200, 1000])
def test_points_that_no_deal_scores_are_refused(points: int) -> None:
    assert refusal(f"points,1,{points}") == (0, "points_impossible", "G-6.3")


def test_points_of_five_and_five_are_those_of_the_option() -> None:
    assert outcome("points,1,200", five_five_points=200).points == {1: 200, 2: 0}
    assert refusal("points,1,150", five_five_points=200)[1] == "points_impossible"
    assert refusal("points,1,150", five_five_points="target")[1] == "points_impossible"
    assert refusal("points,1,150", combinations=False)[1] == "combination_not_in_use"


@pytest.mark.parametrize("tiles", ["1", "12", "222", "67777", "7", ""])
def test_six_needs_two_other_tiles(tiles: str) -> None:
    expected = SYNTAX if tiles in ("",) else (0, "wrong_tile_count", "G-1.1")
    assert refusal(f"sheet,s1,2,six,{tiles}") in (expected, (0, "wrong_tile_count", "G-1.1"))


def test_two_kings_are_one_of_each_face_whatever_was_typed() -> None:
    for tiles in ("88", "99"):
        verdict = verify(f"sheet,s1,2,six,{tiles}")
        assert (verdict.record, verdict.warnings) == ("sheet,s1,2,six,89", ("second_king",))
    assert verify("sheet,s1,2,six,98").record == "sheet,s1,2,six,89"
    assert verify("sheet,s1,2,six,98").warnings == ()


@pytest.mark.parametrize("facts", ["2,six,72", "2,seven,7", "2,eight", "1,five_five"])
def test_combination_is_refused_where_none_is_played(facts: str) -> None:
    assert refusal(f"sheet,s1,{facts}", combinations=False) == (0, "combination_not_in_use", "G-3.8")
    assert refusal(f"sheet,s1,{facts}", "goita3") == (0, "combination_not_in_use", "G-7")


def test_redeal_is_refused_where_nothing_calls_for_it() -> None:
    assert refusal("sheet,s1,R", five=False) == (0, "redeal_not_allowed", "G-3.8")
    assert outcome("sheet,s1,R", "goita3").reason == "four_of_a_kind"


def test_three_seats_name_all_other_tiles() -> None:
    six = "six_to_eight"
    found = outcome("sheet,s1,3,six,2467", "goita3", combinations3=six)
    assert (found.points, found.side) == ({1: 0, 2: 0, 3: 40}, 3)
    assert refusal("sheet,s1,3,six,24", "goita3", combinations3=six)[1] == "wrong_tile_count"
    assert refusal("sheet,s1,3,six,4444", "goita3", combinations3=six) == (0, "redeal_required", "G-7")
    assert refusal("points,1,150", "goita3")[1] == "combination_not_in_use"


def test_what_is_written_is_read() -> None:
    assert GOITA.write_sheet(dealer=1, seat=2, tile="7", how="led") == "sheet,s1,2,7,led"
    assert GOITA.write_special(dealer=1, by=2, special="six", tiles="67") == "sheet,s1,2,six,67"
    assert GOITA.write_special(dealer=1, by=2, special="eight") == "sheet,s1,2,eight"
    assert GOITA.write_special(dealer=1, by=2, special="five_five") == "sheet,s1,2,five_five"
    assert GOITA.write_redeal(dealer=4) == "sheet,s4,R"
    assert GOITA.write_points(side=2, points=80) == "points,2,80"
    assert GOITA.write_total([150, 20]) == "total,150-20"
    assert GOITA.write_total([140, 90], mark="time_up") == "total,140-90,time_up"
