"""``manage.py draw`` as other programs use it: a process that is asked line by line.

It runs without a home folder and with a database that cannot be reached.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any

import pytest

from tests.conftest import StartHall
from tests.servers.hall import ROOT, hall_environment

Answer = dict[str, Any]
NO_DATABASE = "postgresql://nobody@127.0.0.1:9/nothing"
STATES = Path(__file__).parents[1] / "data" / "draw" / "states.jsonl"


class Asked:
    """One running command; an answer is there before the next line goes in."""

    def __init__(self, lines: IO[bytes], answers: IO[bytes]) -> None:
        self.lines, self.answers = lines, answers

    def __call__(self, state: Mapping[str, object] | str | bytes) -> Answer:
        text = json.dumps(state, ensure_ascii=False) if isinstance(state, Mapping) else state
        line = text.encode() if isinstance(text, str) else text
        self.lines.write(line + b"\n")
        self.lines.flush()
        found = json.loads(self.answers.readline())
        assert isinstance(found, dict)
        return found


@contextmanager
def running_draw(home: Path, complaints: Path, **environment: str) -> Iterator[Asked]:
    with (
        complaints.open("wb") as errors,
        subprocess.Popen(
            [sys.executable, "manage.py", "draw"],
            cwd=ROOT, env=hall_environment(home, **environment),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
        ) as process,
    ):  # fmt: skip
        assert process.stdin
        assert process.stdout
        yield Asked(process.stdin, process.stdout)
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0
    assert complaints.read_bytes() == b""


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    folder = tmp_path_factory.mktemp("draw")
    with running_draw(folder / "no home", folder / "complaints", DATABASE_URL=NO_DATABASE) as asked:
        yield asked


def swiss(units: object, **more: object) -> dict[str, object]:
    return {"id": "s", "format": "swiss", "units": units, **more}


def pairs(answer: Answer) -> set[frozenset[str]]:
    return {frozenset(table) for table in answer["tables"]}


def seated(tables: Sequence[Any]) -> list[str]:
    """Everybody at these tables, whichever the shape."""
    sides = chain.from_iterable(tables)
    return list(chain.from_iterable([side] if isinstance(side, str) else side for side in sides))


# An event, round by round


class Event:
    """Units that play what the command draws: who stands first at a table wins, a bye counts a win."""

    def __init__(self, ask: Asked, size: int) -> None:
        self.ask = ask
        self.units: dict[str, dict[str, Any]] = {
            name: {"id": name, "score": 0, "met": [], "byes": 0} for name in (f"{n:02}" for n in range(size))
        }
        self.gave_up: list[set[str]] = []

    def play(self, rounds: int, **more: object) -> None:
        for number in range(1, rounds + 1):
            answer = self.drawn(round=number, **more)
            everybody = [*seated(answer["tables"]), *answer["sitting_out"]]
            assert sorted(everybody) == sorted(self.units)
            self.check_bye(answer["sitting_out"])
            self.score(answer)

    def drawn(self, **more: object) -> Answer:
        """The next round; where there is none, with the first relaxations that are offered."""
        relaxed: set[str] = set()
        while "error" in (answer := self.ask(self.state(relaxed=sorted(relaxed), **more))):
            assert answer["error"]["code"] == "no_lawful_draw"
            assert answer["error"]["blocking"]
            relaxed.add(next(one for one in answer["error"]["relaxations"] if one not in relaxed))
        self.gave_up.append(relaxed)
        return answer

    def state(self, **more: object) -> dict[str, object]:
        return swiss(list(self.units.values()), **more)

    def check_bye(self, sitting_out: Sequence[str]) -> None:
        """Somebody with the fewest byes, and not the leader while another one has as few."""
        fewest = min(unit["byes"] for unit in self.units.values())
        candidates = [unit for unit in self.units.values() if unit["byes"] == fewest]
        leader = max(candidates, key=lambda unit: int(unit["score"]))
        for name in sitting_out:
            assert self.units[name] in candidates
            assert name != leader["id"] or len(candidates) == 1

    def score(self, answer: Answer) -> None:
        for winner, loser in answer["tables"]:
            self.units[winner]["score"] += 1
            self.units[winner]["met"].append(loser)
            self.units[loser]["met"].append(winner)
        for name in answer["sitting_out"]:
            self.units[name]["score"] += 1
            self.units[name]["byes"] += 1

    def byes(self) -> list[int]:
        return sorted(unit["byes"] for unit in self.units.values())


def test_t01_nobody_has_a_second_bye_while_another_has_none(ask: Asked) -> None:
    event = Event(ask, 9)
    event.play(5)
    assert event.byes() == [0, 0, 0, 0, 1, 1, 1, 1, 1]
    assert event.gave_up == [set()] * 5


def test_t02_byes_are_spread_over_more_rounds_than_opponents(ask: Asked) -> None:
    event = Event(ask, 15)
    event.play(20)
    assert event.byes() == [1] * 10 + [2] * 5
    assert event.gave_up[0] == set()
    assert "rematch" in event.gave_up[-1]  # 20 rounds are more than 14 opponents and a bye


def test_t08_requested_bye_is_no_allocated_one(ask: Asked) -> None:
    away = {"id": "C", "present": False}
    answer = ask(swiss(["A", "B", away, "D", "E"]))
    assert len(answer["tables"]) == 2
    assert answer["sitting_out"] == []
    assert set(seated(answer["tables"])) == {"A", "B", "D", "E"}


def test_t10_three_entrants_in_six_rounds_sit_out_twice_each(ask: Asked) -> None:
    event = Event(ask, 3)
    event.play(6)
    assert event.byes() == [2, 2, 2]


# Swiss


def test_four_players_get_the_only_round_without_a_rematch(ask: Asked) -> None:
    # phase-rs/phase#7937: A–B, C–D, A–C, B–D were played; a greedy draw repeats A–B.
    met = {"A": ["B", "C"], "B": ["A", "D"], "C": ["D", "A"], "D": ["C", "B"]}
    scores = {"A": 2, "B": 1, "C": 1, "D": 0}
    units = [{"id": key, "score": scores[key], "met": met[key]} for key in met]
    assert pairs(ask(swiss(units))) == {frozenset("AD"), frozenset("BC")}


def test_a_meeting_that_only_one_side_tells_of_is_a_meeting(ask: Asked) -> None:
    units = [{"id": "A", "met": ["B", "C"]}, "B", "C", "D"]
    assert pairs(ask(swiss(units))) == {frozenset("AD"), frozenset("BC")}


def test_list_order_is_the_seed_in_a_score_group(ask: Asked) -> None:
    units = [{"id": key, "score": 1} for key in "ABCDEFGH"]
    folded = {frozenset("AE"), frozenset("BF"), frozenset("CG"), frozenset("DH")}
    for seed in range(5):
        assert pairs(ask(swiss(units, seed=seed))) == folded
        assert pairs(ask(swiss([*"ABCDEFGH"], seed=seed))) == folded  # round one as well


def test_halves_are_scores_between_whole_ones(ask: Asked) -> None:
    scores = {"A": "3/2", "B": 1, "C": "2/2", "D": "3/2"}
    assert pairs(ask(swiss([{"id": key, "score": scores[key]} for key in scores]))) == {
        frozenset("AD"),
        frozenset("BC"),
    }


def test_scores_may_be_negative(ask: Asked) -> None:
    scores = {"A": -1, "B": "-3/2", "C": 2, "D": 3}
    assert pairs(ask(swiss([{"id": key, "score": scores[key]} for key in scores]))) == {
        frozenset("AB"),
        frozenset("CD"),
    }


def test_forbidden_pairs_never_meet(ask: Asked) -> None:
    forbidden = [["A", "C"], ["B", "D"], ["A", "B"]]
    assert pairs(ask(swiss([*"ABCD"], forbidden=forbidden))) == {frozenset("AD"), frozenset("BC")}


def test_clubs_are_avoided_in_every_round_when_asked(ask: Asked) -> None:
    units = [
        {"id": key, "club": club}
        for key, club in {"A": "輪島", "B": "金沢", "C": "輪島", "D": "金沢"}.items()
    ]
    apart = ask(swiss(units, avoid_club=True, round=7))
    assert pairs(apart) in ({frozenset("AB"), frozenset("CD")}, {frozenset("AD"), frozenset("BC")})
    assert pairs(ask(swiss(units, round=7))) == {frozenset("AC"), frozenset("BD")}


def test_club_is_soft(ask: Asked) -> None:
    units = [{"id": key, "club": "輪島"} for key in "AB"]
    assert pairs(ask(swiss(units, avoid_club=True))) == {frozenset("AB")}


@pytest.mark.parametrize("shape", [[1, 1], [2, 2], [3, 3]])
def test_a_unit_is_a_whole_side(ask: Asked, shape: list[int]) -> None:
    answer = ask(swiss(["01", "甲 乙", "c", "d "], shape=shape))
    assert all(isinstance(side, str) for table in answer["tables"] for side in table)
    assert sorted(seated(answer["tables"])) == ["01", "c", "d ", "甲 乙"]


def test_every_table_has_its_reasons(ask: Asked) -> None:
    answer = ask(swiss([{"id": "A", "score": 2}, {"id": "B", "score": 1}, {"id": "C", "score": 1}]))
    assert answer["sitting_out"] == ["C"]
    assert answer["reasons"] == [[{"code": "score_gap", "params": {"gap": "1"}}]]
    assert answer["warnings"] == []


def test_a_state_without_a_lawful_draw_names_who_is_in_the_way_and_what_would_help(ask: Asked) -> None:
    units = [{"id": "A", "met": ["B", "C", "D"]}, "B", "C", "D"]
    answer = ask(swiss(units))
    refused = answer["error"]
    assert answer["id"] == "s"
    assert refused["code"] == "no_lawful_draw"
    assert "A" in refused["blocking"]
    assert refused["relaxations"] == ["rematch"]
    assert "rematch" in refused["message"]
    drawn = ask(swiss(units, relaxed=["rematch"]))
    assert sorted(seated(drawn["tables"])) == [*"ABCD"]
    codes = Counter(reason["code"] for reasons in drawn["reasons"] for reason in reasons)
    assert codes["rematch"] == 1


@pytest.mark.parametrize(("units", "sitting_out"), [([], []), (["A"], ["A"])])
def test_nobody_and_one_are_no_error(ask: Asked, units: list[str], sitting_out: list[str]) -> None:
    answer = ask(swiss(units))
    assert answer == {"id": "s", "tables": [], "sitting_out": sitting_out, "reasons": [], "warnings": []}


# Brackets and circles


@pytest.mark.parametrize("size", [2, 3, 5, 6, 7, 8, 12])
def test_t13_a_knockout_of_any_size_can_be_finished(ask: Asked, size: int) -> None:
    names = [f"{rank:02}" for rank in range(1, size + 1)]
    answer = ask({"id": 13, "format": "knockout", "units": names})
    first, *later = answer["rounds"]
    byes = 2 ** (size - 1).bit_length() - size
    assert sorted(first["sitting_out"]) == names[:byes]
    assert sorted([*seated(first["tables"]), *first["sitting_out"]]) == names
    assert all(not found["sitting_out"] for found in later)
    assert sum(len(found["tables"]) for found in answer["rounds"]) == size - 1
    assert champion(answer["rounds"]) == "01"


def champion(rounds: Sequence[Answer]) -> str:
    """Who is left when the better seed wins everywhere; each reference must name a table before it."""
    winners: dict[tuple[int, int], str] = {}
    for number, found in enumerate(rounds, start=1):
        for table, sides in enumerate(found["tables"], start=1):
            names = [side if isinstance(side, str) else winners.pop(tuple(side["winner"])) for side in sides]
            winners[number, table] = min(names)
    (last,) = winners.values()
    return last


def test_third_place_is_a_table_of_the_last_round_when_asked(ask: Asked) -> None:
    state = {"id": 1, "format": "knockout", "units": [*"ABCD"]}
    assert len(ask(state)["rounds"][-1]["tables"]) == 1
    final, third = ask({**state, "third_place": True})["rounds"][-1]["tables"]
    assert final == [{"winner": [1, 1]}, {"winner": [1, 2]}]
    assert third == [{"loser": [1, 1]}, {"loser": [1, 2]}]


def test_tables_of_a_bracket_count_without_its_byes(ask: Asked) -> None:
    # Of six, seeds 1 and 2 have a bye: 4–5 and 3–6 are tables 1 and 2, by the lines of a bracket of eight.
    first, second, _ = ask({"id": 6, "format": "knockout", "units": [*"123456"]})["rounds"]
    assert [set(table) for table in first["tables"]] == [{"4", "5"}, {"3", "6"}]
    against = {side: other["winner"] for side, other in map(named_first, second["tables"])}
    assert against == {"1": [1, 1], "2": [1, 2]}


def named_first(table: Sequence[Any]) -> list[Any]:
    return sorted(table, key=lambda side: not isinstance(side, str))


@pytest.mark.parametrize("size", [0, 1, 2, 5, 6])
def test_round_robin_is_everybody_against_everybody(ask: Asked, size: int) -> None:
    names = [*"ABCDEF"[:size]]
    rounds = ask({"id": 1, "format": "round_robin", "units": names})["rounds"]
    met = Counter(frozenset(table) for found in rounds for table in found["tables"])
    assert met == Counter(frozenset((a, b)) for a in names for b in names if a < b)
    for found in rounds:
        assert sorted([*seated(found["tables"]), *found["sitting_out"]]) == names
    byes = Counter(name for found in rounds for name in found["sitting_out"])
    assert byes == (Counter(names) if size % 2 and size > 1 else Counter())


def test_two_cycles_of_a_round_robin_are_two_meetings(ask: Asked) -> None:
    rounds = ask({"id": 1, "format": "round_robin", "units": [*"ABC"], "cycles": 2})["rounds"]
    met = Counter(frozenset(table) for found in rounds for table in found["tables"])
    assert len(rounds) == 6
    assert set(met.values()) == {2}


# Bad lines


GOOD = swiss(["A", "B"])
UNIT = {"id": "A"}
BAD: list[tuple[bytes | str | dict[str, object], str]] = [
    ("", "not_json"),
    ("   ", "not_json"),
    ("{", "not_json"),
    ("nonsense", "not_json"),
    ('{"id": NaN}', "not_json"),
    ('{"id": 1} {"id": 2}', "not_json"),
    ("1" * 5000, "not_json"),
    (b"\xff\xfe", "not_utf8"),
    (b'{"id": "\xe3\x81"}', "not_utf8"),
    ("[" * 100_000, "nested_too_deep"),
    ("[" * 100_000 + "]" * 100_000, "nested_too_deep"),
    ("null", "not_an_object"),
    ("[]", "not_an_object"),
    ("17", "not_an_object"),
    ("{}", "field_missing"),
    ({"id": "a"}, "field_missing"),
    ({"id": "a", "format": "swiss"}, "field_missing"),
    ({"id": "a", "format": "swiss", "persons": ["A"]}, "field_missing"),
    ({"id": None, "format": "swiss", "units": []}, "field_missing"),
    ({"id": True, "format": "swiss", "units": []}, "not_a_text"),
    ({"id": 1.5, "format": "swiss", "units": []}, "not_a_text"),
    ({"id": "a", "format": "dutch", "units": []}, "format_has_no_draw"),
    ({"id": "a", "format": "free", "units": []}, "format_has_no_draw"),
    ({"id": "a", "format": ["swiss"], "units": []}, "format_has_no_draw"),
    (swiss(["A", "A"]), "unit_twice"),
    (swiss(["A", {"id": "A", "present": False}]), "unit_twice"),
    (swiss([1]), "not_a_record"),
    (swiss([None]), "not_a_record"),
    (swiss([{}]), "field_missing"),
    (swiss([{"id": 1}]), "not_a_text"),
    (swiss([{"id": "A", "met": ["A"]}]), "met_itself"),
    (swiss([{"id": "A", "met": "B"}]), "not_a_list"),
    (swiss([{"id": "A", "met": [["B"]]}]), "not_a_text"),
    (swiss([{"id": "A", "score": True}]), "not_a_whole_number"),
    (swiss([{"id": "A", "score": 1.5}]), "not_a_whole_number"),
    (swiss([{"id": "A", "score": "1.5"}]), "not_a_score"),
    (swiss([{"id": "A", "score": "3/4"}]), "not_a_score"),
    (swiss([{"id": "A", "score": "1"}]), "not_a_score"),
    (swiss([{"id": "A", "score": "٣/2"}]), "not_a_score"),
    (swiss([{"id": "A", "score": 10**40}]), "out_of_range"),
    (swiss([{"id": "A", "byes": -1}]), "out_of_range"),
    (swiss([{"id": "A", "present": 1}]), "not_true_or_false"),
    (swiss([{"id": "A", "club": ["輪島"]}]), "not_a_text"),
    (swiss("AB"), "not_a_list"),
    (swiss({"A": 1}), "not_a_list"),
    (swiss(["A", "B"], shape=[2, 1]), "not_a_shape"),
    (swiss(["A", "B"], shape=[9, 9]), "out_of_range"),
    (swiss(["A", "B"], shape="1x1"), "not_a_list"),
    (swiss(["A", "B"], seed=-1), "out_of_range"),
    (swiss(["A", "B"], seed="1"), "not_a_whole_number"),
    (swiss(["A", "B"], round=0), "out_of_range"),
    (swiss(["A", "B"], forbidden=[["A"]]), "not_a_pair"),
    (swiss(["A", "B"], forbidden=[["A", "A"]]), "not_a_pair"),
    (swiss(["A", "B"], forbidden=["AB"]), "not_a_list"),
    (swiss(["A", "B"], avoid_club="yes"), "not_true_or_false"),
    (swiss(["A", "B"], relaxed=["everything"]), "not_a_choice"),
    ({"id": "a", "format": "rotation", "persons": [*"ABCD"], "rounds": 0}, "out_of_range"),
    ({"id": "a", "format": "rotation", "persons": [*"ABCD"], "rounds": -3}, "out_of_range"),
    ({"id": "a", "format": "rotation", "persons": [*"ABCD"], "mode": "chance"}, "not_a_choice"),
    ({"id": "a", "format": "rotation", "units": [*"ABCD"]}, "field_missing"),
    ({"id": "a", "format": "knockout", "units": [*"AB"], "third_place": "yes"}, "not_true_or_false"),
    ({"id": "a", "format": "round_robin", "units": [*"AB"], "cycles": 0}, "out_of_range"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "code"), BAD, ids=[f"{place}-{code}" for place, (_, code) in enumerate(BAD)]
)
def test_bad_line_is_answered_and_the_next_one_is_drawn(
    ask: Asked, line: bytes | str | dict[str, object], code: str
) -> None:
    answer = ask(line)
    assert answer["id"] is None
    assert answer["error"]["code"] == code
    assert answer["error"]["message"].endswith(".")
    assert "tables" in ask(GOOD)


def test_a_bad_line_names_its_state_and_the_field(ask: Asked) -> None:
    error = ask(swiss(["A", {"id": "B", "score": "x"}], id="予選 3"))["error"]
    assert error["params"] == {"id": "予選 3", "field": "units.1.score", "value": "x"}
    assert error["message"].startswith("units.1.score ")


def test_null_is_a_field_left_out_and_an_unknown_field_is_passed_over(ask: Asked) -> None:
    bare = ask(swiss(["A", {"id": "B"}]))
    nothing = dict.fromkeys(["score", "met", "byes", "club", "present", "team", "colour"])
    state = swiss(["A", {"id": "B", **nothing}], forbidden=None, avoid_club=None, seed=None, hall="海")
    assert ask(state) == bare


def test_unknown_opponents_have_left_the_event(ask: Asked) -> None:
    units = [{"id": "A", "met": ["gone"]}, "B"]
    assert pairs(ask(swiss(units, forbidden=[["A", "away"]]))) == {frozenset("AB")}


@pytest.mark.parametrize("known_as", ["", "輪島 大会", "01", 7, -7, 10**30, "\ud83c", "a\nb\u2028c"])
def test_the_id_of_a_state_comes_back_as_it_was(ask: Asked, known_as: str | int) -> None:
    line = json.dumps({**GOOD, "id": known_as})
    assert ask(line)["id"] == known_as


def test_a_file_may_begin_with_a_mark_and_have_lines_of_windows(ask: Asked) -> None:
    assert "tables" in ask(b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r")


def test_an_answer_that_would_fill_the_memory_is_refused(ask: Asked) -> None:
    many = [str(number) for number in range(20_000)]
    answer = ask({"id": "rr", "format": "round_robin", "units": many})
    assert answer["id"] == "rr"
    assert answer["error"]["code"] == "answer_too_long"
    assert (answer["error"]["blocking"], answer["error"]["relaxations"]) == ([], [])


# Standing beside everything else


def test_each_state_of_a_file_has_its_answer_in_order(tmp_path: Path) -> None:
    states = [json.loads(line) for line in STATES.read_text("utf-8").splitlines()]
    with STATES.open("rb") as lines:
        done = run_draw(tmp_path, stdin=lines)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [found["id"] for found in answers] == [state["id"] for state in states]
    for state, found in zip(states, answers, strict=True):
        assert everybody_has_a_place(state, found), found


def everybody_has_a_place(state: Answer, found: Answer) -> bool:
    """In a bracket only in round one; elsewhere whoever is present sits or sits out once a round."""
    units = [
        {"id": unit} if isinstance(unit, str) else unit for unit in state.get("units") or state["persons"]
    ]
    present = sorted(unit["id"] for unit in units if unit.get("present", True))
    rounds = found.get("rounds", [found])[: 1 if state["format"] == "knockout" else None]
    return all(sorted([*seated(one["tables"]), *one["sitting_out"]]) == present for one in rounds)


def test_a_running_hall_is_not_in_the_way(start_hall: StartHall, tmp_path: Path) -> None:
    hall = start_hall()
    with running_draw(hall.home, tmp_path / "complaints") as asked:
        assert "tables" in asked(GOOD)


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    line = json.dumps(GOOD)
    done = subprocess.run(
        f"yes '{line}' | {sys.executable} manage.py draw | head -2",
        shell=True, cwd=ROOT, env=hall_environment(tmp_path), capture_output=True, check=False,
    )  # fmt: skip
    assert (len(done.stdout.splitlines()), done.stderr) == (2, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    with STATES.open("rb") as lines, Path("/dev/full").open("wb") as full:
        done = run_draw(tmp_path, stdin=lines, stdout=full)
    assert done.returncode == 1
    assert done.stderr.startswith(b"CommandError: cannot_go_on")
    assert done.stderr.count(b"\n") == 1


def run_draw(home: Path, *, stdin: IO[bytes], stdout: int | IO[bytes] = subprocess.PIPE) -> Any:
    return subprocess.run(
        [sys.executable, "manage.py", "draw"],
        cwd=ROOT, env=hall_environment(home), stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
