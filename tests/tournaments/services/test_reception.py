"""From reception to pairs: who is here, the fee, the pool and its lot (tournaments.md §2)."""

from typing import Any

import pytest

from clubs.errors import NameMissing
from ledger.acts import chain_faults
from ledger.models import Act
from scoring.selectors.standings import standings_for
from scoring.selectors.viewer import Viewer
from scoring.services.drafts import pair_next_round
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from scoring.services.withdrawals import withdraw_entry
from tests.events import make_club, make_member, make_pair, make_stage, play_out, start_round
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format
from tournaments.errors import (
    AlreadyEntered,
    EntryPlays,
    FeeTaken,
    FeeTooHigh,
    NobodyEntered,
    PlayBegun,
    ReasonMissing,
    ReceptionClosed,
    ReceptionOpen,
    SamePersonTwice,
)
from tournaments.models import Attendance, Entry, Stage
from tournaments.selectors.entrants import drawn_in
from tournaments.selectors.reception import active_entries, fee_totals, partner_pool
from tournaments.services.entries import enter_floater, enter_house_pair, enter_pair, enter_person
from tournaments.services.people import correct_person
from tournaments.services.reception import (
    close_reception,
    join_pool,
    mark_present,
    reopen_reception,
    take_fee,
)

pytestmark = pytest.mark.django_db


def single(stage: Stage, name: str = "", **facts: object) -> Attendance:
    person = make_member(name, **facts)
    enter_person(stage.division, person=person)
    return mark_present(stage.tournament, person=person)


def test_person_already_in_a_pair_is_named_with_that_pair() -> None:  # T42
    stage = make_stage()
    pair = make_pair(stage)
    with pytest.raises(AlreadyEntered) as refused:
        enter_pair(stage.division, first=make_member(), second=pair.people[1])
    assert refused.value.params == {"person": pair.people[1].name, "entry": pair.number}
    with pytest.raises(AlreadyEntered):
        enter_person(stage.division, person=pair.people[0])


def test_nobody_is_both_halves_of_a_pair() -> None:
    stage, person = make_stage(), make_member()
    with pytest.raises(SamePersonTwice):
        enter_pair(stage.division, first=person, second=person)


def test_namesakes_both_enter() -> None:  # T40
    stage = make_stage()
    entry = enter_pair(stage.division, first=make_member("田中 太郎"), second=make_member("田中 太郎"))
    assert entry.shown_name == "田中・田中"


def test_singles_become_pairs_and_the_odd_one_stays_in_the_pool() -> None:
    stage = make_stage()
    for _ in range(5):
        single(stage)
    pairs = close_reception(stage.division)
    assert len(pairs) == 2
    assert all(pair.drawn_by_lot for pair in pairs)
    assert partner_pool(stage.division).count() == 1


def test_orphan_of_a_named_pair_joins_the_pool() -> None:
    stage = make_stage()
    left, right = make_member("来た"), make_member("来ない")
    broken = enter_pair(stage.division, first=left, second=right)
    mark_present(stage.tournament, person=left)
    guest = single(stage, "一人")
    (pair,) = close_reception(stage.division)
    assert {p.name for p in pair.people} == {"来た", guest.member.name}
    broken.refresh_from_db()
    assert broken.withdrawn_at is not None


def test_complete_pairs_are_left_as_they_are() -> None:
    stage = make_stage()
    pair = make_pair(stage)
    close_reception(stage.division)
    assert list(active_entries(stage.division)) == [pair]


def test_lot_avoids_the_same_branch_when_asked() -> None:
    stage = make_stage()
    noto, tokyo, _ = make_club().branches.order_by("number")
    for branch in (noto, noto, noto, tokyo, tokyo, tokyo):
        single(stage, branch=branch)
    pairs = close_reception(stage.division, avoid_same_branch=True)
    assert all(set(pair.branch_names) == {"能登", "東京"} for pair in pairs)


def test_reception_closes_once() -> None:
    stage = make_stage()
    make_pair(stage)
    close_reception(stage.division)
    with pytest.raises(ReceptionClosed):
        close_reception(stage.division)


def test_an_empty_list_is_not_closed() -> None:
    stage = make_stage()
    single(stage)
    with pytest.raises(NobodyEntered):
        close_reception(stage.division)
    assert Stage.objects.get(pk=stage.pk).tournament.state == "reception"


