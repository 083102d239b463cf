"""The plan of all rounds: open with round one, a card for everybody, and old versions marked as old."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.selectors.draws import drawn_sides
from scoring.services.drafts import pair_next_round
from scoring.services.rounds import close_round, publish_round
from tests.desk import desk_client, words
from tests.whole_events import entered, finish
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format
from tournaments.models import Round, Stage, Tournament
from tournaments.services.presence import leave

pytestmark = pytest.mark.django_db


def planned(persons: int = 9, *, mode: RotationMode = RotationMode.DESIGN, rounds: int = 4) -> Stage:
    return entered(
        Format.ROTATION,
        persons,
        preset="society_individual",
        settings=Settings(mode=mode),
        rounds_planned=rounds,
    )


def address(name: str, stage: Stage, *args: int) -> str:
    with translation.override("en"):
        return reverse(name, args=[stage.tournament.slug, *args])


def play(round: Round) -> None:
    publish_round(round)
    for match in round.matches.all():
        if not match.is_bye:
            finish(match, Random(match.number))
    close_round(round)


def shown(response: Any) -> list[tuple[str, list[tuple[str, set[frozenset[int]]]]]]:
    """Each round: its standing, and its tables with the partners at them."""
    return [
        (
            str(round.standing),
            [
                (table.place, {frozenset(name.number for name in side) for side in table.sides})
                for table in round.tables
            ],
        )
        for round in response.context["plan"].rounds
    ]


def drawn(round: Round) -> list[tuple[str, set[frozenset[int]]]]:
    return [
        (match.place, {frozenset(map(int, side)) for side in sides})
        for match, sides in sorted(drawn_sides(round), key=lambda place: place[0].number)
    ]


def test_the_public_reads_the_plan_once_round_one_is_published_and_the_draw_is_open(client: Client) -> None:
    stage = planned()
    assert client.get(address("plan", stage)).status_code == 404
    first = pair_next_round(stage)
    assert client.get(address("plan", stage)).status_code == 404
    assert client.get(address("plan-card", stage, 1)).status_code == 404
    publish_round(first)
    page = client.get(address("plan", stage))
    assert [standing for standing, _tables in shown(page)] == ["in_play", "planned", "planned", "planned"]
    assert "Plan of all rounds" in words(client.get(address("event", stage)))
    Tournament.objects.update(draw_is_public=False, public_version=99)
    assert client.get(address("plan", stage)).status_code == 404
    assert client.get(address("plan-card", stage, 1)).status_code == 404
    assert "Plan of all rounds" not in words(client.get(address("event", stage)))


def test_what_the_plan_says_is_what_is_drawn(client: Client) -> None:
    stage = planned()
    play(pair_next_round(stage))
    told = shown(client.get(address("plan", stage)))
    for number in (2, 3, 4):
        round = pair_next_round(stage)
        assert told[number - 1][1] == drawn(round)
        play(round)


def test_a_card_says_table_partner_and_opponents_of_every_round(client: Client) -> None:
    stage = planned()
    publish_round(pair_next_round(stage))
    plan = shown(client.get(address("plan", stage)))
    sat_out = 0
    for number in range(1, 10):
        rows = client.get(address("plan-card", stage, number)).context["rows"]
        assert [row.number for row in rows] == [1, 2, 3, 4]
        for row, (_standing, tables) in zip(rows, plan, strict=True):
            if row.sits_out:
                sat_out += 1
                continue
            sides = dict(tables)[row.place]
            (own,) = [side for side in sides if number in side]
            assert own - {number} == {name.number for name in row.partners}
            assert set.union(*map(set, sides - {own})) == {name.number for name in row.opponents}
    assert sat_out == 4  # one of nine in each round


def test_a_new_version_marks_the_earlier_one_as_old(client: Client) -> None:
    stage = planned()
    play(pair_next_round(stage))
    leave(stage.division.entries.get(number=9), stage, from_round=2, reason="帰宅")
    second = pair_next_round(stage)
    draft = client.get(address("plan", stage))
    assert draft.context["plan"].version == 1  # a draft is nobody's plan yet
    publish_round(second)
    page = client.get(address("plan", stage))
    assert (page.context["plan"].version, page.context["plan"].is_old) == (2, False)
    assert "cards of earlier versions no longer hold" in words(page)
    assert [standing for standing, _tables in shown(page)] == ["played", "in_play", "planned", "planned"]
    old = client.get(address("plan", stage), {"version": "1"})
    assert old.context["plan"].is_old
    assert "Old This is version 1. Version 2 holds." in words(old)
    assert "Version 2 holds" in words(client.get(address("plan-card", stage, 1), {"version": "1"}))
    assert client.get(address("plan", stage), {"version": "3"}).status_code == 404


def test_whoever_left_has_a_card_without_the_rounds_to_come(client: Client) -> None:
    stage = planned()
    play(pair_next_round(stage))
    leave(stage.division.entries.get(number=9), stage, from_round=2, reason="帰宅")
    publish_round(pair_next_round(stage))
    card = client.get(address("plan-card", stage, 9))
    assert [row.is_away for row in card.context["rows"]] == [False, True, True, True]
    assert client.get(address("plan-card", stage, 10)).status_code == 404


def test_no_plan_where_each_round_is_drawn_by_itself(client: Client) -> None:
    stage = planned(8, mode=RotationMode.LOT)
    publish_round(pair_next_round(stage))
    assert client.get(address("plan", stage)).status_code == 404
    assert desk_client().get(address("desk-plan", stage)).status_code == 404


def test_the_desk_is_told_that_the_plan_no_longer_holds_and_plans_anew() -> None:
    desk, stage = desk_client(), planned()
    page = address("desk-plan", stage)
    assert "made with the draw of round 1" in words(desk.get(page))
    first = pair_next_round(stage)
    assert "Round 1 is drafted" in words(desk.get(page))
    publish_round(first)
    assert "The plan holds" in words(desk.get(page))
    leave(stage.division.entries.get(number=9), stage, from_round=2, reason="帰宅")
    assert "The plan no longer holds from round 2 on" in words(desk.get(page))
    answer = desk.post(page, {"act": "plan"}, follow=True)
    assert "Planned anew from round 2 on: version 2." in words(answer)
    assert "The plan holds" in words(answer)
    assert [len(tables) for _standing, tables in shown(answer)] == [2, 2, 2, 2]


def test_the_desk_reads_what_the_numbers_force_before_it_comes() -> None:
    desk, stage = desk_client(), planned(4, rounds=4)
    publish_round(pair_next_round(stage))
    answer = desk.get(address("desk-plan", stage))
    assert [round.repeats_partner for round in answer.context["plan"].rounds] == [False, False, False, True]
    assert "Here somebody must have a partner again" in words(answer)
