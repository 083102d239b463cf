"""Knockout and everybody against everybody through ``manage.py draw``."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tests.tournaments.draw_process import Answer, Asked, seated


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
