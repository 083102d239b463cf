"""Any field at all, under any rules: a round that is as good as the best of all rounds, or there is none."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.swiss_oracle import Costs, broken, by_score, full_merit, lawful_rounds, may_meet
from tests.tournaments.domain.test_swiss import after, draw, drawn_round, pairs_of
from tournaments.domain.draw import Draw, Key, NoLawfulDraw, Relaxation, Rules, Seed
from tournaments.domain.settings import Settings, Soft

networkx = pytest.importorskip("networkx")

RULES = (Relaxation.REMATCH, Relaxation.SECOND_BYE, Relaxation.TEAM_MATES, Relaxation.FORBIDDEN_PAIR)


@st.composite
def fields(draw: st.DrawFn, *, most: int) -> list[Seed]:
    """Units with histories that need not fit together, as corrections and substitutes leave them."""
    size = draw(st.integers(0, most))
    keys = st.integers(1, size)
    some = st.integers(0, 3)
    return [
        Seed(
            key=number,
            rank=number,
            score=draw(st.integers(0, 4).map(lambda halves: Fraction(halves, 2))),
            branches=draw(st.frozensets(st.sampled_from("xyz"), max_size=2)),
            team=draw(st.none() | st.none() | st.sampled_from("st")),
            met=tuple(key for key in draw(st.lists(keys, max_size=4)) if key != number),
            byes=draw(st.integers(0, 1)),
            floats=draw(some),
            firsts=draw(some),
        )
        for number in range(1, size + 1)
    ]


@st.composite
def rules_for(draw: st.DrawFn, *, size: int) -> Rules:
    pairs = [frozenset(pair) for pair in combinations(range(1, size + 1), 2)]
    return Rules(
        settings=Settings(branch_rounds=9, soft=tuple(draw(st.permutations(list(Soft))))),
        forbidden=frozenset(draw(st.lists(st.sampled_from(pairs), max_size=3))) if pairs else frozenset(),
        relaxed=frozenset(draw(st.lists(st.sampled_from(RULES), max_size=2))),
    )


@st.composite
def cases(draw: st.DrawFn, *, most: int) -> tuple[list[Seed], Rules]:
    seeds = draw(fields(most=most))
    return seeds, draw(rules_for(size=len(seeds)))


def drawn_or_refused(seeds: list[Seed], rules: Rules) -> Draw | NoLawfulDraw:
    try:
        return draw(seeds, rules=rules)
    except NoLawfulDraw as refused:
        return refused


@settings(max_examples=100, deadline=None)
@given(cases(most=14), st.randoms(use_true_random=False))
def test_everybody_has_one_place_and_the_order_of_seeds_is_nothing(
    case: tuple[list[Seed], Rules], chance: Random
) -> None:
    seeds, rules = case
    drawn = drawn_or_refused(seeds, rules)
    again = drawn_or_refused(chance.sample(seeds, len(seeds)), rules)
    if isinstance(drawn, NoLawfulDraw):
        assert isinstance(again, NoLawfulDraw)
        assert again.args == drawn.args
    else:
        assert again == drawn
        places: list[Key] = [key for table in drawn.tables for side in table.sides for key in side]
        assert sorted([*places, *(bye.key for bye in drawn.byes)], key=int) == [unit.key for unit in seeds]


@settings(max_examples=100, deadline=None)
@given(cases(most=14))
def test_hard_rules_are_kept_or_no_round_keeps_them(case: tuple[list[Seed], Rules]) -> None:
    seeds, rules = case
    drawn = drawn_or_refused(seeds, rules)
    assert isinstance(drawn, Draw) == there_is_a_round(seeds, rules)
    if isinstance(drawn, Draw):
        known = {unit.key: unit for unit in seeds}
        for one, other in map(tuple, pairs_of(drawn)):
            assert broken(known[one], known[other], rules) <= rules.relaxed


def there_is_a_round(seeds: list[Seed], rules: Rules) -> bool:
    """By another solver: with an odd number an empty place meets those who may sit out."""
    graph = networkx.Graph()
    graph.add_nodes_from(unit.key for unit in seeds)
    graph.add_edges_from(
        (one.key, other.key) for one, other in combinations(seeds, 2) if may_meet(one, other, rules)
    )
    if len(seeds) % 2:
        fewest = min(unit.byes for unit in seeds)
        may_rest = [unit for unit in seeds if unit.byes == fewest or Relaxation.SECOND_BYE in rules.relaxed]
        graph.add_edges_from((unit.key, "nobody") for unit in may_rest)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(pairs) == len(graph)


@settings(max_examples=100, deadline=None)
@given(cases(most=14))
def test_each_relaxation_offered_is_enough_alone_or_none_is(case: tuple[list[Seed], Rules]) -> None:
    seeds, rules = case
    refused = drawn_or_refused(seeds, rules)
    if isinstance(refused, NoLawfulDraw):
        helps = [rule for rule in RULES if there_is_a_round(seeds, relaxing(rules, rule))]
        assert set(refused.relaxations) == set(helps) if helps else refused.relaxations
        assert {unit.key for unit in refused.blocked} <= {unit.key for unit in seeds}
        assert refused.blocked


def relaxing(rules: Rules, rule: Relaxation) -> Rules:
    return Rules(settings=rules.settings, forbidden=rules.forbidden, relaxed=rules.relaxed | {rule})


@pytest.mark.parametrize("entrants", [12, 15, 18, 21, 24])
def test_late_round_is_least_by_score_and_there_as_long_as_there_is_one(entrants: int) -> None:
    chance = Random(entrants)
    seeds = [Seed(number, number) for number in range(1, entrants + 1)]
    for number in range(1, 2 * entrants):
        drawn = drawn_or_refused(seeds, Rules())
        assert isinstance(drawn, Draw) == there_is_a_round(seeds, Rules())
        if not isinstance(drawn, Draw):
            assert number > entrants // 3
            return
        bye = drawn.byes[0].key if drawn.byes else None
        tables = [(one, other) for one, other in drawn_round(seeds, drawn) if other is not None]
        assert by_score(tables) == least_by_score([unit for unit in seeds if unit.key != bye])
        seeds = after(seeds, drawn, chance)


def least_by_score(seeds: list[Seed]) -> Costs:
    graph = networkx.Graph()
    for one, other in combinations(seeds, 2):
        if may_meet(one, other, Rules()):
            halves = abs(int(2 * one.score) - int(2 * other.score))
            graph.add_edge(one.key, other.key, weight=10**7 - 1000 * halves**2 - halves)
    known = {unit.key: unit for unit in seeds}
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return by_score([(known[a], known[b]) for a, b in pairs])


@settings(max_examples=100, deadline=None)
@given(cases(most=8))
def test_round_is_the_best_of_all_by_every_rule_in_any_order(case: tuple[list[Seed], Rules]) -> None:
    seeds, rules = case
    # The fold is not told apart by the oracle, so it must not go before what is.
    soft = (*(rule for rule in rules.settings.soft if rule is not Soft.FOLD), Soft.FOLD)
    rules = Rules(
        settings=Settings(branch_rounds=9, soft=soft), forbidden=rules.forbidden, relaxed=rules.relaxed
    )
    drawn = drawn_or_refused(seeds, rules)
    best = min((full_merit(pairs, rules) for pairs in lawful_rounds(seeds, rules)), default=None)
    ours = full_merit(drawn_round(seeds, drawn), rules) if isinstance(drawn, Draw) else None
    assert ours == best
