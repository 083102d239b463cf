"""The hall at a glance: what each table needs, told by itself, and the call for a referee answered."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.enums import RoleName, Scope
from clubs.models import Account
from clubs.services.accounts import grant_role
from scoring.selectors.needs import Need
from scoring.services.results import confirm_match
from tests.desk import desk_client, words
from tests.events import make_match, make_pair, make_stage, play, play_out, start_round
from tests.phones import phone_at
from tournaments.models import Match, TableLink
from tournaments.services.clocks import give_minutes, pause_clock, prolong_clock, start_clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def hall(match: Match) -> str:
    return reverse("desk-event", args=[match.tournament.slug])


def tables_in_play(count: int) -> list[Match]:
    stage = make_stage()
    for _ in range(2 * count):
        make_pair(stage)
    return list(start_round(stage).matches.order_by("table"))


def needs(client: Client, match: Match) -> dict[int | None, tuple[Need, ...]]:
    """What each table needs, in the order of the page."""
    tables = client.get(hall(match)).context["tables"]
    return {table.card.table: table.needs for table in tables}


def call(match: Match, *, called: bool = True) -> None:
    assert phone_at(match).put(match, "table/referee", {"called": called}).status_code == 200


def part(client: Client, match: Match, **headers: str) -> Any:
    return client.get(hall(match), {"part": "tables"}, headers=headers)


def test_tables_stand_by_need_and_the_count_line_says_the_same(client: Client) -> None:
    disputed, calling, late, waiting, playing, idle, over = tables_in_play(7)
    Match.objects.filter(pk=disputed.pk).update(state="disputed")
    phone = phone_at(late)
    play(late, "sheet,s1,1,2,led")
    TableLink.objects.filter(table=late.table).update(expires_at=timezone.now())
    assert phone.send(late, record="sheet,s2,2,6,led").status_code == 202
    play_out(waiting, winner=1)
    play(playing, "sheet,s1,2,6,led")
    play_out(over, winner=2)
    confirm_match(over, by=None)
    call(calling)
    shown = needs(client, over)
    assert list(shown) == [each.table for each in (disputed, calling, late, waiting, playing, idle, over)]
    assert shown[calling.table] == (Need.CALLED, Need.WAITING)
    assert shown[late.table] == (Need.LATE, Need.PLAYING)
    urgent = "! needs checking 1 ⚑ referee called 1 ↧ delivered late 1 ? to be confirmed 1"
    assert f"7 tables {urgent} ▶ in play 1 … not begun 1 ✓ done 1" in words(client.get(hall(over)))


def test_a_call_is_told_in_words_and_answered_by_one_press(client: Client) -> None:
    match = make_match()
    call(match)
    page = client.get(hall(match))
    assert "⚑ Referee called: Table 1" in words(page)
    assert 'id="calls" role="status"' in page.content.decode()
    answer = client.post(hall(match), {"act": "coming", "match": match.code}, follow=True)
    assert "somebody goes to table 1" in words(answer)
    assert needs(client, match) == {1: (Need.WAITING,)}
    again = client.post(hall(match), {"act": "coming", "match": match.code})
    assert again.status_code == 302


def test_a_table_takes_its_call_back(client: Client) -> None:
    match = make_match()
    call(match)
    call(match, called=False)
    assert needs(client, match) == {1: (Need.WAITING,)}


def test_a_call_of_another_event_is_not_answered_here(client: Client) -> None:
    here, there = make_match(), make_stage()
    refused = client.post(
        reverse("desk-event", args=[there.tournament.slug]), {"act": "coming", "match": here.code}
    )
    assert refused.status_code == 422


def test_who_only_looks_sees_a_call_and_cannot_answer_it() -> None:
    match = make_match()
    call(match)
    reader = desk_client("hanako", admin=False)
    grant_role(
        Account.objects.get(username="hanako"),
        role=RoleName.READER,
        scope=Scope.EVENT,
        scope_uuid=match.tournament.uuid,
    )
    assert "Referee called: Table 1" in words(reader.get(hall(match)))
    assert "I am coming" not in words(reader.get(hall(match)))
    assert reader.post(hall(match), {"act": "coming", "match": match.code}).status_code == 403


def test_what_has_not_changed_is_not_sent_again(client: Client) -> None:
    match = make_match()
    with time_machine.travel(timezone.now().replace(second=10), tick=False) as time:
        first = part(client, match)
        assert first.status_code == 200
        assert first.headers["Cache-Control"] == "no-store"
        assert "<html" not in first.content.decode()
        etag = first.headers["ETag"]
        assert part(client, match, if_none_match=etag).status_code == 304
        for change in (
            lambda: call(match),
            lambda: start_clock(match.round, minutes=25),
            lambda: play(match, "sheet,s1,1,2,led"),
        ):
            change()
            changed = part(client, match, if_none_match=etag)
            assert changed.status_code == 200
            etag = changed.headers["ETag"]
        time.shift(timedelta(minutes=1))  # somebody may have become slow
        assert part(client, match, if_none_match=etag).status_code == 200


def test_the_next_step_comes_by_itself(client: Client) -> None:
    match = make_match()
    assert "Round 1: 1 table still open" in words(part(client, match))
    play_out(match, winner=1)
    confirm_match(match, by=None)
    assert "Close: Round 1" in words(part(client, match))


def test_an_unchanged_hall_costs_no_look_at_its_tables(client: Client) -> None:
    match = make_match()
    with time_machine.travel(timezone.now().replace(second=10), tick=False):
        etag = part(client, match).headers["ETag"]
        with CaptureQueriesContext(connection) as asked:
            part(client, match, if_none_match=etag)
    assert not [query for query in asked if "tournaments_match" in query["sql"]]


def test_the_part_is_for_those_who_may_see_the_hall() -> None:
    match = make_match()
    assert part(Client(), match).status_code == 302
    assert part(desk_client("taro", admin=False), match).status_code == 403


# Slow


def test_a_table_behind_the_clock_is_slow_unless_it_has_minutes_of_its_own(client: Client) -> None:
    first, second = tables_in_play(2)
    start_clock(first.round, minutes=25)
    give_minutes(second, minutes=5)
    with time_machine.travel(timezone.now() + timedelta(minutes=26)):
        assert needs(client, first) == {1: (Need.SLOW, Need.WAITING), 2: (Need.WAITING,)}
        assert "◔ slow" in words(client.get(hall(first)))
        prolong_clock(first.round, minutes=10)
        assert needs(client, first)[1] == (Need.WAITING,)


def test_nobody_is_slow_while_the_clock_stands_still_or_when_done(client: Client) -> None:
    first, second = tables_in_play(2)
    start_clock(first.round, minutes=1)
    play_out(second, winner=1)
    later = timezone.now() + timedelta(minutes=2)
    with time_machine.travel(later):
        assert needs(client, first) == {2: (Need.TO_CONFIRM,), 1: (Need.SLOW, Need.WAITING)}
        pause_clock(first.round)
        assert needs(client, first)[1] == (Need.WAITING,)


def deals_at(match: Match, minutes: list[int], *, start: Any) -> None:
    """A phone enters a deal at each of these minutes."""
    phone = phone_at(match)
    for minute in minutes:
        with time_machine.travel(start + timedelta(minutes=minute), tick=False):
            assert phone.send(match, record="sheet,s1,R", act="redeal").status_code == 200


def test_a_table_silent_for_twice_the_time_of_a_deal_is_slow(client: Client) -> None:
    """Deals take 2, 3 and 4 minutes at three tables: 3 is the median, 6 is patience."""
    start = timezone.now()
    *measured, silent, busy = tables_in_play(5)
    for match, pace in zip(measured, (2, 3, 4), strict=True):
        deals_at(match, [0, pace, 2 * pace], start=start)
    deals_at(silent, [8], start=start)
    deals_at(busy, [9], start=start)
    with time_machine.travel(start + timedelta(minutes=13, seconds=59)):
        assert Need.SLOW not in needs(client, silent)[4]
    with time_machine.travel(start + timedelta(minutes=14, seconds=1)):
        assert needs(client, silent)[4] == (Need.SLOW, Need.PLAYING)
        assert needs(client, silent)[5] == (Need.PLAYING,)


def test_a_table_that_plays_on_paper_is_not_called_silent(client: Client) -> None:
    start = timezone.now()
    tables = tables_in_play(4)
    for match in tables[:3]:
        deals_at(match, [0, 1, 2], start=start)
    with time_machine.travel(start + timedelta(minutes=5)):
        assert needs(client, tables[3])[4] == (Need.WAITING,)
