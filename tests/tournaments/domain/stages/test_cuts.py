from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.draw import DrawImpossible, Key
from tournaments.domain.stages.cuts import (
    OTHERS,
    Cut,
    Ranked,
    Settled,
    Stake,
    TieDecision,
    cut,
    next_in_line,
    settle,
)

Groups = Mapping[int, Sequence[Ranked]]


def table(group: str, *ranks: int, merit: Sequence[int] = (), matches: int = 3) -> list[Ranked]:
    """A1, A2, … with these ranks and totals."""
    totals: list[tuple[int, ...]] = [(total,) for total in merit] or [()] * len(ranks)
    return [
        Ranked(f"{group}{number}", rank, total, matches)
        for number, (rank, total) in enumerate(zip(ranks, totals, strict=True), start=1)
    ]


def test_first_two_of_each_group_pass_winners_before_seconds() -> None:
    groups = {1: table("A", 1, 2, 3), 2: table("B", 1, 2, 3), 3: table("C", 1, 2, 3)}
    assert cut(groups, top=2) == Cut(("A1", "B1", "C1", "A2", "B2", "C2"))


def test_winners_stand_in_order_of_merit() -> None:
    groups = {1: table("A", 1, 2, merit=[4, 4]), 2: table("B", 1, 2, merit=[6, 2])}
    assert cut(groups, top=2).passed == ("B1", "A1", "A2", "B2")


def test_equals_who_all_pass_or_all_stay_are_no_tie() -> None:
    groups = {1: table("A", 1, 1, 3, 4, 4)}
    assert cut(groups, top=3) == Cut(("A1", "A2", "A3"))


def test_fewer_than_may_pass_all_pass() -> None:
    assert cut({1: table("A", 1, 2)}, top=3, best_others=2).passed == ("A1", "A2")
    assert cut({}, top=2) == Cut(())


# A tie across the line


THREE_FOR_ONE: Groups = {1: table("A", 1, 2, 2, 2, 5)}
STAKE = Stake(group=1, tied=("A2", "A3", "A4"), places=1)


def test_t57_tie_across_the_line_stops_and_names_who_is_tied_for_how_many_places() -> None:
    assert cut(THREE_FOR_ONE, top=2) == Cut(("A1",), (STAKE,))


@pytest.mark.parametrize(
    ("decision", "order", "passed"),
    [
        (TieDecision.ALL, (), ("A1", "A2", "A3", "A4")),
        (TieDecision.NONE, (), ("A1",)),
        (TieDecision.PLAY_OFF, ("A4", "A2", "A3"), ("A1", "A4")),
        (TieDecision.LOT, ("A3", "A4", "A2"), ("A1", "A3")),
    ],
)
def test_decided_tie_lets_the_cut_go_on(
    decision: TieDecision, order: tuple[Key, ...], passed: tuple[Key, ...]
) -> None:
    settled = settle(STAKE, decision, order=order)
    assert cut(THREE_FOR_ONE, top=2, settled=[settled]) == Cut(passed)


@pytest.mark.parametrize("order", [(), ("A2", "A3"), ("A2", "A3", "A5"), ("A2", "A2", "A3", "A4")])
def test_play_off_must_place_exactly_those_who_are_tied(order: tuple[Key, ...]) -> None:
    with pytest.raises(DrawImpossible, match="order_incomplete"):
        settle(STAKE, TieDecision.PLAY_OFF, order=order)


def test_decision_about_another_tie_is_asked_again() -> None:
    # A correction lifted A4 out of the tie after it had been decided.
    settled = settle(STAKE, TieDecision.LOT, order=("A4", "A2", "A3"))
    corrected = {1: table("A", 1, 2, 2, 4, 5)}
    assert cut(corrected, top=2, settled=[settled]).stakes == (Stake(1, ("A2", "A3"), 1),)


def test_ties_of_several_groups_are_named_together() -> None:
    groups = {1: table("A", 1, 1, 3), 2: table("B", 1, 2, 3), 3: table("C", 1, 1, 1)}
    result = cut(groups, top=1)
    assert result.passed == ("B1",)
    assert result.stakes == (Stake(1, ("A1", "A2"), 1), Stake(3, ("C1", "C2", "C3"), 1))


# Best others


def test_best_thirds_by_merit() -> None:
    groups = {
        1: table("A", 1, 2, 3, 4, merit=[9, 8, 3, 0]),
        2: table("B", 1, 2, 3, 4, merit=[9, 8, 5, 4]),
        3: table("C", 1, 2, 3, 4, merit=[9, 8, 4, 1]),
    }
    # B4 has more than A3, but only thirds are compared.
    assert cut(groups, top=2, best_others=2).passed[6:] == ("B3", "C3")
    assert cut(groups, top=2, best_others=3).passed[6:] == ("B3", "C3", "A3")


def test_equals_who_come_next_in_one_group_may_both_pass() -> None:
    groups = {1: table("A", 1, 2, 2, 4, merit=[3, 1, 1, 0]), 2: table("B", 1, 2, merit=[3, 0])}
    assert cut(groups, top=1, best_others=2).passed == ("A1", "B1", "A2", "A3")


