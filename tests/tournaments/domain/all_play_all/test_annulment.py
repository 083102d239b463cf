from itertools import combinations

import pytest

from tournaments.domain.all_play_all.annulment import Fate, Fixture, fates, is_annulled
from tournaments.domain.draw import Key

SIX = "ABCDEF"


def plan(units: str, *played: str) -> dict[str, Fixture]:
    """Every two once, named by both; those that were played."""
    pairs = ["".join(pair) for pair in combinations(units, 2)]
    assert set(played) <= set(pairs)
    return {pair: Fixture(units=tuple(pair), played=pair in played) for pair in pairs}


def of(unit: str, decided: dict[str, Fate]) -> dict[str, Fate]:
    return {pair: fate for pair, fate in decided.items() if unit in pair}


def test_t25_pair_that_leaves_after_two_of_five_is_annulled() -> None:
    decided = fates(plan(SIX, "AF", "BF", "AB", "CD"), gone={"F"}, annul_below=50)
    assert set(of("F", decided).values()) == {Fate.ANNULLED}
    assert {decided[pair] for pair in decided if "F" not in pair} == {Fate.STANDS}


def test_t25_pair_that_leaves_after_three_of_five_keeps_its_results_and_forfeits_the_rest() -> None:
    decided = fates(plan(SIX, "AF", "BF", "CF", "AB"), gone={"F"}, annul_below=50)
    assert of("F", decided) == {
        "AF": Fate.STANDS,
        "BF": Fate.STANDS,
        "CF": Fate.STANDS,
        "DF": Fate.FORFEITED,
        "EF": Fate.FORFEITED,
    }
    assert decided["CD"] is Fate.STANDS


def test_nobody_gone_changes_nothing() -> None:
    assert set(fates(plan(SIX), gone=(), annul_below=100).values()) == {Fate.STANDS}


def test_match_against_an_annulled_unit_was_played_all_the_same() -> None:
    # E has played three of five, one of them against F, who played one only.
    decided = fates(plan(SIX, "EF", "AE", "BE"), gone={"E", "F"}, annul_below=50)
    assert decided["EF"] is Fate.ANNULLED
    assert (decided["AE"], decided["CE"], decided["DE"]) == (Fate.STANDS, Fate.FORFEITED, Fate.FORFEITED)


def test_two_who_are_gone_and_not_annulled_have_forfeited_to_each_other() -> None:
    decided = fates(plan("ABC", "AC", "AB"), gone={"B", "C"}, annul_below=50)
    assert decided == {"AB": Fate.STANDS, "AC": Fate.STANDS, "BC": Fate.FORFEITED}


def test_second_cycle_is_part_of_the_plan() -> None:
    # One cycle of two against two opponents: half of four.
    twice = {
        (cycle, pair): Fixture(tuple(pair), played=cycle == 1)
        for cycle in (1, 2)
        for pair in ("AB", "AC", "BC")
    }
    gone: set[Key] = {"A"}
    assert Fate.ANNULLED not in fates(twice, gone=gone, annul_below=50).values()
    assert Fate.ANNULLED in fates(twice, gone=gone, annul_below=51).values()


@pytest.mark.parametrize(
    ("played", "planned", "below", "annulled"),
    [
        (2, 5, 50, True),
        (3, 5, 50, False),
        (2, 4, 50, False),
        (0, 5, 0, False),
        (4, 5, 100, True),
        (5, 5, 100, False),
    ],
)
def test_less_than_the_share_is_annulled(played: int, planned: int, below: int, annulled: bool) -> None:
    assert is_annulled(played, planned, annul_below=below) is annulled


def test_unit_that_never_had_a_match_is_not_annulled() -> None:
    assert not is_annulled(0, 0, annul_below=50)
