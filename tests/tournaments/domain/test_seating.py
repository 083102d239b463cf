from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.draw import Key, Reason
from tournaments.domain.profile import FirstDealer, NextGameDealer
from tournaments.domain.seating import (
    Dealer,
    HallTable,
    TablePlan,
    draw_kings,
    first_dealer,
    next_game_dealer,
    next_tables,
    seats_for,
    side_of,
    sides_of,
    tables_for,
)


def draw_of(tables: int) -> dict[int, list[Key]]:
    """Units a1 and b1 at table 1 of the draw, and so on."""
    return {number: [f"a{number}", f"b{number}"] for number in range(1, tables + 1)}


def codes_of(plan: TablePlan) -> list[str]:
    return [warning.code for warning in plan.warnings]


def test_tables_are_sorted_as_numbers() -> None:
    assert tables_for(draw_of(3), ["10", "2", "1"]).tables == {1: "1", 2: "2", 3: "10"}
    assert tables_for(draw_of(2), ["A10", "A9", "B1"]).tables == {1: "A9", 2: "A10"}
    assert tables_for(draw_of(3), [10, 9, 2]) == TablePlan({1: 2, 2: 9, 3: 10})


def test_table_out_of_service_is_left_out() -> None:
    assert tables_for(draw_of(2), [1, 2, 3], out_of_service=[1]).tables == {1: 2, 2: 3}


def test_more_matches_than_tables_wait_in_the_order_of_the_draw() -> None:
    plan = tables_for(draw_of(5), [1, 2, 3], out_of_service=[2])
    assert plan.tables == {1: 1, 2: 3}
    assert plan.waiting == (3, 4, 5)
    assert plan.warnings == (Reason("matches_wait", {"matches": 5, "tables": 2}),)
    assert next_tables([3], plan.waiting) == {3: 3}
    assert next_tables([3, 1], plan.waiting[1:]) == {4: 1, 5: 3}
    assert next_tables([1, 3], [5]) == {5: 1}


def test_unit_that_cannot_move_keeps_its_table() -> None:
    plan = tables_for(draw_of(3), [1, 2, 3], fixed={"b3": 1})
    assert plan == TablePlan({3: 1, 1: 2, 2: 3})


def test_fixed_table_is_kept_where_others_wait() -> None:
    plan = tables_for(draw_of(3), [1, 2], fixed={"a3": 2})
    assert plan.tables == {3: 2, 1: 1}
    assert plan.waiting == (2,)


def test_two_fixed_units_that_meet_sit_at_the_table_of_the_first() -> None:
    # T66: two fixed units meet; told, and settled by the draw's order of sides.
    plan = tables_for(draw_of(3), [1, 2, 3], fixed={"a2": 3, "b2": 1})
    assert plan.tables == {2: 3, 1: 1, 3: 2}
    assert plan.warnings == (Reason("fixed_units_meet", {"number": 2, "unit": "b2", "table": 1}),)
    same = tables_for(draw_of(3), [1, 2, 3], fixed={"a2": 3, "b2": 3})
    assert (same.tables[2], same.warnings) == (3, ())


def test_table_that_two_matches_need_goes_to_the_first_of_the_draw() -> None:
    plan = tables_for(draw_of(3), [1, 2, 3], fixed={"a3": 2, "a1": 2})
    assert plan.tables == {1: 2, 2: 1, 3: 3}
    assert plan.warnings == (Reason("fixed_table_taken", {"number": 3, "unit": "a3", "table": 2}),)


def test_other_fixed_unit_decides_when_the_table_of_the_first_is_taken() -> None:
    plan = tables_for(draw_of(2), [1, 2, 3], fixed={"a1": 1, "a2": 1, "b2": 3})
    assert plan.tables == {1: 1, 2: 3}
    assert codes_of(plan) == ["fixed_table_taken"]


