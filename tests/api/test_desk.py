"""A whole event through the API, from setting up to the places, and what it refuses on the way."""

from typing import Any
from uuid import uuid4

import pytest

from clubs.models import Branch
from scoring.models import Deal
from tests.api.conftest import Caller
from tests.events import make_match, make_member, make_pair, make_stage, play, play_out, start_round
from tournaments.models import Attendance, Stage, Tournament
from tournaments.services.entries import enter_person
from tournaments.services.reception import mark_present

pytestmark = pytest.mark.django_db

CLUB = "clubs/noto-goita"
EVENT = {
    "name": "町長杯",
    "slug": "mayors-cup",
    "starts_at": "2026-09-13T13:00:00+09:00",
    "format": "swiss",
    "fee": 500,
    "rounds_planned": 1,
}


def done(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.json()
    return answer.json()


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def register(desk: Caller, name: str, **facts: object) -> str:
    if home := facts.pop("branch", None):
        facts["branch"] = str(Branch.objects.get(slug=home).uuid)
    return str(done(desk.send("post", f"{CLUB}/members", {"name": name, **facts}))["uuid"])


def test_event_from_reception_to_the_places(desk: Caller, anybody: Caller) -> None:
    event = done(desk.send("post", f"{CLUB}/events", EVENT))
    assert (event["starts_at"], event["local_date"]) == ("2026-09-13T04:00:00Z", "2026-09-13")
    people = [register(desk, f"選手 {number}", branch="noto") for number in "一二三四五"]
    pair = done(desk.send("post", "events/mayors-cup/pairs", {"first": people[0], "second": people[1]}))
    assert (pair["number"], pair["branches"]) == (1, "能登")
    for person in people[2:]:
        done(desk.send("post", "events/mayors-cup/persons", {"person": person}))
    for person in people:
        path = f"events/mayors-cup/attendances/{person}"
        assert done(desk.send("put", path, {"present": True}))["owes"] == 500
        assert done(desk.send("post", f"{path}/fees", {"amount": 500}))["owes"] == 0
    reception = done(desk.read("events/mayors-cup/reception"))
    assert (len(reception["pool"]), reception["fees"]) == (3, {"due": 2500, "taken": 2500, "owed": 0})
    closed = done(desk.send("post", "events/mayors-cup/reception/close", {}))
    assert len(closed["pairs_by_lot"]) == 1

    draft = done(desk.send("post", "events/mayors-cup/draws", {}))
    again = done(desk.send("post", "events/mayors-cup/draws", {}))
    assert (draft["state"], again["uuid"]) == ("draft", draft["uuid"])
    assert draft["matches"][0]["reasons"][0].keys() == {"code", "params"}
    other = done(desk.send("post", f"events/mayors-cup/draws/{draft['uuid']}/redraw", {"new_lots": True}))
    assert refused(desk.send("post", f"events/mayors-cup/draws/{draft['uuid']}/publish")) == (
        404,
        "not_found",
    )
    draw = f"events/mayors-cup/draws/{other['uuid']}"
    assert done(desk.send("post", f"{draw}/publish"))["state"] == "published"
    code = other["matches"][0]["code"]
    blocked = desk.send("post", f"{draw}/close")
    assert refused(blocked) == (409, "results_missing")
    assert blocked.json()["params"] == {"round": 1, "tables": [1]}
    done(desk.send("put", f"matches/{code}/totals", {"totals": [[150, 90]]}))
    assert done(desk.send("post", f"matches/{code}/confirm"))["match"]["state"] == "confirmed"
    assert done(desk.send("post", f"{draw}/close"))["state"] == "closed"
    assert done(desk.read("events/mayors-cup/hall"))["next_step"]["step"] == "close_event"
    assert refused(desk.send("post", "events/mayors-cup/draws", {})) == (409, "all_rounds_played")
    for _ in range(2):
        assert done(desk.send("post", "events/mayors-cup/close"))["state"] == "closed"
    pair = {"first": people[4], "second": register(desk, "遅刻")}
    assert refused(desk.send("post", "events/mayors-cup/pairs", pair)) == (409, "event_closed")
    assert refused(desk.send("post", "events/mayors-cup/draws", {})) == (409, "event_closed")
    rows = done(anybody.read("events/mayors-cup/standings"))["rows"]
    assert [(row["rank"], row["wins"]) for row in rows] == [(1, 1), (2, 0)]


def test_address_of_an_event_is_taken_once(desk: Caller) -> None:
    done(desk.send("post", f"{CLUB}/events", EVENT))
    assert refused(desk.send("post", f"{CLUB}/events", EVENT)) == (409, "slug_taken")
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("slug", "町長杯"),
        ("format", "imported"),
        ("preset", "unknown"),
        ("rounds_planned", 0),
        ("starts_at", "soon"),
        ("starts_at", "9999-12-31T23:59:59Z"),
        ("starts_at", "0001-01-01T00:00:00+14:00"),
        ("fee", -1),
        ("name", "x" * 121),
    ],
)
def test_event_with_a_wrong_field(desk: Caller, field: str, value: object) -> None:
    answer = desk.send("post", f"{CLUB}/events", {**EVENT, field: value})
    assert refused(answer) == (400, "invalid_input")
    assert [fault["field"] for fault in answer.json()["params"]["fields"]] == [field]


