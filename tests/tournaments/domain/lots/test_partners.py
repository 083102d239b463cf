import pytest

from tournaments.domain.draw import DrawImpossible, Key, NoLawfulDraw, Relaxation
from tournaments.domain.lots.partners import PartnerRules, Single, draw_partners


def pool(size: int, *, branches: int = 3) -> list[Single]:
    return [Single(number, frozenset({f"branch {number % branches}"})) for number in range(size)]


@pytest.mark.parametrize("size", range(0, 12))
def test_everybody_has_a_partner_but_one_of_an_odd_pool(size: int) -> None:
    lot = draw_partners(pool(size), seed=4)
    there = [person for pair in lot.pairs for person in pair.persons]
    left = [] if lot.left_over is None else [lot.left_over]
    assert sorted(map(int, there + left)) == list(range(size))
    assert len(left) == size % 2
    assert [pair.number for pair in lot.pairs] == list(range(1, size // 2 + 1))


def test_lot_repeats_with_its_seed_whatever_the_order() -> None:
    assert draw_partners(pool(20), seed=9) == draw_partners(pool(20)[::-1], seed=9)


def test_lot_is_a_lot() -> None:
    partners = {
        draw_partners([Single(key) for key in "ABCD"], seed=seed).pairs[0].persons for seed in range(60)
    }
    assert len(partners) == 6
    assert {draw_partners(pool(3), seed=seed).left_over for seed in range(30)} == {0, 1, 2}


def test_branches_are_mixed_only_when_asked() -> None:
    rules = PartnerRules(avoid_branches=True)
    for seed in range(10):
        lot = draw_partners(pool(12, branches=2), rules=rules, seed=seed)
        assert {reason.code for pair in lot.pairs for reason in pair.reasons} == {"lot", "different_branch"}
    plain = draw_partners(pool(12, branches=1), seed=1)
    assert {reason.code for pair in plain.pairs for reason in pair.reasons} == {"lot"}


def test_same_branch_is_named_where_it_cannot_be_avoided() -> None:
    lot = draw_partners(pool(2, branches=1), rules=PartnerRules(avoid_branches=True), seed=1)
    assert [reason.code for reason in lot.pairs[0].reasons] == ["lot", "same_branch"]


def test_forbidden_pair_is_never_drawn() -> None:
    rules = PartnerRules(forbidden=frozenset({frozenset((0, 1)), frozenset((2, 3))}))
    for seed in range(20):
        pairs = {frozenset(pair.persons) for pair in draw_partners(pool(4), rules=rules, seed=seed).pairs}
        assert pairs.isdisjoint(rules.forbidden)


def test_pool_that_forbidden_pairs_block_is_refused_until_relaxed() -> None:
    forbidden = frozenset({frozenset((0, 1))})
    with pytest.raises(NoLawfulDraw) as refused:
        draw_partners(pool(2), rules=PartnerRules(forbidden=forbidden), seed=1)
    assert [single.key for single in refused.value.blocked] == [0, 1]
    assert refused.value.relaxations == (Relaxation.FORBIDDEN_PAIR,)
    rules = PartnerRules(forbidden=forbidden, relaxed=frozenset({Relaxation.FORBIDDEN_PAIR}))
    lot = draw_partners(pool(2), rules=rules, seed=1)
    assert [reason.code for reason in lot.pairs[0].reasons] == ["lot", "forbidden_pair"]


def test_existing_pairs_come_first_and_untouched() -> None:
    lot = draw_partners(pool(4), fixed=[("b", "a"), ("c", "d")], seed=1)
    assert [pair.persons for pair in lot.pairs[:2]] == [("b", "a"), ("c", "d")]
    assert [pair.number for pair in lot.pairs] == [1, 2, 3, 4]


def test_person_in_pool_and_pair_is_refused() -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw_partners(pool(2), fixed=[(1, 5)], seed=1)
    assert (refused.value.code, refused.value.params) == ("unit_twice", {"unit": 1})


def test_person_whom_everybody_refuses_is_the_one_left_over_or_blocked() -> None:
    rules = PartnerRules(forbidden=frozenset(frozenset((0, other)) for other in (1, 2, 3)))
    assert {draw_partners(pool(3), rules=rules, seed=seed).left_over for seed in range(20)} == {0}
    with pytest.raises(NoLawfulDraw) as refused:
        draw_partners(pool(4), rules=rules, seed=1)
    assert (refused.value.blocked[0].key, refused.value.blocked[0].opponents_left) == (0, 0)


def test_lots_from_the_box_decide_in_place_of_the_seed() -> None:
    lots: dict[Key, int] = {0: 5, 1: 4, 2: 1, 3: 3, 4: 2}
    drawn = [draw_partners(pool(5), lots=lots, seed=seed) for seed in range(10)]
    assert {tuple(pair.persons for pair in lot.pairs) for lot in drawn} == {((2, 4), (1, 3))}
    assert {lot.left_over for lot in drawn} == {0}
    assert [pair.number for pair in drawn[0].pairs] == [1, 2]
    assert {reason.code for pair in drawn[0].pairs for reason in pair.reasons} == {"hand_lot"}


def test_lots_from_the_box_follow_the_fixed_pairs() -> None:
    lot = draw_partners(pool(2), fixed=[("a", "b")], lots={0: 2, 1: 1}, seed=1)
    assert [pair.persons for pair in lot.pairs] == [("a", "b"), (0, 1)]
    assert [[reason.code for reason in pair.reasons] for pair in lot.pairs] == [["fixed_pair"], ["hand_lot"]]


def test_box_that_makes_a_forbidden_pair_is_refused_until_relaxed() -> None:
    forbidden = frozenset({frozenset((0, 1))})
    lots: dict[Key, int] = {0: 1, 1: 2, 2: 3, 3: 4}
    with pytest.raises(NoLawfulDraw) as refused:
        draw_partners(pool(4), rules=PartnerRules(forbidden=forbidden), lots=lots, seed=1)
    assert [single.key for single in refused.value.blocked] == [0, 1]
    relaxed = PartnerRules(forbidden=forbidden, relaxed=frozenset({Relaxation.FORBIDDEN_PAIR}))
    lot = draw_partners(pool(4), rules=relaxed, lots=lots, seed=1)
    assert [reason.code for reason in lot.pairs[0].reasons] == ["hand_lot", "forbidden_pair"]


def test_box_says_whether_branches_differ_but_does_not_see_to_it() -> None:
    lots: dict[Key, int] = {0: 1, 1: 3, 2: 2, 3: 4}
    rules = PartnerRules(avoid_branches=True)
    drawn = draw_partners(pool(4, branches=2), rules=rules, lots=lots, seed=1)
    assert [pair.persons for pair in drawn.pairs] == [(0, 2), (1, 3)]
    assert {reason.code for pair in drawn.pairs for reason in pair.reasons} == {"hand_lot", "same_branch"}


@pytest.mark.parametrize("lots", [{0: 1, 1: 2}, {0: 1, 1: 2, 9: 3}, {0: 1, 1: 2, 2: 2}])
def test_pool_whose_lots_are_not_all_there_is_refused(lots: dict[Key, int]) -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw_partners(pool(3), lots=lots, seed=1)
    assert (refused.value.code, refused.value.params) == ("lots_incomplete", {"missing": "3"})
