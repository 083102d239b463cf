import pytest

from tournaments.domain.rotation.bounds import (
    Repeat,
    first_forced_repeat,
    least_repeated_meetings,
    most_rounds_without_meeting,
    most_rounds_without_opponent_repeat,
    most_rounds_without_partner_repeat,
    sit_outs,
    tables_for,
)
from tournaments.domain.settings import Remainder, Shape

PAIRS, TRIOS, THREES, ONES = (2, 2), (3, 3), (1, 1, 1), (1, 1)


@pytest.mark.parametrize(
    ("n", "shape", "rounds"),
    [
        (3, PAIRS, 0),
        (4, PAIRS, 3),
        (5, PAIRS, 5),
        (6, PAIRS, 7),  # 15 pairs, two of them each round
        (8, PAIRS, 7),
        (16, PAIRS, 15),
        (17, PAIRS, 17),
        (12, TRIOS, 5),  # 66 pairs, twelve of them each round
        (9, THREES, None),
    ],
)
def test_partners_last_as_long_as_there_are_new_pairs(n: int, shape: Shape, rounds: int | None) -> None:
    assert most_rounds_without_partner_repeat(n, shape) == rounds


@pytest.mark.parametrize(
    ("n", "shape", "rounds"),
    [
        (3, PAIRS, 0),
        (7, PAIRS, 3),
        (8, PAIRS, 1),  # any second table holds two of one first table
        (16, PAIRS, 5),  # the lines of the affine plane of order four
        (18, PAIRS, 5),  # nobody can sit at a sixth table: 17 others, three at each
        (40, PAIRS, 13),
        (9, THREES, 4),  # the lines of the affine plane of order three
        (15, THREES, 7),  # Kirkman's schoolgirls
        (8, ONES, 7),
        (7, ONES, 7),
    ],
)
def test_nobody_meets_twice_for_no_longer_than_this(n: int, shape: Shape, rounds: int) -> None:
    assert most_rounds_without_meeting(n, shape) == rounds


@pytest.mark.parametrize(
    ("n", "shape", "rounds"),
    [
        (3, PAIRS, 0),
        (4, PAIRS, 1),  # three others, two of them opponents: the third is the partner
        (8, PAIRS, 3),  # seven others, two opponents each round
        (9, PAIRS, 4),  # eight others are enough for four rounds, and 36 sittings for four and a half
        (16, PAIRS, 7),
        (12, TRIOS, 3),  # eleven others, three opponents each round
        (8, ONES, 7),
        (7, ONES, 7),
    ],
)
def test_opponents_last_no_longer_than_this(n: int, shape: Shape, rounds: int) -> None:
    assert most_rounds_without_opponent_repeat(n, shape) == rounds


@pytest.mark.parametrize(("n", "rounds", "least"), [(8, 5, 32), (10, 6, 27), (14, 7, 35), (40, 10, 0)])
def test_repeated_meetings_are_counted_from_pairs(n: int, rounds: int, least: int) -> None:
    # The lower bounds of the measured table of the design.
    assert least_repeated_meetings(n, rounds) == least


def test_t16_eight_persons_repeat_a_partner_in_round_eight() -> None:
    assert first_forced_repeat(8, 9) == (8, Repeat.PARTNER)
    assert first_forced_repeat(8, 7) == (2, Repeat.MEETING)
    assert first_forced_repeat(16, 5) is None


def test_three_seats_repeat_meetings_only() -> None:
    assert first_forced_repeat(9, 5, THREES) == (5, Repeat.MEETING)


def test_nothing_repeats_where_there_is_no_table() -> None:
    assert first_forced_repeat(3, 9) is None


@pytest.mark.parametrize(("n", "out"), [(0, 0), (3, 3), (4, 0), (5, 1), (30, 2), (31, 3)])
def test_those_who_fill_no_table_sit_out(n: int, out: int) -> None:
    assert sit_outs(n) == out


@pytest.mark.parametrize(
    ("n", "fours", "threes", "out"),
    [(2, 0, 0, 2), (3, 0, 1, 0), (5, 1, 0, 1), (6, 0, 2, 0), (9, 0, 3, 0), (10, 1, 2, 0), (31, 7, 1, 0)],
)
def test_tables_of_three_leave_nobody_out_but_one_of_five(n: int, fours: int, threes: int, out: int) -> None:
    assert tables_for(n, PAIRS, Remainder.THREE_SEATS) == (PAIRS,) * fours + (THREES,) * threes
    assert sit_outs(n, PAIRS, Remainder.THREE_SEATS) == out


def test_tables_of_three_are_only_for_tables_of_four() -> None:
    assert tables_for(10, ONES, Remainder.THREE_SEATS) == (ONES,) * 5
