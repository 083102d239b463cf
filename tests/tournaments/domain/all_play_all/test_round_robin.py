from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from tournaments.domain.all_play_all.round_robin import (
    draw_every_round,
    order_of_circles,
    rounds_needed,
    rounds_of,
)
from tournaments.domain.draw import (
    Draw,
    DrawImpossible,
    Key,
    Reason,
    Rules,
    Seed,
)
from tournaments.domain.pairing import draw_round
from tournaments.domain.settings import Settings
from tournaments.enums import Format


def in_groups(*sizes: int) -> list[Seed]:
    """Units 1, 2, … filling group after group; a single group is none."""
    groups = [group if len(sizes) > 1 else 0 for group, size in enumerate(sizes, 1) for _ in range(size)]
    return [Seed(key=number, rank=number, group=group) for number, group in enumerate(groups, start=1)]


def schedule(seeds: Sequence[Seed], *, cycles: int = 1, rules: Rules | None = None) -> list[Draw]:
    sizes = Counter(unit.group for unit in seeds)
    settings = Settings(cycles=cycles, groups=len(sizes))
    return [
        draw_round(
            Format.ROUND_ROBIN,
            seeds,
            round_number=number,
            rules=replace(rules or Rules(), settings=settings),
            seed=7,
        )
        for number in range(1, rounds_of(sizes.values(), cycles) + 1)
    ]


def pairs_of(draw: Draw) -> list[frozenset[Key]]:
    return [frozenset(key for (key,) in table.sides) for table in draw.tables]


def meetings(draws: Sequence[Draw]) -> Counter[frozenset[Key]]:
    return Counter(pair for draw in draws for pair in pairs_of(draw))


def all_meetings(seeds: Sequence[Seed], *, cycles: int = 1) -> dict[frozenset[Key], int]:
    """What a round robin is: every two of a group, once in each cycle."""
    pairs = [(a, b) for a, b in combinations(seeds, 2) if a.group == b.group]
    return {frozenset((a.key, b.key)): cycles for a, b in pairs}


def byes(draws: Sequence[Draw]) -> Counter[Key]:
    return Counter(bye.key for draw in draws for bye in draw.byes)


def seated(draw: Draw) -> list[Key]:
    return [key for table in draw.tables for (key,) in table.sides] + [bye.key for bye in draw.byes]


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("entrants", range(2, 66))
def test_everybody_meets_everybody_once_in_each_cycle(entrants: int, cycles: int) -> None:
    seeds = in_groups(entrants)
    draws = schedule(seeds, cycles=cycles)
    assert meetings(draws) == all_meetings(seeds, cycles=cycles)
    for draw in draws:
        assert sorted(seated(draw), key=int) == [unit.key for unit in seeds]
    assert byes(draws) == Counter(dict.fromkeys(range(1, entrants + 1), entrants % 2 * cycles))


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("groups", range(2, 9))
@pytest.mark.parametrize("entrants", [16, 17, 23, 40, 65])
def test_groups_play_side_by_side_each_by_itself(entrants: int, groups: int, cycles: int) -> None:
    sizes = [len(range(group, entrants, groups)) for group in range(groups)]
    seeds = in_groups(*sizes)
    draws = schedule(seeds, cycles=cycles)
    assert meetings(draws) == all_meetings(seeds, cycles=cycles)
    for draw in draws:
        assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))
        assert max(Counter(seated(draw)).values()) == 1
    odd = {unit.key: cycles for unit in seeds if sizes[unit.group - 1] % 2}
    assert byes(draws) == odd


def test_smaller_group_has_finished_earlier_and_has_no_byes_then() -> None:
    draws = schedule(in_groups(6, 3))
    assert len(draws) == 5
    for draw in draws[:3]:
        assert (len(draw.tables), len(draw.byes), draw.warnings) == (4, 1, ())
    for draw in draws[3:]:
        assert draw.warnings == (Reason("group_finished", {"group": 2}),)
        assert sorted(seated(draw), key=int) == [1, 2, 3, 4, 5, 6]


def test_reason_names_round_cycle_and_group() -> None:
    draw = schedule(in_groups(4, 4), cycles=2)[4]
    reasons = [table.reasons for table in draw.tables]
    expected = [(Reason("round_robin", {"round": 2, "cycle": 2, "group": group}),) for group in (1, 1, 2, 2)]
    assert reasons == expected


@pytest.mark.parametrize("entrants", [3, 5])
def test_t09_odd_field_gives_each_exactly_one_bye(entrants: int) -> None:
    draws = schedule(in_groups(entrants))
    assert len(draws) == entrants
    assert byes(draws) == dict.fromkeys(range(1, entrants + 1), 1)


def test_t10_three_entrants_six_rounds_have_two_byes_each() -> None:
    assert byes(schedule(in_groups(3), cycles=2)) == {1: 2, 2: 2, 3: 2}


