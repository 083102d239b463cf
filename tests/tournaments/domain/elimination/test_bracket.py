from math import log2

import pytest

from tournaments.domain.elimination.bracket import (
    BracketRound,
    LoserOf,
    Place,
    WinnerOf,
    bracket_rounds,
    rounds_needed,
    seeding,
)
from tournaments.domain.settings import ThirdPlace


def bracket(entrants: int, *, third_place: ThirdPlace = ThirdPlace.MATCH) -> tuple[BracketRound, ...]:
    return bracket_rounds(range(1, entrants + 1), third_place=third_place)


def test_bracket_of_six_by_hand() -> None:
    """
    1 ──────────┐
                ├─┐
    5 ┐         │ │
    4 ┴─────────┘ │
                  ├─
    3 ┐           │
    6 ┴─────────┐ │
                ├─┘
    2 ──────────┘
    """
    assert bracket(6) == (
        (Place(1, (1,)), Place(2, (5, 4)), Place(3, (3, 6)), Place(4, (2,))),
        (Place(1, (1, WinnerOf(1, 2))), Place(2, (WinnerOf(1, 3), 2))),
        (Place(1, (WinnerOf(2, 1), WinnerOf(2, 2))), Place(2, (LoserOf(2, 1), LoserOf(2, 2)))),
    )


def test_bracket_of_twelve_by_hand() -> None:
    # The best four have byes; the winner of 8 v 9 meets 1, of 5 v 12 meets 4, of 6 v 11 meets 3.
    first, second, semi_finals, finals = bracket(12, third_place=ThirdPlace.SHARED)
    assert [place.entrants for place in first] == [(1,), (9, 8), (5, 12), (4,), (3,), (11, 6), (7, 10), (2,)]
    assert [place.entrants for place in second] == [
        (1, WinnerOf(1, 2)),
        (WinnerOf(1, 3), 4),
        (3, WinnerOf(1, 6)),
        (WinnerOf(1, 7), 2),
    ]
    assert semi_finals == (
        Place(1, (WinnerOf(2, 1), WinnerOf(2, 2))),
        Place(2, (WinnerOf(2, 3), WinnerOf(2, 4))),
    )
    assert finals == (Place(1, (WinnerOf(3, 1), WinnerOf(3, 2))),)


def test_three_units_have_no_match_for_third_place() -> None:
    assert bracket(3) == ((Place(1, (1,)), Place(2, (3, 2))), (Place(1, (1, WinnerOf(1, 2))),))


def test_two_units_have_a_final_one_and_none_have_nothing() -> None:
    assert bracket(2) == ((Place(1, (1, 2)),),)
    assert bracket(1) == bracket(0) == ()


@pytest.mark.parametrize("rounds", range(1, 13))
def test_better_half_of_each_round_meets_the_other_half_from_its_end(rounds: int) -> None:
    # When the better one always wins, 1 meets the last still in, 2 the last but one, and so on.
    ranks = seeding(2**rounds)
    while len(ranks) > 1:
        pairs = list(zip(ranks[::2], ranks[1::2], strict=True))
        assert all(one + other == len(ranks) + 1 for one, other in pairs)
        ranks = [min(pair) for pair in pairs]


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 31, 32, 33, 4095, 4096])
def test_rounds_and_byes_of_any_size(entrants: int) -> None:
    rounds = bracket(entrants, third_place=ThirdPlace.SHARED)
    assert len(rounds) == rounds_needed(entrants) >= log2(entrants) > rounds_needed(entrants) - 1
    byes = [place.entrants for place in rounds[0] if place.is_bye]
    best = 2 ** len(rounds) - entrants
    assert len(byes) == best
    assert set(byes) == {(rank,) for rank in range(1, best + 1)}
    assert not any(place.is_bye for later in rounds[1:] for place in later)
    # Everybody but the winner loses once.
    assert sum(not place.is_bye for places in rounds for place in places) == entrants - 1
