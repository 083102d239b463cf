from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.swiss_oracle import Round, lawful_rounds, merit
from tournaments.domain.pairing import (
    Draw,
    FirstRound,
    Key,
    NoLawfulDraw,
    Relaxation,
    Rules,
    Seed,
    Settings,
    draw_round,
)
from tournaments.enums import Format

RELAXED = Rules(relaxed=frozenset({Relaxation.REMATCH}))


def draw(seeds: list[Seed], *, round_number: int = 2, rules: Rules | None = None, seed: int = 1) -> Draw:
    return draw_round(Format.SWISS, seeds, round_number=round_number, rules=rules, seed=seed)


def pairs_of(drawn: Draw) -> set[frozenset[Key]]:
    return {frozenset(key for (key,) in table.sides) for table in drawn.tables}


def codes_of(drawn: Draw) -> list[set[str]]:
    return [{reason.code for reason in table.reasons} for table in drawn.tables]


def field(scores: dict[str, int], met: list[tuple[str, str]]) -> list[Seed]:
    seeds = []
    for rank, (key, score) in enumerate(sorted(scores.items(), key=lambda item: -item[1]), start=1):
        opponents = tuple(b if a == key else a for a, b in met if key in (a, b))
        seeds.append(Seed(key, rank, score, met=opponents))
    return seeds


def played(
    entrants: int, rounds: int, *, chance: Random, rules: Rules | None = None
) -> tuple[list[Seed], list[Draw]]:
    """A field after some rounds with drawn results, and the rounds."""
    seeds = [Seed(key=number, rank=number) for number in range(1, entrants + 1)]
    draws = []
    for number in range(1, rounds + 1):
        drawn = draw(seeds, round_number=number, rules=rules, seed=chance.randrange(1000))
        draws.append(drawn)
        seeds = after(seeds, drawn, chance)
    return seeds, draws


def after(seeds: list[Seed], drawn: Draw, chance: Random) -> list[Seed]:
    known = {unit.key: unit for unit in seeds}
    for table in drawn.tables:
        (a,), (b,) = table.sides
        share = chance.choice([Fraction(0), Fraction(1, 2), Fraction(1)])
        floats = int(known[a].score != known[b].score)
        for key, other, points, first in ((a, b, share, 1), (b, a, 1 - share, 0)):
            unit = known[key]
            known[key] = replace(
                unit,
                score=unit.score + points,
                met=(*unit.met, other),
                floats=unit.floats + floats,
                firsts=unit.firsts + first,
            )
    for bye in drawn.byes:
        known[bye.key] = replace(known[bye.key], score=known[bye.key].score + 1, byes=known[bye.key].byes + 1)
    order = sorted(known.values(), key=lambda unit: (-unit.score, unit.rank))
    return [replace(unit, rank=rank) for rank, unit in enumerate(order, start=1)]


def test_four_players_get_the_only_round_without_a_rematch() -> None:
    # phase-rs/phase#7937: a greedy draw repeats A-B.
    met = [("A", "B"), ("C", "D"), ("A", "C"), ("B", "D")]
    drawn = draw(field({"A": 2, "B": 1, "C": 1, "D": 0}, met), round_number=3)
    assert pairs_of(drawn) == {frozenset("AD"), frozenset("BC")}


def test_rematch_that_can_be_avoided_is_avoided() -> None:
    # sendou-ink/sendou.ink#2002: from the top down A-C and B-D leave E and F, who have met.
    met = [("A", "B"), ("C", "D"), ("E", "F")]
    drawn = draw(field(dict.fromkeys("ABCDEF", 1), met))
    assert pairs_of(drawn).isdisjoint({frozenset("AB"), frozenset("CD"), frozenset("EF")})


def test_equal_scores_meet() -> None:
    drawn = draw(field({"A": 1, "B": 1, "C": 0, "D": 0}, [("A", "C"), ("B", "D")]))
    assert pairs_of(drawn) == {frozenset("AB"), frozenset("CD")}
    assert codes_of(drawn) == [{"same_score", "no_rematch"}] * 2


def test_score_gap_is_named_with_its_number() -> None:
    drawn = draw([Seed("A", 1, Fraction(3, 2)), Seed("B", 2, 1)])
    assert drawn.tables[0].reasons[0].params == {"gap": "1/2"}


def test_first_round_is_a_lot_and_repeats_with_its_seed() -> None:
    seeds = [Seed(number, number) for number in range(1, 21)]
    rounds = [draw(seeds, round_number=1, seed=seed) for seed in range(20)]
    assert len({frozenset(pairs_of(drawn)) for drawn in rounds}) > 15
    assert draw(seeds[::-1], round_number=1, seed=3) == rounds[3]
    assert codes_of(rounds[0]) == [{"lot"}] * 10


def test_first_round_by_rank_folds_the_field() -> None:
    seeds = [Seed(number, number) for number in range(1, 9)]
    drawn = draw(seeds, round_number=1, rules=Rules(settings=Settings(first_round=FirstRound.RANK)))
    assert pairs_of(drawn) == {frozenset((number, number + 4)) for number in range(1, 5)}


