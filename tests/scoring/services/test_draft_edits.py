"""A draft changed by hand: who meets whom, which tables stay, who sits out, and who did it."""

from typing import Any

import pytest

from clubs.models import Account
from ledger.models import Act
from scoring.errors import NobodySitsOut, OpponentsFixed, RoundNotDraft, RulesBroken, SameEntryTwice
from scoring.selectors.basis import is_stale
from scoring.selectors.draws import drawn_sides
from scoring.services.draft_edits import (
    allow_and_redraw,
    choose_bye,
    forbid_and_redraw,
    pin_changed,
    pin_match,
    swap_units,
)
from scoring.services.drafts import pair_next_round, redraw_round
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tests.events import make_member, make_pair, make_stage, play_out
from tournaments.domain.draw import Key
from tournaments.domain.settings import RotationMode, Settings, ThreeBlock
from tournaments.enums import Format
from tournaments.models import Entry, ForbiddenPair, Match, Round, Stage
from tournaments.services.entries import enter_person
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


@pytest.fixture
def by() -> Account:
    return Account.objects.create_account("kazuma", password="kaku-to-hisha-40")


def drafted(pairs: int, **facts: Any) -> Round:
    stage = make_stage(**facts)
    for _ in range(pairs):
        make_pair(stage)
    close_reception(stage.division)
    return pair_next_round(stage)


def drafted_rotation(persons: int) -> Round:
    stage = make_stage(
        format=Format.ROTATION,
        preset="society_individual",
        settings=Settings(mode=RotationMode.LOT),
    )
    for _ in range(persons):
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    close_reception(stage.division)
    return pair_next_round(stage)


def tables(round: Round) -> dict[int, tuple[tuple[Any, ...], ...]]:
    return {match.number: sides for match, sides in drawn_sides(round)}


def entry(round: Round, number: Key) -> Entry:
    return round.stage.division.entries.get(number=number)


def byes(round: Round) -> list[int]:
    alone = [match for match in round.matches.all() if match.is_bye]
    return [side.entry.number for match in alone for side in match.sides.all() if side.entry]


def codes(match: Match) -> list[str]:
    match.refresh_from_db()
    return [reason["code"] for reason in match.reasons]


def next_draft(round: Round) -> Round:
    """Everybody on side 1 wins, and the next round is drafted."""
    publish_round(round)
    for match, _sides in drawn_sides(round):
        play_out(match, winner=1)
        confirm_match(match, by=None)
    close_round(round)
    return pair_next_round(Stage.objects.get(pk=round.stage_id))


def test_two_have_each_others_place_and_the_tables_say_who_did_it(by: Account) -> None:
    round = drafted(4)
    ((a,), (b,)), ((c,), (d,)) = tables(round).values()
    swap_units(round, one=entry(round, a), other=entry(round, d), by=by)
    assert list(tables(round).values()) == [((d,), (b,)), ((c,), (a,))]
    assert all(
        match.reasons == [{"code": "by_hand", "params": {"by": "kazuma"}}] for match in round.matches.all()
    )
    people = {person.pk for person in entry(round, d).people}
    assert people < set(round.matches.get(number=1).seats.values_list("person", flat=True))
    act = Act.objects.get(kind="units_swapped")
    assert act.payload.content["entries"] == [str(entry(round, key).uuid) for key in (a, d)]
    assert not is_stale(round)


def test_who_sits_out_changes_places_with_somebody_at_a_table(by: Account) -> None:
    round = drafted(5)
    (out,) = byes(round)
    ((a,), _b), *_ = tables(round).values()
    swap_units(round, one=entry(round, a), other=entry(round, out), by=by)
    assert byes(round) == [a]
    assert tables(round)[1][0] == (out,)
    publish_round(round)
    assert round.matches.get(sides__entry__number=a).state == "confirmed"


