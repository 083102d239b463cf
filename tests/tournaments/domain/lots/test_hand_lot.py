import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.draw import DrawImpossible, Key
from tournaments.domain.lots.hand_lot import LotCheck, check_lots, order_from_lots, pairs_from_lots


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


@given(st.dictionaries(st.integers(0, 9), st.none() | st.integers(-2, 12), max_size=10), st.integers(0, 10))
def test_check_is_complete_exactly_for_a_lot(typed: dict[Key, int | None], size: int) -> None:
    numbers = [number for number in typed.values() if number is not None]
    is_lot = len(numbers) == len(typed) and sorted(numbers) == list(range(1, size + 1))
    assert check_lots(typed, size).is_complete == is_lot
