"""Presence by round: leaving and coming back, byes asked for, and what is too late."""

from typing import Any

import pytest

from ledger.acts import chain_faults
from scoring.selectors.basis import is_stale
from scoring.selectors.presence import absent_from
from scoring.services.drafts import pair_next_round, redraw_round
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from scoring.services.withdrawals import withdraw_entry
from tests.events import make_member, make_pair, make_stage, play_out, start_round
from tests.whole_events import entered
from tournaments.domain.settings import Settings
from tournaments.enums import AbsenceKind, Format
from tournaments.errors import (
    AlreadyEntered,
    ByeNotHere,
    EntryAway,
    EntrySizeWrong,
    EntryWithdrawn,
    ReasonMissing,
    RoundAnnounced,
)
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.entrants import house_entries, present
from tournaments.selectors.reception import incomplete_entries, partner_pool
from tournaments.services.entries import (
    enter_floater,
    enter_house_pair,
    enter_pair,
    enter_person,
    enter_together,
)
from tournaments.services.presence import ask_for_bye, come_back, leave, take_bye_back
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


def field(count: int, **facts: Any) -> tuple[Stage, list[Entry]]:
    stage = make_stage(**facts)
    return stage, [make_pair(stage) for _ in range(count)]


def there(stage: Stage, number: int) -> list[int]:
    return [entry.number for entry in present(stage, number)]


def finish(round: Round) -> None:
    for match in round.matches.exclude(table=None):
        play_out(match, winner=1)
        confirm_match(match, by=None)
    close_round(round)


def test_who_leaves_is_absent_until_the_round_of_coming_back() -> None:
    stage, (going, *_) = field(3)
    leave(going, stage, from_round=2, reason="法事")
    assert [there(stage, number) for number in (1, 2, 9)] == [[1, 2, 3], [2, 3], [2, 3]]
    come_back(going, stage, from_round=4)
    assert [there(stage, number) for number in (1, 2, 3, 4)] == [[1, 2, 3], [2, 3], [2, 3], [1, 2, 3]]


def test_coming_back_before_having_left_leaves_no_trace_but_in_the_ledger() -> None:
    stage, (going, *_) = field(3)
    leave(going, stage, from_round=2, reason="法事")
    come_back(going, stage, from_round=2)
    assert not stage.absences.exists()
    assert list(chain_faults(stage.tournament.uuid)) == []


def test_leaving_again_from_another_round_replaces_what_was_said() -> None:
    stage, (going, *_) = field(3)
    leave(going, stage, from_round=4, reason="列車")
    leave(going, stage, from_round=3, reason="列車")
    assert [there(stage, number) for number in (2, 3, 4)] == [[1, 2, 3], [2, 3], [2, 3]]
    come_back(going, stage, from_round=5)
    assert there(stage, 5) == [1, 2, 3]


def test_leaving_wants_a_reason() -> None:
    stage, (going, *_) = field(2)
    with pytest.raises(ReasonMissing):
        leave(going, stage, from_round=1, reason=" ")


def test_an_announced_round_stays_and_the_next_one_is_named() -> None:
    stage, (going, *_) = field(4)
    start_round(stage)
    with pytest.raises(RoundAnnounced) as refused:
        leave(going, stage, from_round=1, reason="帰宅")
    assert refused.value.params == {"round": 1, "next": 2}
    with pytest.raises(RoundAnnounced):
        ask_for_bye(going, stage, round=1, kind=AbsenceKind.HALF_BYE)


def test_a_bye_is_for_one_round_and_may_be_changed_and_taken_back() -> None:
    stage, (asking, *_) = field(3)
    ask_for_bye(asking, stage, round=2, kind=AbsenceKind.HALF_BYE)
    ask_for_bye(asking, stage, round=2, kind=AbsenceKind.ZERO_BYE)
    assert [row.kind for row in stage.absences.all()] == ["zero_bye"]
    assert [there(stage, number) for number in (1, 2, 3)] == [[1, 2, 3], [2, 3], [1, 2, 3]]
    take_bye_back(asking, stage, round=2)
    assert there(stage, 2) == [1, 2, 3]


def test_who_is_away_asks_for_no_bye_and_leaving_ends_the_byes_asked_for_later() -> None:
    stage, (going, *_) = field(3)
    ask_for_bye(going, stage, round=3, kind=AbsenceKind.FULL_BYE)
    leave(going, stage, from_round=2, reason="帰宅")
    assert [row.kind for row in stage.absences.all()] == ["away"]
    with pytest.raises(EntryAway):
        ask_for_bye(going, stage, round=3, kind=AbsenceKind.FULL_BYE)


def test_coming_back_keeps_the_byes_asked_for() -> None:
    stage, (going, *_) = field(3)
    leave(going, stage, from_round=1, reason="遅刻")
    come_back(going, stage, from_round=2)
    ask_for_bye(going, stage, round=3, kind=AbsenceKind.FULL_BYE)
    come_back(going, stage, from_round=2)
    assert there(stage, 3) == [2, 3]


@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.ROUND_ROBIN, Format.LEAGUE])
def test_no_bye_is_asked_for_where_the_opponents_stand(format: Format) -> None:
    stage, (asking, *_) = field(3, format=format)
    with pytest.raises(ByeNotHere):
        ask_for_bye(asking, stage, round=1, kind=AbsenceKind.FULL_BYE)


def test_who_withdrew_does_not_come_back_by_presence() -> None:
    stage, (going, *_) = field(3)
    withdraw_entry(going, reason="帰宅")
    with pytest.raises(EntryWithdrawn):
        come_back(going, stage, from_round=1)


