"""Floaters who sit in, and members who change before the first game (P4, hall rule)."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine

from scoring.errors import (
    ChangeTooLate,
    EntryAlreadyPlayed,
    GameFinished,
    GameUnknown,
    MatchClosed,
    MemberChangedBefore,
    NobodyStays,
    PersonSeated,
)
from scoring.selectors.standings import standings_for
from scoring.selectors.viewer import Viewer
from scoring.services.drafts import pair_next_round
from scoring.services.rebuild import rebuild
from scoring.services.results import confirm_match
from scoring.services.rounds import publish_round
from scoring.services.substitutes import replace_member, sit_in
from tests.events import make_match, make_member, make_pair, make_stage, play_out, start_round
from tournaments.domain.settings import Settings
from tournaments.enums import Format
from tournaments.errors import AlreadyEntered
from tournaments.models import Entry, Match, Stage
from tournaments.services.entries import enter_floater, enter_person
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


def table(stage: Stage) -> list[object]:
    return [
        (row.entry.name, row.rank, row.record, row.cells)
        for row in standings_for(stage, viewer=Viewer.PUBLIC).rows
    ]


def who(match: Match, seat: int) -> list[tuple[int, str]]:
    rows = match.seats.filter(number=seat).order_by("from_game")
    return [(row.from_game, row.person.name) for row in rows]


def best_of_three() -> Match:
    return make_match(preset="tokyo_meijin")


def test_a_floater_plays_one_game_for_somebody_and_totals_stay() -> None:  # T27
    match = best_of_three()
    stage, seat = match.round.stage, match.seats.get(number=1)
    original, floater = seat.person, make_member("控え")
    enter_floater(stage.division, person=floater)
    play_out(match, winner=1, game=1)
    sit_in(match, seat=1, person=floater, from_game=2)
    play_out(match, winner=2, game=2)
    sit_in(match, seat=1, person=original, from_game=3)
    play_out(match, winner=1, game=3)
    confirm_match(match, by=None)
    assert who(match, 1) == [(1, original.name), (2, "控え"), (3, original.name)]
    before = table(stage)
    assert rebuild(stage.tournament).agrees
    assert table(stage) == before
    assert len(before) == 2
    assert not any("控え" in str(row) for row in before)


def test_a_game_that_is_over_keeps_who_sat_there() -> None:
    match = best_of_three()
    play_out(match, winner=1, game=1)
    with pytest.raises(GameFinished):
        sit_in(match, seat=1, person=make_member(), from_game=1)
    with pytest.raises(GameUnknown):
        sit_in(match, seat=1, person=make_member(), from_game=4)


def test_nobody_sits_on_two_seats() -> None:
    stage = make_stage()
    for _ in range(4):
        make_pair(stage)
    one, other = start_round(stage).matches.order_by("table")
    busy = other.seats.get(number=1).person
    with pytest.raises(PersonSeated) as refused:
        sit_in(one, seat=1, person=busy, from_game=1)
    assert refused.value.params == {"person": busy.name, "table": other.place}
    with pytest.raises(PersonSeated):
        sit_in(one, seat=1, person=one.seats.get(number=2).person, from_game=1)


def test_who_handed_the_seat_over_is_free_again() -> None:
    stage = make_stage()
    for _ in range(4):
        make_pair(stage)
    one, other = start_round(stage).matches.order_by("table")
    free = one.seats.get(number=1).person
    sit_in(one, seat=1, person=make_member("控え"), from_game=1)
    sit_in(other, seat=1, person=free, from_game=1)
    assert who(other, 1) == [(1, free.name)]


def test_a_confirmed_match_keeps_its_seats() -> None:
    match = make_match()
    play_out(match, winner=1)
    confirm_match(match, by=None)
    with pytest.raises(MatchClosed):
        sit_in(match, seat=1, person=make_member(), from_game=1)


def test_in_a_rotation_the_seat_counts_for_whom_it_was_drawn() -> None:
    stage = make_stage(format=Format.ROTATION, preset="society_individual", rounds_planned=3)
    for _ in range(4):
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    match = start_round(stage).matches.get()
    seat = match.seats.get(number=1)
    floater = make_member("控え")
    sit_in(match, seat=1, person=floater, from_game=1)
    assert match.seats.get(number=1).entry == seat.entry
    play_out(match, winner=1)
    rows = {row.entry.number: row.record for row in standings_for(stage, viewer=Viewer.PUBLIC).rows}
    assert seat.entry is not None
    assert rows[seat.entry.number] == "1–0"
    assert len(rows) == 4


# P4: before the first game one member may change, once, until a date


def drafted(**settings: Any) -> tuple[Stage, Entry]:
    stage = make_stage(settings=Settings(**settings))
    pairs = [make_pair(stage) for _ in range(2)]
    close_reception(stage.division)
    pair_next_round(stage)
    return stage, pairs[0]


def test_one_member_changes_before_the_first_game_and_sits_in_the_drawn_match() -> None:
    stage, entry = drafted()
    staying, leaving = entry.people
    joining = make_member("代わり 一")
    changed = replace_member(entry, leaving=leaving, joining=joining, reason="急病")
    assert (changed.number, changed.people) == (entry.number, [staying, joining])
    round = stage.rounds.get()
    seated = {seat.person for seat in round.matches.get().seats.all()}
    assert joining in seated
    assert leaving not in seated
    publish_round(round)


def test_a_second_change_would_be_both() -> None:
    _stage, entry = drafted()
    entry = replace_member(entry, leaving=entry.people[0], joining=make_member(), reason="急病")
    for leaving in entry.people:
        with pytest.raises(MemberChangedBefore):
            replace_member(entry, leaving=leaving, joining=make_member(), reason="急病")


def test_after_the_first_deal_the_members_stay() -> None:
    match = make_match()
    entry = match.sides.get(number=1).entry
    assert entry is not None
    play_out(match, winner=1)
    with pytest.raises(EntryAlreadyPlayed):
        replace_member(entry, leaving=entry.people[0], joining=make_member(), reason="急病")


@pytest.mark.parametrize(
    ("at", "allowed"),
    [
        (datetime(2027, 1, 31, 14, 59, tzinfo=UTC), True),  # 23:59 in the hall
        (datetime(2027, 1, 31, 15, 0, tzinfo=UTC), False),  # midnight in the hall
    ],
)
def test_the_date_is_a_day_of_the_hall(at: datetime, allowed: bool) -> None:
    _stage, entry = drafted(change_until=date(2027, 1, 31))
    with time_machine.travel(at, tick=False):
        if allowed:
            replace_member(entry, leaving=entry.people[0], joining=make_member(), reason="急病")
            return
        with pytest.raises(ChangeTooLate) as refused:
            replace_member(entry, leaving=entry.people[0], joining=make_member(), reason="急病")
    assert refused.value.params == {"entry": entry.number, "until": "2027-01-31"}


def test_who_plays_elsewhere_does_not_join() -> None:
    stage, entry = drafted()
    other = stage.division.entries.exclude(pk=entry.pk).get()
    with pytest.raises(AlreadyEntered):
        replace_member(entry, leaving=entry.people[0], joining=other.people[0], reason="急病")


def test_a_person_who_is_ranked_alone_is_not_replaced() -> None:
    stage = make_stage(format=Format.ROTATION, preset="society_individual")
    enter_person(stage.division, person=make_member())
    entry = stage.division.entries.get()
    with pytest.raises(NobodyStays):
        replace_member(entry, leaving=entry.people[0], joining=make_member(), reason="急病")
