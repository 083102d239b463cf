"""Cuts between stages: who passes, ties across the line, and what changes after the list is announced."""

from collections import Counter

import pytest
from django.db.models import QuerySet

from scoring.errors import CutAwaited, CutNotPossible, CutTied, EntrantsPlay, StageUnfinished
from scoring.selectors.cuts import cut_state, order_by_lot
from scoring.selectors.desk import Step, next_step
from scoring.selectors.draws import drawn_sides
from scoring.selectors.placing import stage_placing
from scoring.services.cuts import agree_cut, publish_cut
from scoring.services.drafts import pair_next_round
from scoring.services.events import close_tournament
from scoring.services.rounds import publish_round
from scoring.services.withdrawals import withdraw_entry
from tests.stages import Side, by_number, correct, met, numbers, play
from tests.whole_events import entered
from tournaments.domain.settings import FirstRound, RotationMode, Settings
from tournaments.domain.stages.cut_list import Agreement, Decided, cut_list_from
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.domain.stages.cuts import TieDecision
from tournaments.domain.stages.next_stage import Joining
from tournaments.enums import Format
from tournaments.errors import ReasonMissing, StageCannotFollow, StageInPlay
from tournaments.models import Announcement, Entry, Match, Stage, Tournament
from tournaments.selectors.entrants import entrants, groups_of
from tournaments.services.events import add_stage, drop_stage

pytestmark = pytest.mark.django_db


def league_of(pairs: int, **facts: object) -> Stage:
    """Everybody against everybody, played to the end: they rank by their numbers."""
    return play(entered(Format.ROUND_ROBIN, pairs, **facts))  # type: ignore[arg-type]


def followed_by(stage: Stage, rule: CutRule, format: Format = Format.KNOCKOUT, **facts: object) -> Stage:
    return add_stage(stage.division, format=format, cut=rule, seed="final", **facts)  # type: ignore[arg-type]


def listed(stage: Stage) -> list[int]:
    return [entry.number for entry in entrants(stage)]


def entry(stage: Stage, number: int) -> Entry:
    return stage.division.entries.get(number=number)


def test_nobody_plays_in_a_stage_before_its_list_is_announced() -> None:
    stage = entered(Format.ROUND_ROBIN, 4)
    final = followed_by(stage, CutRule(top=2))
    assert listed(final) == []
    with pytest.raises(CutAwaited):
        pair_next_round(final)
    with pytest.raises(StageUnfinished):
        publish_cut(final)
    play(stage)
    publish_cut(final)
    assert listed(final) == [1, 2]


def test_a_finished_stage_leads_to_its_cut_and_not_to_the_end_of_the_event() -> None:
    stage = league_of(4)
    final = followed_by(stage, CutRule(top=2))
    for act in (lambda: pair_next_round(stage), lambda: close_tournament(stage.tournament)):
        with pytest.raises(CutAwaited) as refused:
            act()
        assert refused.value.params == {"stage": 2, "before": 1}
    drop_stage(final)
    assert close_tournament(stage.tournament)


def test_where_nobody_passes_the_event_ends_with_the_stage_before() -> None:
    stage = play(entered(Format.ROUND_ROBIN, 3), level)
    final = followed_by(stage, CutRule(top=1))
    (tie,) = cut_state(final).derived.stakes  # type: ignore[union-attr]
    assert next_step(stage.tournament, stage).step is Step.CUT
    publish_cut(final, decided=[Decided(tie, TieDecision.NONE)])
    assert next_step(stage.tournament, stage).step is Step.CLOSE_EVENT
    (award,) = close_tournament(Tournament.objects.get())
    assert [row["place"] for row in award.content] == [1, 1, 1]


def level(one: Side, other: Side) -> tuple[int, int]:
    """Each beats the next: 1 beats 2, 2 beats 3, 3 beats 1."""
    wins = (min(other) - min(one)) % 3 == 1
    return (150, 100) if wins else (100, 150)


def test_list_is_announced_once_however_often_it_is_pressed() -> None:
    final = followed_by(league_of(4), CutRule(top=2))
    first = publish_cut(final)
    assert publish_cut(final) == first
    assert Announcement.objects.filter(stage=final).count() == 1
    assert numbers(cut_list_from(first.content).passed) == [1, 2]