def test_fixed_table_out_of_service_is_told() -> None:
    plan = tables_for(draw_of(1), [1, 2], out_of_service=[2], fixed={"a1": 2})
    assert plan.tables == {1: 1}
    assert plan.warnings == (Reason("fixed_table_missing", {"number": 1, "unit": "a1", "table": 2}),)


def test_winners_leave_their_table_only_when_asked() -> None:
    # PGSwiss#92: the winners sat at one table all day.
    sat_at: dict[Key, list[HallTable]] = {"a1": [1, 1], "b1": [2], "a2": [2], "b2": [3], "b3": [3]}
    assert tables_for(draw_of(3), [1, 2, 3]).tables == {1: 1, 2: 2, 3: 3}
    # Table 1 of the draw has only 3 left; then 2 has only 1 left; a3 and b3 at 2: nobody repeats.
    assert tables_for(draw_of(3), [1, 2, 3], sat_at=sat_at).tables == {1: 3, 2: 1, 3: 2}


def test_spread_changes_nothing_without_need() -> None:
    assert tables_for(draw_of(4), [1, 2, 3, 4, 5], sat_at={"a1": [5]}).tables == {1: 1, 2: 2, 3: 3, 4: 4}


@st.composite
def halls(draw: st.DrawFn) -> tuple[dict[int, list[Key]], list[HallTable], dict[str, Any]]:
    """A draw, a hall, and what is known of its tables and people."""
    sitting = draw_of(draw(st.integers(0, 8)))
    units = [unit for sides in sitting.values() for unit in sides]
    hall: list[HallTable] = list(range(1, draw(st.integers(0, 9)) + 1))
    tables = st.sampled_from([*hall, 99])
    known = {
        "out_of_service": draw(st.sets(tables, max_size=3)),
        "fixed": draw(st.dictionaries(st.sampled_from([*units, "absent"]), tables, max_size=4)),
        "sat_at": draw(
            st.none()
            | st.dictionaries(st.sampled_from([*units, "absent"]), st.lists(tables, max_size=4), max_size=9)
        ),
    }
    return sitting, hall, known


@given(halls())
def test_every_match_has_a_table_of_its_own_or_waits(
    case: tuple[dict[int, list[Key]], list[HallTable], dict[str, Any]],
) -> None:
    sitting, hall, known = case
    plan = tables_for(sitting, hall, **known)
    usable = set(hall) - known["out_of_service"]
    assert sorted([*plan.tables, *plan.waiting]) == sorted(sitting)
    assert len(plan.waiting) == max(0, len(sitting) - len(usable))
    assert len(set(plan.tables.values())) == len(plan.tables)
    assert set(plan.tables.values()) <= usable
    assert list(plan.waiting) == sorted(plan.waiting)
    told = {warning.params.get("unit") for warning in plan.warnings}
    for number, units in sitting.items():
        for unit in units:
            if unit in known["fixed"] and unit not in told:
                assert plan.tables[number] == known["fixed"][unit]


@given(halls())
def test_lone_wish_for_a_table_in_service_is_granted(
    case: tuple[dict[int, list[Key]], list[HallTable], dict[str, Any]],
) -> None:
    sitting, hall, known = case
    plan = tables_for(sitting, hall, **known)
    wishes = {
        (number, known["fixed"][unit])
        for number, units in sitting.items()
        for unit in units
        if unit in known["fixed"]
    }
    for number, table in wishes:
        rivals = [other for other in wishes - {(number, table)} if number == other[0] or table == other[1]]
        if not rivals and table in set(hall) - known["out_of_service"]:
            assert plan.tables[number] == table


@given(st.integers(1, 5), st.data())
def test_spread_repeats_as_few_tables_as_any_plan(size: int, data: st.DataObject) -> None:
    sitting = draw_of(size)
    hall: list[HallTable] = list(range(1, size + 1))
    units = [unit for sides in sitting.values() for unit in sides]
    lists = st.lists(st.sampled_from(hall), max_size=4)
    sat_at = {unit: data.draw(lists) for unit in units}

    def repeats(tables: Sequence[HallTable]) -> int:
        return sum(
            sat_at[unit].count(table)
            for number, table in enumerate(tables, start=1)
            for unit in sitting[number]
        )

    plan = tables_for(sitting, hall, sat_at=sat_at)
    chosen = [plan.tables[number] for number in sorted(sitting)]
    assert repeats(chosen) == min(repeats(order) for order in permutations(hall))


