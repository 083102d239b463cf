"""G-4 and G-5, event by event."""

import pytest

from engine import RULESETS, IllegalPlay
from tests.engine.verdicts import dealt, legal, outcome, refusal, verify

DEAL = "11245557,11122236,11134458,11334679,s1"
PLAYED = f"{DEAL},112,2p,3p,4p,141,216,383,497,1p,2p,3p,411,1p,212,3p,4p,1p,231,3p,4p,1p,222"

ONE_KING_EACH = dealt({1: "11234568", 2: "11223349"}, dealer=1)
LEAD = "2p,3p,4p"


def test_played_deal_scores_for_the_side_that_went_out() -> None:
    found = outcome(PLAYED)
    assert (found.end, found.seat, found.side, found.points) == ("out", 2, 2, {1: 0, 2: 40})
    assert (found.doubled, found.tile, found.plies, found.next_dealer) == (True, "2", 22, 2)


def test_next_dealer_is_to_the_right_when_the_hall_says_so() -> None:
    assert outcome(PLAYED, next_dealer="counter_clockwise").next_dealer == 2
    assert outcome(PLAYED, next_dealer="winner").next_dealer == 2


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ("", (1, "record_incomplete", "G-4.6")),
        (",112,2p", (3, "record_incomplete", "G-4.6")),
        (",1p", (1, "leader_cannot_pass", "G-4.2")),
        (",2p", (1, "wrong_turn", "G-4.1")),
        (",112,3p", (2, "wrong_turn", "G-4.1")),
        (",131", (1, "defence_not_in_hand", "G-4.3")),
        (",113", (1, "attack_not_in_hand", "G-4.3")),
        (",144", (1, "attack_not_in_hand", "G-4.3")),
        (",112,211", (2, "defence_does_not_match", "G-4.3")),
        (",112,2p,382", (3, "attack_not_in_hand", "G-4.3")),
        (",112,2p,384", (3, "defence_does_not_match", "G-4.4")),
        (",112,2p,3p,4p,1p", (5, "leader_cannot_pass", "G-4.2")),
        (",112,", (2, "syntax", "Records")),
        (",112,2P", (2, "syntax", "Records")),
        (",11２", (1, "syntax", "Records")),
        (",112,512", (2, "syntax", "Records")),
        (",112,R", (2, "redeal_not_allowed", "G-3.1")),
        (",R", (1, "redeal_not_allowed", "G-3.1")),
        (",112,1p,zz", (2, "wrong_turn", "G-4.1")),
    ],
)
def test_event_is_refused(events: str, expected: tuple[int, str, str]) -> None:
    assert refusal(DEAL + events) == expected


@pytest.mark.parametrize("event", ["3p", "333", "2p", "R"])
def test_event_after_the_end_is_refused(event: str) -> None:
    assert refusal(f"{PLAYED},{event}") == (23, "hand_already_over", "G-4.6")


def test_unreadable_event_after_the_end_is_called_unreadable() -> None:
    assert refusal(f"{PLAYED},??") == (23, "syntax", "Records")


def test_king_receives_all_but_pawn_and_lance() -> None:
    record = dealt({1: "11234567", 2: "11223348"}, dealer=1)
    attacks = "1234567"
    received = [a for a in attacks if "281" in legal(f"{record},1{'2' if a == '1' else '1'}{a}")]
    assert received == ["3", "4", "5", "6", "7"]
    assert refusal(f"{record},112,281") == (2, "defence_does_not_match", "G-4.4")


def test_king_that_went_face_down_does_not_free_the_other() -> None:
    """G-5 (a)."""
    assert "219" not in legal(f"{ONE_KING_EACH},181")


def test_king_laid_to_receive_frees_everybody() -> None:
    assert "128" in legal(f"{ONE_KING_EACH},113,292,3p,4p")
    assert "128" not in legal(f"{ONE_KING_EACH},113,232,3p,4p")


def test_king_laid_to_receive_frees_the_other_in_the_same_play() -> None:
    record = dealt({1: "11234567", 2: "11223389"}, dealer=1)
    assert {"289", "298"} <= set(legal(f"{record},117", king_pair="current"))


def test_dealt_pair_may_attack_after_one_went_face_down() -> None:
    """G-5 (b), both readings."""
    record = dealt({3: "11334789"}, dealer=3)
    assert {"318", "319", "389"} <= set(legal(record, king_pair="current"))
    played = f"{record},381,4p,1p,2p"
    assert "319" in legal(played, king_pair="dealt")
    assert "319" not in legal(played, king_pair="current")


def test_king_is_allowed_as_the_last_tile() -> None:
    """G-5 (c)."""
    assert refusal(f"{ONE_KING_EACH},118") == (1, "king_attack_not_allowed", "G-5")
    assert legal(f"{ONE_KING_EACH},112,{LEAD},113,{LEAD},145,{LEAD}") == ["168", "186"]


def test_both_kings_led_last_are_one_kind() -> None:
    record = dealt({1: "11234589"}, dealer=1)
    found = outcome(f"{record},112,{LEAD},113,{LEAD},145,{LEAD},189")
    assert (found.points, found.doubled, found.tile) == ({1: 100, 2: 0}, True, "9")


def test_pair_that_was_received_never_doubles() -> None:
    """G-6.2."""
    record = dealt({1: "11233445", 2: "11223457"}, dealer=1)
    led = f"{record},112,{LEAD},133,{LEAD},115"
    assert not outcome(f"{led},254,3p,4p,144").doubled
    assert outcome(f"{led},{LEAD},144").doubled


def test_passes_of_all_others_give_the_lead_back() -> None:
    record = f"{DEAL},112,2p,3p,4p"
    *_, state = RULESETS["goita"].replay(record, options={})
    assert (state.to_play, state.leads) == (1, True)
    assert "1p" not in legal(record)


def test_state_refuses_without_changing() -> None:
    state = next(iter(RULESETS["goita"].replay(DEAL, options={})))
    before = state.hands
    with pytest.raises(IllegalPlay) as refused:
        state.after("2p")
    assert (refused.value.ply, refused.value.code, refused.value.rule) == (1, "wrong_turn", "G-4.1")
    assert state.hands == before
    assert state.after("112").hands == ("145557", *before[1:])


def test_replay_raises_where_the_record_breaks() -> None:
    replay = RULESETS["goita"].replay(f"{DEAL},112,3p", options={})
    assert [state.plays for _, state in zip(range(2), replay, strict=False)] == [(), ("112",)]
    with pytest.raises(IllegalPlay) as refused:
        next(replay)
    assert (refused.value.ply, refused.value.code) == (2, "wrong_turn")


def test_nothing_is_legal_after_the_end() -> None:
    assert legal(PLAYED) == []
    *_, state = RULESETS["goita"].replay(PLAYED, options={})
    assert state.to_play is None
    assert state.outcome == outcome(PLAYED)


def test_verdict_names_game_version_and_dealer() -> None:
    verdict = verify(PLAYED)
    ruleset = RULESETS["goita"]
    assert (verdict.game, verdict.rules_version, verdict.dealer) == (
        "goita", ruleset.rules_version, 1,
    )  # fmt: skip
    assert (verdict.plies, verdict.warnings, verdict.fault) == (22, (), None)
    assert verify(f"{DEAL},112,3p").plies == 1


def test_three_seats_get_the_lead_back_after_two_passes() -> None:
    record = "1112456778,1122233349,1113445556,s3,353,1p,2p"
    assert "3p" not in legal(record, "goita3")
    assert refusal(f"{record},3p", "goita3") == (4, "leader_cannot_pass", "G-4.2")