def test_branches_are_kept_apart_in_the_first_rounds_only() -> None:
    seeds = [
        Seed(number, number, branches=frozenset({"noto" if number < 5 else "tokyo"}))
        for number in range(1, 9)
    ]
    drawn = draw(seeds, round_number=2, rules=Rules(settings=Settings(branch_rounds=2)))
    assert all("different_branch" in codes for codes in codes_of(drawn))
    assert not any(
        "different_branch" in codes
        for codes in codes_of(draw(seeds, rules=Rules(settings=Settings(branch_rounds=1))))
    )


def test_same_branch_is_named_where_it_cannot_be_avoided() -> None:
    drawn = draw(
        [Seed("A", 1, branches=frozenset({"noto"})), Seed("B", 2, branches=frozenset({"noto"}))],
        rules=Rules(settings=Settings(branch_rounds=9)),
    )
    assert codes_of(drawn) == [{"same_score", "same_branch"}]


def test_score_goes_before_branch() -> None:
    seeds = [
        Seed("A", 1, 2, branches=frozenset({"noto"})),
        Seed("B", 2, 2, branches=frozenset({"noto"})),
        Seed("C", 3, 1, branches=frozenset({"tokyo"})),
        Seed("D", 4, 1, branches=frozenset({"tokyo"})),
    ]
    assert pairs_of(draw(seeds, rules=Rules(settings=Settings(branch_rounds=9)))) == {
        frozenset("AB"),
        frozenset("CD"),
    }


def test_forbidden_pair_never_meets() -> None:
    rules = Rules(forbidden=frozenset({frozenset("AB")}))
    assert frozenset("AB") not in pairs_of(draw(field({"A": 3, "B": 3, "C": 0, "D": 0}, []), rules=rules))


def test_refusal_names_who_is_in_the_way_and_what_would_help() -> None:
    met = [("A", "B"), ("A", "C"), ("A", "D")]
    with pytest.raises(NoLawfulDraw) as refused:
        draw(field({"A": 3, "B": 1, "C": 1, "D": 1}, met))
    assert (refused.value.blocked[0].key, refused.value.blocked[0].opponents_left) == ("A", 0)
    assert refused.value.relaxations == (Relaxation.REMATCH,)


def test_refusal_offers_all_rules_in_the_way_when_nothing_helps_alone() -> None:
    seeds = field({"A": 1, "B": 0}, [("A", "B")])
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds, rules=Rules(forbidden=frozenset({frozenset("AB")})))
    assert refused.value.relaxations == (Relaxation.REMATCH, Relaxation.FORBIDDEN_PAIR)


def test_relaxed_rematch_is_the_oldest_and_is_said() -> None:
    met = [("A", "B"), ("C", "D"), ("A", "C"), ("B", "D"), ("A", "D"), ("B", "C")]
    drawn = draw(field({"A": 2, "B": 2, "C": 1, "D": 1}, met), round_number=4, rules=RELAXED)
    assert pairs_of(drawn) == {frozenset("AB"), frozenset("CD")}
    assert drawn.tables[0].reasons[1].params == {"times": 1}


def test_relaxed_rule_is_not_broken_without_need() -> None:
    rules = Rules(forbidden=frozenset({frozenset("AB")}), relaxed=frozenset(Relaxation))
    drawn = draw(field({"A": 2, "B": 2, "C": 1, "D": 1}, [("C", "D")]), rules=rules)
    assert pairs_of(drawn).isdisjoint({frozenset("AB"), frozenset("CD")})


def test_relaxed_forbidden_pair_is_said() -> None:
    rules = Rules(forbidden=frozenset({frozenset("AB")}), relaxed=frozenset({Relaxation.FORBIDDEN_PAIR}))
    assert codes_of(draw(field({"A": 1, "B": 1}, []), rules=rules)) == [{"same_score", "forbidden_pair"}]


def test_bye_is_for_the_lowest_who_has_had_the_fewest() -> None:
    seeds = [Seed("A", 1, 2), Seed("B", 2, 1), Seed("C", 3, 0, byes=1)]
    (bye,) = draw(seeds).byes
    assert (bye.key, [reason.code for reason in bye.reasons]) == ("B", ["fewest_byes", "lowest"])


def test_bye_of_a_first_round_by_lot_calls_nobody_the_lowest() -> None:
    (bye,) = draw([Seed(key, rank, 0) for rank, key in enumerate("ABC", 1)], round_number=1).byes
    assert [reason.code for reason in bye.reasons] == ["lot"]


def test_bye_above_the_lowest_says_so() -> None:
    # A and B have met, so C, the lowest, is needed at the table.
    seeds = field({"A": 2, "B": 1, "C": 0}, [("A", "B")])
    (bye,) = draw(seeds).byes
    assert (bye.key, [reason.code for reason in bye.reasons]) == ("B", ["fewest_byes", "above_lowest"])


