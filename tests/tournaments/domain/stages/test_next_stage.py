from itertools import combinations

import pytest

from tournaments.domain.draw import DrawImpossible, Key
from tournaments.domain.elimination.bracket import bracket_rounds
from tournaments.domain.settings import ThirdPlace
from tournaments.domain.stages.next_stage import Joining, crosswise, joined


def best_of_groups(groups: int, top: int) -> dict[Key, int]:
    """A1, B1, …, A2, B2, … in order, each with its group."""
    letters = "ABCDEFGHIJKLMNOP"[:groups]
    return {
        f"{letter}{place}": number for place in range(1, top + 1) for number, letter in enumerate(letters)
    }


def first_matches(order: tuple[Key, ...]) -> set[frozenset[Key]]:
    first, *_ = bracket_rounds(order, third_place=ThirdPlace.SHARED)
    return {
        frozenset(entrant for entrant in place.entrants if isinstance(entrant, str))
        for place in first
        if not place.is_bye
    }


def halves(order: tuple[Key, ...]) -> list[set[Key]]:
    """Who can meet before the final: the two halves of the bracket's lines."""
    first, *_ = bracket_rounds(order, third_place=ThirdPlace.SHARED)
    middle = len(first) // 2
    return [
        {key for place in half for key in place.entrants if isinstance(key, str)}
        for half in (first[:middle], first[middle:])
    ]


def test_two_groups_go_crosswise() -> None:
    groups = best_of_groups(2, 2)
    order = crosswise(list(groups), groups)
    assert first_matches(order) == {frozenset({"A1", "B2"}), frozenset({"B1", "A2"})}


def test_best_winner_first_does_not_bring_a_group_together() -> None:
    groups: dict[Key, int] = {"B1": 2, "A1": 1, "A2": 1, "B2": 2}
    order = crosswise(["B1", "A1", "A2", "B2"], groups)
    assert order[:2] == ("B1", "A1")
    assert first_matches(order) == {frozenset({"A1", "B2"}), frozenset({"B1", "A2"})}


@pytest.mark.parametrize("groups", range(2, 17))
def test_winner_and_second_of_a_group_meet_in_the_final_only(groups: int) -> None:
    of = best_of_groups(groups, 2)
    order = crosswise(list(of), of)
    assert sorted(order, key=str) == sorted(of, key=str)
    assert [str(key)[1] for key in order] == ["1"] * groups + ["2"] * groups
    upper, lower = halves(order)
    for letter in {str(key)[0] for key in of}:
        assert len({f"{letter}1", f"{letter}2"} & upper) == 1
        assert len({f"{letter}1", f"{letter}2"} & lower) == 1


@pytest.mark.parametrize(("groups", "top"), [(2, 3), (2, 4), (3, 3), (4, 3), (4, 4), (8, 4)])
def test_nobody_meets_the_own_group_in_the_first_round(groups: int, top: int) -> None:
    of = best_of_groups(groups, top)
    for match in first_matches(crosswise(list(of), of)):
        assert len({of[key] for key in match}) == 2


def test_best_thirds_come_last_and_avoid_their_groups() -> None:
    of = best_of_groups(6, 2)
    of |= {"C3": of["C1"], "A3": of["A1"], "F3": of["F1"], "D3": of["D1"]}
    order = crosswise(list(of), of)
    assert {str(key)[1] for key in order[12:]} == {"3"}
    assert all(of[a] != of[b] for match in first_matches(order) for a, b in combinations(match, 2))


def test_single_group_and_nobody_keep_their_order() -> None:
    assert crosswise(["A1", "A2", "A3"], {"A1": 1, "A2": 1, "A3": 1}) == ("A1", "A2", "A3")
    assert crosswise([], {}) == ()


# Persons into pairs


def test_eight_persons_join_half_a_field_apart() -> None:
    assert joined([1, 2, 3, 4, 5, 6, 7, 8], Joining.HALF) == ((1, 5), (2, 6), (3, 7), (4, 8))


def test_four_persons_join_by_the_fold() -> None:
    assert joined([1, 2, 3, 4], Joining.FOLD) == ((1, 4), (2, 3))


@pytest.mark.parametrize("joining", Joining)
def test_odd_number_has_somebody_without_a_partner_and_is_refused(joining: Joining) -> None:
    assert joined([], joining) == ()
    with pytest.raises(DrawImpossible) as refused:
        joined(["A", "B", "C"], joining)
    assert (refused.value.code, refused.value.params) == ("odd_number", {"persons": 3})
