"""A whole league over months through the desk's pages: five pairs, one match postponed, some never played."""

from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.selectors.standings import standings_for
from scoring.selectors.viewer import Viewer
from tests.desk import desk_client, words
from tests.desk_rounds import announce_round, close, key_games, page, press, sides, withdraw
from tests.events import make_pair, make_stage
from tournaments.domain.settings import Settings, Unplayed
from tournaments.enums import Format, MatchState
from tournaments.models import Match, Round, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def league(client: Client, pairs: int = 5, **settings: Any) -> Round:
    """A challengers' league by the rules of the Tokyo Meijin: best of three."""
    stage = make_stage(format=Format.LEAGUE, preset="tokyo_meijin", settings=Settings(**settings))
    for _ in range(pairs):
        make_pair(stage)
    return announce_round(client, stage)


def between(round: Round, one: int, other: int) -> Match:
    return round.matches.filter(sides__entry__number=one).get(sides__entry__number=other)


def win(client: Client, round: Round, winner: int, loser: int) -> None:
    key_games(client, between(round, winner, loser), winner, winner)


def days(client: Client, match: Match, act: str, **typed: object) -> None:
    press(client, reverse("desk-league-match", args=[match.tournament.slug, match.code]), act, **typed)


def deadline_is_over(client: Client, round: Round) -> None:
    day = round.stage.tournament.today - timedelta(days=1)
    press(client, page(round.stage, "desk-league"), "deadline", round=str(round.uuid), day=day.isoformat())


def records(stage: Stage) -> dict[int, str]:
    return {row.entry.number: row.record for row in standings_for(stage, viewer=Viewer.PUBLIC).rows}


def season(client: Client, **settings: Any) -> Round:
    """Of ten matches seven are played, the lower number winning; 2–5, 3–5 and 4–5 are not.

    4 and 5 will play later than all others; 2 had offered a day to 5, and nobody to 3–5.
    """
    round = league(client, **settings)
    unplayed = {(2, 5), (3, 5), (4, 5)}
    for one, other in combinations(range(1, 6), 2):
        if (one, other) not in unplayed:
            win(client, round, one, other)
    late = round.stage.tournament.today + timedelta(days=30)
    days(client, between(round, 4, 5), "postpone", due_on=late.isoformat(), reason="入院")
    missed = between(round, 2, 5)
    days(client, missed, "offer", side=1 + sides(missed).index(2), day="2026-10-01")
    deadline_is_over(client, round)
    return round


def finish(client: Client, round: Round) -> list[tuple[int, int]]:
    """The postponed match is played, round and event are closed; the places as awarded."""
    win(client, round, 4, 5)
    close(client, round)
    press(client, page(round.stage, "desk-event"), "close_event")
    rows = Client().get(page(round.stage, "standings")).context["table"].rows
    return [(row.rank, row.entry.number) for row in rows]


def test_people_rule_by_who_had_offered_days(client: Client) -> None:
    round = season(client, unplayed=Unplayed.RULING)
    shown = words(client.get(page(round.stage, "desk-league")))
    assert "Not played in time 2" in shown
    assert "offered: Oct. 1, 2026" in shown
    missed, silent = between(round, 2, 5), between(round, 3, 5)
    willing = ["side_one_wins", "side_two_wins"][sides(missed).index(2)]
    days(client, missed, "rule", ruling=willing, reason="5 番は日程に応じず")
    days(client, silent, "rule", ruling="both_lose", reason="双方日程を出さず")
    assert finish(client, round) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    assert records(round.stage) == {1: "4–0", 2: "3–1", 3: "1–3", 4: "1–3", 5: "0–4"}


@pytest.mark.parametrize(
    ("rule", "two", "three", "five"),
    [(Unplayed.NOTHING, "2–1", "1–2", "0–2"), (Unplayed.BOTH_LOSE, "2–2", "1–3", "0–4")],
)
def test_the_rule_that_was_announced_is_applied_by_one_press(
    client: Client, rule: Unplayed, two: str, three: str, five: str
) -> None:
    round = season(client, unplayed=rule)
    asked = {"round": str(round.uuid), "reason": "規定どおり"}
    press(client, page(round.stage, "desk-league"), "apply_rule", **asked)
    assert between(round, 4, 5).state == MatchState.WAITING.value
    refused = client.post(page(round.stage, "desk-event"), {"act": "close_round", "round": str(round.uuid)})
    assert refused.status_code == 409  # the postponed match is still to come
    finish(client, round)
    assert records(round.stage) == {1: "4–0", 2: two, 3: three, 4: "1–3", 5: five}


def test_who_played_too_little_is_not_ranked(client: Client) -> None:
    round = season(client, unplayed=Unplayed.NOTHING, least_matches=3)
    asked = {"round": str(round.uuid), "reason": "規定どおり"}
    press(client, page(round.stage, "desk-league"), "apply_rule", **asked)
    # 1 and 4 have met all four others; 2 and 3 three of them; 5 only 1 and 4.
    win(client, round, 5, 4)
    english = page(round.stage, "standings").replace("/ja/", "/en/")
    shown = words(Client(headers={"accept-language": "en"}).get(english))
    assert shown.count("not ranked: 2 of 3 matches") == 1
    rows = standings_for(round.stage, viewer=Viewer.PUBLIC).rows
    # 5 has one win and one loss, net 0, and would stand before 3 (net −1) and 4 (net −4).
    assert [(row.entry.number, row.is_ranked) for row in rows] == [
        (1, True),
        (2, True),
        (3, True),
        (4, True),
        (5, False),
    ]


def test_who_leaves_in_the_middle_leaves_forfeits_or_nothing(client: Client) -> None:
    round = league(client, annul_below=50)
    for other in (1, 2):
        win(client, round, other, 5)
    withdraw(client, round.stage, 5)  # two of four played: they stand
    withdraw(client, round.stage, 4)  # nothing but a win without play: as if it had never entered
    states = {tuple(sorted(sides(match))): match.state for match in round.matches.all()}
    assert states[3, 5] == MatchState.CONFIRMED.value
    assert {states[1, 4], states[2, 4], states[3, 4], states[4, 5]} == {MatchState.VOID.value}
    assert records(round.stage) == {1: "1–0", 2: "1–0", 3: "1–0", 4: "0–0", 5: "0–3"}


def test_groups_of_a_league_have_their_own_matches_and_tables(client: Client) -> None:
    round = league(client, 7, groups=2)
    groups = dict(round.stage.entrants.values_list("entry__number", "group"))
    assert all(len({groups[number] for number in sides(match)}) == 1 for match in round.matches.all())
    assert round.matches.count() == 6 + 3
    for match in round.matches.all():
        key_games(client, match, *[min(sides(match))] * 2)
    close(client, round)
    rows = standings_for(round.stage, viewer=Viewer.PUBLIC).rows
    firsts = {row.group: row.entry.number for row in rows if row.rank == 1}
    assert firsts == {group: min(n for n in groups if groups[n] == group) for group in (1, 2)}
