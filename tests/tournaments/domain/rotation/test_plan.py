"""Plans of a rotation, counted from their raw tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.draw import (
    Draw,
    DrawImpossible,
    Key,
    NoLawfulDraw,
    Relaxation,
    Rules,
    Seed,
    Sides,
)
from tournaments.domain.pairing import draw_round
from tournaments.domain.rotation.plan import plan_rounds
from tournaments.domain.rotation.whist import whist_designs
from tournaments.domain.settings import Remainder, Settings, Shape
from tournaments.enums import Format

TRIOS, THREES, ONES = (3, 3), (1, 1, 1), (1, 1)


def persons(count: int) -> list[Seed]:
    return [Seed(number, number) for number in range(1, count + 1)]


def plan(
    units: Sequence[Seed] | int,
    rounds: int,
    *,
    rules: Rules | None = None,
    seed: int = 1,
    first_round: int = 1,
    **of_settings: Shape | Remainder | int,
) -> tuple[Draw, ...]:
    units = persons(units) if isinstance(units, int) else units
    rules = rules or Rules(settings=Settings(**of_settings))  # type: ignore[arg-type]
    return plan_rounds(units, rounds=rounds, rules=rules, seed=seed, first_round=first_round)


# Counting


def tables_of(draws: Sequence[Draw]) -> Iterator[Sides]:
    return (table.sides for draw in draws for table in draw.tables)


def partners(draws: Sequence[Draw]) -> Counter[frozenset[Key]]:
    return Counter(
        frozenset(two) for sides in tables_of(draws) for side in sides for two in combinations(side, 2)
    )


def opponents(draws: Sequence[Draw]) -> Counter[frozenset[Key]]:
    return Counter(
        frozenset(two)
        for sides in tables_of(draws)
        for one, other in combinations(sides, 2)
        for two in product(one, other)
    )


def meetings(draws: Sequence[Draw]) -> Counter[frozenset[Key]]:
    return partners(draws) + opponents(draws)


def sat_out(draws: Sequence[Draw], units: Sequence[Seed]) -> list[int]:
    byes = Counter(bye.key for draw in draws for bye in draw.byes)
    return [unit.byes + byes[unit.key] for unit in units]


def repeats(pairs: Counter[frozenset[Key]]) -> int:
    return sum(times - 1 for times in pairs.values())


def codes(draw: Draw) -> set[str]:
    return {reason.code for table in draw.tables for reason in table.reasons}


def assert_rounds(draws: Sequence[Draw], units: Sequence[Seed], shape: Shape) -> None:
    """Everybody has exactly one place in every round, and every table has its seats."""
    for draw in draws:
        seated = [key for table in draw.tables for side in table.sides for key in side]
        assert Counter([*seated, *(bye.key for bye in draw.byes)]) == Counter(unit.key for unit in units)
        assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))
        assert all(tuple(map(len, table.sides)) == shape for table in draw.tables)
        assert len(draw.tables) == len(units) // sum(shape)


def assert_fair(draws: Sequence[Draw], units: Sequence[Seed]) -> None:
    """Byes differ by one at most after every round, and nobody sits out twice running."""
    for played in range(len(draws) + 1):
        byes = sat_out(draws[:played], units)
        assert max(byes) - min(byes) <= 1
    for draw, following in pairwise(draws):
        assert {bye.key for bye in draw.byes}.isdisjoint(bye.key for bye in following.byes)


# What is promised


@settings(max_examples=12, deadline=None)
@given(st.integers(4, 40), st.integers(1, 10), st.integers(0, 10_000))
def test_nobody_has_a_partner_again_and_sitting_out_is_fair(count: int, rounds: int, seed: int) -> None:
    rounds = min(rounds, count - 1 + count % 2)
    draws = plan(count, rounds, seed=seed)
    assert len(draws) == rounds
    assert_rounds(draws, persons(count), (2, 2))
    assert_fair(draws, persons(count))
    assert repeats(partners(draws)) == 0
    assert not any(draw.warnings for draw in draws)


@pytest.mark.parametrize(("count", "rounds"), [(16, 5), (40, 8), (64, 8), (100, 10), (200, 10), (1000, 3)])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_two_meet_twice_where_there_is_room(count: int, rounds: int, seed: int) -> None:
    assert set(meetings(plan(count, rounds, seed=seed)).values()) == {1}


@pytest.mark.parametrize("count", sorted(whist_designs()))
def test_full_rotation_has_everybody_as_partner_once_and_as_opponent_twice(count: int) -> None:
    draws = plan(count, count - 1 + count % 4)
    pairs = [frozenset(two) for two in combinations(range(1, count + 1), 2)]
    assert partners(draws) == dict.fromkeys(pairs, 1)
    assert opponents(draws) == dict.fromkeys(pairs, 2)
    assert_fair(draws, persons(count))


# The least that any search has shown: repeated meetings, and how often two are opponents.
MEASURED = [
    (8, 5, 32, 2),
    (9, 5, 27, 2),
    (10, 6, 29, 2),
    (12, 8, 78, 2),
    (13, 8, 67, 2),
    (14, 7, 39, 2),
    (16, 8, 73, 2),
    (18, 8, 46, 2),
    (20, 6, 12, 2),
    (22, 7, 18, 2),
    (24, 7, 19, 2),
    (32, 8, 11, 2),
    (40, 10, 12, 2),
]


@pytest.mark.parametrize(("count", "rounds", "met_again", "most"), MEASURED)
def test_meetings_are_spread_as_evenly_as_was_measured(
    count: int, rounds: int, met_again: int, most: int
) -> None:
    draws = plan(count, rounds)
    assert repeats(partners(draws)) == 0
    assert repeats(meetings(draws)) <= met_again
    assert max(opponents(draws).values()) <= most


@pytest.mark.parametrize("count", [5, 6, 7, 29, 30, 31])
def test_t11_who_is_left_over_sits_out_in_turn(count: int) -> None:
    draws = plan(count, 6)
    assert all(len(draw.byes) == count % 4 for draw in draws)
    assert_fair(draws, persons(count))
    assert [reason.code for bye in draws[0].byes for reason in bye.reasons] == ["fewest_byes"] * (count % 4)


def test_last_round_is_sat_out_by_those_who_have_not() -> None:
    draws = plan(30, 10)
    before = {bye.key for draw in draws[:-1] for bye in draw.byes}
    assert before.isdisjoint(bye.key for bye in draws[-1].byes)


def test_t14_twelve_persons_three_games_have_three_partners_and_six_opponents() -> None:
    draws = plan(12, 3)
    assert set(partners(draws).values()) == {1}
    assert set(opponents(draws).values()) == {1}


def test_t15_five_persons_five_rounds_sit_out_once_each() -> None:
    draws = plan(5, 5)
    assert sat_out(draws, persons(5)) == [1] * 5
    assert partners(draws) == dict.fromkeys(map(frozenset, combinations(range(1, 6), 2)), 1)


def test_t16_eight_persons_repeat_the_oldest_partners_from_round_eight() -> None:
    draws = plan(8, 9)
    said = [
        reason.params["round"]
        for draw in draws
        for reason in draw.warnings
        if reason.code == "partner_must_repeat"
    ]
    assert said == [8, 9]
    assert set(partners(draws[7:8])) == set(partners(draws[0:1]))
    assert set(partners(draws[8:9])) == set(partners(draws[1:2]))
    assert "partner_again" in codes(draws[7])


def test_t16_fourteen_persons_beyond_all_partners_still_sit_out_fairly() -> None:
    draws = plan(10, 14)
    byes = sat_out(draws, persons(10))
    assert max(byes) - min(byes) <= 1
    assert max(partners(draws).values()) == 2
    assert repeats(partners(draws[:11])) == 0  # 45 pairs, four of them each round


# Reproducible


def test_plan_depends_on_its_seed_alone() -> None:
    one = plan(22, 5, seed=7)
    assert plan(persons(22)[::-1], 5, seed=7) == one
    assert (
        plan([replace(unit, rank=23 - unit.rank, score=unit.rank) for unit in persons(22)], 5, seed=7) == one
    )
    assert plan(22, 5, seed=8) != one
    assert {draw.seed for draw in one} == {7}


def test_lots_from_the_box_take_the_place_of_the_seed() -> None:
    lots: dict[Key, int] = {number: 13 - number for number in range(1, 13)}
    turned = plan(12, 3, rules=Rules(lots=lots))
    plain = plan(12, 3, rules=Rules(lots={number: number for number in range(1, 13)}))
    assert [
        [[[13 - int(key) for key in side] for side in sides] for sides in tables_of([draw])]
        for draw in turned
    ] == [[[list(side) for side in sides] for sides in tables_of([draw])] for draw in plain]


def test_missing_lots_are_refused() -> None:
    with pytest.raises(DrawImpossible) as refused:
        plan(4, 1, rules=Rules(lots={1: 1, 2: 2, 3: 4}))
    assert refused.value.code == "lots_incomplete"


def test_nobody_keeps_a_table_or_a_side() -> None:
    draws = plan(16, 15)
    for key in range(1, 17):
        seats = [
            (table.number, key in table.sides[0])
            for draw in draws
            for table in draw.tables
            if any(key in side for side in table.sides)
        ]
        assert len({number for number, _ in seats}) >= 3
        assert 5 <= sum(first for _, first in seats) <= 10


# Planned anew


def after(units: Sequence[Seed], draws: Sequence[Draw]) -> list[Seed]:
    """Everybody with these rounds in their history, as the results of an event tell it."""
    known = {unit.key: unit for unit in units}
    for number, draw in enumerate(draws, start=1):
        for sides in tables_of([draw]):
            for side in sides:
                for key in side:
                    unit = known[key]
                    known[key] = replace(
                        unit,
                        partners=(*unit.partners, *(other for other in side if other != key)),
                        met=(*unit.met, *(other for them in sides if them != side for other in them)),
                    )
        for bye in draw.byes:
            known[bye.key] = replace(known[bye.key], byes=known[bye.key].byes + 1, rested=number)
    return list(known.values())


@settings(max_examples=8, deadline=None)
@given(st.integers(8, 30), st.integers(1, 3), st.integers(1, 3), st.integers(0, 3), st.integers(0, 1000))
def test_plan_made_anew_goes_on_from_what_was_played(
    count: int, played: int, left: int, leaving: int, seed: int
) -> None:
    first = plan(count, played + left, seed=seed)[:played]
    units = [*after(persons(count), first)[leaving:], Seed("late", 99)]
    draws = plan(units, left, seed=seed, first_round=played + 1)
    assert_rounds(draws, units, (2, 2))
    assert repeats(partners([*first, *draws])) == 0
    rested = {unit.key for unit in units if unit.rested == played}
    assert rested.isdisjoint(bye.key for bye in draws[0].byes)


def test_who_has_no_new_partner_left_among_the_others_is_not_seated_with_them() -> None:
    """4 has had 3, 7 and 8; whichever three of equal claim sit out, a round of new partners is there."""
    first = plan(8, 4, seed=278)[:3]
    units = [*after(persons(8), first)[2:], Seed("late", 99)]
    draw = plan(units, 1, seed=278, first_round=4)[0]
    assert repeats(partners([*first, draw])) == 0
    assert "partner_must_repeat" not in [warning.code for warning in draw.warnings]


def test_byes_of_before_count() -> None:
    units = [replace(unit, byes=int(unit.key != 5)) for unit in persons(5)]
    assert [bye.key for bye in plan(units, 1)[0].byes] == [5]


def test_opponents_of_before_are_not_the_first_to_meet_again() -> None:
    units = after(persons(16), plan(16, 3))
    draws = plan(units, 2, first_round=4)
    assert repeats(meetings([*plan(16, 3), *draws])) <= 6
    assert "no_rematch" in codes(draws[0]) or "met_before" in codes(draws[0])


def test_history_that_only_one_of_two_remembers_counts() -> None:
    units = persons(4)
    units[0] = replace(units[0], partners=(2, 3))
    assert frozenset((1, 4)) in partners(plan(units, 1))


# Rules


def pairs(*two: tuple[int, int]) -> frozenset[frozenset[Key]]:
    return frozenset(map(frozenset, two))


@settings(max_examples=8, deadline=None)
@given(
    st.integers(8, 24),
    st.integers(1, 4),
    st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8)), max_size=4),
    st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8)), max_size=4),
)
def test_hard_rules_are_kept(
    count: int, rounds: int, never_met: list[tuple[int, int]], never_joined: list[tuple[int, int]]
) -> None:
    forbidden = pairs(*(two for two in never_met if two[0] != two[1]))
    apart = pairs(*(two for two in never_joined if two[0] != two[1]))
    draws = plan(count, rounds, rules=Rules(forbidden=forbidden, apart=apart))
    assert forbidden.isdisjoint(opponents(draws))
    assert apart.isdisjoint(partners(draws))
    assert repeats(partners(draws)) == 0


def test_team_mates_are_partners_but_never_opponents() -> None:
    units = [replace(unit, team=str(unit.rank % 4)) for unit in persons(16)]
    draws = plan(units, 5)
    teams = {unit.key: unit.team for unit in units}
    assert all(len({teams[key] for key in two}) == 2 for two in opponents(draws))


def test_plan_that_cannot_keep_a_rule_names_who_and_which() -> None:
    rules = Rules(forbidden=pairs((1, 2), (1, 3)))
    with pytest.raises(NoLawfulDraw) as refused:
        plan(4, 3, rules=rules)
    assert refused.value.relaxations == (Relaxation.FORBIDDEN_PAIR,)
    assert (refused.value.blocked[0].key, refused.value.blocked[0].opponents_left) == (1, 1)
    given_up = plan(4, 3, rules=replace(rules, relaxed=frozenset({Relaxation.FORBIDDEN_PAIR})))
    assert any(reason.code == "forbidden_pair" for draw in given_up for reason in draw.warnings)


@pytest.mark.parametrize("seed", range(8))
def test_two_of_five_who_never_share_a_table_sit_out_first_and_then_the_plan_ends(seed: int) -> None:
    """Of five one sits out; where neither of the two does, both are at the only table."""
    two = pairs((2, 5))
    rules = Rules(forbidden=two, apart=two)
    units = persons(5)
    for number in (1, 2):
        (draw, *_) = plan(units, 5 - number, rules=rules, seed=seed, first_round=number)
        assert two.isdisjoint(meetings([draw]))
        units = after(units, [draw])
    assert [unit.byes for unit in units] == [0, 1, 0, 0, 1]
    with pytest.raises(NoLawfulDraw) as refused:
        plan(units, 2, rules=rules, seed=seed, first_round=3)
    assert set(refused.value.relaxations) == {Relaxation.SECOND_BYE, Relaxation.FORBIDDEN_PAIR}
    assert {person.key for person in refused.value.blocked} >= {2, 5}


def test_team_of_everybody_is_refused_by_name() -> None:
    with pytest.raises(NoLawfulDraw) as refused:
        plan([replace(unit, team="noto") for unit in persons(8)], 2)
    assert refused.value.relaxations == (Relaxation.TEAM_MATES,)
    assert len(refused.value.blocked) == 8


def test_branches_are_kept_apart_in_the_first_rounds() -> None:
    units = [replace(unit, branches=frozenset({str(unit.rank % 8)})) for unit in persons(32)]
    draws = plan(units, 5, branch_rounds=2)
    assert "same_branch" not in codes(draws[0]) | codes(draws[1])
    assert codes(draws[2]).isdisjoint({"same_branch", "different_branch"})


def test_branch_of_the_host_may_meet() -> None:
    units = [replace(unit, branches=frozenset({"noto"})) for unit in persons(8)]
    rules = Rules(settings=Settings(branch_rounds=2, exempt_branch="noto"))
    assert "same_branch" not in codes(plan(units, 2, rules=rules)[0])


def test_same_branch_is_named_where_it_cannot_be_avoided() -> None:
    units = [replace(unit, branches=frozenset({"noto"})) for unit in persons(4)]
    assert "same_branch" in codes(plan(units, 1, branch_rounds=1)[0])


# Settled by people


def test_pinned_table_stays_and_the_rest_is_planned_round_it() -> None:
    pinned = (((1, 2), (3, 4)),)
    draws = plan(16, 4, rules=Rules(pinned=pinned))
    assert draws[0].tables[0].sides == pinned[0]
    assert draws[0].tables[0].reasons[0].code == "pinned"
    assert_rounds(draws, persons(16), (2, 2))
    assert repeats(partners(draws)) == 0


def test_table_pinned_for_all_leaves_nobody_to_be_drawn() -> None:
    (draw,) = plan(5, 1, rules=Rules(pinned=(((1, 2), (3, 4)),)))
    assert [table.sides for table in draw.tables] == [((1, 2), (3, 4))]
    assert [bye.key for bye in draw.byes] == [5]


def test_chosen_bye_sits_out_the_first_round_only() -> None:
    draws = plan(13, 4, rules=Rules(bye=7))
    assert [(bye.key, bye.reasons[0].code) for bye in draws[0].byes] == [(7, "chosen_bye")]
    assert all(7 not in {bye.key for bye in draw.byes} for draw in draws[1:])


# Other tables


@pytest.mark.parametrize(("count", "rounds"), [(9, 4), (12, 4), (15, 5), (20, 5), (31, 8)])
def test_three_single_seats_meet_nobody_twice(count: int, rounds: int) -> None:
    draws = plan(count, rounds, shape=THREES)
    assert_rounds(draws, persons(count), THREES)
    assert_fair(draws, persons(count))
    assert set(meetings(draws).values()) == {1}


@pytest.mark.parametrize(("count", "rounds"), [(8, 5), (9, 5), (30, 10)])
def test_single_players_meet_nobody_twice(count: int, rounds: int) -> None:
    draws = plan(count, rounds, shape=ONES)
    assert_rounds(draws, persons(count), ONES)
    assert_fair(draws, persons(count))
    assert set(meetings(draws).values()) == {1}


@pytest.mark.parametrize(("count", "rounds"), [(12, 3), (13, 4), (23, 5), (30, 8)])
def test_nobody_of_a_trio_is_partner_again(count: int, rounds: int) -> None:
    draws = plan(count, rounds, shape=TRIOS)
    assert_rounds(draws, persons(count), TRIOS)
    assert_fair(draws, persons(count))
    assert repeats(partners(draws)) == 0


@pytest.mark.parametrize(("count", "fours", "threes"), [(3, 0, 1), (7, 1, 1), (10, 1, 2), (13, 1, 3)])
def test_tables_of_three_come_last_and_go_round(count: int, fours: int, threes: int) -> None:
    draws = plan(count, 6, remainder=Remainder.THREE_SEATS)
    for draw in draws:
        shapes = [tuple(map(len, table.sides)) for table in draw.tables]
        assert shapes == [(2, 2)] * fours + [(1, 1, 1)] * threes
        assert not draw.byes
    at_three = Counter(key for sides in tables_of(draws) if len(sides) == 3 for (key,) in sides)
    turns = [at_three[key] for key in range(1, count + 1)]
    assert max(turns) - min(turns) <= 1


# Few


@pytest.mark.parametrize("count", range(4))
def test_too_few_are_told_how_many_are_needed(count: int) -> None:
    with pytest.raises(DrawImpossible) as refused:
        plan(count, 3)
    assert (refused.value.code, refused.value.params) == ("too_few_persons", {"needed": 4, "there": count})


def test_three_persons_are_enough_for_a_table_of_three() -> None:
    with pytest.raises(DrawImpossible) as refused:
        plan(2, 1, remainder=Remainder.THREE_SEATS)
    assert refused.value.params == {"needed": 3, "there": 2}


@pytest.mark.parametrize("count", range(4, 8))
def test_one_table_is_enough_for_a_rotation(count: int) -> None:
    draws = plan(count, count - 1)
    assert_rounds(draws, persons(count), (2, 2))
    assert_fair(draws, persons(count))
    assert repeats(partners(draws)) == 0


def test_no_round_to_come_is_an_empty_plan() -> None:
    assert plan(8, 0) == ()


# Through the door of all formats


def test_round_of_a_rotation_is_the_first_of_the_plan_for_those_to_come() -> None:
    rules = Rules(rounds_planned=7)
    drawn = draw_round(Format.ROTATION, persons(8), round_number=1, rules=rules, seed=5)
    assert drawn == plan(8, 7, seed=5, rules=rules)[0]


def test_rotation_drawn_round_by_round_repeats_no_partner() -> None:
    units, draws = persons(9), []
    for number in range(1, 6):
        draws.append(draw_round(Format.ROTATION, units, round_number=number, seed=number))
        units = after(persons(9), draws)
    assert repeats(partners(draws)) == 0
    assert_fair(draws, persons(9))
