import pytest

from tournaments.domain.draw import DrawImpossible
from tournaments.domain.profile import FirstDealer, NextGameDealer
from tournaments.domain.seating import (
    Dealer,
    draw_kings,
    first_dealer,
    next_game_dealer,
    seats_for,
    side_of,
    sides_of,
    tables_for,
)


def test_tables_are_sorted_as_numbers() -> None:
    assert tables_for([2, 1, 3], ["10", "2", "1"]) == {1: "1", 2: "2", 3: "10"}
    assert tables_for([1, 2], ["A10", "A9", "B1"]) == {1: "A9", 2: "A10"}


def test_too_few_tables_are_refused() -> None:
    with pytest.raises(DrawImpossible) as refused:
        tables_for([1, 2], ["1"])
    assert refused.value.params == {"needed": 2, "there": 1}


def test_partners_sit_opposite() -> None:
    assert seats_for([("a", "b"), ("c", "d")]) == {1: "a", 2: "c", 3: "b", 4: "d"}
    assert seats_for([("a",), ("b",), ("c",)]) == {1: "a", 2: "b", 3: "c"}
    assert [side_of(seat) for seat in (1, 2, 3, 4)] == [1, 2, 1, 2]


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
