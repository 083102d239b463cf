"""裁定: what rulings do to a match, by hand; and what they never touch, over any rulings (G-8)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.domain.lines import Entry, Sitting, match_lines
from scoring.domain.match_score import (
    DealFacts,
    MatchScore,
    OutcomeFacts,
    OutcomeKind,
    Result,
    RulingEffect,
    RulingFacts,
    score_match,
)
from scoring.domain.standings import rank_entries
from scoring.domain.stored_score import score_from, score_to
from scoring.domain.teams import rank_teams, shares
from tests.scoring.domain.line_makers import match
from tournaments.domain.profile import PRESETS
from tournaments.enums import RankingKey

PAIRS, MEIJIN = PRESETS["society_pairs"], PRESETS["tokyo_meijin"]
WON, LOST = {1: Result.WIN, 2: Result.LOSS}, {1: Result.LOSS, 2: Result.WIN}


def out(side: int, points: int, *, game: int = 1) -> DealFacts:
    return DealFacts(game=game, end="out", points={side: points}, seat=side, side=side)


def points(side: int, amount: int, *, after: int, game: int = 1) -> RulingFacts:
    return RulingFacts(RulingEffect.POINTS, game=game, side=side, points=amount, after=after)


def void(*, game: int | None = None, deal: int | None = None) -> RulingFacts:
    return RulingFacts(RulingEffect.VOID, game=game, deal=deal)


def lost(side: int | None, *, game: int | None = None, deal: int | None = None) -> RulingFacts:
    return RulingFacts(RulingEffect.LOSS, game=game, deal=deal, side=side)


def ruled(*rulings: RulingFacts, deals: tuple[DealFacts, ...] = ()) -> MatchScore:
    return score_match(deals, (), rulings, profile=PAIRS)


# 100 : 30, then side 1 would reach 150 with fifty more.
RUNNING = (out(1, 100), out(2, 30))
WON_BY_ONE = (*RUNNING, out(1, 50))


def test_points_taken_in_play_have_to_be_made_up() -> None:
    score = ruled(points(1, -20, after=2), deals=WON_BY_ONE)
    (game,) = score.games
    assert (game.raw, game.standing, game.finished) == ({1: 150, 2: 30}, {1: 130, 2: 30}, False)
    again = ruled(points(1, -20, after=2), deals=(*WON_BY_ONE, out(1, 30)))
    assert (again.results, again.games[0].counted) == (WON, {1: 160, 2: 30})


def test_points_taken_after_the_end_leave_the_winner() -> None:
    score = ruled(points(1, -140, after=3), deals=WON_BY_ONE)
    assert (score.results, score.games[0].counted) == (WON, {1: 10, 2: 30})


def test_points_given_may_end_the_game() -> None:
    score = ruled(points(2, 120, after=2), deals=RUNNING)
    assert (score.results, score.games[0].counted) == (LOST, {1: 100, 2: 150})


def test_points_given_later_do_not_end_the_game_earlier() -> None:
    deals = (out(1, 100), out(2, 80), out(2, 40))
    score = ruled(points(1, 50, after=3), deals=deals)
    assert (score.games[0].surplus_deals, score.results) == (0, WON)


@pytest.mark.parametrize("ruling", [void(game=1, deal=3), lost(None, game=1, deal=3)])
def test_deal_that_does_not_count_opens_the_game_again(ruling: RulingFacts) -> None:
    (game,) = ruled(ruling, deals=WON_BY_ONE).games
    assert (game.raw, game.standing, game.finished) == ({1: 150, 2: 30}, {1: 100, 2: 30}, False)
    assert [dict(totals) for totals in game.running][-1] == {1: 150, 2: 30}


def test_lost_game_counts_as_by_forfeit() -> None:
    score = ruled(lost(1, game=1), deals=WON_BY_ONE)
    (game,) = score.games
    assert (score.results, game.counted, game.raw) == (LOST, {1: 0, 2: 150}, {1: 150, 2: 30})


def test_game_is_lost_before_a_deal() -> None:
    assert ruled(lost(2, game=1)).results == WON


def test_void_match_is_nobodys() -> None:
    for ruling in (void(), void(game=1)):
        score = ruled(ruling, deals=WON_BY_ONE)
        assert (score.finished, score.results, score.decided_by) == (True, {}, OutcomeKind.VOID)
        assert match_lines(score, [Sitting("a", 1), Sitting("b", 2)], round_number=1) == ()


def test_last_word_on_a_game_counts_and_one_on_the_match_before_it() -> None:
    assert ruled(void(game=1), lost(1, game=1), deals=WON_BY_ONE).results == LOST
    assert ruled(lost(1, game=1), void(game=1), deals=WON_BY_ONE).decided_by is OutcomeKind.VOID
    assert ruled(lost(1), lost(2, game=1), deals=WON_BY_ONE).results == LOST


# Tokyo Meijin: best of three. One leg each, then side 1 wins the third.
LEGS = tuple(out(side, 150, game=leg) for leg, side in ((1, 1), (2, 2), (3, 1)))


def meijin(*rulings: RulingFacts, deals: tuple[DealFacts, ...] = LEGS) -> MatchScore:
    return score_match(deals, (), rulings, profile=MEIJIN)


def test_lost_leg_turns_the_match() -> None:
    score = meijin(lost(1, game=3))
    assert (score.results, score.games_won) == (LOST, {1: 1, 2: 2})


def test_lost_match_is_lost_in_as_many_games_as_that_needs() -> None:
    score = meijin(lost(1))
    assert (score.results, score.games_won) == (LOST, {1: 0, 2: 2})
    assert [game.is_void for game in score.games] == [False, False, True]
    assert meijin(lost(1), deals=()).games_won == {1: 0, 2: 2}


def test_void_leg_is_over_and_nobodys() -> None:
    score = meijin(void(game=3))
    assert (score.results, score.games_won) == ({1: Result.DRAW, 2: Result.DRAW}, {1: 1, 2: 1})


def test_bell_sees_what_was_ruled_before_the_last_deal() -> None:
    bell = OutcomeFacts(OutcomeKind.TOTALS, game=1, points={1: 100, 2: 90}, reason="time_up")
    deals = (out(1, 100), out(2, 90))
    in_play = score_match(deals, [bell], [points(1, -20, after=1)], profile=PAIRS)
    too_late = score_match(deals, [bell], [points(1, -20, after=2)], profile=PAIRS)
    assert (in_play.results, too_late.results) == (LOST, WON)
    assert in_play.points == too_late.points == {1: 80, 2: 90}
    assert not in_play.disputed


def test_ruled_score_is_stored_as_it_is() -> None:
    for score in (meijin(lost(1)), ruled(points(1, -20, after=1), void(game=1), deals=RUNNING)):
        assert score_from(score_to(score)) == score


def test_points_in_the_standings_alone_leave_wins_and_winner() -> None:
    lines = [
        match("a", (150, 100), against="b"),
        match("b", (100, 150), against="a"),
        match("c", (150, 110), against="d"),
        match("d", (110, 150), against="c"),
    ]
    entries = ["a", "b", "c", "d"]
    free = rank_entries(lines, order=PAIRS.ranking, profile=PAIRS, entries=entries)
    docked = rank_entries(lines, order=PAIRS.ranking, profile=PAIRS, entries=entries, rulings={"a": -20})
    assert [row.entry for row in free] == ["a", "c", "d", "b"]
    assert [(row.entry, row.ruling, row.wins) for row in docked[:2]] == [("c", 0, 1), ("a", -20, 1)]


def test_points_of_an_entry_are_points_of_its_team() -> None:
    lines = [
        match("a", (150, 100), against="b"),
        match("b", (100, 150), against="a"),
        match("c", (140, 150), against="d"),
        match("d", (150, 140), against="c"),
    ]
    profile = PRESETS["town_lunch"]  # wins, then difference
    facts: dict[str, Any] = {"profile": profile, "entries": ["a", "b", "c", "d"], "rulings": {"a": -90}}
    teams: dict[Entry, Entry] = {"a": "red", "c": "red", "b": "blue", "d": "blue"}
    rows = rank_teams(lines, teams=teams, **facts)
    assert [(row.entry, row.wins, row.ruling) for row in rows] == [("blue", 1, 0), ("red", 1, -90)]
    parts = {share.standing.entry: share.parts for share in shares(lines, **facts)}
    assert parts["a"][RankingKey.POINT_DIFF] == -40


deal = st.builds(out, st.sampled_from([1, 2]), st.sampled_from([10, 30, 50, 80, 100]))
deals = st.lists(deal, max_size=6).map(tuple)
in_game = st.builds(points, st.sampled_from([1, 2]), st.integers(-100, 100), after=st.integers(0, 6))
any_ruling = st.one_of(
    in_game,
    st.builds(void, game=st.just(1), deal=st.integers(1, 6)),
    st.builds(lambda side, game: lost(side, game=game), st.sampled_from([1, 2]), st.sampled_from([None, 1])),
    st.builds(void, game=st.sampled_from([None, 1])),
)


@given(deals, st.lists(any_ruling, max_size=4))
def test_rulings_never_alter_what_was_recorded(
    deals: tuple[DealFacts, ...], rulings: list[RulingFacts]
) -> None:
    raw, after = ruled(deals=deals), ruled(*rulings, deals=deals)
    known = {game.number: game for game in after.games}
    for game in raw.games:
        assert (known[game.number].raw, known[game.number].running) == (game.raw, game.running)


@given(
    deals,
    st.lists(in_game, max_size=4).flatmap(
        lambda rulings: st.permutations(rulings).map(lambda p: (rulings, p))
    ),
)
def test_order_of_points_does_not_matter(
    deals: tuple[DealFacts, ...], rulings: tuple[list[RulingFacts], list[RulingFacts]]
) -> None:
    assert ruled(*rulings[0], deals=deals) == ruled(*rulings[1], deals=deals)


@given(deals, st.integers(0, 6))
def test_points_given_and_taken_at_once_are_nothing(deals: tuple[DealFacts, ...], after: int) -> None:
    nothing = (points(1, 30, after=after), points(1, -30, after=after))
    if deals:
        assert ruled(*nothing, deals=deals) == ruled(deals=deals)
