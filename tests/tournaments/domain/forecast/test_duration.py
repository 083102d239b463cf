from itertools import repeat

import pytest

from tournaments.domain.forecast.duration import (
    Times,
    clock_game,
    event_length,
    median_game,
    round_length,
    rounds_within,
    waves_for,
)


@pytest.mark.parametrize(
    ("main", "byoyomi", "moves", "minutes"),
    [
        (10, 30, 30, 32),  # 20 + 2 · ½ · 30 · 0.4
        (15, 30, 40, 38),  # 30 + 2 · ½ · 20 · 0.4
        (25, 0, 60, 50),  # sudden death
        (10, 30, 80, 20),
        (10, 10, 59, 21),  # 20 minutes and 8 seconds
    ],
)
def test_game_with_clocks(main: int, byoyomi: int, moves: int, minutes: int) -> None:
    assert clock_game(main=main, byoyomi=byoyomi, moves_in_main=moves) == minutes


def test_median_of_the_day() -> None:
    assert median_game([18, 40, 21]) == 21
    assert median_game([18, 21]) == 20


@pytest.mark.parametrize(
    ("matches", "tables", "waves"), [(8, 8, 1), (9, 8, 2), (17, 8, 3), (9, 0, 1), (0, 0, 0), (0, 4, 0)]
)
def test_matches_that_find_no_table_play_in_a_later_wave(matches: int, tables: int, waves: int) -> None:
    assert waves_for(matches, tables) == waves


def test_round_is_as_long_as_its_longest_match_may_be() -> None:
    assert round_length(1, best_of=1, times=Times()) == 25
    assert round_length(1, best_of=3, times=Times()) == 75
    assert round_length(2, best_of=1, times=Times()) == 60  # 25, change over 10, 25
    assert round_length(0, best_of=1, times=Times()) == 0


def test_event_has_change_overs_between_its_rounds_only() -> None:
    # 30 + 3 · 25 + 2 · 10 + 45
    assert event_length([25, 25, 25], Times(ceremony=30, lunch=45)) == 170
    assert event_length([], Times(ceremony=30)) == 30


def test_rounds_within_the_hours() -> None:
    assert rounds_within(repeat(25), 95, Times()) == 3  # 25 + 35 + 35
    assert rounds_within(repeat(25), 94, Times()) == 2
    assert rounds_within(repeat(25), 95 + 30, Times(ceremony=30)) == 3
    assert rounds_within([25, 75], 1000, Times()) == 2
    assert rounds_within(repeat(25), 24, Times()) == 0
