"""Tables settled by hand: what they break, and a round in plain order of standing."""

import pytest

from tournaments.domain.drafts.by_hand import (
    broken_at,
    broken_by_bye,
    exchanged,
    in_order,
    reasons_at,
    reasons_of_bye,
    units_at,
)
from tournaments.domain.draw import Key, Reason, Rules, Seed, Sides
from tournaments.domain.settings import Settings, Soft

PAIRS = Rules()


def units(*seeds: Seed) -> dict[Key, Seed]:
    return {seed.key: seed for seed in seeds}


def test_a_table_that_breaks_nothing_has_nothing_to_say() -> None:
    here = units(Seed("a", 1), Seed("b", 2))
    assert broken_at((("a",), ("b",)), here, PAIRS, bars_rematch=True) == ()


@pytest.mark.parametrize(("bars", "said"), [(True, (Reason("rematch", {"times": 2}),)), (False, ())])
def test_a_rematch_counts_as_often_as_either_remembers(bars: bool, said: tuple[Reason, ...]) -> None:
    here = units(Seed("a", 1, met=("b", "c", "b")), Seed("b", 2, met=("a",)))
    assert broken_at((("a",), ("b",)), here, PAIRS, bars_rematch=bars) == said


def test_partners_and_opponents_each_have_their_rules() -> None:
    here = units(Seed("a", 1, partners=("b",), team="x"), Seed("b", 2), Seed("c", 3, team="x"), Seed("d", 4))
    rules = Rules(apart=frozenset({frozenset({"c", "d"})}), forbidden=frozenset({frozenset({"a", "b"})}))
    # a and b are partners and kept apart only as opponents; c and d are kept apart as partners.
    assert broken_at((("a", "b"), ("c", "d")), here, rules, bars_rematch=False) == (
        Reason("partner_again", {"times": 1}),
        Reason("forbidden_pair"),
        Reason("team_mates", {"team": "x"}),
    )


def test_a_house_pair_breaks_no_rule() -> None:
    here = units(Seed("a", 1, met=("house",)))
    assert broken_at((("a",), ("house",)), here, PAIRS, bars_rematch=True) == ()


def test_a_second_bye_is_one_while_somebody_present_has_had_fewer() -> None:
    here = units(Seed("a", 1, byes=1), Seed("b", 2, byes=1), Seed("gone", 3, present=False))
    assert broken_by_bye(here["a"], here) == ()
    here |= units(Seed("c", 4))
    assert broken_by_bye(here["a"], here) == (Reason("second_bye", {"byes": 1}),)


@pytest.mark.parametrize(
    ("by_score", "soft", "round_number", "said"),
    [
        (True, (Soft.SCORE, Soft.BRANCH), 2, ["score_gap", "no_rematch", "same_branch"]),
        (False, (Soft.SCORE, Soft.BRANCH), 2, ["no_rematch", "same_branch"]),
        (True, (Soft.SCORE,), 2, ["score_gap", "no_rematch"]),
        (True, (Soft.SCORE, Soft.BRANCH), 3, ["score_gap", "no_rematch"]),
    ],
)
def test_a_table_made_by_hand_says_what_it_keeps_and_gives_up(
    by_score: bool, soft: tuple[Soft, ...], round_number: int, said: list[str]
) -> None:
    noto = frozenset({"noto"})
    here = units(Seed("a", 1, score=2, met=("c",), branches=noto), Seed("b", 2, score=1, branches=noto))
    reasons = reasons_at(
        (("a",), ("b",)),
        here,
        Rules(settings=Settings(soft=soft, branch_rounds=2)),
        round_number=round_number,
        by_score=by_score,
        bars_rematch=True,
    )
    assert [reason.code for reason in reasons] == said


def test_a_bye_by_hand_says_whether_somebody_had_fewer() -> None:
    here = units(Seed("a", 1, byes=1), Seed("b", 2))
    assert reasons_of_bye(here["a"], here) == (Reason("second_bye", {"byes": 1}),)
    assert reasons_of_bye(here["b"], here) == (Reason("fewest_byes", {"byes": 0}),)


def test_two_have_each_others_seat_and_the_others_stay() -> None:
    sides: Sides = (("a", "b"), ("c", "d"))
    assert exchanged(sides, "a", "d") == (("d", "b"), ("c", "a"))
    assert exchanged(sides, "b", "elsewhere") == (("a", "elsewhere"), ("c", "d"))
    assert units_at(sides) == {"a", "b", "c", "d"}


def test_in_order_neighbours_meet_and_the_lowest_of_the_fewest_byes_sits_out() -> None:
    field = [
        Seed("best", 1, score=2), Seed("second", 2, score=1, met=("third",)), Seed("third", 3, score=1),
        Seed("fourth", 4), Seed("last", 5, byes=1),
    ]  # fmt: skip
    draw = in_order(field, rules=PAIRS, per_side=1, bars_rematch=True, seed=7)
    assert [table.sides for table in draw.tables] == [(("best",), ("second",)), (("third",), ("last",))]
    assert [bye.key for bye in draw.byes] == ["fourth"]
    assert draw.tables[0].reasons == (Reason("in_order"),)


def test_in_order_says_what_it_breaks() -> None:
    draw = in_order(
        [Seed("a", 1, met=("b",)), Seed("b", 2)], rules=PAIRS, per_side=1, bars_rematch=True, seed=7
    )
    assert draw.tables[0].reasons == (Reason("in_order"), Reason("rematch", {"times": 1}))


@pytest.mark.parametrize(
    ("shape", "sides", "out"),
    [
        ((2, 2), [((1, 3), (2, 4))], [7, 6, 5]),
        ((1, 1, 1), [((1,), (2,), (3,)), ((4,), (5,), (6,))], [7]),
        ((3, 3), [((1, 3, 5), (2, 4, 6))], [7]),
    ],
)
def test_in_order_persons_fill_one_table_after_the_other(
    shape: tuple[int, ...], sides: list[Sides], out: list[int]
) -> None:
    draw = in_order(
        [Seed(rank, rank) for rank in range(7, 0, -1)],
        rules=Rules(Settings(shape=shape)),
        per_side=shape[0],
        bars_rematch=False,
        seed=7,
    )
    assert [table.sides for table in draw.tables] == sides
    assert [bye.key for bye in draw.byes] == out