@pytest.mark.parametrize("entrants", [6, 7])
def test_second_cycle_changes_sides(entrants: int) -> None:
    draws = schedule(in_groups(entrants), cycles=2)
    half = len(draws) // 2
    for first, second in zip(draws[:half], draws[half:], strict=True):
        assert [table.sides[::-1] for table in first.tables] == [table.sides for table in second.tables]


@pytest.mark.parametrize("entrants", range(4, 12))
def test_sides_are_even(entrants: int) -> None:
    draws = schedule(in_groups(entrants))
    first = Counter(table.sides[0][0] for draw in draws for table in draw.tables)
    assert max(first.values()) - min(first[number] for number in range(1, entrants + 1)) <= 2


def test_standing_does_not_move_the_circle() -> None:
    seeds = [Seed(key=number, rank=number) for number in range(1, 7)]
    turned = [Seed(key=number, rank=7 - number, score=number) for number in range(6, 0, -1)]
    one = draw_round(Format.ROUND_ROBIN, seeds, round_number=3, seed=5)
    assert draw_round(Format.ROUND_ROBIN, turned, round_number=3, seed=5) == one


def test_all_rounds_at_once_are_the_rounds_one_by_one() -> None:
    seeds = [replace(unit, present=unit.key != 3) for unit in in_groups(5, 4)]
    rules = Rules(settings=Settings(cycles=2, groups=2))
    assert draw_every_round(seeds, rules=rules, seed=7) == schedule(seeds, cycles=2)


# Absence


def test_t23_who_meets_the_absent_has_a_bye_and_all_others_play_as_planned() -> None:
    seeds = in_groups(6)
    planned = schedule(seeds)
    without = schedule([replace(unit, present=unit.key != 4) for unit in seeds])
    for before, after in zip(planned, without, strict=True):
        (left,) = [pair - {4} for pair in pairs_of(before) if 4 in pair]
        assert set(pairs_of(after)) == {pair for pair in pairs_of(before) if 4 not in pair}
        (bye,) = after.byes
        assert {bye.key} == left
        assert bye.reasons[-1] == Reason("opponent_absent", {"unit": 4})


@pytest.mark.parametrize("entrants", range(2, 10))
def test_everybody_present_is_seated_or_has_a_bye(entrants: int) -> None:
    seeds = [replace(unit, present=unit.rank % 3 != 0) for unit in in_groups(entrants)]
    for draw in schedule(seeds):
        assert sorted(seated(draw), key=int) == [unit.key for unit in seeds if unit.present]


def test_bye_without_an_absent_opponent_names_nobody() -> None:
    for draw in schedule(in_groups(5)):
        assert [reason.code for bye in draw.byes for reason in bye.reasons] == ["round_robin"]


# Who should not meet, and must


@pytest.mark.parametrize("entrants", range(2, 18))
def test_team_mates_meet_in_round_one(entrants: int) -> None:
    # Neighbours in the list are team-mates; only an odd last one has none.
    seeds = [replace(unit, team=f"team {(unit.rank + 1) // 2}") for unit in in_groups(entrants)]
    draws = schedule(seeds)
    mates = {frozenset((number, number + 1)) for number in range(1, entrants, 2)}
    assert set(pairs_of(draws[0])) == mates
    assert meetings(draws) == all_meetings(seeds)


@pytest.mark.parametrize("size", range(2, 8))
def test_of_a_large_team_as_many_as_can_meet_in_round_one(size: int) -> None:
    seeds = [replace(unit, team="Noto" if unit.rank <= size else None) for unit in in_groups(9)]
    first, *_ = schedule(seeds)
    assert sum(pair <= set(range(1, size + 1)) for pair in pairs_of(first)) == size // 2


def test_draw_says_which_team_mates_meet() -> None:
    seeds = [replace(unit, team="Noto" if unit.rank in (2, 5) else None) for unit in in_groups(6)]
    first, *others = schedule(seeds)
    (warning,) = first.warnings
    assert (warning.code, warning.params["team"]) == ("team_mates", "Noto")
    assert {warning.params["a"], warning.params["b"]} == {2, 5}
    (table,) = [table for table in first.tables if len(table.reasons) > 1]
    assert table.reasons[1] == Reason("team_mates", {"team": "Noto"})
    assert not any(draw.warnings for draw in others)


def test_forbidden_pair_meets_all_the_same_and_is_told_without_moving_the_circle() -> None:
    seeds = in_groups(6)
    rules = Rules(forbidden=frozenset({frozenset((1, 2))}))
    told = schedule(seeds, rules=rules)
    assert [pairs_of(draw) for draw in told] == [pairs_of(draw) for draw in schedule(seeds)]
    warnings = [(draw, warning) for draw in told for warning in draw.warnings]
    ((draw, warning),) = warnings
    assert frozenset((1, 2)) in pairs_of(draw)
    assert warning.code == "forbidden_pair"
    assert {warning.params["a"], warning.params["b"]} == {1, 2}


