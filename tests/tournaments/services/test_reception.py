"""From reception to pairs: who is here, the fee, the pool and its lot (tournaments.md §2)."""

from typing import Any

import pytest

from clubs.errors import NameMissing
from ledger.acts import chain_faults
from scoring.selectors.standings import standings_for
from scoring.selectors.viewer import Viewer
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from scoring.services.withdrawals import withdraw_entry
from tests.events import make_club, make_member, make_pair, make_stage, play_out, start_round
from tournaments.errors import (
    AlreadyEntered,
    EntryPlays,
    FeeTaken,
    FeeTooHigh,
    ReasonMissing,
    ReceptionClosed,
    SamePersonTwice,
)
from tournaments.models import Attendance, Entry, Stage
from tournaments.selectors.reception import active_entries, fee_totals, partner_pool
from tournaments.services.entries import enter_pair, enter_person
from tournaments.services.people import correct_person
from tournaments.services.reception import close_reception, mark_present, take_fee

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