def test_entries_of_one_size_do_not_become_those_of_another() -> None:
    stage = entered(Format.ROUND_ROBIN, 4)
    with pytest.raises(StageCannotFollow) as refused:
        followed_by(stage, CutRule(top=4), Format.ROTATION)
    assert refused.value.params == {"before": 2, "after": 1}
    assert stage.division.stages.count() == 1


def test_stage_is_dropped_until_its_entrants_are_announced() -> None:
    stage = league_of(4)
    drop_stage(followed_by(stage, CutRule(top=2)))
    final = followed_by(stage, CutRule(top=2))
    assert final.number == 2
    publish_cut(final)
    with pytest.raises(StageInPlay):
        drop_stage(final)


# Groups


def test_firsts_and_seconds_of_two_groups_cross() -> None:
    stage = play(entered(Format.ROUND_ROBIN, 8, settings=Settings(groups=2)))
    groups = {number: groups_of(stage)[entry(stage, number).pk] for number in range(1, 9)}
    assert sorted(groups.values()) == [1] * 4 + [2] * 4
    best = {group: sorted(n for n in groups if groups[n] == group)[:2] for group in (1, 2)}
    final = followed_by(stage, CutRule(top=2), settings=Settings(first_round=FirstRound.RANK))
    publish_cut(final)
    assert sorted(listed(final)[:2]) == sorted(best[group][0] for group in best)
    assert sorted(listed(final)) == sorted(best[1] + best[2])
    semi_finals = pair_next_round(final)
    for match in semi_finals.matches.all():
        met = [side.entry.number for side in match.sides.all() if side.entry]
        assert {groups[number] for number in met} == {1, 2}


def test_those_who_pass_are_spread_over_the_groups_of_the_next_stage() -> None:
    stage = league_of(8)
    second = followed_by(stage, CutRule(top=6), Format.ROUND_ROBIN, settings=Settings(groups=2))
    publish_cut(second)
    groups = groups_of(second)
    # The snake: 1 2 – 2 1 – 1 2.
    assert [groups[entry(stage, number).pk] for number in range(1, 7)] == [1, 2, 2, 1, 1, 2]


# Ties across the line


@pytest.fixture
def tied() -> Stage:
    """Two tables with equal results: two winners for one place."""
    stage = play(entered(Format.SWISS, 4, rounds_planned=1))
    return followed_by(stage, CutRule(top=1), Format.SWISS)


def tie_of(stage: Stage, decision: TieDecision, order: tuple[str, ...] = ()) -> Decided:
    state = cut_state(stage)
    assert state is not None
    (stake,) = state.derived.stakes
    return Decided(stake, decision, order)


def test_t57_equals_across_the_line_stop_the_cut_and_are_named(tied: Stage) -> None:
    with pytest.raises(CutTied) as refused:
        publish_cut(tied)
    winners = stage_placing(tied.division.stages.get(number=1))[0]
    names = {Entry.objects.get(uuid=uuid).shown_name for uuid in winners}
    assert set(refused.value.params["entries"]) == names  # type: ignore[call-overload]
    assert refused.value.params["places"] == 1
    assert not tied.announcements.exists()


def test_play_off_decides_by_the_order_that_was_typed(tied: Stage) -> None:
    one, other = (str(key) for key in tie_of(tied, TieDecision.ALL).stake.tied)
    announced = publish_cut(tied, decided=[tie_of(tied, TieDecision.PLAY_OFF, (other, one))])
    content = cut_list_from(announced.content)
    assert content.passed == (other,)
    assert content.decided[0].order == (other, one)


def test_play_off_without_all_who_are_tied_decides_nothing(tied: Stage) -> None:
    one = str(tie_of(tied, TieDecision.ALL).stake.tied[0])
    with pytest.raises(CutNotPossible):
        publish_cut(tied, decided=[tie_of(tied, TieDecision.PLAY_OFF, (one,))])


def test_all_or_none_of_the_tied_pass(tied: Stage) -> None:
    announced = publish_cut(tied, decided=[tie_of(tied, TieDecision.ALL)])
    assert len(announced.content["passed"]) == 2


