import json
from dataclasses import replace

import pytest

from tournaments.domain.draw import DrawImpossible
from tournaments.domain.records import InvalidRecord
from tournaments.domain.stages.cut_list import Agreement, CutList, Decided, agreed, cut_list_from, cut_list_to
from tournaments.domain.stages.cut_rule import CutRule, cut_rule_from, cut_rule_to
from tournaments.domain.stages.cuts import Stake, TieDecision
from tournaments.domain.stages.next_stage import Joining

ANNOUNCED = CutList(("A", "B", "C", "D"), ("A", "B", "C", "D"))


def test_who_moves_up_takes_the_place_of_who_goes_and_the_others_keep_theirs() -> None:
    assert agreed(ANNOUNCED, ("A", "C", "D", "E"), Agreement.MOVED_UP).passed == ("A", "E", "C", "D")


def test_two_move_up_in_the_order_of_the_tables() -> None:
    assert agreed(ANNOUNCED, ("B", "C", "F", "E"), Agreement.MOVED_UP).passed == ("F", "B", "C", "E")


def test_nobody_left_to_move_up_closes_the_gap() -> None:
    assert agreed(ANNOUNCED, ("A", "C", "D"), Agreement.MOVED_UP).passed == ("A", "C", "D")


def test_one_more_by_the_tables_comes_last() -> None:
    derived = ("A", "B", "C", "D", "E")
    assert agreed(ANNOUNCED, derived, Agreement.MOVED_UP).passed == derived


def test_order_alone_follows_the_tables() -> None:
    assert agreed(ANNOUNCED, ("B", "A", "C", "D"), Agreement.MOVED_UP).passed == ("B", "A", "C", "D")


def test_both_are_honoured() -> None:
    assert agreed(ANNOUNCED, ("A", "B", "C", "E"), Agreement.BOTH).passed == ("A", "B", "C", "D", "E")


def test_list_kept_agrees_from_now_on_with_what_the_tables_say() -> None:
    kept = agreed(ANNOUNCED, ("A", "B", "C", "E"), Agreement.KEPT)
    assert kept.passed == ANNOUNCED.passed
    assert kept.derived == ("A", "B", "C", "E")


def test_stored_list_is_read_back_as_it_was() -> None:
    decided = Decided(Stake(0, ("D", "E"), 1), TieDecision.LOT, ("E", "D"))
    announced = replace(ANNOUNCED, decided=(decided,))
    assert cut_list_from(json.loads(json.dumps(cut_list_to(announced)))) == announced


def test_order_of_others_than_the_tied_decides_nothing() -> None:
    with pytest.raises(DrawImpossible, match="order_incomplete"):
        _ = Decided(Stake(0, ("D", "E"), 1), TieDecision.PLAY_OFF, ("E", "F")).settled


def test_stored_rule_is_read_back_and_a_wrong_one_refused() -> None:
    rule = CutRule(top=2, best_others=1, crosswise=False, joining=Joining.FOLD)
    assert cut_rule_from(json.loads(json.dumps(cut_rule_to(rule)))) == rule
    assert cut_rule_from({}) == CutRule()
    with pytest.raises(InvalidRecord, match="out_of_range"):
        cut_rule_from({"top": 0})
