"""Records with unseen tiles."""

import pytest

from engine import RULESETS, Fault

GOITA = RULESETS["goita"]
UNSEEN = "x" * 8


def check(record: str, **options: object) -> tuple[int, str] | None:
    fault = GOITA.check_masked(record, options=options)
    return (fault.ply, fault.code) if fault else None


@pytest.mark.parametrize(
    "record",
    [
        f"{UNSEEN},{UNSEEN},{UNSEEN},{UNSEEN},s1",
        f"3xxxxxxx,{UNSEEN},11223348,{UNSEEN},s1,133,2p,383",
        f"{UNSEEN},{UNSEEN},11223348,{UNSEEN},s1,1x3,2p,383,4p,134,2p,3p,4p,1x4",
        f"{UNSEEN},{UNSEEN},{UNSEEN},{UNSEEN},s1,1x8",
        f"{UNSEEN},{UNSEEN},{UNSEEN},{UNSEEN},s1,1x2,2p,3p,4p,111,2p,3p,4p,145,2p,3p,4p,189",
        "11245557,11122236,11134458,11334679,s1,112",
        f"111111xx,{UNSEEN},{UNSEEN},{UNSEEN},s1,112",
    ],
)
def test_nothing_seen_forbids_it(record: str) -> None:
    assert check(record) is None
    assert check(record, king_pair="current") is None


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (f"3xxxxxx,{UNSEEN},{UNSEEN},{UNSEEN},s1", (0, "wrong_tile_count")),
        (f"66xxxxxx,6xxxxxxx,{UNSEEN},{UNSEEN},s1", (0, "wrong_tile_count")),
        (f"{UNSEEN},{UNSEEN},{UNSEEN},{UNSEEN},s1,166,2p,3p,4p,162", (0, "wrong_tile_count")),
        (f"{UNSEEN},{UNSEEN},{UNSEEN},{UNSEEN},s1,1p", (1, "leader_cannot_pass")),
        (f"{UNSEEN},{UNSEEN},{UNSEEN},{UNSEEN},s1,123,245", (2, "defence_does_not_match")),
        (f"{UNSEEN},{UNSEEN},{UNSEEN},{UNSEEN},s1,123,2x5", (2, "defence_does_not_match")),
        (f"1112223x,{UNSEEN},{UNSEEN},{UNSEEN},s1,145", (1, "attack_not_in_hand")),
        (f"{UNSEEN},9xxxxxxx,{UNSEEN},{UNSEEN},s1,1x8", (1, "king_attack_not_allowed")),
        (f"{UNSEEN},{UNSEEN},{UNSEEN},{UNSEEN},s1,1xx", (1, "syntax")),
        (f"{UNSEEN},{UNSEEN},{UNSEEN},{UNSEEN},s1,1??", (1, "syntax")),
        ("x", (0, "syntax")),
    ],
)
def test_what_is_seen_forbids_it(record: str, expected: tuple[int, str]) -> None:
    assert check(record) == expected


def test_verification_refuses_masked_records() -> None:
    record = f"3xxxxxxx,{UNSEEN},{UNSEEN},{UNSEEN},s1"
    assert GOITA.verify(record, options={}).fault == Fault(0, "hidden_tiles", "Records")


def test_replay_shows_unseen_tiles_and_those_that_will_be_played() -> None:
    record = f"3xxxxxxx,{UNSEEN},{UNSEEN},{UNSEEN},s1,1x3,2p,383"
    hands = [state.hands for state in GOITA.replay(record, options={})]
    assert hands[0] == ("3xxxxxxx", UNSEEN, "38xxxxxx", UNSEEN)
    assert hands[-1] == ("xxxxxx", UNSEEN, "xxxxxx", UNSEEN)
