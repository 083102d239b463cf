"""G-3, and G-7 for three seats."""

import pytest

from tests.engine.verdicts import dealt, legal, outcome, refusal, verify

FIVE = "11111258,12345567,11334456,11223479,s1"
OPPOSED = "11111258,11111345,22334456,23467795,s2"
FIVE_FIVE = "11111269,23345678,11111445,22334557,s2"
SIX = "11334578,23555679,11111123,11224446,s2"
SEVEN = "12344679,11111118,12333446,12255557,s3"
EIGHT = "12233559,12234567,11111111,34445678,s4"
DECIDED = (1, "hand_already_decided", "G-3.9")


@pytest.mark.parametrize(
    ("record", "special", "seat", "points", "doubled"),
    [
        (SIX, "six", 3, 20, False),
        ("11111189,11245567,12334457,12233456,s2", "six", 1, 100, True),
        ("13334577,12344558,11111122,11245669,s1", "six", 3, 40, True),
        (SEVEN, "seven", 2, 100, False),
        (EIGHT, "eight", 3, 100, False),
    ],
)
def test_six_to_eight_pawns_decide(record: str, special: str, seat: int, points: int, doubled: bool) -> None:
    found = outcome(record)
    assert (found.end, found.special, found.seat, found.doubled) == ("special", special, seat, doubled)
    assert found.points == {1: points * (seat % 2), 2: points * (1 - seat % 2)}
    assert found.next_dealer == seat
    assert refusal(f"{record},1p") == DECIDED
    assert legal(record) == []


def test_declarer_deals_next_whatever_the_option() -> None:
    assert outcome(SIX, next_dealer="counter_clockwise").next_dealer == 3


def test_combinations_off_leave_the_deal_to_be_played() -> None:
    for record in (SIX, SEVEN, EIGHT, FIVE_FIVE):
        assert refusal(record, combinations=False) == (1, "record_incomplete", "G-4.6")
    assert refusal(f"{FIVE},R", combinations=False) == (1, "redeal_not_allowed", "G-3.1")


def test_five_is_played_or_dealt_again() -> None:
    found = outcome(f"{FIVE},R")
    assert (found.end, found.reason, found.seat, found.next_dealer) == ("redeal", "five", 1, 1)
    assert (found.points, found.plies) == ({}, 1)
    assert refusal(FIVE) == (1, "record_incomplete", "G-4.6")
    assert "R" not in legal(FIVE)
    assert refusal(f"{FIVE},R,112") == (2, "hand_already_over", "G-4.6")
    assert refusal(f"{FIVE},112,R") == (2, "redeal_not_allowed", "G-3.1")
    assert refusal(f"{FIVE},R", five=False) == (1, "redeal_not_allowed", "G-3.1")


@pytest.mark.parametrize("decision", ["both_must_play", "both_must_redeal"])
def test_five_on_both_sides_may_be_dealt_again(decision: str) -> None:
    found = outcome(f"{OPPOSED},R", five_opposed=decision)
    assert (found.end, found.reason, found.next_dealer) == ("redeal", "five_opposed", 2)
    assert found.seat == 4  # the partner of the five on the dealer's side is asked first
    assert outcome(f"{OPPOSED},R", five_opposed=decision, five_decider="holder").seat == 2
    assert refusal(OPPOSED, five_opposed=decision) == (1, "record_incomplete", "G-4.6")


def test_five_on_both_sides_is_always_dealt_again() -> None:
    found = outcome(OPPOSED, five_opposed="always_redeal")
    assert (found.end, found.reason, found.next_dealer, found.plies) == ("redeal", "five_opposed", 2, 0)
    assert outcome(f"{OPPOSED},R", five_opposed="always_redeal").end == "redeal"
    assert refusal(f"{OPPOSED},213", five_opposed="always_redeal") == (1, "redeal_required", "G-3.2")
    assert legal(OPPOSED, five_opposed="always_redeal") == []


def test_five_on_both_sides_is_always_played() -> None:
    assert refusal(f"{OPPOSED},R", five_opposed="always_play") == (1, "redeal_not_allowed", "G-3.1")
    assert legal(OPPOSED, five_opposed="always_play") != []


@pytest.mark.parametrize("points", [150, 160, 200])
def test_five_and_five_on_one_side_add_their_points(points: int) -> None:
    found = outcome(FIVE_FIVE, five_five_points=points)
    assert (found.special, found.side, found.seat, found.next_dealer) == ("five_five", 1, None, None)
    assert (found.points, found.sets_total) == ({1: points, 2: 0}, False)


def test_five_and_five_may_set_the_total() -> None:
    found = outcome(FIVE_FIVE, five_five_points="target")
    assert (found.points, found.sets_total, found.side) == ({}, True, 1)


def test_five_and_five_stand_when_fives_alone_are_off_and_when_overlooked() -> None:
    assert outcome(FIVE_FIVE, five=False).special == "five_five"
    assert refusal(f"{FIVE_FIVE},R") == DECIDED
    assert refusal(f"{FIVE_FIVE},212", undeclared="lost") == DECIDED


def test_four_of_a_kind_is_dealt_again_at_three_seats() -> None:
    record = "1133335567,1111222249,1144455678,s2"
    found = outcome(record, "goita3")
    assert (found.end, found.reason, found.seat, found.next_dealer) == ("redeal", "four_of_a_kind", 1, 2)
    assert refusal(f"{record},213", "goita3") == (1, "redeal_required", "G-7")
    assert refusal(f"{record},R", "goita3") == (1, "redeal_required", "G-7")


def test_pawns_decide_at_three_seats_only_where_the_hall_says_so() -> None:
    six = dealt({1: "1111112367"}, dealer=2, seats=3)
    assert refusal(six, "goita3") == (1, "record_incomplete", "G-4.6")
    found = outcome(six, "goita3", combinations3="six_to_eight")
    assert (found.special, found.seat, found.side) == ("six", 1, 1)
    assert (found.points, found.next_dealer) == ({1: 40, 2: 0, 3: 0}, 1)
    seven = dealt({2: "1111111245"}, dealer=2, seats=3)
    assert outcome(seven, "goita3", combinations3="six_to_eight").points == {1: 0, 2: 60, 3: 0}
    eight = dealt({3: "1111111189"}, dealer=2, seats=3)
    assert outcome(eight, "goita3", combinations3="six_to_eight").points == {1: 0, 2: 0, 3: 100}
    assert refusal(dealt({3: "1111123459"}, dealer=3, seats=3) + ",R", "goita3") == (
        1, "redeal_not_allowed", "G-3.1",
    )  # fmt: skip


def test_overlooked_six_may_stand_as_lost() -> None:
    """G-3.9, option ``lost``: the deal as played counts, with a warning."""
    assert outcome(SIX, undeclared="lost").special == "six"
    assert refusal(f"{SIX},211", undeclared="lost") == (1, "defence_not_in_hand", "G-4.3")
    events: list[str] = []
    while plays := legal(",".join([SIX, *events]), undeclared="lost"):
        events.append(plays[0])
    verdict = verify(",".join([SIX, *events]), undeclared="lost")
    assert verdict.warnings == ("undeclared_six",)
    assert verdict.outcome is not None
    assert (verdict.outcome.end, verdict.plies) == ("out", len(events))
