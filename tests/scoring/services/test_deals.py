"""Deals as they come in: counted once, judged, taken back, corrected, disputed. Nothing typed is lost."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from ledger.acts import chain_faults
from ledger.models import Act
from scoring.enums import ActKind, DealState
from scoring.errors import (
    ActConflict,
    DealNotCurrent,
    DealRefused,
    GameFinished,
    MatchClosed,
    NothingHeld,
    NothingToRetract,
    RoundNotPublished,
    UuidReused,
)
from scoring.models import Deal
from scoring.services.deals import correct_deal, record_deal, resolve_dispute, retract_deal
from scoring.services.drafts import pair_next_round
from scoring.services.results import confirm_match
from scoring.services.undo import undo_last
from tests.events import make_match, make_pair, make_stage, play, play_out, seen
from tournaments.errors import ReasonMissing
from tournaments.models import Match
from tournaments.services.reception import close_reception

pytestmark = pytest.mark.django_db

OUT_40 = "sheet,s1,1,6,led"  # seat 1 goes out with a bishop over another tile: 40 to side 1 (G-6.1)
OUT_30 = "sheet,s1,2,5,received"  # seat 2 goes out with a gold it received with: 30 to side 2
REDEAL = "sheet,s1,R"


def totals(match: Match) -> dict[int, int]:
    match.refresh_from_db()
    return dict(match.result.match_score.games[0].raw)


def next_dealer(deal: Deal) -> object:
    assert deal.outcome
    return deal.outcome["next_dealer"]


def send(match: Match, record: str, *, uuid: UUID, after: UUID | None) -> Deal:
    return record_deal(match, uuid=uuid, after=after, record=record)


def test_deal_counts_and_names_the_next_dealer() -> None:
    match = make_match()
    deal = play(match, OUT_40)
    assert (deal.number, deal.state, next_dealer(deal)) == (1, DealState.CURRENT.value, 1)
    assert totals(match) == {1: 40, 2: 0}
    assert match.state == "playing"


def test_same_uuid_twice_is_one_deal() -> None:
    match, uuid = make_match(), uuid4()
    first = send(match, OUT_40, uuid=uuid, after=None)
    again = send(match, OUT_40, uuid=uuid, after=None)
    assert first == again
    assert totals(match) == {1: 40, 2: 0}
    assert Act.objects.filter(subject=match.uuid).count() == 1


def test_same_uuid_with_another_body_is_refused_and_not_stored() -> None:
    match, uuid = make_match(), uuid4()
    send(match, OUT_40, uuid=uuid, after=None)
    with pytest.raises(UuidReused):
        send(match, OUT_30, uuid=uuid, after=None)
    assert Deal.objects.count() == 1


def test_uuid_of_another_match_is_refused() -> None:
    uuid = uuid4()
    send(make_match(), OUT_40, uuid=uuid, after=None)
    with pytest.raises(UuidReused):
        send(make_match(), OUT_40, uuid=uuid, after=None)


def test_same_deal_from_a_second_device_is_the_first_one() -> None:
    match = make_match()
    first = send(match, OUT_40, uuid=uuid4(), after=None)
    second = send(match, OUT_40, uuid=uuid4(), after=None)
    assert first == second
    assert totals(match) == {1: 40, 2: 0}


def test_different_deal_from_a_second_device_is_held_and_the_match_disputed() -> None:
    match, held_uuid = make_match(), uuid4()
    send(match, OUT_40, uuid=uuid4(), after=None)
    with pytest.raises(ActConflict) as conflict:
        send(match, OUT_30, uuid=held_uuid, after=None)
    both: Any = conflict.value.params
    assert (both["existing"]["record"], both["held"]["record"]) == (OUT_40, OUT_30)
    match.refresh_from_db()
    assert match.state == "disputed"
    assert Deal.objects.get(uuid=held_uuid).state == DealState.HELD.value


def test_held_act_sent_again_is_the_same_conflict() -> None:
    match, held_uuid = make_match(), uuid4()
    send(match, OUT_40, uuid=uuid4(), after=None)
    for _ in range(2):
        with pytest.raises(ActConflict):
            send(match, OUT_30, uuid=held_uuid, after=None)
    assert Deal.objects.count() == 2


def test_everything_sent_to_a_disputed_match_is_held() -> None:
    match = make_match()
    first = send(match, OUT_40, uuid=uuid4(), after=None)
    with pytest.raises(ActConflict):
        send(match, OUT_30, uuid=uuid4(), after=None)
    with pytest.raises(ActConflict):
        send(match, OUT_30, uuid=uuid4(), after=first.uuid)
    assert Deal.objects.filter(state=DealState.HELD.value).count() == 2


def test_desk_resolves_for_the_held_deal() -> None:
    match, held_uuid = make_match(), uuid4()
    send(match, OUT_40, uuid=uuid4(), after=None)
    with pytest.raises(ActConflict):
        send(match, OUT_30, uuid=held_uuid, after=None)
    resolve_dispute(match, held=Deal.objects.get(uuid=held_uuid), by=None)
    assert totals(match) == {1: 0, 2: 30}
    assert match.state == "playing"
    assert Deal.objects.get(record=OUT_40).superseded_by == Deal.objects.get(uuid=held_uuid)


def test_desk_resolves_for_what_was_there_and_nothing_is_lost() -> None:
    match = make_match()
    send(match, OUT_40, uuid=uuid4(), after=None)
    with pytest.raises(ActConflict):
        send(match, OUT_30, uuid=uuid4(), after=None)
    resolve_dispute(match, held=None, by=None)
    assert totals(match) == {1: 40, 2: 0}
    assert Deal.objects.get(record=OUT_30).state == DealState.REJECTED.value
    with pytest.raises(NothingHeld):
        resolve_dispute(match, held=None, by=None)


def counting(match: Match) -> list[tuple[int, str]]:
    deals = Deal.objects.filter(game__match=match, state=DealState.CURRENT.value)
    return list(deals.order_by("number").values_list("number", "record"))


def held_after(match: Match, after: UUID | None) -> Deal:
    with pytest.raises(ActConflict):
        send(match, OUT_30, uuid=(uuid := uuid4()), after=after)
    return Deal.objects.get(uuid=uuid, state=DealState.HELD.value)


def test_deal_held_against_one_after_a_withdrawal_takes_only_its_place() -> None:
    match = make_match()
    play(match, OUT_40)
    play(match, OUT_30)
    taken_back = uuid4()
    retract_deal(match, uuid=taken_back, after=seen(match))
    play(match, REDEAL)
    resolve_dispute(match, held=held_after(match, taken_back), by=None)
    assert counting(match) == [(1, OUT_40), (2, OUT_30)]
    assert totals(match) == {1: 40, 2: 30}


def test_deal_held_behind_one_that_was_taken_back_leaves_no_gap() -> None:
    match = make_match()
    play(match, OUT_40)
    second = play(match, REDEAL)
    retract_deal(match, uuid=uuid4(), after=second.uuid)
    resolve_dispute(match, held=held_after(match, second.uuid), by=None)
    assert counting(match) == [(1, OUT_40), (2, OUT_30)]


def test_deal_that_a_dispute_lets_in_is_not_counted_again_from_another_phone() -> None:
    match = make_match()
    gone = play(match, OUT_40)
    undo_last(match, act=gone.uuid)
    undone = seen(match)
    held = held_after(match, gone.uuid)
    resolve_dispute(match, held=held, by=None)
    assert send(match, OUT_30, uuid=uuid4(), after=undone) == held
    assert counting(match) == [(1, OUT_30)]
    undo_last(match, act=Act.objects.latest("number").uuid)
    assert counting(match) == []
    with pytest.raises(ActConflict):
        send(match, OUT_40, uuid=uuid4(), after=undone)


def test_deal_held_after_an_act_that_is_not_known_replaces_nothing() -> None:
    match = make_match()
    play(match, OUT_40)
    resolve_dispute(match, held=held_after(match, uuid4()), by=None)
    assert counting(match) == [(1, OUT_40), (2, OUT_30)]


def test_unlawful_deal_is_refused_with_its_rule_and_nothing_is_stored() -> None:
    match = make_match()
    with pytest.raises(DealRefused) as refused:
        play(match, "11234678,11224559,11123445,11133567,s1,171,212,324,4p,1p,249")
    # From the handed cases (G-0632): a king may not attack before one lies face up (G-5).
    assert (refused.value.params["fault"], refused.value.params["ply"]) == ("king_attack_not_allowed", 6)
    assert not Deal.objects.exists()


def test_unlawful_deal_is_kept_as_rejected_when_asked() -> None:
    match = make_match()
    deal = record_deal(match, uuid=uuid4(), after=None, record="nonsense", keep_rejected=True)
    assert (deal.state, deal.fault_code) == (DealState.REJECTED.value, "syntax")
    assert not match.result.match_score.games


def test_redeal_counts_no_points_and_keeps_the_dealer() -> None:
    match = make_match()
    deal = record_deal(match, uuid=uuid4(), after=None, record=REDEAL, kind=ActKind.REDEAL)
    assert (deal.normal_record, next_dealer(deal)) == (REDEAL, 1)
    play(match, OUT_40)
    assert totals(match) == {1: 40, 2: 0}


def test_what_is_sent_as_a_redeal_has_to_be_one() -> None:
    match = make_match()
    with pytest.raises(DealRefused) as refused:
        record_deal(match, uuid=uuid4(), after=None, record=OUT_40, kind=ActKind.REDEAL)
    assert refused.value.params["fault"] == "not_a_redeal"
    assert not Deal.objects.exists()


def test_last_deal_is_taken_back_and_its_row_stays() -> None:
    match = make_match()
    play(match, OUT_40)
    last = play(match, OUT_30)
    uuid = uuid4()
    for _ in range(2):  # a repeat changes nothing
        assert retract_deal(match, uuid=uuid, after=last.uuid) == last
    assert totals(match) == {1: 40, 2: 0}
    assert Deal.objects.get(pk=last.pk).state == DealState.RETRACTED.value
    assert play(match, OUT_30).number == 2


def test_nothing_to_take_back_is_said() -> None:
    match = make_match()
    with pytest.raises(NothingToRetract):
        retract_deal(match, uuid=uuid4(), after=None)


def test_correction_supersedes_and_keeps_the_old_row() -> None:
    match = make_match()
    old = play(match, OUT_40)
    new = correct_deal(old, record=OUT_30, reason="駒の読み違い", by=None)
    old.refresh_from_db()
    assert (old.state, old.superseded_by, new.number) == (DealState.SUPERSEDED.value, new, 1)
    assert totals(match) == {1: 0, 2: 30}
    with pytest.raises(DealNotCurrent):
        correct_deal(old, record=OUT_30, reason="二度目", by=None)
    with pytest.raises(ReasonMissing):
        correct_deal(new, record=OUT_40, reason=" ", by=None)


def test_game_over_takes_no_more_deals_and_waits_for_confirmation() -> None:
    match = make_match()
    play_out(match, winner=1)
    assert match.state == "to_confirm"
    with pytest.raises(GameFinished):
        play(match, OUT_40)


def test_confirmed_match_refuses_every_act() -> None:
    match = make_match()
    play_out(match, winner=2)
    confirm_match(match, by=None)
    match.refresh_from_db()
    assert (match.state, match.result.match_score.winner) == ("confirmed", 2)
    with pytest.raises(MatchClosed):
        play(match, OUT_40)
    with pytest.raises(MatchClosed):
        retract_deal(match, uuid=uuid4(), after=seen(match))


def test_draft_takes_no_deals() -> None:
    stage = make_stage()
    make_pair(stage)
    make_pair(stage)
    close_reception(stage.division)
    match = pair_next_round(stage).matches.get()
    with pytest.raises(RoundNotPublished):
        play(match, OUT_40)


def test_best_of_three_opens_the_next_game_by_itself() -> None:
    match = make_match(preset="tokyo_meijin")
    play_out(match, winner=1)
    assert [game.leg for game in match.games.all()] == [1, 2]
    play_out(match, winner=1, game=2)
    assert match.state == "to_confirm"
    assert match.games.count() == 2


def test_chain_of_the_event_holds_after_all_this() -> None:
    match = make_match()
    play_out(match, winner=1)
    confirm_match(match, by=None)
    assert list(chain_faults(match.tournament.uuid)) == []
