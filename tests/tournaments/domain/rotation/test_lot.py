from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.person_rounds import (
    after,
    codes_of,
    every_round,
    everybody_of,
    has_new_partners,
    opponents_again,
    partners_again,
    persons,
    play,
    random_past,
    tables_of,
)
from tournaments.domain.draw import DrawImpossible
from tournaments.domain.pairing import (
    Draw,
    Key,
    NoLawfulDraw,
    Reason,
    Relaxation,
    Rules,
    Seed,
    Settings,
)
from tournaments.domain.rotation.lot import draw_lot
from tournaments.domain.settings import Remainder

RELAXED = Rules(relaxed=frozenset({Relaxation.PARTNER_AGAIN}))


def draw(seeds: list[Seed], *, round_number: int = 1, rules: Rules | None = None, seed: int = 1) -> Draw:
    return draw_lot(seeds, round_number=round_number, rules=rules or Rules(), seed=seed)


def partners_of(drawn: Draw) -> set[frozenset[Key]]:
    return {frozenset(side) for table in drawn.tables for side in table.sides}


def opponents_of(drawn: Draw) -> set[frozenset[Key]]:
    return {frozenset((a, b)) for table in drawn.tables for a in table.sides[0] for b in table.sides[1]}


# Lots from the box


def test_lots_from_the_box_fill_the_tables_as_in_shanghai() -> None:
    """1 deals at table A, 2 sits to the right of 1, 1 and 3 are partners (P1)."""
    lots = {unit.key: 17 - int(unit.key) for unit in persons(16)}
    drawn = draw(persons(16), rules=Rules(lots=lots))
    assert tables_of(drawn) == [
        ((16, 14), (15, 13)),
        ((12, 10), (11, 9)),
        ((8, 6), (7, 5)),
        ((4, 2), (3, 1)),
    ]
    assert [table.number for table in drawn.tables] == [1, 2, 3, 4]
    assert codes_of(drawn) == [["hand_lot"]] * 4
    assert drawn.warnings == ()


def test_what_lots_from_the_box_break_is_said_and_drawn() -> None:
    seeds = [
        Seed(1, 1, partners=(3, 3), met=(2,)),
        Seed(2, 2, team="Noto", byes=1, rested=1),
        Seed(3, 3, team="Noto"),
        Seed(4, 4),
        Seed(5, 5, byes=1, rested=1),
    ]
    rules = Rules(
        lots={1: 1, 2: 2, 3: 3, 4: 4, 5: 5}, forbidden=frozenset({frozenset((1, 4)), frozenset((1, 3))})
    )
    drawn = draw(seeds, round_number=2, rules=rules)
    assert tables_of(drawn) == [((1, 3), (2, 4))]
    assert drawn.tables[0].reasons == (
        Reason("hand_lot"),
        Reason("partner_again", {"times": 2}),
        Reason("met_before", {"times": 1}),
        Reason("forbidden_pair"),
        Reason("team_mates", {"team": "Noto"}),
    )
    assert [
        (warning.code, warning.params.get("table"), warning.params.get("unit")) for warning in drawn.warnings
    ] == [
        ("partner_again", 1, None),
        ("forbidden_pair", 1, None),
        ("team_mates", 1, None),
        ("second_bye", None, 5),
        ("rested_last_round", None, 5),
    ]


def test_last_numbers_sit_out_or_play_at_three_seats() -> None:
    lots: dict[Key, int] = {key: key for key in range(1, 8)}
    assert [bye.key for bye in draw(persons(7), rules=Rules(lots=lots)).byes] == [5, 6, 7]
    threes = Rules(lots=lots, settings=Settings(remainder=Remainder.THREE_SEATS))
    assert tables_of(draw(persons(7), rules=threes)) == [((1, 3), (2, 4)), ((5,), (6,), (7,))]


def test_box_with_a_number_missing_is_no_lot() -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw(persons(4), rules=Rules(lots={1: 1, 2: 2, 3: 4, 4: 4}))
    assert refused.value.code == "lots_incomplete"


def test_who_is_settled_draws_no_number() -> None:
    rules = Rules(lots={5: 1, 6: 2, 7: 3, 8: 4}, pinned=(((1, 2), (3, 4)),), bye=9)
    drawn = draw(persons(9), rules=rules)
    assert tables_of(drawn) == [((5, 7), (6, 8)), ((1, 2), (3, 4))]
    assert codes_of(drawn) == [["hand_lot"], ["pinned"]]
    assert drawn.byes[0].reasons == (Reason("chosen_bye"),)


# Lots by seed