def test_none_of_the_tied_pass(tied: Stage) -> None:
    announced = publish_cut(tied, decided=[tie_of(tied, TieDecision.NONE)])
    assert announced.content["passed"] == []


def test_t59_lot_is_drawn_from_the_published_seed_and_the_same_again(tied: Stage) -> None:
    tie = tie_of(tied, TieDecision.LOT)
    order = order_by_lot(tied, tie.stake.tied)
    assert order == order_by_lot(tied, tie.stake.tied[::-1])
    typed = Decided(tie.stake, TieDecision.LOT, order[::-1])
    # Whatever order is sent with it, the lot is drawn here.
    assert cut_list_from(publish_cut(tied, decided=[typed]).content).passed == order[:1]


def test_t59_another_seed_draws_another_lot() -> None:
    keys = [f"entry-{number}" for number in range(8)]
    stage = entered(Format.SWISS, 4)
    orders = set()
    for seed in ("a", "b", "c", "d"):
        Stage.objects.filter(pk=stage.pk).update(seed=seed)
        orders.add(order_by_lot(Stage.objects.get(pk=stage.pk), keys))
    assert len(orders) > 1


# Persons become pairs


def test_eight_of_a_rotation_play_on_as_one_and_five_two_and_six() -> None:
    settings = Settings(mode=RotationMode.LOT)
    stage = entered(Format.ROTATION, 16, settings=settings, preset="society_individual", rounds_planned=3)
    play(stage, by_number)
    ranks = [uuid for equals in stage_placing(stage) for uuid in equals][:8]
    final = followed_by(stage, CutRule(top=8, joining=Joining.HALF))
    state = cut_state(final)
    assert state is not None
    publish_cut(final, decided=[Decided(stake, TieDecision.LOT) for stake in state.derived.stakes])
    passed = numbers(cut_list_from(Announcement.objects.get(stage=final).content).passed)
    assert set(numbers(ranks)) & set(passed) == set(passed)
    pairs = [[person.pk for person in pair.people] for pair in entrants(final)]
    persons = [entry(stage, number).people[0].pk for number in passed]
    assert pairs == [[persons[place], persons[place + 4]] for place in range(4)]
    assert len(entrants(stage)) == 16  # the pairs are no entries of the stage before


def test_odd_number_of_persons_is_not_joined() -> None:
    stage = entered(Format.ROTATION, 8, preset="society_individual", rounds_planned=1)
    play(stage)
    final = followed_by(stage, CutRule(top=3))
    state = cut_state(final)
    assert state is not None
    with pytest.raises(CutNotPossible) as refused:
        publish_cut(final, decided=[Decided(stake, TieDecision.LOT) for stake in state.derived.stakes])
    assert refused.value.params["fault"] == "odd_number"
    assert not final.entrants.exists()


# After the announcement


def test_t24_next_rank_moves_up_by_a_further_act_and_standings_stay_frozen() -> None:
    stage = league_of(6)
    final = followed_by(stage, CutRule(top=4))
    publish_cut(final)
    before = stage_placing(stage)
    withdraw_entry(entry(stage, 2), reason="急用")
    assert stage_placing(stage) == before
    with pytest.raises(ReasonMissing):
        agree_cut(final, agreement=Agreement.MOVED_UP, reason=" ")
    agree_cut(final, agreement=Agreement.MOVED_UP, reason="急用")
    assert listed(final) == [1, 5, 3, 4]
    versions = Announcement.objects.filter(stage=final).order_by("version")
    assert [numbers(row.content["passed"]) for row in versions] == [[1, 2, 3, 4], [1, 5, 3, 4]]
    assert [row.reason for row in versions] == ["", "急用"]


def test_agreeing_twice_is_one_act() -> None:
    stage = league_of(6)
    final = followed_by(stage, CutRule(top=4))
    publish_cut(final)
    withdraw_entry(entry(stage, 4), reason="急用")
    for _ in range(2):
        agree_cut(final, agreement=Agreement.KEPT, reason="三組で行う")
    assert Announcement.objects.filter(stage=final).count() == 2
    state = cut_state(final)
    assert state is not None
    assert state.agrees


