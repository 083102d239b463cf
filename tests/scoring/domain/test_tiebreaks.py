from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.domain.standings import GameLine, LineKind, MatchLine, Number, rank_entries
from scoring.domain.tiebreaks import KEYS
from tests.scoring.domain.line_makers import DRAW, LOSS, WIN, both, game, match, unplayed
from tests.scoring.domain.test_golden_vectors import SHOGI, SHOGI_LINES
from tournaments.domain.profile import (
    PRESETS,
    Bye,
    ByeResult,
    Count,
    LoserPoints,
    MissedRound,
    Profile,
    SitOut,
    SitOutScore,
    Tie,
    WinnerPoints,
)
from tournaments.enums import RankingKey as Key

PAIRS = PRESETS["society_pairs"]
INDIVIDUAL = PRESETS["society_individual"]


def value(key: Key, lines: list[MatchLine], profile: Profile = PAIRS, *, entry: str = "A") -> Number:
    entries = sorted({str(line.entry) for line in lines} | {entry})
    rows = rank_entries(lines, order=((key, True),), profile=profile, entries=entries)
    return next(row.values[key] for row in rows if row.entry == entry)


def test_every_ranking_key_has_its_function() -> None:
    assert set(KEYS) == set(Key)


@pytest.mark.parametrize("key", Key)
def test_entry_without_lines_is_worth_nothing(key: Key) -> None:
    assert value(key, []) == (1 if key is Key.LOT else 0)


def test_draw_is_half_a_win() -> None:
    lines = [match("A", (150, 90)), match("A", (70, 70)), match("A", (90, 150))]
    assert value(Key.WINS, lines) == Fraction(3, 2)
    assert value(Key.NET_WINS, lines) == 0
    assert value(Key.WIN_RATE, lines) == Fraction(1, 2)


def test_unfinished_match_has_points_and_no_win() -> None:
    line = MatchLine("A", 1, games=(GameLine(None, 60, 40, 60, 40),), opponents=("B",))
    assert value(Key.WINS, [line]) == 0
    assert (value(Key.POINTS_FOR, [line]), value(Key.POINT_DIFF, [line])) == (60, 20)
    assert (value(Key.GAMES_PLAYED, [line]), value(Key.SOS, [line, *both("B", "C")])) == (0, 0)
    assert value(Key.SCORE_WITH_BONUS, [line], INDIVIDUAL) == 60


def test_wins_by_games() -> None:
    lines = [match("A", (150, 0), (0, 150), (150, 0))]
    assert value(Key.WINS, lines, replace(PAIRS, count=Count.GAMES)) == 2
    assert value(Key.WINS, both("A", "B"), replace(PAIRS, count=Count.GAMES)) == 1


@pytest.mark.parametrize(
    ("bye", "wins", "points", "difference"),
    [
        (Bye(ByeResult.WIN, 150, 0), 1, 150, 0),
        (Bye(ByeResult.DRAW, 75, 5), Fraction(1, 2), 75, 5),
        (Bye(ByeResult.LOSS), 0, 0, 0),
        (Bye(ByeResult.NONE), 0, 0, 0),
    ],
)
def test_t05_bye_is_worth_what_the_profile_says(bye: Bye, wins: Number, points: int, difference: int) -> None:
    profile = replace(PAIRS, bye=bye)
    lines = [unplayed("A", LineKind.BYE)]
    assert value(Key.WINS, lines, profile) == wins
    assert value(Key.POINTS_FOR, lines, profile) == points
    assert value(Key.POINT_DIFF, lines, profile) == difference
    assert value(Key.SCORE_WITH_BONUS, lines, replace(profile, win_bonus=1000)) == points + 1000 * wins


def test_missed_round_is_a_loss_without_points() -> None:
    lines = [unplayed("A", LineKind.MISSED)]
    assert (value(Key.NET_WINS, lines), value(Key.POINTS_FOR, lines)) == (-1, 0)
    priced = replace(PAIRS, missed_round=MissedRound(ByeResult.NONE, 20))
    assert (value(Key.NET_WINS, lines, priced), value(Key.SCORE_WITH_BONUS, lines, priced)) == (0, 20)


def test_sit_out_is_worth_the_mean_of_what_was_played() -> None:
    lines = [
        match("A", (150, 90)),
        match("A", (100, 150)),
        match("A", (51, 150)),
        unplayed("A", LineKind.SIT_OUT),
    ]
    assert value(Key.SCORE_WITH_BONUS, lines, INDIVIDUAL) == 1301 + Fraction(1301, 3)
    assert value(Key.POINT_DIFF, lines, INDIVIDUAL) == -89 + Fraction(-89, 3)
    assert value(Key.WINS, lines, INDIVIDUAL) == 1
    assert value(Key.POINTS_FOR, lines[-1:], INDIVIDUAL) == 0


def test_mean_of_own_games_leaves_out_missed_rounds_and_forfeits() -> None:
    forfeit = MatchLine("A", 2, LineKind.FORFEIT, LOSS, (game(0, 150),), ("B",))
    lines = [match("A", (100, 150)), forfeit, unplayed("A", LineKind.MISSED), unplayed("A", LineKind.SIT_OUT)]
    assert value(Key.POINTS_FOR, lines, INDIVIDUAL) == 200


