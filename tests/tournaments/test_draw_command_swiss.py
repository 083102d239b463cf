"""Swiss through ``manage.py draw``: single rounds, and whole events that broke other systems."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tests.tournaments.draw_process import Answer, Asked, pairs, seated, swiss


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
    assert (answer["tables"], answer["sitting_out"], answer["reasons"]) == ([], sitting_out, [])


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