def test_people_are_found_by_reading_and_told_apart_by_branch(desk: Caller) -> None:
    register(desk, "髙橋 一", reading="たかはし はじめ", branch="noto")
    register(desk, "高橋 一", reading="たかはし はじめ", branch="tokyo")
    register(desk, "青木 二", reading="あおき じ")
    found = done(desk.read("members?search=高橋"))["members"]
    assert [person["branch"] for person in found] == ["能登", "東京"]
    assert len(done(desk.read("members?search=タカハシ&limit=1"))["members"]) == 1
    assert done(desk.read("members?search=青木"))["members"][0]["branch"] == ""


def test_member_needs_a_name_and_a_branch_that_exists(desk: Caller) -> None:
    assert refused(desk.send("post", f"{CLUB}/members", {"name": " "})) == (400, "invalid_input")
    nowhere = desk.send("post", f"{CLUB}/members", {"name": "山田", "branch": str(uuid4())})
    assert refused(nowhere) == (404, "not_found")


def test_person_stands_in_one_pair_only(desk: Caller) -> None:
    stage = make_stage()
    first, second = (str(person.uuid) for person in make_pair(stage).people)
    path = f"events/{stage.tournament.slug}/pairs"
    third = register(desk, "三人目")
    again = desk.send("post", path, {"first": first, "second": third})
    assert refused(again) == (409, "already_entered")
    assert refused(desk.send("post", path, {"first": third, "second": third})) == (422, "same_person_twice")
    unknown = desk.send("post", path, {"first": second, "second": str(uuid4())})
    assert refused(unknown) == (404, "not_found")


def test_fee_is_taken_once(desk: Caller) -> None:
    stage = make_stage()
    person = make_pair(stage).people[0]
    path = f"events/{stage.tournament.slug}/attendances/{person.uuid}/fees"
    assert refused(desk.send("post", path, {"amount": 600})) == (422, "fee_too_high")
    done(desk.send("post", path, {"amount": 500}))
    assert refused(desk.send("post", path, {"amount": 500})) == (409, "fee_taken")
    assert Attendance.objects.get(member=person).fee_taken == 500


def test_gates_are_set_each_on_its_own(desk: Caller) -> None:
    event = make_stage().tournament
    answer = done(desk.send("put", f"events/{event.slug}/gates", {"draw": True, "standings": False}))
    assert (answer["draw_is_public"], answer["standings_are_public"]) == (True, False)
    assert answer["public_version"] > event.public_version


def test_round_cannot_be_drawn_before_reception_is_closed(desk: Caller) -> None:
    stage = make_stage()
    slug = stage.tournament.slug
    assert refused(desk.send("post", f"events/{slug}/reception/close", {})) == (409, "nobody_entered")
    make_pair(stage)
    assert refused(desk.send("post", f"events/{slug}/draws", {})) == (409, "reception_open")
    done(desk.send("post", f"events/{slug}/reception/close", {}))
    assert refused(desk.send("post", f"events/{slug}/reception/close", {})) == (409, "reception_closed")
    assert refused(desk.send("post", f"events/{slug}/draws", {})) == (409, "too_few_entries")
    wrong = desk.send("post", f"events/{slug}/draws", {"relaxed": ["everything"]})
    assert refused(wrong) == (400, "invalid_input")