def test_partners_sit_opposite() -> None:
    assert seats_for([("a", "b"), ("c", "d")]) == {1: "a", 2: "c", 3: "b", 4: "d"}
    assert seats_for([("a",), ("b",), ("c",)]) == {1: "a", 2: "b", 3: "c"}
    assert [side_of(seat) for seat in (1, 2, 3, 4)] == [1, 2, 1, 2]
    assert seats_for([("a", "b", "c"), ("d", "e", "f")]) == dict(enumerate("adbecf", start=1))


def test_first_dealer_by_seat_lot_and_choice() -> None:
    assert first_dealer(FirstDealer.SEAT_ONE, seed=1) == Dealer(1)
    drawn = [first_dealer(FirstDealer.RANDOM, seed=seed) for seed in range(40)]
    assert {dealer.seat for dealer in drawn} == {1, 2, 3, 4}
    assert drawn == [first_dealer(FirstDealer.RANDOM, seed=seed) for seed in range(40)]
    assert first_dealer(FirstDealer.CHOSEN, seed=1, named=3) == Dealer(3)
    assert first_dealer(FirstDealer.CHOSEN, seed=1) == Dealer(1, side_names=True)


def test_kings_draw_takes_the_result_or_draws_it() -> None:
    assert first_dealer(FirstDealer.KINGS_DRAW, seed=1, kings_side=2) == Dealer(2, side_names=True)
    assert first_dealer(FirstDealer.KINGS_DRAW, seed=1, kings_side=2, named=4) == Dealer(4)
    # A seat of the other side cannot be named.
    assert first_dealer(FirstDealer.KINGS_DRAW, seed=1, kings_side=2, named=3) == Dealer(2, side_names=True)
    assert {draw_kings(seed=seed) for seed in range(20)} == {1, 2}
    assert first_dealer(FirstDealer.KINGS_DRAW, seed=7).seat == draw_kings(seed=7)


def test_fewest_deals_goes_first() -> None:
    led = {1: 3, 2: 1, 3: 2, 4: 5}
    assert first_dealer(FirstDealer.FEWEST_DEALS, seed=1, deals_led=led) == Dealer(2)
    tied = {
        first_dealer(FirstDealer.FEWEST_DEALS, seed=seed, deals_led={1: 1, 2: 1}).seat for seed in range(20)
    }
    assert tied == {3, 4}


@pytest.mark.parametrize(
    ("rule", "winner", "dealer"),
    [
        (NextGameDealer.AS_FIRST, 1, Dealer(3)),
        (NextGameDealer.OTHER_SIDE, 1, Dealer(1, side_names=True)),
        (NextGameDealer.WINNER, 2, Dealer(2, side_names=True)),
        (NextGameDealer.LOSER, 2, Dealer(1, side_names=True)),
        (NextGameDealer.LOSER, None, Dealer(1, side_names=True)),
    ],
)
def test_next_game_dealer(rule: NextGameDealer, winner: int | None, dealer: Dealer) -> None:
    assert next_game_dealer(rule, last=4, first=3, winner=winner) == dealer


def test_side_names_its_dealer_of_a_later_game() -> None:
    assert next_game_dealer(NextGameDealer.WINNER, last=1, first=1, winner=2, named=4) == Dealer(4)


def test_sides_are_read_from_the_seats() -> None:
    assert sides_of(["a", "b", "c", "d"]) == (("a", "c"), ("b", "d"))
    assert sides_of(["a", "b", "c"], sides=3) == (("a",), ("b",), ("c",))
