"""Free play: whose turn it is, who sits out, and how an evening begins and ends (tournaments.md §2)."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from ledger.models import Act
from scoring.errors import NoTableFree, ResultsMissing, RoundNotPublished, TooFewWait
from scoring.models import MatchResult
from scoring.selectors.standings import standings_for
from scoring.selectors.viewer import Viewer
from scoring.selectors.waiting import waiters
from scoring.services.events import close_tournament
from scoring.services.free import form_tables, open_play
from scoring.services.outcomes import record_totals, record_void
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from tests.events import make_member, make_stage
from tests.whole_events import finish
from tournaments.domain.settings import Remainder, Settings
from tournaments.enums import Format
from tournaments.errors import EventClosed
from tournaments.models import Announcement, Attendance, Match, Round, Stage, Tournament
from tournaments.services.entries import enter_floater, enter_person
from tournaments.services.reception import mark_present
from tournaments.services.wishes import keep_apart, set_tables

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 9, 13, 9, tzinfo=UTC)


def meeting(people: int, *, tables: int = 0, **settings: object) -> Stage:
    """So many people who came one minute after the other; play is open."""
    stage = make_stage(format=Format.FREE, preset="monthly_meeting", settings=Settings(**settings))  # type: ignore[arg-type]
    set_tables(stage.tournament, tables=tables, out=())
    for _ in range(people):
        come(stage)
    open_play(stage)
    return stage


def come(stage: Stage) -> int:
    """One more person, a minute after the last; the number of their entry."""
    person = make_member()
    enter_person(stage.division, person=person)
    mark_present(stage.tournament, person=person)
    number = stage.division.entries.count()
    arrived = EVENING + timedelta(minutes=number)
    Attendance.objects.filter(member=person).update(arrived_at=arrived)
    return number


def go(stage: Stage, number: int) -> None:
    person = stage.division.entries.get(number=number).people[0]
    mark_present(stage.tournament, person=person, present=False)


def line(stage: Stage) -> list[int]:
    return [waiter.entry.number for waiter in waiters(stage)]


def at(match: Match) -> set[int]:
    """The entries at the table, by seat or, at a table of three, by side."""
    entries = [*(seat.entry for seat in match.seats.all()), *(side.entry for side in match.sides.all())]
    return {entry.number for entry in entries if entry}


def end(match: Match, *, minute: int) -> None:
    """The match is confirmed, so many minutes into the evening."""
    finish(match, Random(minute))
    MatchResult.objects.filter(match=match).update(settled_at=EVENING + timedelta(minutes=minute))


def test_opening_play_takes_nobody_off_the_list_and_a_second_press_changes_nothing() -> None:
    stage = make_stage(format=Format.FREE, preset="monthly_meeting")
    late = make_member()
    enter_person(stage.division, person=late)
    first, again = open_play(stage), open_play(stage)
    assert first == again == Round.objects.get()
    assert Tournament.objects.get().state == "running"
    assert stage.division.entries.get().withdrawn_at is None
    assert Act.objects.filter(kind="play_opened").count() == 1


def test_those_who_have_waited_longest_sit_down_first() -> None:
    stage = meeting(6)
    (match,) = form_tables(stage)
    assert at(match) == {1, 2, 3, 4}
    assert line(stage) == [5, 6]
    assert match.reasons[0] == {"code": "longest_wait", "params": {}}


def test_who_has_played_least_comes_before_who_has_waited_longest() -> None:
    stage = meeting(4)
    (match,) = form_tables(stage)
    end(match, minute=20)
    new = [come(stage) for _ in range(4)]
    Attendance.objects.filter(member__entry_places__entry__number__in=new).update(
        arrived_at=EVENING + timedelta(minutes=60)
    )
    set_tables(stage.tournament, tables=1, out=())
    (second,) = form_tables(stage)
    assert at(second) == set(new)


def test_a_confirmed_match_gives_its_people_back_to_the_line() -> None:
    stage = meeting(8)
    one, other = form_tables(stage)
    assert line(stage) == []
    end(other, minute=30)
    assert set(line(stage)) == at(other)
    end(one, minute=40)
    assert set(line(stage)[:4]) == at(other)
    assert {waiter.games for waiter in waiters(stage)} == {1}


def test_a_void_match_counts_for_nobody() -> None:
    stage = meeting(4)
    (match,) = form_tables(stage)
    record_void(match, reason="fire alarm", by=None)
    assert {waiter.games for waiter in waiters(stage)} == {0}


def test_new_partners_come_first() -> None:
    """Four people alone: three games with a new partner each, then everybody again."""
    stage = meeting(4)
    partners: list[frozenset[frozenset[int]]] = []
    for game in range(3):
        (match,) = form_tables(stage)
        sides = {1: set(), 2: set()}  # type: dict[int, set[int]]
        for seat in match.seats.all():
            assert seat.entry
            sides[2 - seat.number % 2].add(seat.entry.number)
        partners.append(frozenset(map(frozenset, sides.values())))
        end(match, minute=20 * (game + 1))
    assert len(set(partners)) == 3


def test_people_come_and_go_at_any_moment() -> None:
    stage = meeting(4)
    go(stage, 2)
    assert line(stage) == [1, 3, 4]
    with pytest.raises(TooFewWait) as refused:
        form_tables(stage)
    assert refused.value.params == {"count": 3, "needed": 4}
    come(stage)
    (match,) = form_tables(stage)
    assert at(match) == {1, 3, 4, 5}


def test_only_free_tables_are_used_and_lowest_numbers_first() -> None:
    stage = meeting(13, tables=3)
    set_tables(stage.tournament, tables=3, out=(2,))
    matches = form_tables(stage)
    assert [match.table for match in matches] == [1, 3]
    with pytest.raises(NoTableFree):
        form_tables(stage)
    end(matches[1], minute=30)
    (third,) = form_tables(stage)
    assert (third.table, third.number) == (3, 3)
    assert {9, 10, 11, 12} == at(third)


@pytest.mark.parametrize(
    ("remainder", "people", "sizes", "waiting"),
    [
        (Remainder.SIT_OUT, 7, [4], 3),
        (Remainder.THREE_SEATS, 7, [4, 3], 0),
        (Remainder.THREE_SEATS, 5, [4], 1),
        (Remainder.FLOATER, 7, [4, 4], 0),
    ],
)
def test_who_fills_no_table(remainder: Remainder, people: int, sizes: list[int], waiting: int) -> None:
    stage = meeting(people, remainder=remainder)
    if remainder is Remainder.FLOATER:
        floater = make_member()
        enter_floater(stage.division, person=floater)
        mark_present(stage.tournament, person=floater)
    matches = form_tables(stage)
    assert [match.seats.count() for match in matches] == sizes
    assert len(line(stage)) == waiting


def test_a_floater_takes_no_table_that_players_would_fill() -> None:
    stage = meeting(7, tables=1, remainder=Remainder.FLOATER)
    floater = make_member()
    enter_floater(stage.division, person=floater)
    mark_present(stage.tournament, person=floater)
    (match,) = form_tables(stage)
    assert at(match) == {1, 2, 3, 4}


def test_two_who_are_kept_apart_never_share_a_table() -> None:
    stage = meeting(5)
    one, other = (stage.division.entries.get(number=number).people[0] for number in (1, 2))
    keep_apart(stage.tournament, one=one, other=other)
    (match,) = form_tables(stage)
    assert not {1, 2} <= at(match)


def test_every_press_is_announced_with_a_seed_that_repeats_it() -> None:
    stage = meeting(8)
    form_tables(stage)
    acts = Act.objects.filter(kind="tables_formed")
    assert [act.payload.content["seed"] for act in acts] == ["tables-1"]
    assert len(Announcement.objects.get().content["tables"]) == 2


def test_the_evening_ends_when_every_table_is_confirmed() -> None:
    stage = meeting(4)
    (match,) = form_tables(stage)
    round = Round.objects.get()
    with pytest.raises(ResultsMissing):
        close_round(round)
    end(match, minute=30)
    close_round(round)
    with pytest.raises(RoundNotPublished):
        form_tables(stage)
    close_tournament(stage.tournament)
    with pytest.raises(EventClosed):
        open_play(Stage.objects.get())


def test_standings_rank_each_person() -> None:
    """One game, 150–90: both of side 1 have a win and +60, both of side 2 a loss and −60."""
    stage = meeting(4)
    (match,) = form_tables(stage)
    record_totals(match, totals=[(150, 90)])
    match.refresh_from_db()
    confirm_match(match, by=None)
    rows = standings_for(stage, viewer=Viewer.STAFF).rows
    winners = {seat.entry.number for seat in match.seats.all() if seat.number in (1, 3) and seat.entry}
    assert {row.entry.number for row in rows if row.rank == 1} == winners
    assert sorted(row.rank for row in rows) == [1, 1, 3, 3]