def test_no_show_alone_in_the_list_is_not_taken_back_by_a_refused_closing() -> None:
    stage = make_stage()
    pair = enter_pair(stage.division, first=make_member(), second=make_member())
    with pytest.raises(NobodyEntered):
        close_reception(stage.division)
    assert list(active_entries(stage.division)) == [pair]


# Opening again


def test_reopened_reception_is_as_it_was_and_closes_in_the_same_way() -> None:
    stage = make_stage()
    complete, late = make_pair(stage), make_pair(stage)
    mark_present(stage.tournament, person=late.people[1], present=False)
    for _ in range(2):
        close_reception(stage.division)
        assert list(active_entries(stage.division)) == [complete]
        assert reopen_reception(stage.division) == [late]
        assert list(active_entries(stage.division)) == [complete, late]
    assert list(chain_faults(stage.tournament.uuid)) == []


def test_who_comes_after_all_plays_in_the_pair_that_was_taken_back() -> None:
    stage = make_stage()
    complete, late = make_pair(stage), make_pair(stage)
    mark_present(stage.tournament, person=late.people[1], present=False)
    close_reception(stage.division)
    reopen_reception(stage.division)
    mark_present(stage.tournament, person=late.people[1])
    assert close_reception(stage.division) == []
    assert list(active_entries(stage.division)) == [complete, late]


def test_pairs_by_lot_stay_pairs_and_whose_partner_plays_in_one_stays_withdrawn() -> None:
    stage = make_stage()
    broken = make_pair(stage)
    came, missing = broken.people
    mark_present(stage.tournament, person=missing, present=False)
    guest = single(stage).member
    (by_lot,) = close_reception(stage.division)
    assert reopen_reception(stage.division) == []
    assert set(by_lot.people) == {came, guest}
    assert list(active_entries(stage.division)) == [by_lot]
    for _ in range(2):
        single(stage)
    (second,) = close_reception(stage.division)
    assert list(active_entries(stage.division)) == [by_lot, second]


def test_what_the_desk_withdrew_itself_does_not_come_back() -> None:
    stage = make_stage()
    make_pair(stage)
    withdraw_entry(make_pair(stage), reason="欠席")
    for attendance in stage.tournament.attendances.filter(member__entry_places__entry__number=2):
        mark_present(stage.tournament, person=attendance.member, present=False)
    close_reception(stage.division)
    assert reopen_reception(stage.division) == []
    assert active_entries(stage.division).count() == 1


def test_house_pair_that_had_not_come_is_a_house_pair_again() -> None:
    stage = make_stage()
    make_pair(stage)
    house = enter_house_pair(stage.division, first=make_member(), second=make_member())
    close_reception(stage.division)
    assert reopen_reception(stage.division) == [house]


def test_pair_of_which_somebody_is_a_floater_by_now_stays_withdrawn() -> None:
    stage = make_stage()
    make_pair(stage)
    late = enter_pair(stage.division, first=make_member(), second=make_member())
    close_reception(stage.division)
    enter_floater(stage.division, person=late.people[0])
    assert reopen_reception(stage.division) == []


def test_draft_is_thrown_away_and_drawn_anew_with_whoever_came() -> None:
    stage = make_stage()
    for _ in range(2):
        make_pair(stage)
    close_reception(stage.division)
    pair_next_round(stage)
    reopen_reception(stage.division)
    assert not stage.rounds.exists()
    with pytest.raises(ReceptionOpen):
        pair_next_round(Stage.objects.get(pk=stage.pk))
    for _ in range(2):
        make_pair(stage)
    assert start_round(Stage.objects.get(pk=stage.pk)).matches.count() == 2


@pytest.mark.parametrize(
    ("format", "facts"),
    [
        (Format.ROTATION, {"preset": "society_individual", "settings": Settings(mode=RotationMode.DESIGN)}),
        (Format.KNOCKOUT, {}),
        (Format.ROUND_ROBIN, {"settings": Settings(groups=2)}),
    ],
)
def test_draw_after_reopening_holds_everybody_whatever_the_format(format: Format, facts: Any) -> None:
    stage = make_stage(format=format, **facts)
    enter = single if stage.ranks_persons else make_pair
    for _ in range(2):
        for _ in range(8):
            enter(stage)
        close_reception(stage.division)
        pair_next_round(Stage.objects.get(pk=stage.pk))
        reopen_reception(stage.division)
    start_round(Stage.objects.get(pk=stage.pk))
    assert drawn_in(stage) == {entry.pk for entry in active_entries(stage.division)}
    assert len(drawn_in(stage)) == 16


