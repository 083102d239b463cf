from collections.abc import Mapping
from dataclasses import replace

import pytest

from scoring.domain.match_score import DealFacts, MatchScore, OutcomeFacts, OutcomeKind, Result, score_match
from tournaments.domain.profile import (
    PRESETS,
    Decider,
    DrawRule,
    FiveFiveWins,
    Forfeit,
    Overshoot,
    Profile,
    TimeRules,
    TimeUpEqual,
    WinnerPoints,
)

PAIRS = PRESETS["society_pairs"]
MEIJIN = PRESETS["tokyo_meijin"]
CAPPED = replace(PAIRS, overshoot=Overshoot.CAP)
BELL = "time_up"


def out(side: int, points: int, *, game: int = 1) -> DealFacts:
    return DealFacts(game=game, end="out", points={side: points}, seat=side, side=side)


def five_five(side: int, points: int | None, *, game: int = 1) -> DealFacts:
    added = {side: points} if points is not None else {}
    return DealFacts(game, "special", added, side=side, special="five_five", sets_total=points is None)


def redeal() -> DealFacts:
    return DealFacts(game=1, end="redeal")


def totals(a: int, b: int, reason: str | None = None, *, game: int | None = 1) -> OutcomeFacts:
    return OutcomeFacts(OutcomeKind.TOTALS, game=game, points={1: a, 2: b}, reason=reason)


def scored(
    *deals: DealFacts, profile: Profile = PAIRS, outcomes: tuple[OutcomeFacts, ...] = ()
) -> MatchScore:
    return score_match(deals, outcomes, profile=profile)


def won(side: int) -> Mapping[int, Result]:
    return {1: Result.WIN, 2: Result.LOSS} if side == 1 else {1: Result.LOSS, 2: Result.WIN}


WON_BY_ONE = (out(1, 50), out(2, 30), redeal(), out(1, 60), out(1, 50))


def test_game_is_won_by_who_reaches_the_target() -> None:
    score = scored(*WON_BY_ONE)
    (game,) = score.games
    assert [dict(totals) for totals in game.running] == [
        {1: 50, 2: 0},
        {1: 50, 2: 30},
        {1: 50, 2: 30},
        {1: 110, 2: 30},
        {1: 160, 2: 30},
    ]
    assert (game.raw, game.counted, game.winner) == ({1: 160, 2: 30}, {1: 160, 2: 30}, 1)
    assert (score.results, score.games_won, score.winner, score.finished) == (won(1), {1: 1, 2: 0}, 1, True)


def test_points_beyond_the_target_are_cut_under_cap_and_stay_in_raw() -> None:
    (game,) = scored(*WON_BY_ONE, profile=CAPPED).games
    assert (game.raw, game.counted) == ({1: 160, 2: 30}, {1: 150, 2: 30})


def test_match_without_facts_has_not_begun() -> None:
    score = scored()
    assert (score.games, score.finished, score.winner) == ((), False, None)


def test_unfinished_game_has_totals_and_no_winner() -> None:
    score = scored(out(1, 50))
    assert (score.points, score.finished, score.winner) == ({1: 50, 2: 0}, False, None)


def test_scoring_twice_gives_the_same() -> None:
    assert scored(*WON_BY_ONE) == scored(*WON_BY_ONE)


def test_deal_after_the_end_is_seen_and_changes_no_winner() -> None:
    score = scored(*WON_BY_ONE, out(2, 100), out(2, 100))
    assert (score.winner, score.games[0].surplus_deals, score.points) == (1, 2, {1: 160, 2: 230})


@pytest.mark.parametrize(("points", "total"), [(150, 290), (160, 300), (200, 340), (None, 150)])
def test_five_and_five_adds_its_points_or_sets_the_target(points: int | None, total: int) -> None:
    score = scored(out(1, 100), out(1, 40), five_five(1, points))
    assert (score.points, score.winner) == ({1: total, 2: 0}, 1)


def test_five_and_five_wins_the_game_below_the_target_too() -> None:
    assert scored(five_five(2, 150), profile=replace(PAIRS, target=300)).winner == 2


def test_five_and_five_wins_only_the_game() -> None:
    score = scored(five_five(1, 200), profile=MEIJIN)
    assert (score.games_won, score.finished) == ({1: 1, 2: 0}, False)


def test_five_and_five_may_win_all_later_games_without_points() -> None:
    profile = replace(MEIJIN, five_five_wins=FiveFiveWins.MATCH)
    deals = (out(2, 100), out(2, 50), five_five(1, 200, game=2), out(2, 30, game=3))
    score = scored(*deals, profile=profile)
    assert (score.winner, score.games_won, score.points) == (1, {1: 2, 2: 1}, {1: 200, 2: 150})