def test_first_round_is_a_lot_and_repeats_with_its_seed() -> None:
    draws = [draw(persons(12), seed=seed) for seed in range(20)]
    assert len({frozenset(partners_of(drawn)) for drawn in draws}) == 20
    assert draw(persons(12)[::-1], seed=3) == draws[3]
    assert codes_of(draws[0]) == [["lot"]] * 3


def test_partner_of_the_first_person_is_a_fair_lot() -> None:
    """420 lots of eight: each of seven others is expected 60 times, with a deviation of 7."""
    partners = Counter(
        key
        for seed in range(420)
        for side in partners_of(draw(persons(8), seed=seed))
        if 1 in side
        for key in side
    )
    del partners[1]
    assert len(partners) == 7
    assert all(abs(times - 60) < 35 for times in partners.values())


def test_t14_twelve_persons_three_games_nobody_has_a_partner_twice() -> None:
    for chance in range(8):
        seeds, _ = play(draw_lot, 12, 3, chance=Random(chance), rules=Rules())
        assert all(len(set(unit.partners)) == 3 for unit in seeds)


def test_t15_five_persons_five_rounds_each_sits_out_once_and_partners_every_other() -> None:
    seeds, _ = play(draw_lot, 5, 5, chance=Random(1), rules=Rules())
    assert all(unit.byes == 1 and len(set(unit.partners)) == 4 for unit in seeds)


def test_t16_refusal_names_who_has_no_partner_left_and_the_relaxation() -> None:
    seeds, _ = play(draw_lot, 4, 3, chance=Random(1), rules=Rules())
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds, round_number=4)
    assert {(person.key, person.opponents_left) for person in refused.value.blocked} == {
        (key, 0) for key in range(1, 5)
    }
    assert refused.value.relaxations == (Relaxation.PARTNER_AGAIN,)


def test_t17_relaxed_partners_of_longest_ago_come_first_for_this_draw_only() -> None:
    seeds, draws = play(draw_lot, 4, 3, chance=Random(1), rules=Rules())
    again = draw(seeds, round_number=4, rules=RELAXED)
    assert partners_of(again) == partners_of(draws[0])
    assert Reason("partner_again", {"times": 1}) in again.tables[0].reasons
    assert again.warnings[0] == Reason("partner_must_repeat", {"round": 4})


def test_relaxed_rule_is_not_broken_without_need() -> None:
    seeds, _ = play(draw_lot, 8, 2, chance=Random(1), rules=Rules())
    assert partners_again(seeds, draw(seeds, round_number=3, rules=RELAXED)) == 0


def test_those_apart_are_never_partners() -> None:
    rules = Rules(apart=frozenset({frozenset((1, 2)), frozenset((1, 3))}))
    for seed in range(30):
        assert frozenset((1, 4)) in partners_of(draw(persons(4), rules=rules, seed=seed))


def test_forbidden_pairs_and_team_mates_are_never_opponents() -> None:
    seeds = [replace(unit, team="Noto" if unit.key in (3, 4) else None) for unit in persons(8)]
    rules = Rules(forbidden=frozenset({frozenset((1, 2))}))
    for seed in range(30):
        drawn = draw(seeds, rules=rules, seed=seed)
        assert opponents_of(drawn).isdisjoint({frozenset((1, 2)), frozenset((3, 4))})


def test_four_in_two_teams_partner_their_own() -> None:
    seeds = [replace(unit, team="Noto" if int(unit.key) % 2 else "Tokyo") for unit in persons(4)]
    assert partners_of(draw(seeds)) == {frozenset((1, 3)), frozenset((2, 4))}


@pytest.mark.parametrize("size", [20, 40])
def test_two_teams_alone_play_team_against_team(size: int) -> None:
    seeds = [replace(unit, team="Noto" if int(unit.key) % 2 else "Tokyo") for unit in persons(size)]
    assert all(int(a) % 2 == int(b) % 2 for a, b in map(tuple, partners_of(draw(seeds))))


def test_teams_that_cannot_be_parted_are_refused_with_what_would_help() -> None:
    seeds = [replace(unit, team="Noto" if int(unit.key) < 4 else "Tokyo") for unit in persons(4)]
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds)
    assert refused.value.relaxations == (Relaxation.TEAM_MATES,)
    drawn = draw(seeds, rules=Rules(relaxed=frozenset({Relaxation.TEAM_MATES})))
    assert Reason("team_mates", {"team": "Noto"}) in drawn.tables[0].reasons


def test_branches_are_mixed_at_each_table_in_the_first_rounds() -> None:
    seeds = [replace(unit, branches=frozenset({f"branch {int(unit.key) % 4}"})) for unit in persons(16)]
    rules = Rules(settings=Settings(branch_rounds=1))
    for seed in range(5):
        assert codes_of(draw(seeds, rules=rules, seed=seed)) == [["lot", "different_branch"]] * 4