def test_reception_is_opened_again_until_a_round_is_published(desk: Caller) -> None:
    stage = make_stage()
    _pair, late = make_pair(stage), make_pair(stage)
    mark_present(stage.tournament, person=late.people[0], present=False)
    path = f"events/{stage.tournament.slug}/reception"
    done(desk.send("post", f"{path}/close", {}))
    assert [entry["number"] for entry in done(desk.send("post", f"{path}/reopen", {}))["back"]] == [
        late.number
    ]
    mark_present(stage.tournament, person=late.people[0])
    start_round(Stage.objects.get(pk=stage.pk))
    assert refused(desk.send("post", f"{path}/reopen", {})) == (409, "play_begun")


def test_those_who_wait_after_the_closing_are_joined_by_lot(desk: Caller) -> None:
    stage = make_stage()
    make_pair(stage)
    path = f"events/{stage.tournament.slug}/reception"
    assert refused(desk.send("post", f"{path}/pool", {})) == (409, "reception_open")
    done(desk.send("post", f"{path}/close", {}))
    for person in (make_member("林 恵"), make_member("辻 誠")):
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    (pair,) = done(desk.send("post", f"{path}/pool", {}))["pairs_by_lot"]
    assert set(pair["name"].split("・")) == {"林", "辻"}


def test_impossible_totals_are_refused_with_their_game(desk: Caller) -> None:
    code = make_match().code
    answer = desk.send("put", f"matches/{code}/totals", {"totals": [[145, 90]]})
    assert refused(answer) == (422, "totals_refused")
    assert answer.json()["params"]["game"] == 1


def test_totals_sent_twice_are_one_version(desk: Caller) -> None:
    match = make_match()
    for _ in range(2):
        done(desk.send("put", f"matches/{match.code}/totals", {"totals": [[150, 90]]}))
    assert match.outcomes.count() == 1


def test_forfeit_needs_one_of_the_two_sides_and_a_reason(desk: Caller) -> None:
    path = f"matches/{make_match().code}/forfeit"
    assert refused(desk.send("put", path, {"winner": 3, "reason": "late"})) == (400, "invalid_input")
    assert refused(desk.send("put", path, {"winner": 1, "reason": ""})) == (400, "invalid_input")
    told = done(desk.send("put", path, {"winner": 2, "reason": "late"}))
    assert [side["result"] for side in told["match"]["sides"]] == ["loss", "win"]
    told = done(desk.send("post", path.replace("forfeit", "outcome/withdraw"), {"reason": "came"}))
    assert (told["match"]["state"], told["sheet"]["outcome"]) == ("waiting", "")


def test_match_is_confirmed_when_finished_and_reopened_with_a_reason(desk: Caller) -> None:
    match = make_match()
    path = f"matches/{match.code}"
    assert refused(desk.send("post", f"{path}/confirm")) == (409, "not_to_confirm")
    play_out(match, winner=1)
    done(desk.send("post", f"{path}/confirm"))
    assert refused(desk.send("post", f"{path}/reopen", {})) == (400, "invalid_input")
    told = done(desk.send("post", f"{path}/reopen", {"reason": "wrong slip"}))
    assert told["match"]["state"] == "to_confirm"


def test_deal_is_corrected_and_the_old_row_stays(desk: Caller) -> None:
    match = make_match()
    deal = play(match, "points,1,10")
    path = f"matches/{match.code}/deals/{deal.uuid}/correct"
    told = done(desk.send("post", path, {"record": "points,1,20", "reason": "misread"}))
    rows = {row["record"]: row["state"] for row in told["sheet"]["games"][0]["rows"]}
    assert rows == {"points,1,10": "superseded", "points,1,20": "current"}
    stale = desk.send("post", path, {"record": "points,1,30", "reason": "misread"})
    assert refused(stale) == (409, "deal_not_current")
    unlawful = desk.send(
        "post",
        f"matches/{match.code}/deals/{Deal.objects.get(state='current').uuid}/correct",
        {"record": "points,1,15", "reason": "misread"},
    )
    assert refused(unlawful) == (422, "deal_refused")
    unknown = desk.send(
        "post", f"matches/{match.code}/deals/{uuid4()}/correct", {"record": "x", "reason": "y"}
    )
    assert refused(unknown) == (404, "not_found")