def test_second_bye_is_refused_and_offered() -> None:
    seeds = [Seed("A", 1, 2, byes=1), Seed("B", 2, 1, met=("C",)), Seed("C", 3, 0, met=("B",), byes=1)]
    seeds[0] = replace(seeds[0], met=("C",))
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds)
    assert refused.value.relaxations == (Relaxation.REMATCH, Relaxation.SECOND_BYE)
    (bye,) = draw(seeds, rules=Rules(relaxed=frozenset({Relaxation.SECOND_BYE}))).byes
    assert (bye.key, bye.reasons[0].code) == ("C", "second_bye")


def test_nobody_gives_an_empty_round() -> None:
    assert draw([]) == Draw((), (), 1)


@pytest.mark.parametrize("chance", range(20))
def test_t01_nine_pairs_five_rounds_have_no_second_bye(chance: int) -> None:
    _, draws = played(9, 5, chance=Random(chance))
    assert max(Counter(bye.key for drawn in draws for bye in drawn.byes).values()) == 1


def test_t02_byes_are_spread_and_spare_the_leader() -> None:
    chance = Random(2)
    seeds = [Seed(key=number, rank=number) for number in range(1, 16)]
    for number in range(1, 18):
        drawn = draw(seeds, round_number=number, rules=RELAXED, seed=number)
        (bye,) = drawn.byes
        fewest = [unit for unit in seeds if unit.byes == min(other.byes for other in seeds)]
        assert number == 1 or bye.key == fewest[-1].key or number > 12
        seeds = after(seeds, drawn, chance)
        byes = [unit.byes for unit in seeds]
        assert max(byes) - min(byes) <= 1


def test_t05_three_entrants_have_one_table_and_one_bye() -> None:
    drawn = draw([Seed(key, rank) for rank, key in enumerate("ABC", start=1)], round_number=1)
    assert (len(drawn.tables), len(drawn.byes)) == (1, 1)


def test_t10_three_entrants_six_rounds_sit_out_twice_each() -> None:
    _, draws = played(3, 6, chance=Random(1), rules=RELAXED)
    assert Counter(bye.key for drawn in draws for bye in drawn.byes) == {1: 2, 2: 2, 3: 2}


def drawn_round(seeds: list[Seed], drawn: Draw) -> Round:
    known = {unit.key: unit for unit in seeds}
    tables = [(known[table.sides[0][0]], known[table.sides[1][0]]) for table in drawn.tables]
    return [(known[bye.key], None) for bye in drawn.byes] + list(tables)


@pytest.mark.parametrize("entrants", range(4, 11))
def test_late_round_is_the_best_lawful_one_or_there_is_none(entrants: int) -> None:
    """Against every lawful round of late states, where greedy draws repeat opponents."""
    for chance in range(8):
        late(entrants, Random(100 * entrants + chance))


def late(entrants: int, chance: Random) -> None:
    seeds = [Seed(key=number, rank=number) for number in range(1, entrants + 1)]
    for number in range(1, entrants):
        best = min(map(merit, lawful_rounds(seeds)), default=None)
        if best is None:
            with pytest.raises(NoLawfulDraw):
                draw(seeds, round_number=number)
            return
        drawn = draw(seeds, round_number=number)
        if number > 1:
            assert merit(drawn_round(seeds, drawn)) == best
        seeds = after(seeds, drawn, chance)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 24), st.integers(0, 10_000), st.integers(0, 3))
def test_every_unit_has_exactly_one_place(entrants: int, chance: int, rounds: int) -> None:
    rounds = min(rounds, (entrants - 1) // 2)
    seeds, draws = played(entrants, rounds + 1, chance=Random(chance))
    for drawn in draws:
        seated = [key for table in drawn.tables for side in table.sides for key in side]
        assert sorted(map(int, [*seated, *(bye.key for bye in drawn.byes)])) == list(range(1, entrants + 1))
        assert [table.number for table in drawn.tables] == list(range(1, entrants // 2 + 1))
    assert all(len(set(unit.met)) == len(unit.met) for unit in seeds)


@pytest.mark.parametrize("entrants", [402, 403])
def test_large_field_is_drawn_in_blocks_without_rematch(entrants: int) -> None:
    seeds, draws = played(entrants, 4, chance=Random(5))
    assert all(len(set(unit.met)) == len(unit.met) for unit in seeds)
    assert all(len(drawn.tables) == entrants // 2 for drawn in draws)


def test_block_that_cannot_be_paired_is_drawn_with_its_neighbour() -> None:
    # The first unit of a large field has met everybody but the last.
    seeds = [Seed(number, number) for number in range(1, 403)]
    seeds[0] = replace(seeds[0], met=tuple(range(2, 402)))
    assert frozenset((1, 402)) in pairs_of(draw(seeds))


def test_last_block_that_cannot_be_paired_is_drawn_with_the_whole_field() -> None:
    # The last unit of a large field has met everybody but the first.
    seeds = [Seed(number, number) for number in range(1, 403)]
    seeds[-1] = replace(seeds[-1], met=tuple(range(2, 402)))
    assert frozenset((1, 402)) in pairs_of(draw(seeds))
