"""The whole-match form."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    EngineError,
    MatchDeal,
    MatchRecord,
    RecordSyntaxError,
    read_match,
    verify_match,
    write_match,
)

RECORD = (
    "11245557,11122236,11134458,11334679,s1,112,2p,3p,4p,141,216,383,497,"
    "1p,2p,3p,411,1p,212,3p,4p,1p,231,3p,4p,1p,222"
)
DEAL = """\
 - hand:
     p0: "しし香銀金金金飛"
     p1: "ししし香香香馬角"
     p2: "ししし馬銀銀金王"
     p3: "しし馬馬銀角飛玉"
   uchidashi: 0
   score: [0,0]
   game:
    - ["0","し","香"]
    - ["0","銀","し"]
    - ["1","し","角"]
    - ["2","王","馬"]
    - ["3","王","飛"]
    - ["3","し","し"]
    - ["1","し","香"]
    - ["1","馬","し"]
    - ["1","香","香"]
"""
MATCH = f"""\
version: 1.0
p0: "東"   # the first seat
p1: 南
p2: '西'
p3: "北"
log:
{DEAL}"""


def read(text: str) -> MatchRecord:
    return read_match(text.encode())


def refused(text: str | bytes) -> tuple[str, dict[str, object]]:
    with pytest.raises(RecordSyntaxError) as refusal:
        read_match(text if isinstance(text, bytes) else text.encode())
    return refusal.value.code, refusal.value.params


def test_passes_are_put_back_and_kings_are_those_held() -> None:
    match = read(MATCH)
    assert match.players == ("東", "南", "西", "北")
    assert [deal.record for deal in match.deals] == [RECORD.replace("11334679", "11334679")]
    assert (match.deals[0].score, match.deals[0].notes, match.extra) == ((0, 0), (), {})
    (verdict,) = verify_match(match, options={})
    assert verdict.outcome is not None
    assert (verdict.outcome.seat, verdict.outcome.points, verdict.warnings) == (2, {1: 0, 2: 40}, ())


@pytest.mark.parametrize(
    "text",
    [
        MATCH,
        "\ufeff" + MATCH,
        MATCH.replace("\n", "\r\n"),
        MATCH + " -  \n   hand: \n" + "\n".join(DEAL.splitlines()[1:]).replace("- hand", ""),
        MATCH.replace("王", "玉").replace("玉", "王"),
        MATCH.replace('["3","王","飛"]', '["3","玉","飛"]'),
        MATCH.replace("log:", 'place: Noto\n"odd key: ": [1, two, "three, four"]\nlog:'),
        MATCH + "   weather:\n    - rain\n    - wind:  strong, cold\n      snow: no\n",
        MATCH.replace("   score: [0,0]\n", ""),
        MATCH.replace("log:\n" + DEAL, "log: []\n"),
        MATCH.replace("version: 1.0\n", ""),
        re.sub(r"   game:\n(    - .*\n)+", "   game: []\n", MATCH),
        re.sub(r"   game:\n(    - .*\n)+", "   game:\n", MATCH),
        MATCH.replace('"東"', '"\\u6771 \\"\\\\ \\n\\x41\\e"'),
        MATCH.replace("南", "'it''s # not a comment'"),
        MATCH.replace("しし香銀金金金飛", "xし香銀金金金飛"),
    ],
)
def test_values_survive_the_round_trip(text: str) -> None:
    match = read(text)
    written = write_match(match)
    assert read(written) == match
    assert write_match(read(written)) == written


def test_unknown_keys_are_kept() -> None:
    match = read(MATCH.replace("log:", "place: Noto\nlog:") + "   weather: [rain, wind]\n")
    assert match.extra == {"place": "Noto"}
    assert match.deals[0].extra == {"weather": ["rain", "wind"]}
    assert "place: Noto\n" in write_match(match)
    assert "weather: [rain, wind]" in write_match(match)


def test_king_written_twice_is_one_of_each_face_in_seat_order() -> None:
    text = MATCH.replace("玉", "王")
    match = read(text)
    assert match.deals[0].record == RECORD
    assert match.deals[0].notes == ("second_king",)
    assert verify_match(match, options={})[0].warnings == ("second_king",)
    assert "玉" not in write_match(match)
    jewels = read(MATCH.replace("王", "玉"))
    assert jewels.deals[0].record == RECORD
    assert "王" not in write_match(jewels)


def test_unlawful_and_cut_off_deals_are_read_on() -> None:
    cut = DEAL.replace('    - ["1","香","香"]\n', "")
    leader_passes = DEAL.replace("uchidashi: 0", "uchidashi: 3")
    short = DEAL.replace("しし香銀金金金飛", "しし香")
    match = read(MATCH + cut + leader_passes + short + DEAL)
    verdicts = verify_match(match, options={})
    assert [v.fault and (v.fault.ply, v.fault.code) for v in verdicts] == [
        None,
        (19, "record_incomplete"),
        (1, "leader_cannot_pass"),
        (0, "wrong_tile_count"),
        None,
    ]


@pytest.mark.parametrize(
    ("change", "to", "code", "line"),
    [
        ('p2: \'西\'\n', "", "missing_field", 1),
        ("log:\n" + DEAL, "", "missing_field", 1),
        (" - hand:", " - hands:", "missing_field", 7),
        ("     p1: \"ししし香香香馬角\"\n", "", "missing_field", 8),
        ("   uchidashi: 0\n", "", "missing_field", 7),
        ("uchidashi: 0", "uchidashi: 4", "bad_value", 12),
        ("uchidashi: 0", "uchidashi: [0]", "bad_value", 12),
        ("score: [0,0]", "score: [0]", "bad_value", 13),
        ("score: [0,0]", "score: [0,zero]", "bad_value", 13),
        ("score: [0,0]", "score: 0", "bad_value", 13),
        ('["0","し","香"]', '["0","し"]', "bad_value", 15),
        ('["0","し","香"]', '["0","しし","香"]', "bad_value", 15),
        ('["0","し","香"]', '["5","し","香"]', "bad_value", 15),
        ('["0","し","香"]', '["0","し","歩"]', "unknown_tile", 15),
        ('["0","し","香"]', "し香", "bad_value", 15),
        ("しし香銀", "しし香槍", "unknown_tile", 8),
        ('p1: 南', "p1: &a 南", "yaml_not_supported", 3),
        ('p1: 南', "p1: !!str 南", "yaml_not_supported", 3),
        ('p1: 南', "p1: {a: b}", "yaml_not_supported", 3),
        ('p1: 南', "p1: |\n  南", "yaml_not_supported", 3),
        ('p1: 南', 'p1: "南', "yaml_syntax", 3),
        ('p1: 南', "p0: 南", "duplicate_key", 3),
        ('p1: 南', "p1 南", "yaml_syntax", 3),
        ('p1: 南', "---\np1: 南", "yaml_not_supported", 3),
        ('p1: 南', "\tp1: 南", "yaml_not_supported", 3),
        ('p1: 南', "p1: 南\x07", "control_character", 3),
    ],
)  # fmt: skip
def test_bad_match_is_refused_by_line(change: str, to: str, code: str, line: int) -> None:
    assert change in MATCH
    found, params = refused(MATCH.replace(change, to, 1))
    assert (found, params["line"]) == (code, line)


@pytest.mark.parametrize(
    ("data", "code", "params"),
    [
        (b"", "empty_file", {"line": 1}),
        (b"\xef\xbb\xbf\n \n", "empty_file", {"line": 1}),
        (b"hello", "not_a_match", {"line": 1}),
        (b"- 1\n- 2\n", "not_a_match", {"line": 1}),
        (b"\x00\x01\x02", "control_character", {"line": 1}),
        (b"p0: a\n\xff\xfe", "not_utf8", {"line": 2, "offset": 6}),
        (MATCH.encode("cp932"), "not_utf8", {"line": 2, "offset": 18}),
        (MATCH.encode("utf-16"), "not_utf8", {"line": 1, "offset": 0}),
        (b"x" * (8 * 1024 * 1024 + 1), "file_too_large", {"limit": 8 * 1024 * 1024}),
        (b"[" * 100_000, "yaml_not_supported", {"line": 1}),
        (b"- " * 100_000, "yaml_not_supported", {"line": 1}),
        (b"a:\n" + b"".join(b" " * n + b"a:\n" for n in range(1, 99)), "yaml_not_supported", {"line": 22}),
    ],
)
def test_what_is_no_match_is_refused(data: bytes, code: str, params: dict[str, object]) -> None:
    assert refused(data) == (code, params)


def test_deals_without_plays_have_no_yaml_form() -> None:
    for record in ("sheet,s1,2,7,led", "points,1,30", RECORD + ",R", ""):
        with pytest.raises(RecordSyntaxError) as refusal:
            write_match(MatchRecord(("a", "b", "c", "d"), (MatchDeal(record),)))
        assert refusal.value.code == "no_yaml_form"


def test_match_composed_by_hand_is_written_and_read() -> None:
    match = MatchRecord(("a", "b", "yes", "4"), (MatchDeal(RECORD, score=(10, 20)),))
    again = read(write_match(match))
    assert again.players == match.players
    assert (again.deals[0].record, again.deals[0].score) == (RECORD, (10, 20))
    assert 'p2: "yes"' in write_match(match)
    assert '["3", "玉", "飛"]' in write_match(match)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_else(data: bytes) -> None:
    with pytest.raises(RecordSyntaxError):
        read_match(data)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(MATCH)), st.integers(0, 9), st.text(max_size=4))
def test_no_altered_match_raises_anything_else(start: int, length: int, text: str) -> None:
    altered = MATCH[:start] + text + MATCH[start + length :]
    match = read_or_refuse(altered.encode("utf-8", "surrogatepass"))
    if isinstance(match, EngineError):
        assert "line" in match.params
    else:
        verify_match(match, options={})
        assert read_match(write_match(match).encode()) == match


def read_or_refuse(data: bytes) -> MatchRecord | EngineError:
    try:
        return read_match(data)
    except EngineError as error:
        return error
