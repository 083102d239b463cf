"""元に戻す: every kind of act has its inverse; pressing walks back, anything new ends the walk."""

import random
from contextlib import suppress
from uuid import uuid4

import pytest

from ledger.acts import chain_faults
from ledger.errors import Refusal
from ledger.models import Act
from scoring.domain.facts import RulingEffect
from scoring.enums import ActKind, DealState
from scoring.errors import ActConflict, LastActDiffers, NothingToUndo, UndoNotPossible
from scoring.models import Deal
from scoring.selectors.rulings import ruling_facts, standing_rulings
from scoring.selectors.undoable import UNDOABLE, last_undoable
from scoring.services.deals import correct_deal, let_totals_stand, record_deal, resolve_dispute, retract_deal
from scoring.services.outcomes import record_forfeit, record_totals
from scoring.services.queue import move_match
from scoring.services.rebuild import rebuild
from scoring.services.results import confirm_match, derive_score, reopen_match
from scoring.services.rounds import close_round
from scoring.services.rulings import cancel_ruling, rule
from scoring.services.undo import INVERSES, undo_last
from tests.events import make_match, make_pair, make_stage, play, play_out, seen, start_round
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match()


def undo(match: Match) -> None:
    last = last_undoable(match)
    assert last is not None
    undo_last(match, act=last.act.uuid)


def standing(match: Match) -> list[tuple[int, str]]:
    """What counts: the numbers and records of the deals."""
    deals = Deal.objects.filter(game__match=match, state=DealState.CURRENT.value).order_by("number")
    return list(deals.values_list("number", "record"))


def totals(match: Match) -> dict[int, int]:
    return dict(derive_score(match).games[0].raw)


def test_there_is_an_inverse_of_every_kind() -> None:
    assert set(INVERSES) == set(UNDOABLE)


def test_nothing_to_undo(match: Match) -> None:
    with pytest.raises(NothingToUndo):
        undo_last(match, act=uuid4())


def test_deals_are_walked_back_one_by_one(match: Match) -> None:
    for seat in (1, 2, 3):
        play(match, f"sheet,s1,{seat},6,led")
    for left in (2, 1, 0):
        undo(match)
        assert len(standing(match)) == left
    with pytest.raises(NothingToUndo):
        undo_last(match, act=uuid4())
    assert match.state == "waiting"
    assert Deal.objects.filter(state=DealState.RETRACTED.value).count() == 3
    assert list(chain_faults(match.tournament.uuid)) == []


def test_anything_new_ends_the_walk(match: Match) -> None:
    play(match, "sheet,s1,1,6,led")
    play(match, "sheet,s1,2,6,led")
    undo(match)
    play(match, "sheet,s1,3,6,led")
    undo(match)
    assert standing(match) == [(1, "sheet,s1,1,6,led")]
    undo(match)
    assert standing(match) == []


def test_withdrawal_is_undone_and_the_deal_counts_again(match: Match) -> None:
    play(match, "sheet,s1,1,6,led")
    retract_deal(match, uuid=uuid4(), after=seen(match))
    undo(match)
    assert standing(match) == [(1, "sheet,s1,1,6,led")]
    undo(match)
    assert standing(match) == []


def test_correction_is_undone_and_the_earlier_row_counts(match: Match) -> None:
    deal = play(match, "sheet,s1,1,6,led")
    correct_deal(deal, record="sheet,s1,2,6,led", reason="misread", by=None)
    correct_deal(Deal.objects.latest("pk"), record="sheet,s1,3,6,led", reason="misread again", by=None)
    for record in ("sheet,s1,2,6,led", "sheet,s1,1,6,led"):
        undo(match)
        assert standing(match) == [(1, record)]
    undo(match)
    assert standing(match) == []


def test_versions_of_an_outcome_are_walked_back(match: Match) -> None:
    record_totals(match, totals=[[150, 100]])
    record_totals(match, totals=[[150, 110]])
    record_forfeit(match, winner=2, reason="they left", by=None)
    assert derive_score(match).winner == 2
    undo(match)
    assert totals(match) == {1: 150, 2: 110}
    undo(match)
    assert totals(match) == {1: 150, 2: 100}
    undo(match)
    assert (derive_score(match).games, match.state) == ((), "waiting")
    assert match.outcomes.count() == 6


