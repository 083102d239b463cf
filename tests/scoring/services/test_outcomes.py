"""Results without deals: totals as typed, checked, versioned; deals win over them."""

import pytest

from scoring.errors import GameUnknown, MatchClosed, NotToConfirm, TotalsRefused
from scoring.models import Outcome
from scoring.services.outcomes import record_forfeit, record_totals, withdraw_outcome
from scoring.services.results import confirm_match, reopen_match
from tests.events import make_match, play, play_out
from tournaments.errors import ReasonMissing

pytestmark = pytest.mark.django_db


def test_totals_alone_finish_the_match() -> None:
    match = make_match()
    record_totals(match, totals=[(150, 90)])
    match.refresh_from_db()
    score = match.result.match_score
    assert (match.state, score.winner, dict(score.games[0].raw)) == ("to_confirm", 1, {1: 150, 2: 90})


@pytest.mark.parametrize("totals", [(150, 95), (140, 90), (160, 150), (300, 0), (-10, 150)])
def test_impossible_totals_are_refused(totals: tuple[int, int]) -> None:
    match = make_match()
    with pytest.raises(TotalsRefused) as refused:
        record_totals(match, totals=[totals])
    assert refused.value.params["game"] == 1
    assert not Outcome.objects.exists()


@pytest.mark.parametrize(
    ("preset", "totals", "unknown"),
    [
        ("society_pairs", [(150, 0), (150, 10)], 2),
        ("tokyo_meijin", [(150, 0), (150, 10), (0, 160)], 3),
        ("tokyo_meijin", [(150, 0), (0, 160), (150, 10), (0, 160)], 4),
    ],
)
def test_totals_of_a_game_that_was_not_needed_are_refused(
    preset: str, totals: list[tuple[int, int]], unknown: int
) -> None:
    match = make_match(preset=preset)
    with pytest.raises(GameUnknown) as refused:
        record_totals(match, totals=totals)
    assert refused.value.params["game"] == unknown
    assert not Outcome.objects.exists()


def test_time_up_totals_below_the_target_stand() -> None:
    match = make_match()
    record_totals(match, totals=[(120, 90)], ended_by="time_up")
    match.refresh_from_db()
    assert (match.state, match.result.match_score.winner) == ("to_confirm", 1)


def test_typing_again_is_a_new_version_and_the_old_one_stays() -> None:
    match = make_match()
    record_totals(match, totals=[(150, 90)])
    record_totals(match, totals=[(90, 150)])
    match.refresh_from_db()
    assert match.result.match_score.winner == 2
    assert list(match.outcomes.values_list("version", flat=True)) == [1, 2]


def test_deals_win_and_a_difference_is_disputed() -> None:
    match = make_match()
    play_out(match, winner=1)
    record_totals(match, totals=[(150, 90)])
    match.refresh_from_db()
    assert match.state == "disputed"
    withdraw_outcome(match, reason="票の写し違い", by=None)
    match.refresh_from_db()
    assert (match.state, dict(match.result.match_score.games[0].raw)) == ("to_confirm", {1: 160, 2: 0})


def test_forfeit_needs_a_reason_and_gives_the_target() -> None:
    match = make_match()
    with pytest.raises(ReasonMissing):
        record_forfeit(match, winner=2, reason="", by=None)
    record_forfeit(match, winner=2, reason="欠席", by=None)
    match.refresh_from_db()
    assert (match.state, match.result.match_score.winner) == ("to_confirm", 2)
    assert dict(match.result.match_score.points) == {1: 0, 2: 150}


def test_unfinished_match_is_not_confirmed() -> None:
    match = make_match()
    play(match, "sheet,s1,1,6,led")
    with pytest.raises(NotToConfirm):
        confirm_match(match, by=None)


def test_reopened_match_may_be_changed_and_needs_a_reason() -> None:
    match = make_match()
    record_totals(match, totals=[(150, 90)])
    confirm_match(match, by=None)
    with pytest.raises(MatchClosed):
        record_totals(match, totals=[(90, 150)])
    with pytest.raises(ReasonMissing):
        reopen_match(match, reason="", by=None)
    reopen_match(match, reason="逆に書いた", by=None)
    record_totals(match, totals=[(90, 150)])
    match.refresh_from_db()
    assert match.result.match_score.winner == 2