def test_best_of_three_ends_with_the_second_win() -> None:
    first = (out(1, 100), out(1, 50), out(2, 100))
    score = scored(*first, out(1, 100, game=2), out(1, 60, game=2), profile=MEIJIN)
    assert (score.winner, score.games_won) == (1, {1: 2, 2: 0})
    assert not scored(*first, profile=MEIJIN).finished


def test_round_may_have_its_own_length() -> None:
    assert score_match(WON_BY_ONE, profile=PAIRS, best_of=3).finished is False


def test_two_games_level_are_a_drawn_match() -> None:
    deals = (out(1, 150), out(2, 150, game=2))
    score = score_match(deals, profile=PAIRS, best_of=2)
    assert (score.results, score.winner) == ({1: Result.DRAW, 2: Result.DRAW}, None)


def test_series_with_a_drawn_game_goes_to_who_won_more() -> None:
    outcomes = (OutcomeFacts(OutcomeKind.DRAW, game=1),)
    deals = (out(1, 150, game=2), out(2, 150, game=3))
    assert score_match(deals, outcomes, profile=MEIJIN).results == {1: Result.DRAW, 2: Result.DRAW}
    drawn = (*outcomes, OutcomeFacts(OutcomeKind.DRAW, game=3))
    assert score_match(deals[:1], drawn, profile=MEIJIN).winner == 1


def test_totals_alone_are_the_score() -> None:
    score = scored(outcomes=(totals(160, 90),))
    assert (score.points, score.winner, score.games[0].running) == ({1: 160, 2: 90}, 1, ())


def test_totals_below_the_target_are_not_the_end_without_a_reason() -> None:
    assert not scored(outcomes=(totals(120, 90),)).finished
    assert scored(outcomes=(totals(120, 90, "ruling"),)).winner == 1


def test_totals_of_the_match_are_those_of_its_only_game() -> None:
    assert scored(outcomes=(totals(90, 150, game=None),)).winner == 2


def test_deals_win_over_totals_and_the_difference_is_disputed() -> None:
    score = scored(*WON_BY_ONE, outcomes=(totals(90, 150),))
    assert (score.disputed, score.winner, score.points) == (True, 1, {1: 160, 2: 30})
    assert not scored(*WON_BY_ONE, outcomes=(totals(160, 30),)).disputed


def test_winner_typed_otherwise_than_the_deals_say_is_disputed() -> None:
    other = OutcomeFacts(OutcomeKind.WINNER, side=2)
    assert scored(*WON_BY_ONE, outcomes=(other,)).disputed
    same = OutcomeFacts(OutcomeKind.WINNER, side=1)
    assert not scored(*WON_BY_ONE, outcomes=(same,)).disputed
    assert score_match((out(1, 150), out(1, 150, game=2)), (other,), profile=MEIJIN).disputed


def test_redeals_alone_leave_totals_undisputed() -> None:
    score = scored(redeal(), outcomes=(totals(150, 90),))
    assert (score.disputed, score.winner) == (False, 1)


def test_bell_gives_the_game_to_the_higher_total_with_its_own_points() -> None:
    score = scored(out(1, 50), out(2, 40), outcomes=(totals(50, 40, BELL),))
    assert (score.winner, score.points, score.disputed) == (1, {1: 50, 2: 40}, False)


def test_bell_may_raise_the_winner_to_the_target() -> None:
    profile = replace(PAIRS, time=TimeRules(points=WinnerPoints.TARGET))
    score = scored(outcomes=(totals(50, 40, BELL),), profile=profile)
    assert (score.points, score.games[0].raw) == ({1: 150, 2: 40}, {1: 50, 2: 40})


@pytest.mark.parametrize(
    ("rule", "results"),
    [
        (TimeUpEqual.DRAW, {1: Result.DRAW, 2: Result.DRAW}),
        (TimeUpEqual.LAST_DEAL, won(2)),
        (TimeUpEqual.ONE_MORE_DEAL, {}),
    ],
)
def test_equal_totals_at_the_bell(rule: TimeUpEqual, results: Mapping[int, Result]) -> None:
    profile = replace(PAIRS, time=TimeRules(equal=rule))
    score = scored(out(1, 40), out(2, 40), redeal(), outcomes=(totals(40, 40, BELL),), profile=profile)
    assert score.results == results


def test_last_deal_decides_nothing_where_no_deal_is_known() -> None:
    profile = replace(PAIRS, time=TimeRules(equal=TimeUpEqual.LAST_DEAL))
    assert not scored(outcomes=(totals(40, 40, BELL),), profile=profile).finished


