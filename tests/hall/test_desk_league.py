"""A league at the desk: matchdays, days offered, the unplayed at the deadline; groups before play."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.desk import desk_client, words
from tests.events import make_pair, make_stage, play_out, start_round
from tests.phones import TablePhone, slip_of
from tournaments.domain.settings import Settings, Unplayed
from tournaments.enums import Format, MatchState
from tournaments.models import Match, Round, Stage
from tournaments.selectors.entrants import groups_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def league(pairs: int = 4, *, format: Format = Format.LEAGUE, **settings: Any) -> Round:
    stage = make_stage(format=format, preset="tokyo_meijin", settings=Settings(**settings))
    for number in range(1, pairs + 1):
        make_pair(stage, f"表{number} 一", f"裏{number} 二")
    return start_round(stage)


def page(stage: Stage) -> str:
    return reverse("desk-league", args=[stage.tournament.slug])


def match_page(match: Match) -> str:
    return reverse("desk-league-match", args=[match.tournament.slug, match.code])


def public(stage: Stage) -> str:
    address = reverse("event", args=[stage.tournament.slug]).replace("/ja/", "/en/")
    return words(Client(headers={"accept-language": "en"}).get(address))


def press(client: Client, address: str, act: str, **typed: object) -> str:
    answer = client.post(address, {"act": act, **typed}, follow=True)
    assert answer.status_code == 200, words(answer)
    return words(answer)


def set_deadline(client: Client, round: Round, day: date) -> str:
    return press(client, page(round.stage), "deadline", round=str(round.uuid), day=day.isoformat())


def yesterday(round: Round) -> date:
    return round.stage.tournament.today - timedelta(days=1)


def test_its_matches_are_no_tables_and_it_has_no_rounds(client: Client) -> None:
    round = league()
    match = round.matches.get(number=1)
    address = reverse("desk-match", args=[match.code])
    games = {"game-1-1": 150, "game-1-2": 90, "game-2-1": 150, "game-2-2": 90}
    press(client, address, "totals", **games)
    assert "Match 1 is confirmed." in press(client, address, "confirm")
    assert "Match 1 League" in words(client.get(address))


def test_all_matches_stand_there_by_group_and_matchday(client: Client) -> None:
    round = league(8, groups=2, cycles=2)
    shown = words(client.get(page(round.stage)))
    assert "24 matches of 24 still open" in shown
    assert shown.count("Cycle 2, matchday 3") == 2
    assert "Group 1" in shown
    assert "Group 2" in shown
    seen = public(round.stage)
    assert seen.count("Cycle 1, matchday 1") == 2
    assert seen.count("not begun") == 24


def test_the_hall_leads_to_the_league_and_a_number_to_its_match(client: Client) -> None:
    round = league()
    hall = reverse("desk-event", args=[round.stage.tournament.slug])
    assert page(round.stage) in client.get(hall).content.decode()
    assert "6 matches are still open." in words(client.get(hall))
    match = round.matches.get(number=5)
    answer = client.get(reverse("desk-table", args=[round.stage.tournament.slug]), {"table": "5"})
    assert answer.headers["location"] == reverse("desk-match", args=[match.code])


def test_a_result_is_keyed_at_the_page_of_the_match(client: Client) -> None:
    round = league()
    match = round.matches.get(number=1)
    address = reverse("desk-match", args=[match.code])
    totals = {"game-1-1": 150, "game-1-2": 100, "game-2-1": 160, "game-2-2": 40, "ended_by": ""}
    press(client, address, "totals", **totals)
    press(client, address, "confirm")
    match.refresh_from_db()
    assert match.state == MatchState.CONFIRMED.value
    assert "5 matches of 6 still open" in words(client.get(page(round.stage)))


def test_days_are_offered_and_taken_back_and_a_match_is_postponed(client: Client) -> None:
    round = league()
    match = round.matches.get(number=1)
    press(client, match_page(match), "offer", side=1, day="2026-10-03")
    press(client, match_page(match), "offer", side=2, day="2026-10-04")
    assert "offered: Oct. 3, 2026" in words(client.get(page(round.stage)))
    assert "Oct. 3, 2026" not in public(round.stage)
    mistaken = match.date_offers.get(side=2)
    press(client, match_page(match), "take_back", offer=str(mistaken.uuid))
    assert list(match.date_offers.values_list("side", flat=True)) == [1]
    press(client, match_page(match), "postpone", due_on="2026-12-01", reason="出張")
    assert "postponed to Dec. 1, 2026" in public(round.stage)
    refused = client.post(match_page(match), {"act": "postpone", "due_on": "2026-12-02", "reason": ""})
    assert refused.status_code == 422


def test_at_the_deadline_the_desk_rules_with_the_offers_before_its_eyes(client: Client) -> None:
    round = league(3, unplayed=Unplayed.RULING)
    first, second, third = round.matches.order_by("number")
    play_out(first, winner=1)
    press(client, match_page(second), "offer", side=2, day="2026-01-15")
    assert "All matches are to be played by" in set_deadline(client, round, yesterday(round))
    shown = words(client.get(page(round.stage)))
    assert "Not played in time 2" in shown
    assert "Apply the rule" not in shown
    assert shown.count("offered no day") == 3
    told = press(client, match_page(second), "rule", ruling="side_two_wins", reason="相手が日程を出さず")
    assert "The match is ruled upon." in told
    press(client, match_page(third), "rule", ruling="both_lose", reason="双方日程を出さず")
    assert "Not played in time" not in words(client.get(page(round.stage)))
    assert [match.state for match in round.matches.order_by("number")][1:] == [MatchState.CONFIRMED.value] * 2
    refused = client.post(match_page(third), {"act": "rule", "ruling": "void", "reason": "変更"})
    assert refused.status_code == 409


@pytest.mark.parametrize(
    ("rule", "state"),
    [(Unplayed.NOTHING, MatchState.VOID), (Unplayed.BOTH_LOSE, MatchState.CONFIRMED)],
)
def test_one_press_applies_the_rule_to_all(client: Client, rule: Unplayed, state: MatchState) -> None:
    round = league(3, unplayed=rule)
    set_deadline(client, round, yesterday(round))
    asked = {"round": str(round.uuid), "reason": "規定どおり"}
    told = press(client, page(round.stage), "apply_rule", **asked)
    assert "The rule is applied to 3 matches." in told
    assert set(round.matches.values_list("state", flat=True)) == {state.value}
    hall = reverse("desk-event", args=[round.stage.tournament.slug])
    press(client, hall, "close_round", round=str(round.uuid))
    press(client, hall, "close_event")


def test_a_match_of_another_event_or_format_has_no_such_page(client: Client) -> None:
    one, other = league(), league()
    strange = reverse("desk-league-match", args=[one.stage.tournament.slug, other.matches.all()[0].code])
    assert client.get(strange).status_code == 404
    robin = league(format=Format.ROUND_ROBIN)
    assert client.get(match_page(robin.matches.all()[0])).status_code == 404


def test_somebody_is_moved_to_another_group_until_play_begins(client: Client) -> None:
    stage = make_stage(format=Format.ROUND_ROBIN, settings=Settings(groups=2))
    for _ in range(6):
        make_pair(stage)
    press(client, reverse("desk-reception", args=[stage.tournament.slug]), "close_reception")
    draw = reverse("desk-draw", args=[stage.tournament.slug])
    press(client, draw, "draw")
    moved = stage.entrants.filter(group=1)[0].entry
    told = press(client, page(stage), "move_group", entry=str(moved.uuid), group=2)
    assert f"No. {moved.number} plays in group 2. Draw the round again." in told
    round = stage.rounds.get()
    press(client, draw, "redraw", round=str(round.uuid))
    assert groups_of(stage)[moved.pk] == 2
    press(client, draw, "publish", round=str(stage.rounds.get().uuid))
    assert "Somebody plays in another group" not in words(client.get(page(stage)))
    refused = client.post(page(stage), {"act": "move_group", "entry": str(moved.uuid), "group": 1})
    assert refused.status_code == 409


def test_nobody_without_the_role_sees_it() -> None:
    round = league()
    stranger = desk_client("nobody", admin=False)
    assert stranger.get(page(round.stage)).status_code == 403
    assert stranger.get(match_page(round.matches.all()[0])).status_code == 403


def test_the_list_takes_the_same_queries_however_many_matches(client: Client) -> None:
    small, large = league(3), league(7)
    counts = []
    for round in (small, large):
        played = round.matches.all()[0]
        play_out(played, winner=1)
        with CaptureQueriesContext(connection) as queries:
            client.get(page(round.stage))
        counts.append(len(queries))
    assert counts[0] == counts[1]


# Day and place agreed, links of the two sides


def test_day_and_place_agreed_are_read_by_everybody_in_the_time_of_the_hall(client: Client) -> None:
    match = league().matches.get(number=1)
    place = {"day": "2026-10-03", "time": "18:30", "place": "喫茶 波"}
    assert "Kept. Everybody can read it." in press(client, match_page(match), "agree", **place)
    match.refresh_from_db()
    assert match.meeting_at == datetime(2026, 10, 3, 9, 30, tzinfo=UTC)
    for shown in (public(match.round.stage), words(client.get(page(match.round.stage)))):
        assert "agreed: Oct. 3, 2026 18:30 JST, 喫茶 波" in shown
    form = client.get(match_page(match)).context["forms"]["agree"]
    assert (form["day"].value(), form["time"].value()) == (date(2026, 10, 3), time(18, 30))
    press(client, match_page(match), "agree", day="", time="", place="")
    assert "agreed:" not in public(match.round.stage)


def test_a_day_without_a_time_is_no_meeting(client: Client) -> None:
    match = league().matches.get(number=1)
    refused = client.post(match_page(match), {"act": "agree", "day": "2026-10-03", "place": "喫茶 波"})
    assert refused.status_code == 422
    assert "A meeting has a day and a time." in words(refused)
    match.refresh_from_db()
    assert match.meeting_place == ""


def test_each_side_of_a_match_has_a_link_of_its_own(client: Client) -> None:
    match, other = league().matches.order_by("number")[:2]
    shown = client.get(match_page(match))
    assert [name for _slip, name in shown.context["slips_of_sides"]] == [
        side.shown_name for side in match.sides.order_by("number")
    ]
    phone = TablePhone()
    assert phone.come_in(slip_of(match, side=2)).url == reverse("table", args=[match.code])
    assert phone.open(other).status_code == 403
    assert "1 phone has come in" in words(client.get(match_page(match)))
    old = slip_of(match, side=2)
    press(client, match_page(match), "renew", link=str(old.link.uuid))
    assert phone.open(match).status_code == 410
    assert TablePhone().come_in(slip_of(match, side=2)).status_code == 302


def test_a_link_lasts_until_its_match_is_due(client: Client) -> None:
    round = league()
    match, other = round.matches.order_by("number")[:2]
    set_deadline(client, round, date(2026, 10, 31))
    press(client, match_page(match), "postpone", due_on="2026-12-01", reason="出張")
    midnight = {each: slip_of(each, side=1).link.expires_at for each in (match, other)}
    assert midnight == {  # the end of the day in Japan
        match: datetime(2026, 12, 1, 15, tzinfo=UTC),
        other: datetime(2026, 10, 31, 15, tzinfo=UTC),
    }
    assert "good to the end of Dec. 1, 2026" in words(client.get(match_page(match)))