def test_reception_stays_closed_once_a_round_is_published() -> None:
    stage = make_stage()
    for _ in range(2):
        make_pair(stage)
    start_round(stage)
    with pytest.raises(PlayBegun):
        reopen_reception(stage.division)


def test_opening_again_twice_is_opening_once() -> None:
    stage = make_stage()
    make_pair(stage)
    close_reception(stage.division)
    for _ in range(2):
        assert reopen_reception(stage.division) == []
    assert Act.objects.filter(kind="reception_reopened").count() == 1


# Whoever waits after the closing


def test_those_who_wait_after_the_closing_are_joined_by_lot_at_a_press() -> None:
    stage = make_stage()
    make_pair(stage)
    with pytest.raises(ReceptionOpen):
        join_pool(stage.division)
    close_reception(stage.division)
    waiting = {single(stage).member for _ in range(3)}
    (pair,) = join_pool(stage.division)
    assert pair.drawn_by_lot
    (left_over,) = partner_pool(stage.division)
    assert waiting == {*pair.people, left_over}
    assert join_pool(stage.division) == []


def test_fee_is_taken_once_with_a_receipt_number() -> None:
    stage = make_stage()
    first, second = single(stage), single(stage)
    assert take_fee(first, amount=500).receipt_number == 1
    assert take_fee(second, amount=300).receipt_number == 2
    assert take_fee(second, amount=200).receipt_number == 2
    with pytest.raises(FeeTaken):
        take_fee(first, amount=500)
    assert fee_totals(stage.tournament) == {"due": 1000, "taken": 1000, "owed": 0}


def test_more_than_owed_is_refused() -> None:
    with pytest.raises(FeeTooHigh):
        take_fee(single(make_stage()), amount=501)


def test_pair_entered_by_mistake_is_taken_back_and_both_may_enter_anew() -> None:
    stage = make_stage()
    pair = make_pair(stage)
    with pytest.raises(ReasonMissing):
        withdraw_entry(pair, reason=" ")
    withdraw_entry(pair, reason="入力違い")
    assert set(partner_pool(stage.division)) == set(pair.people)
    first, second = pair.people
    again = enter_pair(stage.division, first=second, second=first)
    assert again.number == pair.number + 1


def test_pair_at_an_open_table_is_not_withdrawn_and_what_it_played_stays() -> None:  # T21, T23
    stage = make_stage()
    going, *_ = (make_pair(stage) for _ in range(4))
    round = start_round(stage)
    match = round.matches.get(sides__entry=going)
    with pytest.raises(EntryPlays) as refused:
        withdraw_entry(going, reason="帰宅")
    assert refused.value.params == {"entry": going.number, "table": match.table}
    for one in round.matches.all():
        play_out(one, winner=1)
        confirm_match(one, by=None)
    withdraw_entry(going, reason="帰宅")
    close_round(round)
    assert not start_round(stage).matches.filter(sides__entry=going).exists()
    assert any(row.entry.number == going.number for row in standings_for(stage, viewer=Viewer.PUBLIC).rows)


def test_corrected_name_shows_on_every_page_of_the_person() -> None:
    stage = make_stage()
    pair = make_pair(stage, "佐籐 花子", "田中 一")
    version = stage.tournament.public_version
    facts: Any = {"public_name": "", "in_newspaper": True, "minor": False}
    branch = make_club().branches.get(slug="tokyo")
    correct_person(pair.people[0], name="佐藤 花子", reading="さとう はなこ", branch=branch, **facts)
    (sato, _) = Entry.objects.get(pk=pair.pk).people
    assert (sato.name, sato.sort_key.split()[0], sato.home) == ("佐藤 花子", "さとうはなこ", branch)
    stage.tournament.refresh_from_db()
    assert stage.tournament.public_version > version
    with pytest.raises(NameMissing):
        correct_person(sato, name=" ", reading="", branch=None, **facts)


def test_chain_of_the_event_holds() -> None:
    stage = make_stage()
    make_pair(stage)
    close_reception(stage.division)
    assert list(chain_faults(stage.tournament.uuid)) == []