def test_host_branch_is_not_kept_apart() -> None:
    seeds = [replace(unit, branches=frozenset({"noto"})) for unit in persons(4)]
    host = Rules(settings=Settings(branch_rounds=1, exempt_branch="noto"))
    assert codes_of(draw(seeds, rules=host)) == [["lot"]]
    assert codes_of(draw(seeds, rules=Rules(settings=Settings(branch_rounds=1)))) == [["lot", "same_branch"]]


def test_side_one_goes_to_those_who_had_it_less() -> None:
    seeds = [replace(unit, firsts=int(unit.key == 1)) for unit in persons(4)]
    for seed in range(10):
        assert 1 in draw(seeds, seed=seed).tables[0].sides[1]


# Pinned tables, chosen byes


def test_pinned_table_stays_as_it_is() -> None:
    rules = Rules(pinned=(((8, 1), (3, 6)),))
    drawn = draw(persons(8), rules=rules)
    assert ((8, 1), (3, 6)) in tables_of(drawn)
    assert sorted(everybody_of(drawn)) == list(range(1, 9))
    assert sum("pinned" in codes for codes in codes_of(drawn)) == 1


def test_pinned_person_who_is_not_here_is_refused() -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw(persons(4), rules=Rules(pinned=(((1, 2), (3, 9)),)))
    assert (refused.value.code, refused.value.params) == ("pinned_not_here", {"unit": 9})


def test_chosen_bye_sits_out_before_the_others() -> None:
    drawn = draw(persons(6), rules=Rules(bye=4))
    assert drawn.byes[0].key == 4
    assert len(drawn.byes) == 2


@pytest.mark.parametrize(
    ("size", "remainder", "needed"), [(3, "sit_out", 4), (0, "sit_out", 4), (2, "three_seats", 3)]
)
def test_too_few_for_a_table_is_said(size: int, remainder: str, needed: int) -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw(persons(size), rules=Rules(settings=Settings(remainder=Remainder(remainder))))
    assert (refused.value.code, refused.value.params) == (
        "too_few_persons",
        {"needed": needed, "there": size},
    )


# Sitting out


def test_who_sits_out_had_fewest_byes_then_not_the_last_then_the_lowest_score() -> None:
    seeds = [
        Seed("A", 1, 5),
        Seed("B", 2, 4),
        Seed("C", 3, 1, byes=1),
        Seed("D", 4, Fraction(5, 2), rested=2),
        Seed("E", 5, 3),
    ]
    for seed in range(10):
        (bye,) = draw(seeds, round_number=3, seed=seed).byes
        assert bye.key == "E"
        assert bye.reasons == (Reason("fewest_byes", {"byes": 0}), Reason("lowest"))


def test_equal_scores_sit_out_by_lot() -> None:
    byes = {draw(persons(5), seed=seed).byes[0].key for seed in range(60)}
    assert byes == {1, 2, 3, 4, 5}
    assert draw(persons(5)).byes[0].reasons == (Reason("fewest_byes", {"byes": 0}), Reason("lot"))


def test_who_has_just_sat_out_does_so_again_only_where_fewer_byes_ask_for_it() -> None:
    seeds = [replace(unit, byes=1) for unit in persons(5)]
    seeds[2] = replace(seeds[2], byes=0, rested=3)
    (bye,) = draw(seeds, round_number=4).byes
    assert bye.key == 3
    assert [reason.code for reason in bye.reasons] == ["fewest_byes", "lowest", "rested_last_round"]


def test_another_sits_out_where_the_lowest_would_leave_no_new_partners() -> None:
    # Of A to D everybody has partnered everybody: one of them has to sit out, and not E.
    others = {key: tuple(other for other in "ABCD" if other != key) for key in "ABCD"}
    seeds = [Seed(key, rank, 5 - rank, partners=others[key]) for rank, key in enumerate("ABCD", start=1)]
    seeds.append(Seed("E", 5, -1))
    with pytest.raises(NoLawfulDraw):
        draw(seeds, round_number=4)
    seeds[0] = replace(seeds[0], partners=("B", "C"))
    seeds[3] = replace(seeds[3], partners=("B", "C"))
    (bye,) = draw(seeds, round_number=4).byes
    assert bye.key == "C"  # A with D, B with E
    assert draw(seeds, round_number=4, rules=RELAXED) == draw(seeds, round_number=4)
    assert bye.reasons == (Reason("fewest_byes", {"byes": 0}), Reason("above_lowest", {"places": 2}))


