"""What people settled before a Swiss draw (tables, byes, numbers from a box), team-mates and soft rules."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.tournaments.domain.test_swiss import codes_of, draw, field, pairs_of
from tournaments.domain.draw import DrawImpossible, Key, NoLawfulDraw, Reason, Relaxation, Rules, Seed, Sides
from tournaments.domain.settings import Settings, Soft

ONE_BYE = [Seed(key, rank, 9 - rank) for rank, key in enumerate("ABCDE", start=1)]


def table(one: Key, other: Key) -> Sides:
    return ((one,), (other,))


# Pinned tables


def test_pinned_table_stays_as_it_is_and_the_others_are_drawn_round_it() -> None:
    seeds = field({"A": 3, "B": 3, "C": 2, "D": 2, "E": 1, "F": 1}, [])
    drawn = draw(seeds, rules=Rules(pinned=(table("F", "A"),)))
    assert drawn.tables[0].sides == table("F", "A")
    assert drawn.tables[0].reasons[0] == Reason("pinned")
    # B, C, D, E are left: 3 2 2 1 by their scores.
    assert pairs_of(drawn) == {frozenset("AF"), frozenset("BC"), frozenset("DE")}
    assert [found.number for found in drawn.tables] == [1, 2, 3]


def test_pinned_table_may_break_a_rule_and_the_round_says_so() -> None:
    seeds = field({"A": 1, "B": 1, "C": 0, "D": 0}, [("A", "B")])
    drawn = draw(seeds, rules=Rules(pinned=(table("A", "B"),)))
    assert pairs_of(drawn) == {frozenset("AB"), frozenset("CD")}
    assert drawn.warnings == (Reason("rematch", {"times": 1, "table": 1}),)


def test_all_tables_pinned_leave_nothing_to_draw() -> None:
    seeds = field({"A": 1, "B": 1, "C": 0}, [])
    drawn = draw(seeds, rules=Rules(pinned=(table("C", "A"),)))
    assert (pairs_of(drawn), [bye.key for bye in drawn.byes]) == ({frozenset("AC")}, ["B"])


@pytest.mark.parametrize(
    ("pinned", "code", "unit"),
    [
        ((table("A", "Z"),), "pinned_not_here", "Z"),
        ((table("A", "B"), table("B", "C")), "unit_twice", "B"),
    ],
)
def test_pinned_table_of_somebody_who_cannot_sit_there_is_refused(
    pinned: tuple[Sides, ...], code: str, unit: str
) -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw(field({"A": 1, "B": 1, "C": 0, "D": 0}, []), rules=Rules(pinned=pinned))
    assert (refused.value.code, refused.value.params) == (code, {"unit": unit})


def test_refusal_round_a_pinned_table_names_those_left() -> None:
    seeds = field({"A": 1, "B": 1, "C": 0, "D": 0}, [("C", "D")])
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds, rules=Rules(pinned=(table("A", "B"),)))
    assert {unit.key for unit in refused.value.blocked} == {"C", "D"}


# Who sits out


def test_t06_bye_that_was_moved_stays_moved_and_is_the_only_one() -> None:
    (allocated,) = draw(ONE_BYE).byes
    assert allocated.key == "E"
    moved = draw(ONE_BYE, rules=Rules(bye="C"))
    assert [(bye.key, bye.reasons) for bye in moved.byes] == [("C", (Reason("chosen_bye"),))]
    assert pairs_of(moved) == {frozenset("AB"), frozenset("DE")}


def test_t08_requested_bye_of_round_one_leaves_two_tables_and_no_other_bye() -> None:
    drawn = draw(ONE_BYE, round_number=1, rules=Rules(bye="B"))
    assert [bye.key for bye in drawn.byes] == ["B"]
    assert len(drawn.tables) == 2


def test_chosen_bye_may_be_a_second_one() -> None:
    seeds = [replace(unit, byes=int(unit.key == "A")) for unit in ONE_BYE]
    assert [bye.key for bye in draw(seeds, rules=Rules(bye="A")).byes] == ["A"]


def test_one_who_asks_to_sit_out_of_an_even_field_makes_another_sit_out() -> None:
    seeds = field({"A": 3, "B": 2, "C": 1, "D": 0}, [])
    assert [bye.key for bye in draw(seeds, rules=Rules(bye="A")).byes] == ["A", "D"]


def test_only_one_who_is_here_sits_out_with_a_warning() -> None:
    drawn = draw([Seed("A", 1)])
    assert (drawn.tables, [bye.key for bye in drawn.byes]) == ((), ["A"])
    assert drawn.warnings == (Reason("only_one_here"),)


def test_two_meet_once_and_then_are_told_that_they_have_met() -> None:
    seeds = [Seed("A", 1), Seed("B", 2)]
    assert pairs_of(draw(seeds)) == {frozenset("AB")}
    with pytest.raises(NoLawfulDraw) as refused:
        draw([replace(seeds[0], met=("B",)), seeds[1]])
    assert refused.value.relaxations == (Relaxation.REMATCH,)


# Numbers from a box


def by_hand(lots: Mapping[Key, int]) -> Rules:
    return Rules(lots=lots)


def test_numbers_from_a_box_pair_first_with_second_and_third_with_fourth() -> None:
    seeds = [Seed(key, rank, branches=frozenset({"noto"})) for rank, key in enumerate("ABCD", start=1)]
    rules = replace(by_hand({"A": 3, "B": 1, "C": 4, "D": 2}), settings=Settings(branch_rounds=9))
    drawn = draw(seeds, round_number=1, rules=rules)
    assert [found.sides for found in drawn.tables] == [table("B", "D"), table("A", "C")]
    assert all(found.reasons[0] == Reason("hand_lot") for found in drawn.tables)


def test_last_number_of_an_odd_box_sits_out() -> None:
    seeds = [Seed(key, rank) for rank, key in enumerate("ABC", start=1)]
    (bye,) = draw(seeds, round_number=1, rules=by_hand({"A": 3, "B": 1, "C": 2})).byes
    assert (bye.key, bye.reasons) == ("A", (Reason("hand_lot"),))


def test_hard_rule_moves_numbers_as_little_as_can_be() -> None:
    seeds = [Seed(number, number, team="X" if number < 3 else None) for number in range(1, 9)]
    drawn = draw(seeds, round_number=1, rules=Rules(lots={number: number for number in range(1, 9)}))
    # 1 and 2 are team-mates: they change with 3 and 4, all others stay.
    assert {frozenset((5, 6)), frozenset((7, 8))} < pairs_of(drawn)
    assert frozenset((1, 2)) not in pairs_of(drawn)


def test_who_drew_no_number_comes_behind_all_who_did() -> None:
    seeds = [Seed(key, rank) for rank, key in enumerate("ABC", start=1)]
    drawn = draw(seeds, round_number=1, rules=by_hand({"B": 2, "C": 1}))
    assert (pairs_of(drawn), [bye.key for bye in drawn.byes]) == ({frozenset("BC")}, ["A"])


@pytest.mark.parametrize("size", [129, 130, 500])
def test_numbers_from_a_box_pair_neighbours_in_a_large_field_too(size: int) -> None:
    seeds = [Seed(number, size - number) for number in range(1, size + 1)]
    drawn = draw(seeds, round_number=1, rules=Rules(lots={number: number for number in range(1, size + 1)}))
    assert [found.sides for found in drawn.tables] == [table(n, n + 1) for n in range(1, size, 2)]


# Team-mates


def test_team_mates_never_meet_unless_that_is_given_up() -> None:
    seeds = [Seed("A", 1, 1, team="Nagano"), Seed("B", 2, 1, team="Nagano"), Seed("C", 3), Seed("D", 4)]
    assert frozenset("AB") not in pairs_of(draw(seeds))
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds[:2])
    assert refused.value.relaxations == (Relaxation.TEAM_MATES,)
    drawn = draw(seeds[:2], rules=Rules(relaxed=frozenset({Relaxation.TEAM_MATES})))
    assert codes_of(drawn) == [{"same_score", "team_mates"}]
    assert [warning.code for warning in drawn.warnings] == ["team_mates"]


def test_persons_without_a_team_are_no_team_mates() -> None:
    assert pairs_of(draw([Seed("A", 1), Seed("B", 2)])) == {frozenset("AB")}


# Soft rules


def test_who_floated_before_does_not_float_again() -> None:
    # One of A, B, C must play below its score; C has done so already.
    seeds = [Seed("A", 1, 1), Seed("B", 2, 1), Seed("C", 3, 1, floats=1), Seed("D", 4, 0)]
    drawn = draw(seeds)
    assert frozenset("CD") not in pairs_of(drawn)
    assert frozenset("CD") in pairs_of(draw([replace(unit, floats=0) for unit in seeds]))


def test_floating_again_is_said() -> None:
    drawn = draw([Seed("A", 1, 1, floats=2), Seed("B", 2, 0)])
    assert Reason("floats_again", {"times": 2}) in drawn.tables[0].reasons


def test_who_was_on_side_one_less_is_on_side_one() -> None:
    drawn = draw([Seed("A", 1, firsts=2), Seed("B", 2, firsts=1)])
    assert drawn.tables[0].sides == table("B", "A")


def test_two_who_were_both_too_often_on_side_one_do_not_meet() -> None:
    seeds = [
        Seed("A", 1, firsts=1, met=("X",)),
        Seed("B", 2, met=("Y",)),
        Seed("C", 3, firsts=1, met=("Z",)),
        Seed("D", 4, met=("W",)),
    ]
    # The fold would pair A with C.
    assert frozenset("AC") not in pairs_of(draw(seeds))
    by_fold = Rules(settings=Settings(soft=(Soft.SCORE, Soft.FOLD)))
    assert frozenset("AC") in pairs_of(draw(seeds, rules=by_fold))
    assert Reason("side_one_again", {"rounds": 1}) in draw([seeds[0], seeds[2]]).tables[0].reasons


def test_order_of_soft_rules_is_the_settings() -> None:
    seeds = [
        Seed("A", 1, 2, branches=frozenset({"noto"})),
        Seed("B", 2, 2, branches=frozenset({"noto"})),
        Seed("C", 3, 1, branches=frozenset({"tokyo"})),
        Seed("D", 4, 1, branches=frozenset({"tokyo"})),
    ]
    branch_first = Settings(branch_rounds=9, soft=(Soft.BRANCH, Soft.SCORE))
    assert frozenset("AB") not in pairs_of(draw(seeds, rules=Rules(settings=branch_first)))
    assert frozenset("AB") in pairs_of(draw(seeds, rules=Rules(settings=Settings(branch_rounds=9))))


def test_host_branch_may_meet_itself() -> None:
    seeds = [
        Seed(key, rank, branches=frozenset({"noto" if key in "AC" else "tokyo"}))
        for rank, key in enumerate("ABCD", start=1)
    ]
    host = Settings(branch_rounds=9, exempt_branch="noto", soft=(Soft.SCORE, Soft.BRANCH, Soft.FOLD))
    drawn = draw([seeds[0], seeds[2]], rules=Rules(settings=host))
    assert codes_of(drawn) == [{"same_score"}]