def test_draw_that_may_not_stand_leaves_the_match_open() -> None:
    profile = replace(PAIRS, draw=DrawRule.DECIDED, deciders=(Decider.ONE_MORE_DEAL,))
    score = scored(outcomes=(totals(40, 40, BELL),), profile=profile)
    assert (score.finished, score.games[0].finished) == (False, True)


def test_forfeit_is_target_to_nil_and_keeps_what_was_played() -> None:
    score = scored(out(1, 50), outcomes=(OutcomeFacts(OutcomeKind.FORFEIT, side=2),))
    (game,) = score.games
    assert (score.results, game.counted, game.raw) == (won(2), {1: 0, 2: 150}, {1: 50, 2: 0})
    assert (game.awarded, game.difference_counts) == (True, True)


def test_forfeit_as_the_profile_prices_it() -> None:
    profile = replace(PAIRS, forfeit=Forfeit(winner=100, loser=10, difference=False))
    (game,) = scored(outcomes=(OutcomeFacts(OutcomeKind.FORFEIT, side=1),), profile=profile).games
    assert (game.counted, game.difference_counts) == ({1: 100, 2: 10}, False)


def test_forfeit_of_a_series_gives_the_games_still_needed() -> None:
    deals = (out(1, 150), out(1, 50, game=2))
    score = scored(*deals, profile=MEIJIN, outcomes=(OutcomeFacts(OutcomeKind.FORFEIT, side=2),))
    assert (score.games_won, score.winner, score.disputed) == ({1: 1, 2: 2}, 2, False)
    assert [dict(game.counted) for game in score.games] == [{1: 150, 2: 0}, {1: 0, 2: 150}, {1: 0, 2: 150}]
    assert score.games[1].raw == {1: 50, 2: 0}


def test_forfeit_of_one_game_leaves_the_series_open() -> None:
    score = scored(profile=MEIJIN, outcomes=(OutcomeFacts(OutcomeKind.FORFEIT, game=1, side=2),))
    assert (score.games_won, score.finished) == ({1: 0, 2: 1}, False)


def test_double_loss_has_no_winner_and_no_points() -> None:
    lost = {1: Result.LOSS, 2: Result.LOSS}
    for profile in (PAIRS, MEIJIN):
        score = scored(profile=profile, outcomes=(OutcomeFacts(OutcomeKind.DOUBLE_LOSS),))
        assert (score.results, score.winner, sum(score.points.values())) == (lost, None, 0)


def test_winner_and_draw_without_points() -> None:
    assert scored(outcomes=(OutcomeFacts(OutcomeKind.WINNER, side=2),)).results == won(2)
    assert scored(outcomes=(OutcomeFacts(OutcomeKind.WINNER, side=2),), profile=MEIJIN).results == won(2)
    drawn = scored(outcomes=(OutcomeFacts(OutcomeKind.DRAW),), profile=MEIJIN)
    assert (set(drawn.results.values()), drawn.decided_by) == ({Result.DRAW}, OutcomeKind.DRAW)


@pytest.mark.parametrize("kind", [OutcomeKind.VOID, OutcomeKind.BYE])
def test_void_match_and_bye_are_over_without_games(kind: OutcomeKind) -> None:
    score = scored(*WON_BY_ONE, outcomes=(OutcomeFacts(kind),))
    assert (score.finished, score.games, dict(score.results), score.decided_by) == (True, (), {}, kind)


def test_void_game_is_as_if_not_played() -> None:
    void = OutcomeFacts(OutcomeKind.VOID, game=1)
    score = scored(out(1, 150), out(2, 150, game=2), profile=MEIJIN, outcomes=(void,))
    assert ([game.number for game in score.games], score.games_won) == ([2], {1: 0, 2: 1})


def test_bye_of_one_game_says_nothing() -> None:
    assert not scored(outcomes=(OutcomeFacts(OutcomeKind.BYE, game=1),)).finished


def test_profile_without_target_knows_only_typed_results() -> None:
    profile = replace(PAIRS, target=None)
    assert not scored(out(1, 500), profile=profile).finished
    score = scored(outcomes=(OutcomeFacts(OutcomeKind.FORFEIT, side=1),), profile=profile)
    assert (score.winner, score.points) == (1, {1: 0, 2: 0})


def test_three_seats_race_alone() -> None:
    deals = [DealFacts(1, "out", {seat: points}, seat) for seat, points in [(1, 60), (3, 80), (3, 80)]]
    score = score_match(deals, profile=PRESETS["three_seats"], sides=(1, 2, 3))
    assert (score.winner, score.points) == (3, {1: 60, 2: 0, 3: 160})


def test_p3_five_and_five_from_nil_to_140_is_a_difference_of_340() -> None:
    score = scored(out(2, 100), out(2, 40), five_five(2, 200), profile=MEIJIN)
    assert score.games[0].counted == {1: 0, 2: 340}
