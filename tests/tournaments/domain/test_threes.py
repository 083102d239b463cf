from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.person_rounds import (
    Table,
    codes_of,
    every_threes,
    everybody_of,
    persons,
    play,
    random_past,
    tables_of,
)
from tournaments.domain.pairing import (
    Draw,
    FirstRound,
    Key,
    NoLawfulDraw,
    Reason,
    Relaxation,
    Rules,
    Seed,
    Settings,
)
from tournaments.domain.settings import Soft
from tournaments.domain.threes import draw_threes

THREES = Settings(shape=(1, 1, 1))
RELAXED = Rules(settings=THREES, relaxed=frozenset({Relaxation.REMATCH}))


def draw(seeds: list[Seed], *, round_number: int = 2, rules: Rules | None = None, seed: int = 1) -> Draw:
    return draw_threes(seeds, round_number=round_number, rules=rules or Rules(settings=THREES), seed=seed)


def at_tables(drawn: Draw) -> list[set[Key]]:
    return [{key for (key,) in table.sides} for table in drawn.tables]


def test_neighbours_in_the_standing_sit_together() -> None:
    seeds = [Seed(number, number, 12 - number) for number in range(1, 13)]
    assert at_tables(draw(seeds)) == [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}]
    assert draw(seeds).tables[0].reasons == (Reason("score_gap", {"gap": "2"}),)


def test_first_round_is_a_lot_unless_ranks_decide() -> None:
    assert codes_of(draw(persons(6), round_number=1)) == [["lot"]] * 2
    ranks = Rules(settings=replace(THREES, first_round=FirstRound.RANK))
    assert at_tables(draw(persons(6), round_number=1, rules=ranks)) == [{1, 2, 3}, {4, 5, 6}]


def test_lots_from_the_box_fill_the_tables() -> None:
    lots: dict[Key, int] = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}
    drawn = draw(persons(6), round_number=1, rules=Rules(settings=THREES, lots=lots))
    assert tables_of(drawn) == [((6,), (5,), (4,)), ((3,), (2,), (1,))]


@pytest.mark.parametrize("size", [9, 10, 11, 21, 22, 23])
def test_what_remains_of_three_sits_out(size: int) -> None:
    drawn = draw(persons(size))
    assert sorted(everybody_of(drawn)) == list(range(1, size + 1))
    assert [bye.key for bye in drawn.byes] == list(range(size - size % 3 + 1, size + 1))


@pytest.mark.parametrize("size", range(3, 32))
def test_byes_are_even(size: int) -> None:
    seeds, _ = play(draw_threes, size, 6, chance=Random(size), rules=RELAXED)
    byes = [unit.byes for unit in seeds]
    assert max(byes) - min(byes) <= 1


def test_nine_persons_meet_everybody_in_four_rounds() -> None:
    """The lines of the affine plane of order three: whoever draws them one by one cannot go astray."""
    for chance in range(10):
        seeds, _ = play(draw_threes, 9, 4, chance=Random(chance), rules=Rules(settings=THREES))
        assert all(len(set(unit.met)) == 8 for unit in seeds)


def test_fifth_round_of_nine_is_refused_and_relaxed_to_the_oldest() -> None:
    seeds, draws = play(draw_threes, 9, 4, chance=Random(1), rules=Rules(settings=THREES))
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds, round_number=5)
    assert refused.value.relaxations == (Relaxation.REMATCH,)
    assert {person.opponents_left for person in refused.value.blocked} == {0}
    again = draw(seeds, round_number=5, rules=RELAXED)
    assert set(map(frozenset, at_tables(again))) == set(map(frozenset, at_tables(draws[0])))
    assert Reason("rematch", {"times": 1}) in again.tables[0].reasons


def test_forbidden_pairs_and_team_mates_never_meet() -> None:
    seeds = [replace(unit, team="Noto" if unit.key in (4, 5) else None) for unit in persons(9)]
    rules = Rules(settings=THREES, forbidden=frozenset({frozenset((1, 2))}))
    drawn = draw(seeds, rules=rules)
    assert not any({1, 2} <= seats or {4, 5} <= seats for seats in at_tables(drawn))


def test_pinned_table_and_chosen_bye_stay() -> None:
    rules = Rules(settings=THREES, pinned=(((7,), (1,), (4,)),), bye=2)
    drawn = draw(persons(7), rules=rules)
    assert tables_of(drawn)[0] == ((7,), (1,), (4,))
    assert [bye.key for bye in drawn.byes] == [2]
    assert at_tables(drawn)[1] == {3, 5, 6}


@pytest.mark.parametrize(
    ("soft", "is_mixed"), [((Soft.SCORE, Soft.BRANCH), False), ((Soft.BRANCH, Soft.SCORE), True)]
)
def test_order_of_score_and_branch_is_that_of_the_settings(soft: tuple[Soft, ...], is_mixed: bool) -> None:
    seeds = [
        Seed(n, n, 1 if n < 4 else 0, branches=frozenset({"noto" if n < 4 else str(n)})) for n in range(1, 10)
    ]
    drawn = draw(seeds, rules=Rules(settings=replace(THREES, branch_rounds=9, soft=soft)))
    assert all("different_branch" in codes for codes in codes_of(drawn)) == is_mixed


def gap(seeds: list[Seed], tables: list[Table]) -> Fraction:
    """Squared differences of score, summed over all who meet."""
    scores = {unit.key: Fraction(unit.score) for unit in seeds}
    twos = [two for table in tables for two in combinations([key for (key,) in table], 2)]
    return sum(((scores[a] - scores[b]) ** 2 for a, b in twos), Fraction(0))


def test_round_of_nine_is_the_best_lawful_one_or_there_is_none() -> None:
    """Against every round, after pasts in which nobody was drawn with care."""
    refusals = 0
    for chance in range(30):
        seeds = random_past(9, 1 + chance % 3, seats=3, sides=3, chance=Random(chance))
        met = {unit.key: set(unit.met) for unit in seeds}
        lawful = [
            tables
            for tables in every_threes([unit.key for unit in seeds])
            if not any(b in met[a] for table in tables for (a,), (b,) in combinations(table, 2))
        ]
        if not lawful:
            refusals += 1
            with pytest.raises(NoLawfulDraw):
                draw(seeds, round_number=4)
            continue
        drawn = draw(seeds, round_number=4)
        assert gap(seeds, tables_of(drawn)) == min(gap(seeds, tables) for tables in lawful)
    assert 0 < refusals < 30


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 40), st.integers(0, 4), st.integers(0, 10_000))
def test_nobody_meets_twice_and_order_of_seeds_means_nothing(size: int, rounds: int, chance: int) -> None:
    rounds = min(rounds, size // 9)
    seeds, draws = play(draw_threes, size, rounds, chance=Random(chance), rules=Rules(settings=THREES))
    assert all(len(set(unit.met)) == len(unit.met) for unit in seeds)
    assert all(sorted(everybody_of(drawn)) == list(range(1, size + 1)) for drawn in draws)
    mixed = Random(chance).sample(seeds, size)
    again = {"round_number": rounds + 1, "rules": RELAXED, "seed": chance}
    assert draw_threes(seeds, **again) == draw_threes(mixed, **again)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [45, 130, 302])
def test_large_field_is_drawn_in_blocks_without_rematch(size: int) -> None:
    seeds, _ = play(draw_threes, size, 5, chance=Random(size), rules=Rules(settings=THREES))
    assert all(len(set(unit.met)) == len(unit.met) for unit in seeds)