def test_a_change_that_brings_a_rematch_is_refused_until_it_is_accepted(by: Account) -> None:
    first = drafted(4, rounds_planned=3)
    (a,), (b,) = tables(first)[1]
    second = next_draft(first)
    opponents = {one: other for (one,), (other,) in tables(second).values()}
    opponents |= {other: one for one, other in opponents.items()}
    # b takes the place of whoever a meets now: a meets b again.
    instead = opponents[a]
    with pytest.raises(RulesBroken) as refused:
        swap_units(second, one=entry(second, b), other=entry(second, instead), by=by)
    assert {reason["code"] for reason in refused.value.params["broken"]} == {"rematch"}  # type: ignore[attr-defined]
    swap_units(second, one=entry(second, b), other=entry(second, instead), accept=True, by=by)
    again = second.matches.get(sides__entry__number=a)
    # a has won and b has lost.
    assert codes(again) == ["by_hand", "score_gap", "rematch"]
    warned = Round.objects.get(pk=second.pk).warnings
    assert [(warning["code"], warning["params"]["table"]) for warning in warned] == [
        ("rematch", again.number),
        ("rematch", 3 - again.number),
    ]
    assert Act.objects.get(kind="units_swapped").payload.content["accepted"] == ["rematch"]


def test_in_a_rotation_two_persons_change_seats(by: Account) -> None:
    round = drafted_rotation(8)
    one, two = tables(round).values()
    swap_units(round, one=entry(round, one[0][0]), other=entry(round, two[1][1]), by=by)
    assert list(tables(round).values()) == [
        ((two[1][1], one[0][1]), one[1]),
        (two[0], (two[1][0], one[0][0])),
    ]
    seats = round.matches.get(number=1).seats.order_by("number")
    assert [seat.entry.number for seat in seats if seat.entry] == [
        two[1][1], one[1][0], one[0][1], one[1][1]
    ]  # fmt: skip


def test_a_pinned_table_stays_when_the_others_are_drawn_anew(by: Account) -> None:
    round = drafted(12)
    match = round.matches.get(number=3)
    kept = tables(round)[3]
    pin_match(match, pinned=True, by=by)
    for _ in range(4):
        round = redraw_round(round, new_lots=True)
        assert set(map(frozenset, kept)) in [set(map(frozenset, sides)) for sides in tables(round).values()]
    assert round.matches.filter(pinned=True).count() == 1


def test_a_pinned_table_of_which_somebody_has_gone_is_drawn_anew(by: Account) -> None:
    round = drafted(6)
    match = round.matches.get(number=1)
    pin_match(match, pinned=True, by=by)
    gone = match.sides.get(number=1).entry
    Entry.objects.filter(pk=gone.pk).update(withdrawn_at="2026-09-13T05:00Z")  # type: ignore[union-attr]
    again = redraw_round(round)
    assert len(byes(again)) == 1
    assert gone.number not in {key for sides in tables(again).values() for side in sides for key in side}  # type: ignore[union-attr]


def test_whoever_is_chosen_sits_out_and_stays_out_when_drawn_again(by: Account) -> None:
    round = drafted(7)
    (out,) = byes(round)
    chosen = tables(round)[2][1][0]
    again = choose_bye(round, entry=entry(round, chosen), by=by)
    assert byes(again) == [chosen]
    assert out in {key for sides in tables(again).values() for side in sides for key in side}
    assert codes(again.matches.get(sides__entry__number=chosen))[:2] == ["bye_by_hand", "chosen_bye"]
    assert byes(redraw_round(again, new_lots=True)) == [chosen]


def test_nobody_is_sent_to_sit_out_where_all_have_tables(by: Account) -> None:
    round = drafted(4)
    with pytest.raises(NobodySitsOut):
        choose_bye(round, entry=entry(round, 1), by=by)


@pytest.mark.parametrize(("whole_event", "wishes"), [(False, 0), (True, 1)])
def test_two_are_kept_apart_this_once_or_for_good(by: Account, whole_event: bool, wishes: int) -> None:
    round = drafted(6)
    (a,), (b,) = tables(round)[1]
    again = forbid_and_redraw(
        round, one=entry(round, a), other=entry(round, b), whole_event=whole_event, by=by
    )
    assert not any({(a,), (b,)} == set(sides) for sides in tables(again).values())
    assert codes(again.matches.get(sides__entry__number=a))[0] == "apart_by_hand"
    assert ForbiddenPair.objects.count() == wishes
    assert not is_stale(again)


