"""What a phone is told of its match: a dispute, a call, that it does not count, what comes next."""

from random import Random
from typing import Any

import pytest

from scoring.domain.facts import RulingEffect
from scoring.services.calls import answer_call
from scoring.services.outcomes import record_totals, record_void
from scoring.services.rounds import close_round
from scoring.services.rulings import rule
from tests.events import make_match, make_pair, make_stage, start_round
from tests.phones import TablePhone, phone_at
from tests.whole_events import finish
from tournaments.api.phone_cookie import HEADER
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match()


def read(phone: TablePhone, match: Match) -> dict[str, Any]:
    answer = phone.client.get(f"/api/v1/matches/{match.code}/table", headers={HEADER: "1"})
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def test_a_dispute_tells_both_values_and_which_is_this_phones(match: Match) -> None:
    one, two = phone_at(match, seat=1), phone_at(match, seat=2)
    assert one.send(match, record="sheet,s1,1,3,received", after=None).status_code == 200
    assert read(one, match)["dispute"] == ""
    assert two.send(match, record="sheet,s1,2,6,led", after=None).status_code == 409
    first, second = "山田 out with 馬, 20 points", "海野 out with 角, 40 points"
    assert read(one, match)["dispute"].splitlines() == [
        "Two different values were sent for deal 1:",
        f"This phone: {first}",
        f"Another phone (seat 2 (海野)): {second}",
        "The desk decides. Until then nothing counts; play on.",
    ]
    assert read(two, match)["dispute"].splitlines()[1:3] == [
        f"Another phone (seat 1 (山田)): {first}",
        f"This phone: {second}",
    ]


def test_a_call_stands_until_the_desk_answers(match: Match) -> None:
    phone = phone_at(match, seat=1)
    assert read(phone, match)["referee_called_at"] is None
    phone.put(match, "table/referee", {"called": True})
    match.refresh_from_db()
    assert match.referee_called_at
    called = read(phone, match)["referee_called_at"]
    assert called == match.referee_called_at.isoformat().replace("+00:00", "Z")
    phone.send(match, record="sheet,s1,1,3,received", after=None)
    assert read(phone, match)["referee_called_at"] == called
    answer_call(match, by=None)
    assert read(phone, match)["referee_called_at"] is None


def test_who_has_made_a_match_void(match: Match) -> None:
    phone = phone_at(match, seat=1)
    ruling = rule(match, on=match, effect=RulingEffect.VOID, reason="G-8")
    assert ruling
    told = read(phone, match)
    assert (told["state"], told["is_ruled_void"]) == ("void", True)


def test_the_desk_has_made_a_match_void(match: Match) -> None:
    phone = phone_at(match, seat=1)
    record_void(match, reason="中止", by=None)
    told = read(phone, match)
    assert (told["state"], told["is_ruled_void"]) == ("void", False)


def test_totals_without_deals_are_told(match: Match) -> None:
    record_totals(match, totals=[[90, 150]], by=None)
    [game] = read(phone_at(match), match)["games"]
    assert (game["totals"], game["deals"]) == ([90, 150], [])


def test_what_comes_next_once_it_is_announced() -> None:
    stage = make_stage()
    for _ in range(4):
        make_pair(stage)
    first = start_round(stage)
    phones = {played: phone_at(played) for played in first.matches.order_by("table")}
    for played in phones:
        finish(played, Random(1))
    close_round(first)
    assert {tuple(read(phone, played)["next_places"]) for played, phone in phones.items()} == {()}
    second = start_round(stage)
    for played, phone in phones.items():
        people = {seat.person for seat in played.seats.all()}
        told = read(phone, played)["next_places"]
        there = [m for m in second.matches.order_by("table") if people & {s.person for s in m.seats.all()}]
        assert len(told) == len(there) > 0
        for line, match in zip(told, there, strict=True):
            assert line.startswith("Round 2: ")
            assert line.endswith(f"to table {match.table}")
            names = {s.person.short_name for s in match.seats.all() if s.person in people}
            assert all(name in line for name in names)