def test_partner_of_one_who_leaves_plays_with_whoever_moves_up() -> None:
    stage = entered(Format.ROTATION, 8, preset="society_individual", rounds_planned=1)
    play(stage)
    final = followed_by(stage, CutRule(top=4))
    state = cut_state(final)
    assert state is not None
    publish_cut(final, decided=[Decided(stake, TieDecision.LOT) for stake in state.derived.stakes])
    passed = Announcement.objects.get(stage=final).content["passed"]
    kept = list(entrants(final))[1]
    withdraw_entry(Entry.objects.get(uuid=passed[0]), reason="発熱")
    state = cut_state(final)
    assert state is not None
    agree_cut(
        final,
        agreement=Agreement.MOVED_UP,
        reason="発熱",
        decided=[Decided(stake, TieDecision.LOT) for stake in state.derived.stakes],
    )
    first, second = entrants(final)
    partner = Entry.objects.get(uuid=passed[2]).people[0]
    assert first.people[1] == partner
    assert first.people[0] not in {Entry.objects.get(uuid=uuid).people[0] for uuid in passed}
    assert second == kept
    assert Entry.objects.filter(made_for=final).count() == 2


def corrected_final(top: int = 2) -> tuple[Stage, Stage]:
    """A league of four whose list was announced; then it turns out that 3 has beaten 2."""
    stage = league_of(4)
    final = followed_by(stage, CutRule(top=top))
    publish_cut(final)
    return stage, final


def let_three_win(stage: Stage) -> None:
    match = next(match for match in matches_of(stage) if met(match) == {2, 3})
    correct(match, winner=3)


def matches_of(stage: Stage) -> QuerySet[Match]:
    return Match.objects.filter(round__stage=stage).prefetch_related("sides__entry")


def test_correction_makes_the_list_disagree_and_names_who_would_pass() -> None:
    stage, final = corrected_final()
    let_three_win(stage)
    state = cut_state(final)
    assert state is not None
    assert not state.agrees
    assert (numbers(state.going), numbers(state.coming)) == ([2], [3])
    assert listed(final) == [1, 2]


@pytest.mark.parametrize(
    ("agreement", "expected"),
    [
        (Agreement.MOVED_UP, [1, 3]),
        (Agreement.BOTH, [1, 2, 3]),
        (Agreement.KEPT, [1, 2]),
    ],
)
def test_each_way_to_meet_a_correction(agreement: Agreement, expected: list[int]) -> None:
    stage, final = corrected_final()
    let_three_win(stage)
    agree_cut(final, agreement=agreement, reason="訂正")
    assert listed(final) == expected
    state = cut_state(final)
    assert state is not None
    assert state.agrees


def test_who_plays_stays_once_the_stage_has_begun() -> None:
    stage, final = corrected_final()
    publish_round(pair_next_round(final))
    let_three_win(stage)
    with pytest.raises(EntrantsPlay):
        agree_cut(final, agreement=Agreement.MOVED_UP, reason="訂正")
    both = agree_cut(final, agreement=Agreement.BOTH, reason="訂正")
    assert numbers(both.content["passed"]) == [1, 2, 3]
    assert listed(final) == [1, 2]


def test_draft_of_those_who_passed_before_is_gone_with_the_change() -> None:
    stage, final = corrected_final()
    pair_next_round(final)
    let_three_win(stage)
    agree_cut(final, agreement=Agreement.MOVED_UP, reason="訂正")
    assert not final.rounds.exists()


def test_who_withdraws_in_the_stage_itself_does_not_touch_the_list() -> None:
    stage, final = corrected_final(top=4)
    begun = play(final)
    withdraw_entry(entry(stage, 4), reason="帰宅")
    state = cut_state(begun)
    assert state is not None
    assert state.agrees


def test_two_losses_are_out_and_everybody_else_passes() -> None:
    stage = play(entered(Format.TWO_WINS_TWO_LOSSES, 8, rounds_planned=3))
    final = followed_by(stage, CutRule())
    publish_cut(final)
    losses = Counter(
        max(number for side in sides for number in side)  # the stronger always wins
        for round in stage.rounds.all()
        for _match, sides in drawn_sides(round)
    )
    assert sorted(listed(final)) == [number for number in range(1, 9) if losses[number] < 2]
