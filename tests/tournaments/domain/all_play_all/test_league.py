from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations

import pytest

from tournaments.domain.all_play_all.league import AtDeadline, deadline_ruling, is_ranked
from tournaments.domain.draw import Draw, DrawImpossible, Key, Reason, Rules, Seed
from tournaments.domain.pairing import draw_round
from tournaments.domain.settings import Settings, Unplayed
from tournaments.enums import Format


def in_groups(entrants: int, groups: int) -> list[Seed]:
    return [Seed(number, number, group=1 + number % groups) for number in range(1, entrants + 1)]


def league(seeds: Sequence[Seed], *, cycles: int = 1, rules: Rules | None = None) -> Draw:
    groups = len({unit.group for unit in seeds})
    settings = Settings(cycles=cycles, groups=groups)
    return draw_round(
        Format.LEAGUE, seeds, round_number=1, rules=replace(rules or Rules(), settings=settings), seed=3
    )


def pairs_of(draw: Draw) -> list[frozenset[Key]]:
    return [frozenset(key for (key,) in table.sides) for table in draw.tables]


def matchday(reasons: Sequence[Reason]) -> tuple[int | str, ...]:
    (params,) = [reason.params for reason in reasons if reason.code == "matchday"]
    return params["cycle"], params["turn"], params["group"]


SIZES = [
    (entrants, groups)
    for entrants in [*range(2, 18), 33, 65]
    for groups in range(1, 9)
    if entrants >= 2 * groups
]


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize(("entrants", "groups"), SIZES)
def test_everybody_of_a_group_meets_once_in_each_cycle_and_once_a_matchday(
    entrants: int, groups: int, cycles: int
) -> None:
    seeds = in_groups(entrants, groups)
    draw = league(seeds, cycles=cycles)
    every = {frozenset((a.key, b.key)): cycles for a, b in combinations(seeds, 2) if a.group == b.group}
    assert Counter(pairs_of(draw)) == every
    assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))
    days = Counter((matchday(table.reasons), key) for table in draw.tables for (key,) in table.sides)
    assert set(days.values()) == {1}
    assert draw.byes == ()


def test_matches_are_numbered_matchday_by_matchday() -> None:
    days = [matchday(table.reasons) for table in league(in_groups(7, 2), cycles=2).tables]
    # Group 1 has three units and one match a day, group 2 has four units and two matches.
    assert days == [(cycle, turn, group) for cycle in (1, 2) for turn in (1, 2, 3) for group in (1, 2, 2)]


def test_sides_change_in_the_second_cycle() -> None:
    tables = league(in_groups(5, 1), cycles=2).tables
    assert [table.sides[::-1] for table in tables[:10]] == [table.sides for table in tables[10:]]


def test_absent_unit_has_no_match_and_nobody_a_bye() -> None:
    seeds = [replace(unit, present=unit.key != 2) for unit in in_groups(5, 1)]
    draw = league(seeds)
    assert set(pairs_of(draw)) == {frozenset(pair) for pair in combinations((1, 3, 4, 5), 2)}
    assert draw.byes == ()


def test_every_forbidden_pair_is_told() -> None:
    rules = Rules(forbidden=frozenset({frozenset((1, 2)), frozenset((3, 4))}))
    warnings = league(in_groups(5, 1), rules=rules).warnings
    told = {frozenset((warning.params["a"], warning.params["b"])) for warning in warnings}
    assert told == rules.forbidden
    assert {warning.code for warning in warnings} == {"forbidden_pair"}


@pytest.mark.parametrize(("entrants", "number", "rounds"), [(4, 2, 1), (4, 0, 1), (1, 1, 0), (0, 1, 0)])
def test_league_has_one_round(entrants: int, number: int, rounds: int) -> None:
    seeds = [Seed(key, key) for key in range(1, entrants + 1)]
    with pytest.raises(DrawImpossible) as refused:
        draw_round(Format.LEAGUE, seeds, round_number=number, seed=1)
    assert (refused.value.code, refused.value.params) == (
        "no_such_round",
        {"round": number, "rounds": rounds},
    )


@pytest.mark.parametrize(
    ("rule", "proposed"),
    [
        (Unplayed.RULING, AtDeadline.NEEDS_RULING),
        (Unplayed.NOTHING, AtDeadline.VOID),
        (Unplayed.BOTH_LOSE, AtDeadline.DOUBLE_LOSS),
    ],
)
def test_deadline_goes_by_the_rule_and_shows_who_offered_which_dates(
    rule: Unplayed, proposed: AtDeadline
) -> None:
    offers = {2: [], 1: [date(2025, 4, 20), date(2025, 3, 2)]}
    ruling = deadline_ruling(offers, rule)
    assert ruling.proposed is proposed
    assert list(ruling.offers.items()) == [(1, (date(2025, 3, 2), date(2025, 4, 20))), (2, ())]


@pytest.mark.parametrize(("played", "ranked"), [(3, False), (4, True), (5, True)])
def test_least_matches_are_needed_to_be_ranked(played: int, ranked: bool) -> None:
    assert is_ranked(played, Settings(least_matches=4)) is ranked


def test_without_a_minimum_everybody_is_ranked() -> None:
    assert is_ranked(0, Settings())
