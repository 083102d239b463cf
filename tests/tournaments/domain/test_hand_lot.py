from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.draw import DrawImpossible, Key
from tournaments.domain.hand_lot import (
    LotCheck,
    LotPlace,
    LotUse,
    check_lots,
    lots_to_print,
    order_from_lots,
    pairs_from_lots,
    place_of_lot,
    seats_of_lot,
    tables_from_lots,
)
from tournaments.domain.settings import SHAPES


def test_check_names_what_is_missing_doubled_out_of_range_and_not_drawn() -> None:
    typed: dict[Key, int | None] = {"A": 2, "B": 2, "C": 7, "D": None, "E": 0, "F": 5}
    check = check_lots(typed, 6)
    assert check.missing == (1, 3, 4, 6)
    assert check.doubled == ((2, ("A", "B")),)
    assert check.out_of_range == ((0, "E"), (7, "C"))
    assert check.without_lot == ("D",)
    assert not check.is_complete


def test_check_runs_from_the_first_number_typed_to_the_last() -> None:
    nobody: dict[Key, int | None] = {"A": None, "B": None}
    assert check_lots(nobody, 2) == LotCheck(missing=(1, 2), without_lot=("A", "B"))
    assert check_lots(nobody | {"A": 2}, 2) == LotCheck(missing=(1,), without_lot=("B",))
    assert check_lots({"A": 2, "B": 1}, 2) == LotCheck()
    assert check_lots({}, 0).is_complete


def test_lot_left_in_the_box_is_missing() -> None:
    assert check_lots({"A": 1, "B": 2}, 3) == LotCheck(missing=(3,))


def test_lots_one_to_sixteen_fill_four_tables() -> None:
    # P1: 1 deals at table A, 2 sits to the right of 1, 1 and 3 are partners.
    assert [seats_of_lot(number) for number in (1, 2, 3, 4)] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert [seats_of_lot(number) for number in (5, 12, 16)] == [(2, 1), (3, 4), (4, 4)]
    tables, left_over = tables_from_lots({number: number for number in range(1, 17)})
    assert tables[0] == ((1, 3), (2, 4))
    assert tables[3] == ((13, 15), (14, 16))
    assert (len(tables), left_over) == (4, ())


def test_lots_fill_tables_of_every_shape() -> None:
    assert [seats_of_lot(number, shape=(1, 1, 1)) for number in (3, 4)] == [(1, 3), (2, 1)]
    lots: dict[Key, int] = {number: number for number in range(1, 8)}
    assert tables_from_lots(lots, shape=(1, 1, 1)) == ((((1,), (2,), (3,)), ((4,), (5,), (6,))), (7,))
    assert tables_from_lots(lots, shape=(3, 3)) == ((((1, 3, 5), (2, 4, 6)),), (7,))
    assert tables_from_lots(lots, shape=(1, 1))[0] == (((1,), (2,)), ((3,), (4,)), ((5,), (6,)))


def test_neighbouring_lots_are_partners_and_the_last_of_an_odd_box_is_left_over() -> None:
    assert pairs_from_lots({"A": 3, "B": 1, "C": 4, "D": 2}) == ((("B", "D"), ("A", "C")), None)
    assert pairs_from_lots({"A": 3, "B": 1, "C": 2}) == ((("B", "C"),), "A")
    assert pairs_from_lots({}) == ((), None)


def test_order_is_refused_while_a_number_is_missing() -> None:
    assert order_from_lots({"A": 2, "B": 3, "C": 1}) == ["C", "A", "B"]
    broken: list[dict[Key, int]] = [{"A": 1, "B": 1}, {"A": 1, "B": 3}]
    for lots in broken:
        with pytest.raises(DrawImpossible) as refused:
            order_from_lots(lots)
        assert (refused.value.code, refused.value.params) == ("lots_incomplete", {"missing": "2"})


@given(st.integers(0, 40), st.sampled_from([(2, 2), (1, 1, 1), (1, 1), (3, 3)]), st.integers())
def test_everybody_has_the_seat_of_their_lot_or_is_left_over(
    size: int, shape: tuple[int, ...], seed: int
) -> None:
    numbers = list(range(1, size + 1))
    Random(seed).shuffle(numbers)
    lots: dict[Key, int] = dict(enumerate(numbers))
    tables, left_over = tables_from_lots(lots, shape=shape)
    assert len(left_over) == size % sum(shape)
    for key, number in lots.items():
        table, seat = seats_of_lot(number, shape=shape)
        if key in left_over:
            assert table > len(tables)
        else:
            side, place = (seat - 1) % len(shape), (seat - 1) // len(shape)
            assert tables[table - 1][side][place] == key


@given(st.dictionaries(st.integers(0, 9), st.none() | st.integers(-2, 12), max_size=10), st.integers(0, 10))
def test_check_is_complete_exactly_for_a_lot(typed: dict[Key, int | None], size: int) -> None:
    numbers = [number for number in typed.values() if number is not None]
    is_lot = len(numbers) == len(typed) and sorted(numbers) == list(range(1, size + 1))
    assert check_lots(typed, size).is_complete == is_lot


def test_place_of_a_lot() -> None:
    assert [place_of_lot(number, width=2) for number in (1, 2, 3)] == [(1, 1), (1, 2), (2, 1)]


def meanings(use: LotUse, size: int, shape: tuple[int, ...] = (2, 2)) -> list[LotPlace | None]:
    return [lot.place for lot in lots_to_print(use, size, shape=shape)]


def test_printed_lots_say_pair_table_and_seat_and_who_is_left_over() -> None:
    assert meanings(LotUse.PARTNERS, 3) == [(1, 1), (1, 2), None]
    assert meanings(LotUse.ROTATION, 6) == [(1, 1), (1, 2), (1, 3), (1, 4), None, None]
    # Round one draws entries, so a table of two sides takes two lots, whatever its seats.
    assert meanings(LotUse.ROUND_ONE, 4) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert meanings(LotUse.ROUND_ONE, 4, (1, 1, 1)) == [(1, 1), (1, 2), (1, 3), None]
    assert [lot.number for lot in lots_to_print(LotUse.ROTATION, 4)] == [1, 2, 3, 4]


def test_printed_lots_of_a_bracket_go_down_its_lines_past_the_byes() -> None:
    assert meanings(LotUse.BRACKET, 4) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    # Eight lines for six: the lines of ranks 8 and 7, the second and the seventh, stay empty.
    assert meanings(LotUse.BRACKET, 6) == [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 2)]
    assert meanings(LotUse.BRACKET, 1) == [(1, 1)]
    assert meanings(LotUse.BRACKET, 0) == []


def test_printed_lots_are_the_seats_that_the_numbers_give() -> None:
    for shape in SHAPES:
        size = 5 * sum(shape)
        assert meanings(LotUse.ROTATION, size, shape) == [
            seats_of_lot(number, shape=shape) for number in range(1, size + 1)
        ]
