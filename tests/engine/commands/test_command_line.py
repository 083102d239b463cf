"""``python -m engine`` as it is typed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main

ROOT = Path(__file__).parents[3]
OUT = (
    "11245557,11122236,11134458,11334679,s1,112,2p,3p,4p,141,216,383,497,"
    "1p,2p,3p,411,1p,212,3p,4p,1p,231,3p,4p,1p,222"
)
THREE = "1111224467,1112344559,1233355678,s2,295,385,1p,251,3p,117,2p,375,1p,2p,336,162,221,312,124,243,333"
YAML = """\
p0: a
p1: b
p2: c
p3: d
log:
- hand: {p0}
"""


def engine(*arguments: str, feed: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments], cwd=ROOT, input=feed, capture_output=True, check=False
    )


def verify(tmp_path: Path, content: str | bytes, *options: str, name: str = "deals.txt") -> int:
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return main(["verify", str(file), *options])


def test_judge_answers_line_by_line_in_order() -> None:
    feed = b'{"id": 1, "game": "goita", "kind": "deal", "record": ""}\n\nnonsense\n{"id": 2}\n'
    done = engine("judge", "--jsonl", feed=feed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, None, 2]


def test_play_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for game in ("goita", "goita3"):
        assert main(["play", "--seed", "5", "--count", "40", "--game", game]) == 0
        first = capsys.readouterr().out
        main(["play", "--seed", "5", "--count", "40", "--game", game])
        assert capsys.readouterr().out == first
        main(["play", "--seed", "6", "--count", "40", "--game", game])
        assert capsys.readouterr().out != first
        assert len(set(first.splitlines())) == 40
        assert verify(tmp_path, first) == 0
        capsys.readouterr()


def test_play_may_be_cut_short_by_its_reader() -> None:
    done = subprocess.run(
        f"{sys.executable} -m engine play --count 2000 | head -1",
        shell=True, cwd=ROOT, capture_output=True, check=False,
    )  # fmt: skip
    assert (len(done.stdout.splitlines()), done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("count", [1, 2000])
def test_full_disk_is_told_in_one_line(count: int) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "play", "--count", str(count)],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(b"error cannot_write ")
    assert done.stderr.count(b"\n") == 1


def test_bench_prints_its_medians(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.commands.bench.DEALS", 20)
    assert main(["bench"]) == 0
    wall, cpu = capsys.readouterr().out.splitlines()
    assert wall.startswith("goita deals=20 rounds=5 clock=wall median=")
    assert cpu.startswith("goita deals=20 rounds=5 clock=cpu median=")


def test_every_form_is_one_line_of_key_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = [
        OUT, "sheet,s3,2,7,led", "sheet,s2,2,six,88", "sheet,s2,R", "points,1,40", "sheet,s1,1,five_five",
        "total,150-120", "total,90-90,time_up", "", THREE, "sheet,s3,1,1,received", "nonsense", OUT[:42],
    ]  # fmt: skip
    assert verify(tmp_path, "\n".join(text)) == 1
    assert capsys.readouterr().out.splitlines() == [
        "deals.txt 1 out seat=2 points=40 doubled",
        "deals.txt 2 out seat=2 points=40 warning=dealer_differs",
        "deals.txt 3 special six seat=2 points=100 doubled warning=second_king",
        "deals.txt 4 redeal",
        "deals.txt 5 points side=1 points=40",
        "deals.txt 6 special five_five side=1 points=150",
        "deals.txt 7 total 150-120 side=1",
        "deals.txt 8 total 90-90 time_up",
        "deals.txt 10 out seat=3 points=20",
        "deals.txt 11 out seat=1 points=10",
        "deals.txt 12 fault ply=0 syntax Records",
        "deals.txt 13 fault ply=2 record_incomplete G-4.6",
    ]


def test_options_target_and_game_are_taken_from_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--options", '{"five_five_points": "target"}', "--target", "110"]
    assert verify(tmp_path, "sheet,s1,1,five_five\ntotal,110-100\n", *options) == 0
    assert capsys.readouterr().out == (
        "deals.txt 1 special five_five side=1 sets_total\ndeals.txt 2 total 110-100 side=1\n"
    )
    assert verify(tmp_path, "sheet,s1,R\n", "--game", "goita3") == 0
    assert capsys.readouterr().out == "deals.txt 1 redeal four_of_a_kind\n"


def test_json_carries_record_and_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verify(tmp_path, f"{OUT}\nsheet,s2,2,six,88\ntotal,150-20\ntotal,140-20,ruling\nx\n", "--json")
    out, six, total, ruling, wrong = map(json.loads, capsys.readouterr().out.splitlines())
    assert out == {
        "file": "deals.txt", "number": 1, "game": "goita", "record": OUT,
        "result": {
            "end": "out", "seat": 2, "side": 2, "points": 40, "doubled": True, "tile": "2",
            "next_dealer": 2, "plies": 22,
        },
    }  # fmt: skip
    assert six["record"] == "sheet,s2,2,six,89"
    assert six["result"]["warnings"] == ["second_king"]
    assert total["result"] == {"end": "total", "totals": [150, 20], "side": 1}
    assert ruling["result"] == {"end": "total", "totals": [140, 20], "side": 1, "mark": "ruling"}
    assert wrong["result"] == {"error": {"ply": 0, "code": "syntax", "rule": "Records"}}


def test_match_file_is_numbered_by_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = "\n".join(
        f"     p{n}: {hand}"
        for n, hand in enumerate(
            ["しし香銀金金金飛", "ししし香香香馬角", "ししし馬銀銀金王", "しし馬馬銀角飛王"]
        )
    )
    deal = f" - hand:\n{hands}\n   uchidashi: 1\n   game:\n    - ['0','し','し']\n"
    text = f"p0: a\np1: b\np2: c\np3: d\nlog:\n{deal}{deal}"
    assert verify(tmp_path, text, name="m.yaml") == 1
    assert capsys.readouterr().out == "".join(
        f"m.yaml {number} fault ply=1 leader_cannot_pass G-4.2 warning=second_king\n" for number in (1, 2)
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "error line=1 empty_file"),
        (b"\0\1\2", "error line=1 control_character"),
        (b"a\n\xff", "error line=2 offset=2 not_utf8"),
        (OUT.encode("utf-16"), "error line=1 offset=0 not_utf8"),
        (b"hello", "error line=1 not_a_match"),
        (b"p0: a", "error line=1 field=p1 missing_field"),
        (b"p0: &a b", "error line=1 yaml_not_supported"),
    ],
)
def test_file_that_cannot_be_read_says_where_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, words: str
) -> None:
    assert verify(tmp_path, content) == 1
    assert capsys.readouterr().out == f"deals.txt {words}\n"


def test_large_and_missing_files_are_refused_and_the_rest_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large, good = tmp_path / "large", tmp_path / "good"
    large.write_bytes(b"1" * (10 * 1024 * 1024))
    good.write_text(OUT)
    assert main(["verify", str(large), str(tmp_path / "none"), str(tmp_path), str(good)]) == 2
    assert capsys.readouterr().out.splitlines() == [
        "large error limit=8388608 file_too_large",
        "none error cannot_open",
        f"{tmp_path.name} error cannot_open",
        "good 1 out seat=2 points=40 doubled",
    ]


def test_unreadable_lines_beyond_a_hundred_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, "1,\n" * 250 + OUT) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 102
    assert lines[-2:] == [
        "deals.txt 251 out seat=2 points=40 doubled",
        "deals.txt more_unreadable=150",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["solve"],
        ["verify"],
        ["judge"],
        ["play", "--game", "shogi"],
        ["verify", "f", "--options", "nonsense"],
        ["verify", "f", "--options", "[" * 100_000],
        ["verify", "f", "--options", "[1]"],
        ["verify", "f", "--options", '{"target": 150}'],
    ],
)
def test_wrong_command_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage" in capsys.readouterr().err