def test_the_absent_are_listed_with_their_reasons_and_not_who_never_played() -> None:
    stage, (away, asking, played, never, *_) = field(6)
    withdraw_entry(never, reason="入力違い")
    finish(start_round(stage))
    leave(away, stage, from_round=2, reason="法事")
    ask_for_bye(asking, stage, round=2, kind=AbsenceKind.HALF_BYE)
    withdraw_entry(played, reason="帰宅")
    told = [(row.entry.number, row.kind, row.reason, row.is_gone) for row in absent_from(stage, 2)]
    assert told == [
        (away.number, AbsenceKind.AWAY, "法事", False),
        (asking.number, AbsenceKind.HALF_BYE, "", False),
        (played.number, AbsenceKind.AWAY, "帰宅", True),
    ]
    assert absent_from(stage, 1) == []


def test_who_comes_later_is_not_taken_for_a_no_show() -> None:
    stage, _pairs = field(4)
    late = enter_pair(stage.division, first=make_member(), second=make_member())
    leave(late, stage, from_round=1, reason="列車")
    come_back(late, stage, from_round=2)
    assert list(incomplete_entries(stage.division)) == []
    close_reception(stage.division)
    finish(start_round(stage))
    assert there(stage, 2) == [1, 2, 3, 4, 5]


# Persons, teams of three, house pairs, floaters


def test_where_persons_are_ranked_everybody_is_an_entry_at_once() -> None:
    stage = make_stage(format=Format.ROTATION, preset="society_individual")
    person = make_member("一人")
    enter_person(stage.division, person=person)
    assert [entry.people for entry in stage.division.entries.all()] == [[person]]
    mark_present(stage.tournament, person=person)
    assert list(partner_pool(stage.division)) == []
    with pytest.raises(AlreadyEntered):
        enter_person(stage.division, person=person)
    with pytest.raises(EntrySizeWrong) as refused:
        enter_pair(stage.division, first=make_member(), second=make_member())
    assert refused.value.params == {"needed": 1, "given": 2}


def test_absent_persons_are_taken_back_at_the_closing_and_no_lot_is_drawn() -> None:
    stage = make_stage(format=Format.ROTATION, preset="society_individual")
    here, absent = make_member(), make_member()
    for person in (here, absent):
        enter_person(stage.division, person=person)
    mark_present(stage.tournament, person=here)
    assert close_reception(stage.division) == []
    assert there(stage, 1) == [1]


def test_three_make_a_team_where_three_sit_on_a_side() -> None:
    stage = make_stage(settings=Settings(shape=(3, 3)))
    team = enter_together(stage.division, people=[make_member() for _ in range(3)])
    assert len(team.people) == 3
    with pytest.raises(EntrySizeWrong):
        enter_pair(stage.division, first=make_member(), second=make_member())


def test_a_house_pair_owes_nothing_is_never_in_the_field_and_steps_out_by_round() -> None:
    stage, _pairs = field(3)
    house = enter_house_pair(stage.division, first=make_member("役員一"), second=make_member("役員二"))
    rows = stage.tournament.attendances.filter(member__in=house.people)
    assert [(row.is_floater, row.fee_due) for row in rows] == [(True, 0), (True, 0)]
    assert there(stage, 1) == [1, 2, 3]
    leave(house, stage, from_round=2, reason="受付")
    assert [list(house_entries(stage, number)) for number in (1, 2)] == [[house], []]
    come_back(house, stage, from_round=3)
    assert list(house_entries(stage, 3)) == [house]


def test_a_draft_is_stale_when_its_house_pair_steps_out_or_a_bye_is_worth_something_else() -> None:
    stage, (asking, *_) = field(4)
    house = enter_house_pair(stage.division, first=make_member(), second=make_member())
    for person in house.people:
        mark_present(stage.tournament, person=person)
    ask_for_bye(asking, stage, round=1, kind=AbsenceKind.HALF_BYE)
    close_reception(stage.division)
    draft = pair_next_round(stage)
    assert draft.matches.filter(sides__entry=house).exists()
    assert not is_stale(draft)
    ask_for_bye(asking, stage, round=1, kind=AbsenceKind.ZERO_BYE)
    assert is_stale(draft)
    draft = redraw_round(draft)
    assert not is_stale(draft)
    leave(house, stage, from_round=1, reason="受付")
    assert is_stale(draft)


def test_a_floater_is_not_drawn_for_a_partner_until_entered_as_a_player() -> None:
    stage = make_stage()
    make_pair(stage)
    floater, single = make_member("控え"), make_member("一人")
    enter_floater(stage.division, person=floater)
    enter_person(stage.division, person=single)
    for person in (floater, single):
        mark_present(stage.tournament, person=person)
    assert list(partner_pool(stage.division)) == [single]
    assert close_reception(stage.division) == []
    enter_pair(stage.division, first=single, second=floater)
    row = stage.tournament.attendances.get(member=floater)
    assert (row.is_floater, row.fee_due) == (False, 500)


def test_a_floater_of_a_rotation_has_a_number_and_is_not_ranked() -> None:
    stage = make_stage(format=Format.ROTATION, preset="society_individual")
    enter_floater(stage.division, person=make_member())
    (entry,) = house_entries(stage, 1)
    assert entry.is_house
    assert there(stage, 1) == []


@pytest.mark.parametrize(("floaters", "tables"), [(1, [1, 3]), (2, [3, 3])])
def test_floaters_come_to_three_seats_where_they_make_every_table_full(
    floaters: int, tables: list[int]
) -> None:
    """One of four players sits out, and two who are left over have no table of three."""
    settings = Settings(shape=(1, 1, 1))
    stage = entered(Format.SWISS, 4, preset="three_seats", ruleset_key="goita3", settings=settings)
    for _ in range(floaters):
        enter_floater(stage.division, person=make_member())
    round = pair_next_round(stage)
    assert sorted(match.sides.count() for match in round.matches.all()) == tables