def test_a_changed_table_tells_what_it_keeps_and_gives_up(by: Account) -> None:
    """Round two of eight: two who have won change places with two who have lost: two half points."""
    second = next_draft(drafted(8, rounds_planned=3))
    won, lost = (tables(second)[number] for number in (1, 4))
    swap_units(second, one=entry(second, won[0][0]), other=entry(second, lost[0][0]), accept=True, by=by)
    told = {match.number: match.reasons for match in second.matches.all()}
    for number in (1, 4):
        assert told[number][:2] == [
            {"code": "by_hand", "params": {"by": "kazuma"}},
            {"code": "score_gap", "params": {"gap": "2"}},
        ]
        assert told[number][2]["code"] in ("no_rematch", "rematch")
    assert told[2][0]["code"] == "same_score"


def test_who_is_named_twice_changes_nothing(by: Account) -> None:
    round = drafted(4)
    before = [match.reasons for match in round.matches.all()]
    one = entry(round, 1)
    with pytest.raises(SameEntryTwice):
        swap_units(round, one=one, other=one, by=by)
    with pytest.raises(SameEntryTwice):
        forbid_and_redraw(round, one=one, other=one, whole_event=True, by=by)
    assert [match.reasons for match in Round.objects.get().matches.all()] == before
    assert not ForbiddenPair.objects.exists()


def test_who_was_kept_apart_stays_apart_until_it_is_taken_back(by: Account) -> None:
    """Of four pairs two meet in one draw of three, so that six draws would bring them together."""
    round = drafted(4)
    (a,), (b,) = tables(round)[1]
    round = forbid_and_redraw(round, one=entry(round, a), other=entry(round, b), whole_event=False, by=by)
    for _ in range(6):
        round = redraw_round(round, new_lots=True)
        assert not any({(a,), (b,)} == set(sides) for sides in tables(round).values())
        for key in (a, b):
            assert round.matches.get(sides__entry__number=key).reasons[0] == {
                "code": "apart_by_hand",
                "params": {"by": "kazuma"},
            }
    round = allow_and_redraw(round, one=entry(round, a), other=entry(round, b), by=by)
    assert not any("apart_by_hand" in codes(match) for match in round.matches.all())
    drawn = Act.objects.filter(kind="round_drawn", subject=round.uuid).get()
    assert drawn.payload.content["apart"] == []


def test_what_was_changed_by_hand_stays_once_its_tables_are_kept(by: Account) -> None:
    round = drafted(12)
    (a,), (b,) = tables(round)[1]
    (c,), (d,) = tables(round)[2]
    swap_units(round, one=entry(round, b), other=entry(round, d), by=by)
    pin_changed(round, by=by)
    for _ in range(3):
        round = redraw_round(round, new_lots=True)
        met = [frozenset(units) for units in (sum(sides, ()) for sides in tables(round).values())]
        assert {frozenset((a, d)), frozenset((c, b))} <= set(met)
    assert codes(round.matches.get(sides__entry__number=a))[:2] == ["by_hand", "pinned"]


def test_what_is_published_is_changed_no_more(by: Account) -> None:
    round = drafted(4)
    publish_round(round)
    match = round.matches.get(number=1)
    with pytest.raises(RoundNotDraft):
        swap_units(round, one=entry(round, 1), other=entry(round, 2), by=by)
    with pytest.raises(RoundNotDraft):
        pin_match(match, pinned=True, by=by)


def test_where_everybody_meets_everybody_nothing_is_changed_by_hand(by: Account) -> None:
    round = drafted(4, format=Format.ROUND_ROBIN)
    with pytest.raises(OpponentsFixed):
        swap_units(round, one=entry(round, 1), other=entry(round, 2), by=by)
    with pytest.raises(OpponentsFixed):
        redraw_round(round, in_order=True)


@pytest.mark.parametrize(
    ("three_block", "kind"), [(ThreeBlock.LOSER_STAYS, "void"), (ThreeBlock.GHOST, "bye")]
)
def test_whoever_comes_to_the_place_of_one_who_waits_in_a_block_waits_too(
    three_block: ThreeBlock, kind: str, by: Account
) -> None:
    """Seven are a block of four and one of three; its third waits without a win, or has the ghost."""
    round = drafted(7, format=Format.TWO_WINS_TWO_LOSSES, settings=Settings(three_block=three_block))
    (out,) = byes(round)
    ((a,), _b), *_ = tables(round).values()
    swap_units(round, one=entry(round, a), other=entry(round, out), by=by)
    publish_round(round)
    match = round.matches.get(number=4)
    assert match.sides.get().entry == entry(round, a)
    assert match.outcomes.get().kind == kind
    assert "block" in codes(match)
