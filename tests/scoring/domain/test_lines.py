from scoring.domain.lines import GameLine, LineKind, MatchLine, Sitting, match_lines
from scoring.domain.match_score import DealFacts, OutcomeFacts, OutcomeKind, Result, score_match
from tournaments.domain.profile import PRESETS

PAIRS = PRESETS["society_pairs"]
SIDES = (Sitting("A", 1), Sitting("B", 2))
DEALS = (
    DealFacts(1, "out", {1: 50}, seat=3, side=1),
    DealFacts(1, "special", {2: 40}, seat=2, side=2, special="six"),
    DealFacts(1, "redeal"),
    DealFacts(1, "special", {1: 150}, side=1, special="five_five"),
)


def test_each_entry_sees_the_match_from_its_side() -> None:
    score = score_match(DEALS, profile=PAIRS)
    own, other = match_lines(score, SIDES, round_number=2, deals=DEALS)
    assert own == MatchLine(
        entry="A",
        round_number=2,
        result=Result.WIN,
        games=(GameLine(Result.WIN, 200, 40, 200, 40),),
        opponents=("B",),
        combinations=1,
        finishes=1,
        place=1,
    )
    assert (other.result, other.opponents, other.combinations, other.finishes) == (Result.LOSS, ("A",), 1, 0)
    assert other.games == (GameLine(Result.LOSS, 40, 200, 40, 200),)


def test_persons_of_a_side_have_their_own_finishes_and_share_five_and_five() -> None:
    persons = [Sitting(f"p{seat}", 2 - seat % 2, frozenset({seat})) for seat in (1, 2, 3, 4)]
    lines = match_lines(score_match(DEALS, profile=PAIRS), persons, round_number=1, deals=DEALS)
    facts = {line.entry: (line.finishes, line.combinations, line.opponents) for line in lines}
    assert facts == {
        "p1": (0, 1, ("p2", "p4")),
        "p2": (0, 1, ("p1", "p3")),
        "p3": (1, 1, ("p2", "p4")),
        "p4": (0, 0, ("p1", "p3")),
    }


def test_unfinished_match_has_points_and_no_result() -> None:
    line, _ = match_lines(score_match(DEALS[:1], profile=PAIRS), SIDES, round_number=1)
    assert (line.kind, line.result, line.games[0].counted_for, line.place) == (
        LineKind.PLAYED,
        None,
        50,
        None,
    )


def test_void_match_has_no_lines() -> None:
    score = score_match(DEALS, (OutcomeFacts(OutcomeKind.VOID),), profile=PAIRS)
    assert match_lines(score, SIDES, round_number=1) == ()


def test_bye_and_forfeit_are_marked() -> None:
    for outcome, kind in [
        (OutcomeFacts(OutcomeKind.BYE), LineKind.BYE),
        (OutcomeFacts(OutcomeKind.FORFEIT, side=1), LineKind.FORFEIT),
        (OutcomeFacts(OutcomeKind.DOUBLE_LOSS), LineKind.FORFEIT),
        (OutcomeFacts(OutcomeKind.WINNER, side=1), LineKind.PLAYED),
    ]:
        line = match_lines(score_match((), (outcome,), profile=PAIRS), SIDES, round_number=1)[0]
        assert line.kind is kind


def test_double_loss_of_a_series_is_not_a_match_that_was_played() -> None:
    score = score_match((), (OutcomeFacts(OutcomeKind.DOUBLE_LOSS),), profile=PRESETS["tokyo_meijin"])
    assert {line.kind for line in match_lines(score, SIDES, round_number=1)} == {LineKind.FORFEIT}


def test_match_forfeited_in_the_middle_was_played() -> None:
    score = score_match(DEALS[:1], (OutcomeFacts(OutcomeKind.FORFEIT, side=2),), profile=PAIRS)
    assert {line.kind for line in match_lines(score, SIDES, round_number=1)} == {LineKind.PLAYED}


def test_three_seats_share_places_by_equal_points() -> None:
    deals = [DealFacts(1, "out", {seat: points}, seat) for seat, points in [(1, 40), (2, 40), (3, 150)]]
    score = score_match(deals, profile=PRESETS["three_seats"], sides=(1, 2, 3))
    seats = [Sitting(seat, seat) for seat in (1, 2, 3)]
    assert [line.place for line in match_lines(score, seats, round_number=1)] == [2, 2, 1]
