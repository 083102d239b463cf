"""A rotation planned ahead: followed while it fits, planned anew from what was really played."""

from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from ledger.models import Act
from scoring.errors import AllRoundsPlayed, NoRoundFits, PartnersMustRepeat, RoundDrafted
from scoring.selectors.draws import drawn_sides
from scoring.services.draft_edits import pin_match, swap_units
from scoring.services.drafts import pair_next_round, redraw_round
from scoring.services.plans import plan_rest
from scoring.services.rounds import close_round, publish_round
from tests.whole_events import enter_single, entered, finish
from tournaments.domain.draw import Relaxation
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format
from tournaments.errors import ReceptionOpen
from tournaments.models import Entry, ForbiddenPair, Round, Stage, Tournament
from tournaments.services.presence import come_back, leave
from tournaments.services.wishes import keep_apart

pytestmark = pytest.mark.django_db


def planned(persons: int, **facts: Any) -> Stage:
    settings = Settings(mode=RotationMode.DESIGN)
    return entered(Format.ROTATION, persons, preset="society_individual", settings=settings, **facts)


def play(round: Round) -> Round:
    """Published, played, closed."""
    publish_round(round)
    for match in round.matches.all():
        if not match.is_bye:
            finish(match, Random(f"{round.number}/{match.number}"))
    close_round(round)
    return round


def partners(round: Round) -> set[frozenset[int]]:
    sides = chain.from_iterable(sides for _match, sides in drawn_sides(round))
    return {frozenset(map(int, side)) for side in sides}


def stored_partners(stage: Stage, version: int, number: int) -> set[frozenset[int]]:
    plan = stage.plans.get(version=version)
    tables = plan.rounds[number - plan.first_round]["tables"]
    return {frozenset(side) for table in tables for side in table["sides"]}


def entry(stage: Stage, number: int) -> Entry:
    return stage.division.entries.get(number=number)


def versions(stage: Stage) -> list[tuple[int, int]]:
    return list(stage.plans.order_by("version").values_list("version", "first_round"))


def test_every_round_is_drawn_as_the_first_plan_has_it() -> None:
    stage = planned(8, rounds_planned=3)
    rounds = [play(pair_next_round(stage)) for _ in range(3)]
    assert versions(stage) == [(1, 1)]
    assert [partners(round) for round in rounds] == [stored_partners(stage, 1, n) for n in (1, 2, 3)]
    assert len(set[frozenset[int]]().union(*map(partners, rounds))) == 3 * 4  # nobody had a partner twice
    assert Act.objects.filter(kind="rounds_planned").count() == 1


def test_who_leaves_changes_what_is_to_come_and_nothing_that_was_played() -> None:
    stage = planned(9, rounds_planned=4)
    played = [play(pair_next_round(stage)) for _ in range(2)]
    before = list(map(partners, played))
    leave(entry(stage, 3), stage, from_round=3, reason="帰宅")
    third = play(pair_next_round(stage))
    assert versions(stage) == [(1, 1), (2, 3)]
    assert list(map(partners, played)) == before
    assert 3 not in set(chain(*partners(third)))
    assert len(partners(third)) == 4  # eight are left, so nobody sits out
    assert not partners(third) & set[frozenset[int]]().union(*before)


def test_who_comes_back_is_planned_again_with_the_old_partners_known() -> None:
    stage = planned(8, rounds_planned=4)
    first = play(pair_next_round(stage))
    leave(entry(stage, 1), stage, from_round=2, reason="食事")
    second = play(pair_next_round(stage))
    come_back(entry(stage, 1), stage, from_round=3)
    third = play(pair_next_round(stage))
    assert versions(stage) == [(1, 1), (2, 2), (3, 3)]
    assert set(chain(*partners(third))) == set(range(1, 9))
    assert not partners(third) & (partners(first) | partners(second))


def test_a_draft_drawn_again_by_the_same_lots_follows_the_same_plan() -> None:
    stage = planned(8, rounds_planned=3)
    play(pair_next_round(stage))
    second = pair_next_round(stage)
    assert partners(redraw_round(second)) == stored_partners(stage, 1, 2)
    assert versions(stage) == [(1, 1)]


def test_new_lots_plan_the_rest_and_a_draft_leaves_no_version_behind() -> None:
    stage = planned(8, rounds_planned=3)
    play(pair_next_round(stage))
    draft = redraw_round(pair_next_round(stage), new_lots=True)
    draft = redraw_round(draft, new_lots=True)
    assert versions(stage) == [(1, 1), (2, 2)]
    assert partners(draft) == stored_partners(stage, 2, 2)
    play(draft)
    assert partners(pair_next_round(stage)) == stored_partners(stage, 2, 3)


def test_two_who_are_kept_apart_later_are_planned_apart() -> None:
    stage = planned(8, rounds_planned=3)
    play(pair_next_round(stage))
    one, other = sorted(next(iter(stored_partners(stage, 1, 2))))
    ForbiddenPair.objects.create(
        tournament=stage.tournament,
        one=entry(stage, one).people[0],
        other=entry(stage, other).people[0],
        as_opponents=False,
        as_partners=True,
    )
    second = play(pair_next_round(stage))
    third = pair_next_round(stage)
    assert versions(stage) == [(1, 1), (2, 2)]
    assert frozenset({one, other}) not in partners(second) | partners(third)