def test_sit_out_at_a_price_or_as_a_win() -> None:
    lines = [unplayed("A", LineKind.SIT_OUT)]
    fixed = replace(INDIVIDUAL, sit_out=SitOut(SitOutScore.FIXED, 80))
    assert (value(Key.SCORE_WITH_BONUS, lines, fixed), value(Key.WINS, lines, fixed)) == (80, 0)
    won = replace(INDIVIDUAL, sit_out=SitOut(SitOutScore.WIN))
    assert (value(Key.SCORE_WITH_BONUS, lines, won), value(Key.WINS, lines, won)) == (1150, 1)
    assert value(Key.POINT_DIFF, lines, won) == 0


def test_winner_and_loser_points_of_the_score() -> None:
    lines = [match("A", (160, 90)), match("A", (70, 90)), match("A", (60, 60))]
    assert value(Key.SCORE_WITH_BONUS, lines, INDIVIDUAL) == (1000 + 150) + 70 + (500 + 60)
    own = replace(INDIVIDUAL, winner_points=WinnerPoints.OWN, loser_points=LoserPoints.ZERO)
    assert value(Key.SCORE_WITH_BONUS, lines, own) == (1000 + 160) + 0 + (500 + 60)


def test_forfeit_may_leave_the_difference_alone() -> None:
    given = replace(game(150, 0), played=False, difference_counts=False)
    line = MatchLine("A", 1, LineKind.FORFEIT, WIN, (given,), ("B",))
    assert (value(Key.WINS, [line]), value(Key.POINTS_FOR, [line]), value(Key.POINT_DIFF, [line])) == (
        1,
        150,
        0,
    )
    assert value(Key.GAMES_PLAYED, [line]) == 0


def test_forfeit_adds_nothing_to_opponents_wins() -> None:
    given = MatchLine("A", 1, LineKind.FORFEIT, WIN, (), ("B",))
    lines = [given, *both("B", "C"), *both("A", "C")]
    assert (value(Key.SOS, lines), value(Key.SODOS, lines)) == (0, 0)


def test_opponents_wins_by_hand() -> None:
    sosos = [value(Key.SOSOS, SHOGI_LINES, SHOGI, entry=entry) for entry in "ABCDE"]
    assert sosos == [9, 9, 12, 12, 10]
    cumulative = [value(Key.CUMULATIVE, SHOGI_LINES, SHOGI, entry=entry) for entry in "ABCDE"]
    assert cumulative == [6, 3, 4, 2, 3]


def test_drawn_opponents_count_half_in_sodos() -> None:
    drawn = [
        MatchLine("A", 1, result=DRAW, opponents=("B",)),
        MatchLine("B", 1, result=DRAW, opponents=("A",)),
    ]
    lines = [*drawn, *both("B", "C")]
    assert (value(Key.SOS, lines), value(Key.SODOS, lines)) == (Fraction(3, 2), Fraction(3, 4))


def test_games_played_counts_finished_games() -> None:
    assert value(Key.GAMES_PLAYED, [match("A", (150, 0), (150, 0)), unplayed("A", LineKind.BYE)]) == 2


def test_places_at_a_table_of_three() -> None:
    profile = PRESETS["three_seats"]
    lines = [
        MatchLine("A", number, result=WIN, place=place) for number, place in [(1, 1), (2, 2), (3, 3), (4, 1)]
    ]
    assert (value(Key.PLACINGS, lines, profile), value(Key.PLACE_POINTS, lines, profile)) == (7, 7)
    resting = [*lines, unplayed("A", LineKind.SIT_OUT, in_round=5)]
    assert value(Key.PLACE_POINTS, resting, profile) == 7 + Fraction(7, 4)
    short = replace(profile, place_points=(5,))
    assert value(Key.PLACE_POINTS, lines, short) == 10


def test_combinations_and_finishes_are_summed() -> None:
    lines = [MatchLine("A", 1, combinations=2, finishes=3), MatchLine("A", 2, combinations=1, finishes=1)]
    assert (value(Key.COMBINATIONS, lines), value(Key.FINISHES, lines)) == (3, 4)


def test_t59_lot_repeats_with_its_seed_and_separates_everybody() -> None:
    drawn = replace(PAIRS, tie=Tie.LOT)
    orders = []
    for seed in range(12):
        rows = rank_entries([], order=PAIRS.ranking, profile=drawn, entries="ABCD", lot_seed=seed)
        assert rows == rank_entries([], order=PAIRS.ranking, profile=drawn, entries="ABCD", lot_seed=seed)
        assert [row.rank for row in rows] == [1, 2, 3, 4]
        assert [row.values[Key.LOT] for row in rows] == [4, 3, 2, 1]
        orders.append("".join(str(row.entry) for row in rows))
    assert len(set(orders)) > 6


def test_lot_that_is_already_a_key_is_drawn_once() -> None:
    profile = replace(PAIRS, tie=Tie.LOT, ranking=((Key.WINS, True), (Key.LOT, False)))
    rows = rank_entries([], order=profile.ranking, profile=profile, entries="ABC")
    assert [row.values[Key.LOT] for row in rows] == [1, 2, 3]