def test_second_meeting_in_one_cycle_is_told_and_in_two_cycles_is_planned() -> None:
    # 1 and 2 have met by hand before their turn came.
    seeds = [replace(unit, met=(3 - unit.rank,) if unit.rank < 3 else ()) for unit in in_groups(4)]
    told = [draw for draw in schedule(seeds) if draw.warnings]
    assert [frozenset((1, 2)) in pairs_of(draw) for draw in told] == [True]
    assert told[0].warnings[0].code == "rematch"
    first, second = [draw for draw in schedule(seeds, cycles=2) if frozenset((1, 2)) in pairs_of(draw)]
    assert first.warnings
    assert not second.warnings


# Lots from a box


def test_numbers_from_the_box_are_the_places_in_the_circle() -> None:
    # The circle of six by hand: 1 stays, 1–6 2–5 3–4, then 1–5 6–4 2–3.
    lots: dict[Key, int] = {"F": 1, "E": 2, "D": 3, "C": 4, "B": 5, "A": 6}
    seeds = [Seed(key=key, rank=rank, team="one") for rank, key in enumerate("ABCDEF", start=1)]
    first, second, *_ = schedule(seeds, rules=Rules(lots=lots))
    assert set(pairs_of(first)) == {frozenset("FA"), frozenset("EB"), frozenset("DC")}
    assert set(pairs_of(second)) == {frozenset("FB"), frozenset("AC"), frozenset("ED")}


def test_missing_number_is_refused() -> None:
    with pytest.raises(DrawImpossible, match="lots_incomplete"):
        schedule(in_groups(3), rules=Rules(lots={1: 1, 2: 3}))


# What there is not


def test_rounds_of_groups_are_those_of_the_largest() -> None:
    assert rounds_of([6, 3]) == 5
    assert rounds_of([4, 5], cycles=2) == 10
    assert (rounds_of([]), rounds_of([1, 0])) == (0, 0)


@pytest.mark.parametrize("number", [0, 6])
def test_round_beyond_the_cycle_is_refused(number: int) -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw_round(Format.ROUND_ROBIN, in_groups(5), round_number=number, seed=1)
    assert (refused.value.code, refused.value.params["rounds"]) == ("no_such_round", 5)


@pytest.mark.parametrize("entrants", [0, 1])
def test_nobody_and_one_have_no_round(entrants: int) -> None:
    assert rounds_needed(entrants) == 0
    with pytest.raises(DrawImpossible) as refused:
        draw_round(Format.ROUND_ROBIN, in_groups(entrants), round_number=1, seed=1)
    assert (refused.value.code, refused.value.params["rounds"]) == ("no_such_round", 0)


def test_unit_without_a_group_is_refused_where_there_are_groups() -> None:
    seeds = [Seed(1, 1, group=1), Seed(2, 2, group=1), Seed(3, 3)]
    rules = Rules(settings=Settings(groups=2))
    with pytest.raises(DrawImpossible) as refused:
        draw_round(Format.ROUND_ROBIN, seeds, round_number=1, rules=rules, seed=1)
    assert (refused.value.code, refused.value.params) == ("not_in_a_group", {"unit": 3})


@pytest.mark.parametrize("stage_format", [Format.ROUND_ROBIN, Format.LEAGUE])
def test_table_of_three_sides_is_refused(stage_format: Format) -> None:
    rules = Rules(settings=Settings(shape=(1, 1, 1)))
    with pytest.raises(DrawImpossible) as refused:
        draw_round(stage_format, in_groups(6), round_number=1, rules=rules, seed=1)
    assert (refused.value.code, refused.value.params) == ("needs_two_sides", {"sides": 3})


def test_format_without_a_draw_is_refused() -> None:
    with pytest.raises(DrawImpossible, match="format_has_no_draw"):
        draw_round(Format.IMPORTED, [], round_number=1, seed=1)


def test_unit_twice_is_refused() -> None:
    with pytest.raises(DrawImpossible, match="unit_twice"):
        draw_round(Format.ROUND_ROBIN, [Seed("a", 1), Seed("a", 2)], round_number=1, seed=1)


@pytest.mark.parametrize("sizes", [(5,), (6,), (4, 5, 6)])
def test_order_of_the_circles_makes_them_again_whatever_the_teams(sizes: tuple[int, ...]) -> None:
    seeds = in_groups(*sizes)
    teams = [replace(unit, team=str(int(unit.key) % 3)) for unit in seeds]
    settings = Settings(groups=len(sizes))
    order = order_of_circles(teams, rules=Rules(settings=settings), seed=7)
    lots = Rules(lots={key: number for number, key in enumerate(order, start=1)})
    assert [pairs_of(draw) for draw in schedule(seeds, rules=lots)] == list(map(pairs_of, schedule(teams)))
