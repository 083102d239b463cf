"""G-1 and the head of the line form."""

import pytest

from engine import RULESETS, IllegalDeal, RecordSyntaxError
from tests.engine.verdicts import refusal, verify

WRONG = (0, "wrong_tile_count", "G-1.1")
SYNTAX = (0, "syntax", "Records")


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("", SYNTAX),
        (",", SYNTAX),
        ("11245557", SYNTAX),
        ("11245557,11122236,11134458,11334679", SYNTAX),
        ("11245557,11122236,11134458,11334679,s5", SYNTAX),
        ("11245557,11122236,11134458,11334679,S1", SYNTAX),
        ("11245557,11122236,11134458,11334679,1", SYNTAX),
        ("11245557,11122236,11134458,s1", SYNTAX),
        ("1124555a,11122236,11134458,11334679,s1", SYNTAX),
        ("11245550,11122236,11134458,11334679,s1", SYNTAX),
        ("1124555王,11122236,11134458,11334679,s1", SYNTAX),
        ("11245557,1112223,11134458,113346779,s1", WRONG),
        ("11245557,,11134458,11334679,s1", WRONG),
        ("112455577,11122236,11134458,11334679,s1", WRONG),
        ("11245557,11122236,11134458,11334678,s1", WRONG),
        ("1" * 10 + "," + "1" * 40 + ",11134458,11334679,s1", WRONG),
        ("11245557,11122236,11134458,xxxxxxxx,s1", (0, "hidden_tiles", "Records")),
        ("11245557,11122236,11134458,11334679,s1,1x2", (0, "hidden_tiles", "Records")),
        ("11245557,1112223,1113445x,11334679,s1", (0, "hidden_tiles", "Records")),
        ("11245557,1112223?,1113445x,11334679,s1", SYNTAX),
    ],
)
def test_deal_is_refused(record: str, expected: tuple[int, str, str]) -> None:
    assert refusal(record) == expected


def test_whitespace_around_a_record_does_not_matter() -> None:
    assert verify(" 11245557,11122236,11134458,11334679,s1,112\r\n").record.endswith("s1,112")


def test_deal_of_three_needs_thirty_tiles_in_tens() -> None:
    assert refusal("1112456778,1122233349,1113445556,s3,3p", "goita3") == (
        1, "leader_cannot_pass", "G-4.2",
    )  # fmt: skip
    assert refusal("1112456778,1122233349,1113445566,s3", "goita3") == WRONG


def test_replay_raises_what_verify_reports() -> None:
    goita = RULESETS["goita"]
    with pytest.raises(RecordSyntaxError):
        list(goita.replay("", options={}))
    with pytest.raises(IllegalDeal):
        list(goita.replay("11245557,11122236,11134458,11334678,s1", options={}))
    with pytest.raises(IllegalDeal):
        goita.legal_plays("11245557,11122236,11134458,xxxxxxxx,s1", options={})


def test_rulesets_describe_themselves() -> None:
    goita, goita3 = RULESETS["goita"], RULESETS["goita3"]
    assert (goita.key, goita.seats, dict(goita.sides)) == ("goita", (1, 2, 3, 4), {1: 1, 2: 2, 3: 1, 4: 2})
    assert (goita3.key, goita3.seats, dict(goita3.sides)) == ("goita3", (1, 2, 3), {1: 1, 2: 2, 3: 3})
    assert "".join(tile.kanji for tile in goita.tiles) == "し香馬銀金角飛王玉"
    assert [tile.value for tile in goita.tiles] == [10, 20, 20, 30, 30, 40, 40, 50, 50]
    assert "".join(tile.digit for tile in goita.tiles) == "123456789"
