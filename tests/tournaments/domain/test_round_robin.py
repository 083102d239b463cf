from collections import Counter
from itertools import combinations

import pytest

from tournaments.domain.pairing import Draw, DrawImpossible, Rules, Seed, Settings, draw_round, rounds_needed
from tournaments.enums import Format


def schedule(entrants: int, *, cycles: int = 1) -> list[Draw]:
    seeds = [Seed(key=number, rank=number) for number in range(1, entrants + 1)]
    rules = Rules(settings=Settings(cycles=cycles))
    return [
        draw_round(Format.ROUND_ROBIN, seeds, round_number=number, rules=rules, seed=7)
        for number in range(1, rounds_needed(entrants) * cycles + 1)
    ]


def meetings(draws: list[Draw]) -> Counter[frozenset[object]]:
    return Counter(frozenset(key for (key,) in table.sides) for draw in draws for table in draw.tables)


@pytest.mark.parametrize("entrants", range(2, 14))
def test_everybody_meets_everybody_once(entrants: int) -> None:
    every = {frozenset(pair): 1 for pair in combinations(range(1, entrants + 1), 2)}
    assert meetings(schedule(entrants)) == every


@pytest.mark.parametrize("entrants", [3, 5])
def test_t09_odd_field_gives_each_exactly_one_bye(entrants: int) -> None:
    draws = schedule(entrants)
    assert len(draws) == entrants
    assert Counter(bye.key for draw in draws for bye in draw.byes) == dict.fromkeys(range(1, entrants + 1), 1)


def test_t10_three_entrants_six_rounds_have_two_byes_each() -> None:
    draws = schedule(3, cycles=2)
    assert Counter(bye.key for draw in draws for bye in draw.byes) == {1: 2, 2: 2, 3: 2}


@pytest.mark.parametrize("entrants", [6, 7])
def test_second_cycle_changes_sides(entrants: int) -> None:
    draws = schedule(entrants, cycles=2)
    half = len(draws) // 2
    for first, second in zip(draws[:half], draws[half:], strict=True):
        assert [table.sides[::-1] for table in first.tables] == [table.sides for table in second.tables]


@pytest.mark.parametrize("entrants", range(4, 12))
def test_sides_are_even(entrants: int) -> None:
    first = Counter(table.sides[0][0] for draw in schedule(entrants) for table in draw.tables)
    assert max(first.values()) - min(first[number] for number in range(1, entrants + 1)) <= 2


def test_standing_does_not_move_the_circle() -> None:
    seeds = [Seed(key=number, rank=number) for number in range(1, 7)]
    turned = [Seed(key=number, rank=7 - number, score=number) for number in range(6, 0, -1)]
    one = draw_round(Format.ROUND_ROBIN, seeds, round_number=3, seed=5)
    assert draw_round(Format.ROUND_ROBIN, turned, round_number=3, seed=5) == one


@pytest.mark.parametrize("number", [0, 6])
def test_round_beyond_the_cycle_is_refused(number: int) -> None:
    seeds = [Seed(key=key, rank=key) for key in range(1, 6)]
    with pytest.raises(DrawImpossible) as refused:
        draw_round(Format.ROUND_ROBIN, seeds, round_number=number, seed=1)
    assert (refused.value.code, refused.value.params["rounds"]) == ("no_such_round", 5)


def test_nobody_and_one_have_no_round() -> None:
    assert (rounds_needed(0), rounds_needed(1)) == (0, 0)


def test_format_without_a_draw_is_refused() -> None:
    with pytest.raises(DrawImpossible, match="format_has_no_draw"):
        draw_round(Format.IMPORTED, [], round_number=1, seed=1)


def test_unit_twice_is_refused() -> None:
    with pytest.raises(DrawImpossible, match="unit_twice"):
        draw_round(Format.ROUND_ROBIN, [Seed("a", 1), Seed("a", 2)], round_number=1, seed=1)