def test_thirds_of_unequal_groups_are_compared_by_match() -> None:
    # 4 of 4 matches are less than 4 of 3, and more than 2 of 3.
    groups = {
        1: table("A", 1, 2, 3, merit=[9, 8, 4], matches=4),
        2: table("B", 1, 2, 3, merit=[9, 8, 4], matches=3),
        3: table("C", 1, 2, 3, merit=[9, 8, 2], matches=3),
    }
    assert cut(groups, top=2, best_others=2).passed[6:] == ("B3", "A3")
    assert Ranked("x", 1, (4, -2), 3).merit_by_match == (Fraction(4, 3), Fraction(-2, 3))


def test_second_value_decides_between_equal_first_ones() -> None:
    groups = {
        1: [Ranked("A1", 1, (2, 30)), Ranked("A2", 2, (1, -10))],
        2: [Ranked("B1", 1, (2, 20)), Ranked("B2", 2, (1, -5))],
    }
    assert cut(groups, top=1, best_others=1).passed == ("A1", "B1", "B2")


def test_equal_thirds_across_the_line_stop_the_cut() -> None:
    groups = {1: table("A", 1, 2, merit=[3, 1]), 2: table("B", 1, 2, merit=[3, 1])}
    result = cut(groups, top=1, best_others=1)
    assert result == Cut(("A1", "B1"), (Stake(OTHERS, ("A2", "B2"), 1),))
    settled = settle(result.stakes[0], TieDecision.LOT, order=("B2", "A2"))
    assert cut(groups, top=1, best_others=1, settled=[settled]) == Cut(("A1", "B1", "B2"))


def test_best_others_wait_until_no_group_has_a_tie_and_take_who_lost_it() -> None:
    groups = {1: table("A", 1, 2, 2, merit=[5, 4, 4]), 2: table("B", 1, 2, 3, merit=[5, 4, 3])}
    first = cut(groups, top=2, best_others=1)
    assert first == Cut(("A1", "B1", "B2"), (Stake(1, ("A2", "A3"), 1),))
    by_lot = settle(first.stakes[0], TieDecision.LOT, order=("A3", "A2"))
    assert cut(groups, top=2, best_others=1, settled=[by_lot]).passed == ("A1", "B1", "A3", "B2", "A2")


def test_none_for_the_place_leaves_both_among_the_others() -> None:
    groups = {1: table("A", 1, 2, 2, merit=[5, 4, 4]), 2: table("B", 1, 2, 3, merit=[5, 4, 3])}
    nobody = Settled(Stake(1, ("A2", "A3"), 1), (), (("A2", "A3"),))
    result = cut(groups, top=2, best_others=1, settled=[nobody])
    assert result == Cut(("A1", "B1", "B2"), (Stake(OTHERS, ("A2", "A3"), 1),))


# Moving up


def test_t24_next_rank_moves_up_and_equals_are_all_named() -> None:
    field = table("A", 1, 2, 3, 3, 5)
    assert next_in_line(field, {"A1"}) == ("A2",)
    assert next_in_line(field, {"A1", "A2"}) == ("A3", "A4")
    assert next_in_line(field, {"A1", "A2", "A4"}) == ("A3",)
    assert next_in_line(field[:2], {"A1", "A2"}) == ()


# Any tables


@st.composite
def any_groups(draw: st.DrawFn) -> Groups:
    """Tables with honest ranks: equal merit in a group is an equal rank."""
    groups = {}
    for number in range(1, draw(st.integers(1, 4)) + 1):
        merits = sorted(draw(st.lists(st.integers(0, 4), min_size=1, max_size=6)), reverse=True)
        ranks = [1 + sum(other > own for other in merits) for own in merits]
        groups[number] = table("ABCD"[number - 1], *ranks, merit=merits)
    return groups


@given(any_groups(), st.integers(1, 3), st.integers(0, 2), st.sampled_from(["lot", "all", "none"]))
def test_asking_ends_and_nobody_passes_behind_somebody_who_stays(
    groups: Groups, top: int, best_others: int, decision: str
) -> None:
    settled: list[Settled] = []
    while stakes := (result := cut(groups, top=top, best_others=best_others, settled=settled)).stakes:
        assert all(0 < stake.places < len(stake.tied) for stake in stakes)
        assert not any(decided.stake in stakes for decided in settled)
        settled += [settle(stake, TieDecision(decision), order=stake.tied) for stake in stakes]
    passed = set(result.passed)
    assert len(passed) == len(result.passed)
    for field in groups.values():
        stayed = [unit.rank for unit in field if unit.key not in passed]
        assert all(unit.rank <= min(stayed) for unit in field if unit.key in passed and stayed)
    if decision == "lot":
        firsts = sum(min(top, len(field)) for field in groups.values())
        left = sum(len(field) > top for field in groups.values())
        # Equals who come next in their group may all be among the others.
        assert firsts + min(best_others, left) <= len(passed) <= firsts + best_others