def test_confirmation_is_undone_and_the_match_is_open(match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    undo(match)
    assert match.state == "to_confirm"
    undo(match)
    assert (match.state, totals(match)) == ("playing", {1: 80, 2: 0})


def test_opening_again_is_undone_and_the_result_stands(match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    reopen_match(match, reason="wrong slip", by=None)
    undo(match)
    assert match.state == "confirmed"
    undo(match)
    assert match.state == "to_confirm"


def hold(match: Match, record: str) -> Deal:
    """Somebody who has seen nothing sends something else."""
    uuid = uuid4()
    with pytest.raises(ActConflict):
        record_deal(match, uuid=uuid, after=None, record=record)
    match.refresh_from_db()
    return Deal.objects.get(uuid=uuid)


def test_resolved_dispute_is_undone_and_waits_again(match: Match) -> None:
    play(match, "sheet,s1,1,6,led")
    held = hold(match, "sheet,s1,2,5,led")
    resolve_dispute(match, held=held, by=None)
    assert standing(match) == [(1, "sheet,s1,2,5,led")]
    undo(match)
    assert (match.state, standing(match)) == ("disputed", [(1, "sheet,s1,1,6,led")])
    held.refresh_from_db()
    assert held.state == DealState.HELD.value
    resolve_dispute(match, held=None, by=None)
    match.refresh_from_db()
    assert match.state == "playing"


def test_nothing_is_undone_while_two_values_wait(match: Match) -> None:
    play(match, "sheet,s1,1,6,led")
    hold(match, "sheet,s1,2,5,led")
    last = last_undoable(match)
    assert last
    assert last.fault == "held"
    with pytest.raises(UndoNotPossible):
        undo(match)


def test_totals_that_stand_are_undone_and_contradict_again(match: Match) -> None:
    play_out(match, winner=1)
    record_totals(match, totals=[[100, 150]])
    match.refresh_from_db()
    let_totals_stand(match, reason="deals of another table", by=None)
    assert totals(match) == {1: 100, 2: 150}
    undo(match)
    assert (match.state, totals(match)) == ("disputed", {1: 160, 2: 0})


def test_ruling_and_its_cancellation_are_undone(match: Match) -> None:
    play_out(match, winner=1)
    ruling = rule(match, on=match, effect=RulingEffect.LOSS, side=1, reason="left the hall")
    cancel_ruling(ruling, reason="came back")
    assert derive_score(match).winner == 1
    undo(match)
    assert derive_score(match).winner == 2
    undo(match)
    assert derive_score(match).winner == 1
    assert rebuild(match.tournament).agrees


def test_ruling_is_undone_in_a_closed_round_and_nothing_else(match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    close_round(match.round)
    rule(match, on=match, effect=RulingEffect.LOSS, side=1, reason="left the hall")
    undo(match)
    assert (match.state, derive_score(match).winner) == ("confirmed", 1)
    last = last_undoable(match)
    assert last
    assert last.fault == "round_not_open"


def test_move_is_undone_and_both_are_where_they_were() -> None:
    stage = make_stage()
    for _pair in range(4):
        make_pair(stage)
    one, other = start_round(stage).matches.order_by("table")
    move_match(one, table=2, exchange=True)
    undo(one)
    other.refresh_from_db()
    assert (one.table, other.table) == (1, 2)
    move_match(one, table=9)
    undo(one)
    assert one.table == 1


def test_two_desks_that_press_at_once_undo_one_act(match: Match) -> None:
    play(match, "sheet,s1,1,6,led")
    second = play(match, "sheet,s1,2,6,led")
    undo_last(match, act=second.uuid)
    with pytest.raises(LastActDiffers):
        undo_last(match, act=second.uuid)
    assert len(standing(match)) == 1


def test_phone_that_has_not_seen_the_undoing_does_not_go_on_as_if_nothing_was(match: Match) -> None:
    deal = play(match, "sheet,s1,1,6,led")
    undo(match)
    with pytest.raises(ActConflict):
        record_deal(match, uuid=uuid4(), after=deal.uuid, record="sheet,s1,2,6,led")
    match.refresh_from_db()
    assert match.state == "disputed"


def test_phone_that_has_seen_the_undoing_goes_on(match: Match) -> None:
    play(match, "sheet,s1,1,6,led")
    undo(match)
    assert Act.objects.get(kind="deal_undone").uuid == seen(match)
    assert play(match, "sheet,s1,2,6,led").number == 1


def test_withdrawal_by_somebody_who_missed_the_undoing_says_the_same(match: Match) -> None:
    deal = play(match, "sheet,s1,1,6,led")
    undo(match)
    assert retract_deal(match, uuid=uuid4(), after=deal.uuid) == deal
    assert not Act.objects.filter(kind=ActKind.HELD.value).exists()


def snapshot(match: Match) -> tuple[object, ...]:
    """All that counts of a match."""
    match.refresh_from_db()
    facts = ruling_facts(match)
    return derive_score(match), standing(match), facts, match.state, match.table


def deal(match: Match, rng: random.Random) -> None:
    seat, tile = rng.choice([1, 2, 3, 4]), rng.choice("1234567")
    play(match, f"sheet,s1,{seat},{tile},{rng.choice(['led', 'received', 'doubled'])}")


def withdrawal(match: Match, rng: random.Random) -> None:
    retract_deal(match, uuid=uuid4(), after=seen(match))


def correction(match: Match, rng: random.Random) -> None:
    last = Deal.objects.filter(game__match=match, state=DealState.CURRENT.value).latest("number")
    correct_deal(last, record=f"sheet,s1,{rng.choice([1, 2])},7,led", reason="misread", by=None)


def typed_totals(match: Match, rng: random.Random) -> None:
    record_totals(match, totals=[[150, 10 * rng.randrange(15)]])


def forfeit(match: Match, rng: random.Random) -> None:
    record_forfeit(match, winner=rng.choice([1, 2]), reason="left", by=None)


def confirmation(match: Match, rng: random.Random) -> None:
    confirm_match(match, by=None)


def reopening(match: Match, rng: random.Random) -> None:
    reopen_match(match, reason="wrong slip", by=None)


def ruling(match: Match, rng: random.Random) -> None:
    game, side = match.games.get(leg=1), rng.choice([1, 2])
    effect = rng.choice(list(RulingEffect))
    on = match if effect is not RulingEffect.POINTS and rng.random() < 0.5 else game
    points = rng.choice([-20, 30]) if effect is RulingEffect.POINTS else 0
    rule(match, on=on, effect=effect, side=side, points=points, reason="G-8")


def cancellation(match: Match, rng: random.Random) -> None:
    [*_others, last] = standing_rulings(match.rulings.all())
    cancel_ruling(last, reason="misheard")


def totals_stand(match: Match, rng: random.Random) -> None:
    let_totals_stand(match, reason="deals of another table", by=None)


def move(match: Match, rng: random.Random) -> None:
    move_match(match, table=rng.choice([n for n in range(1, 9) if n != match.table]))


ACTS = [deal, deal, deal, withdrawal, correction, typed_totals, forfeit, confirmation, reopening, ruling]
ACTS += [cancellation, move]
IN_DISPUTE = [typed_totals, forfeit, totals_stand]


@pytest.mark.parametrize("seed", range(12))
def test_walking_back_meets_every_state_again(match: Match, seed: int) -> None:
    rng = random.Random(seed)
    before: list[tuple[object, ...]] = []
    while len(before) < 14:
        found, acts = snapshot(match), Act.objects.count()
        with suppress(Refusal, Deal.DoesNotExist, ValueError):
            rng.choice(IN_DISPUTE if match.state == "disputed" else ACTS)(match, rng)
        if Act.objects.count() > acts:
            before.append(found)
    for expected in reversed(before):
        undo(match)
        assert snapshot(match) == expected
    assert rebuild(match.tournament).agrees
    assert list(chain_faults(match.tournament.uuid)) == []