def test_a_kept_table_makes_a_plan_of_its_own_until_it_is_let_go() -> None:
    stage = planned(8, rounds_planned=3)
    play(pair_next_round(stage))
    draft = pair_next_round(stage)
    kept = draft.matches.get(number=2)
    sides = dict(drawn_sides(draft))[kept]
    draft.matches.filter(pk=kept.pk).update(pinned=True)
    pinned = redraw_round(draft)
    assert sides in dict(drawn_sides(pinned)).values()
    assert versions(stage) == [(1, 1), (2, 2)]
    pinned.matches.update(pinned=False)
    assert partners(redraw_round(pinned)) == stored_partners(stage, 1, 2)
    assert versions(stage) == [(1, 1)]


def test_the_rest_is_planned_anew_while_a_round_is_played() -> None:
    stage = planned(9, rounds_planned=4)
    first = pair_next_round(stage)
    publish_round(first)
    leave(entry(stage, 9), stage, from_round=2, reason="帰宅")
    plan = plan_rest(stage)
    assert (plan.version, plan.first_round, len(plan.rounds)) == (2, 2, 3)
    everybody = [
        {key for table in r["tables"] for side in table["sides"] for key in side} for r in plan.rounds
    ]
    assert everybody == [set(range(1, 9))] * 3
    assert not stored_partners(stage, 2, 2) & partners(first)
    for match in first.matches.all():
        if not match.is_bye:
            finish(match, Random(match.number))
    close_round(first)
    assert partners(pair_next_round(stage)) == stored_partners(stage, 2, 2)


def test_planning_the_rest_waits_for_reception_draft_and_rounds() -> None:
    stage = planned(4, rounds_planned=1)
    Tournament.objects.update(state="reception")
    with pytest.raises(ReceptionOpen):
        plan_rest(Stage.objects.get(pk=stage.pk))
    Tournament.objects.update(state="running")
    round = pair_next_round(Stage.objects.get(pk=stage.pk))
    with pytest.raises(RoundDrafted):
        plan_rest(round.stage)
    play(round)
    with pytest.raises(AllRoundsPlayed):
        plan_rest(round.stage)


def test_a_partner_again_is_accepted_by_name_for_one_draw() -> None:
    """Four persons make three pairs of partners: the fourth round repeats one (counted by hand)."""
    stage = planned(4, rounds_planned=5)
    rounds = [play(pair_next_round(stage)) for _ in range(3)]
    with pytest.raises(PartnersMustRepeat) as refused:
        pair_next_round(stage)
    assert refused.value.params == {"round": 4, "relaxations": ["partner_again"]}
    assert stage.rounds.count() == 3
    fourth = play(pair_next_round(stage, relaxed=[Relaxation.PARTNER_AGAIN]))
    assert partners(fourth) == partners(rounds[0])  # the partners of longest ago
    with pytest.raises(PartnersMustRepeat):
        pair_next_round(stage)


def test_a_kept_table_of_old_partners_needs_no_further_word_when_the_rest_is_drawn_again() -> None:
    stage = planned(8, rounds_planned=3)
    first = play(pair_next_round(stage))
    draft = pair_next_round(stage)
    one, other = sorted(min(partners(first), key=sorted))
    sides = next(sides for _match, sides in drawn_sides(draft) if one in chain(*sides))
    (mate,) = (unit for side in sides if one in side for unit in side if unit != one)
    swap_units(draft, one=entry(stage, int(mate)), other=entry(stage, other), accept=True)
    kept = next(match for match, sides in drawn_sides(draft) if one in chain(*sides))
    pin_match(kept, pinned=True)
    assert frozenset({one, other}) in partners(redraw_round(draft))


def test_two_of_five_who_never_share_a_table_do_not_stop_the_rounds_in_which_one_sits_out() -> None:
    stage = planned(5, rounds_planned=4)
    one, other = (entry(stage, number).people[0] for number in (2, 5))
    keep_apart(stage.tournament, one=one, other=other)
    out: list[Any] = []
    for _ in range(2):
        round = play(pair_next_round(stage))
        out += {1, 2, 3, 4, 5} - set(chain(*partners(round)))
    assert sorted(out) == [2, 5]
    with pytest.raises(NoRoundFits) as refused:
        pair_next_round(stage)
    assert set(refused.value.params["relaxations"]) == {"second_bye", "forbidden_pair"}  # type: ignore[call-overload]


def test_a_floater_who_steps_in_is_part_of_a_new_plan() -> None:
    stage = planned(7, rounds_planned=3)
    first = play(pair_next_round(stage))
    assert len(list(drawn_sides(first))) == 1
    floater = enter_single(stage)
    Entry.objects.filter(pk=floater.pk).update(is_house=True)
    second = play(pair_next_round(stage))
    assert set(chain(*partners(second))) == set(range(1, 9))
    assert versions(stage) == [(1, 1), (2, 2)]
    assert all(len(pair) == 2 for pair in partners(second))


def test_numbers_of_a_plan_are_tables_of_the_hall() -> None:
    stage = planned(12, rounds_planned=2)
    Tournament.objects.update(tables=4, tables_out=[2])
    pair_next_round(Stage.objects.get(pk=stage.pk))
    halls = [round["hall"] for round in stage.plans.get().rounds]
    assert halls == [{"1": 1, "2": 3, "3": 4}] * 2


def test_whoever_is_paired_with_whom_the_plan_has_everybody_once() -> None:
    stage = planned(5, rounds_planned=5)  # T15: each sits out once, each partners every other once
    rounds = [play(pair_next_round(stage)) for _ in range(5)]
    pairs = [pair for round in rounds for pair in partners(round)]
    assert sorted(map(sorted, pairs)) == sorted(map(list, combinations(range(1, 6), 2)))