# Properties and oracles


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 24), st.integers(0, 12), st.integers(0, 10_000))
def test_no_partner_comes_again_while_new_ones_exist(size: int, rounds: int, chance: int) -> None:
    seeds = random_past(size, rounds, seats=4, sides=2, chance=Random(chance))
    if not has_new_partners(seeds):
        with pytest.raises(NoLawfulDraw) as refused:
            draw(seeds, round_number=rounds + 1, seed=chance)
        assert Relaxation.PARTNER_AGAIN in refused.value.relaxations
        return
    drawn = draw(seeds, round_number=rounds + 1, seed=chance)
    assert sorted(everybody_of(drawn)) == list(range(1, size + 1))
    assert partners_again(seeds, drawn) == 0
    byes = [unit.byes for unit in after(seeds, tables_of(drawn), rounds + 1, Random(0))]
    before = [unit.byes for unit in seeds]
    assert max(byes) - min(byes) <= max(1, max(before) - min(before))


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 30), st.integers(0, 5), st.integers(0, 10_000))
def test_order_of_seeds_means_nothing(size: int, rounds: int, chance: int) -> None:
    seeds = random_past(size, rounds, seats=4, sides=2, chance=Random(chance))
    mixed = Random(chance + 1).sample(seeds, len(seeds))
    assert draw(seeds, round_number=rounds + 1, rules=RELAXED) == draw(
        mixed, round_number=rounds + 1, rules=RELAXED
    )


@pytest.mark.parametrize("chance", range(12))
def test_old_opponents_are_as_few_as_any_round_with_new_partners_has(chance: int) -> None:
    """Against every round of eight persons."""
    seeds = random_past(8, 3, seats=4, sides=2, chance=Random(chance))
    known = {unit.key: set(unit.partners) for unit in seeds}
    lawful = [
        tables
        for tables in every_round([unit.key for unit in seeds])
        if not any(b in known[a] for table in tables for a, b in table)
    ]
    drawn = draw(seeds, round_number=4, seed=chance)
    assert opponents_again(seeds, tables_of(drawn)) == min(
        opponents_again(seeds, tables) for tables in lawful
    )


@pytest.mark.parametrize("size", [20, 24, 32])
def test_middling_fields_keep_old_opponents_apart(size: int) -> None:
    """Half of the rounds after which somebody must come again: 19, 23, 31 others, three new ones each."""
    seeds, _ = play(draw_lot, size, (size - 1) // 6 + 1, chance=Random(size), rules=Rules())
    assert all(len(set(unit.met)) == len(unit.met) for unit in seeds)


@pytest.mark.parametrize("size", range(4, 42))
def test_t11_byes_are_even_and_nobody_sits_out_twice_running(size: int) -> None:
    seeds, draws = play(draw_lot, size, 6, chance=Random(size), rules=RELAXED)
    byes = [unit.byes for unit in seeds]
    assert sum(byes) == 6 * (size % 4)
    assert max(byes) - min(byes) <= 1
    if size >= 2 * (size % 4) + 2:
        out = [{bye.key for bye in drawn.byes} for drawn in draws]
        assert all(one.isdisjoint(other) for one, other in pairwise(out))


@pytest.mark.parametrize(
    ("size", "fours", "threes", "out"),
    [(5, 1, 0, 1), (6, 0, 2, 0), (7, 1, 1, 0), (9, 0, 3, 0), (22, 4, 2, 0)],
)
def test_tables_of_three_take_the_rest(size: int, fours: int, threes: int, out: int) -> None:
    rules = Rules(settings=Settings(remainder=Remainder.THREE_SEATS))
    drawn = draw(persons(size), rules=rules)
    assert [len(table.sides) for table in drawn.tables] == [2] * fours + [3] * threes
    assert len(drawn.byes) == out
    assert sorted(everybody_of(drawn)) == list(range(1, size + 1))


@pytest.mark.parametrize("size", [12, 13, 18, 31])
def test_trios_have_new_partners(size: int) -> None:
    rules = Rules(settings=Settings(shape=(3, 3)))
    seeds, draws = play(draw_lot, size, 3, chance=Random(size), rules=rules)
    assert all(len(set(unit.partners)) == len(unit.partners) for unit in seeds)
    assert all(sorted(everybody_of(drawn)) == list(range(1, size + 1)) for drawn in draws)


@pytest.mark.parametrize(
    ("size", "relaxations"),
    [(40, (Relaxation.PARTNER_AGAIN,)), (41, (Relaxation.PARTNER_AGAIN, Relaxation.SECOND_BYE))],
)
def test_refusal_of_a_large_field_names_the_one_without_a_partner(
    size: int, relaxations: tuple[Relaxation, ...]
) -> None:
    seeds = persons(size)
    seeds[6] = replace(seeds[6], partners=tuple({*range(1, size + 1)} - {7}), byes=1)
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds, round_number=3)
    assert (refused.value.blocked[0].key, refused.value.blocked[0].opponents_left) == (7, 0)
    assert refused.value.relaxations == relaxations
