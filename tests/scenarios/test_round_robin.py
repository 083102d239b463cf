"""Everybody against everybody through the desk's pages: T09, T10, groups, and who drops out (T23, T25)."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.selectors.standings import standings_for
from scoring.selectors.viewer import Viewer
from tests.desk import desk_client, words
from tests.desk_rounds import (
    announce_round,
    close,
    final_places,
    key_games,
    lower,
    play_round,
    sides,
    withdraw,
)
from tests.events import make_pair, make_stage
from tournaments.domain.settings import Settings
from tournaments.enums import Format
from tournaments.models import Match, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def field(pairs: int, **settings: Any) -> Stage:
    stage = make_stage(format=Format.ROUND_ROBIN, settings=Settings(**settings))
    for _ in range(pairs):
        make_pair(stage)
    return stage


def play_all(client: Client, stage: Stage, rounds: int) -> None:
    for _ in range(rounds):
        play_round(client, stage, lower)


def byes(stage: Stage) -> Counter[int]:
    alone = [match for match in Match.objects.filter(round__stage=stage) if match.is_bye]
    return Counter(number for match in alone for number in sides(match))


def meetings(stage: Stage) -> Counter[tuple[int, ...]]:
    matches = Match.objects.filter(round__stage=stage)
    return Counter(tuple(sorted(sides(match))) for match in matches if not match.is_bye)


def records(stage: Stage) -> dict[int, str]:
    return {row.entry.number: row.record for row in standings_for(stage, viewer=Viewer.PUBLIC).rows}


def cross_table(stage: Stage) -> dict[int, list[str]]:
    """The marks of each row of the public page, by the numbers of its columns."""
    table = Client().get(reverse("cross-table", args=[stage.tournament.slug])).context["table"]
    return {
        row.standing.entry.number: ["".join(mark.mark for mark in cell.marks) or "-" for cell in row.cells]
        for part in table.groups
        for row in part.rows
    }


def test_t09_five_pairs_have_five_rounds_and_one_bye_each(client: Client) -> None:
    stage = field(5)
    play_all(client, stage, 5)
    assert byes(stage) == dict.fromkeys(range(1, 6), 1)
    assert meetings(stage) == dict.fromkeys(combinations(range(1, 6), 2), 1)
    assert not Match.objects.exclude(state="confirmed").exists()  # none is left open
    # The lower number wins, and a bye is a win: pair n has beaten 5 - n others.
    assert records(stage) == {1: "5–0", 2: "4–1", 3: "3–2", 4: "2–3", 5: "1–4"}
    assert final_places(client, stage) == [(number, number) for number in range(1, 6)]


def test_t10_three_pairs_in_two_cycles_sit_out_twice_each(client: Client) -> None:
    stage = field(3, cycles=2)
    play_all(client, stage, 6)
    assert byes(stage) == {1: 2, 2: 2, 3: 2}
    assert meetings(stage) == {(1, 2): 2, (1, 3): 2, (2, 3): 2}
    assert final_places(client, stage) == [(1, 1), (2, 2), (3, 3)]


def test_two_groups_of_four_are_two_tables(client: Client) -> None:
    stage = field(8, groups=2)
    play_all(client, stage, 3)
    groups = dict(stage.entrants.values_list("entry__number", "group"))
    assert Counter(groups.values()) == {1: 4, 2: 4}
    within = [pair for pair in combinations(range(1, 9), 2) if groups[pair[0]] == groups[pair[1]]]
    assert meetings(stage) == dict.fromkeys(within, 1)
    rows = standings_for(stage, viewer=Viewer.PUBLIC).rows
    by_group = {group: sorted(n for n in groups if groups[n] == group) for group in (1, 2)}
    assert [(row.group, row.rank, row.entry.number) for row in rows] == [
        (group, rank, number) for group in (1, 2) for rank, number in enumerate(by_group[group], 1)
    ]
    for name in ("standings", "cross-table", "event"):
        shown = words(Client().get(reverse(name, args=[stage.tournament.slug])))
        assert "Group 1" in shown
        assert "Group 2" in shown
    # Firsts of both groups come first; equal in wins and difference, they share the place.
    ranks = [rank for rank, _number in final_places_of_event(client, stage)]
    assert ranks == [1, 1, 3, 3, 5, 5, 7, 7]


def final_places_of_event(client: Client, stage: Stage) -> list[tuple[int, str]]:
    client.post(reverse("desk-event", args=[stage.tournament.slug]), {"act": "close_event"})
    places = Client().get(reverse("standings", args=[stage.tournament.slug])).context["places"]
    return [(place.rank, place.entry.name) for place in places]


# Who drops out: six pairs, the lower number wins, annulled below half


def test_t25_below_half_nothing_of_it_stands_in_any_table(client: Client) -> None:
    stage = field(6, annul_below=50)
    play_all(client, stage, 2)
    withdraw(client, stage, 6)
    play_all(client, stage, 3)
    # As among the five that are left: 1 has beaten four others, and so on; nobody has anything for 6.
    assert records(stage) == {1: "4–0", 2: "3–1", 3: "2–2", 4: "1–3", 5: "0–4", 6: "0–0"}
    marks = cross_table(stage)
    assert [*marks] == [1, 2, 3, 4, 5, 6]  # 6 stands behind all others, without a rank
    stage.refresh_from_db()
    assert not standings_for(stage, viewer=Viewer.PUBLIC).rows[-1].is_ranked
    assert Counter(marks[6]) == {"void": 2, "-": 4}
    assert Counter(row[-1] for number, row in marks.items() if number != 6) == {"void": 2, "-": 3}


def test_t25_from_half_on_its_results_stand_and_the_others_have_a_bye(client: Client) -> None:
    stage = field(6, annul_below=50)
    play_all(client, stage, 3)
    withdraw(client, stage, 6)
    met = {number for pair in meetings(stage) if 6 in pair for number in pair} - {6}
    play_all(client, stage, 2)
    assert len(met) == 3
    # Who has not met 6 has a bye, which is a win as beating it would have been.
    assert records(stage) == {1: "5–0", 2: "4–1", 3: "3–2", 4: "2–3", 5: "1–4", 6: "0–3"}
    marks = cross_table(stage)
    assert Counter(marks[6]) == {"loss": 3, "-": 3}
    assert byes(stage) == dict.fromkeys(set(range(1, 6)) - met, 1)


def test_t23_leaving_in_mid_round_is_a_forfeit_there_and_a_bye_afterwards(client: Client) -> None:
    stage = field(6, annul_below=0)
    play_round(client, stage, lower)
    second = announce_round(client, stage)
    match = second.matches.get(sides__entry__number=6)
    (other,) = set(sides(match)) - {6}
    withdraw(client, stage, 6)
    for left in second.matches.filter(state="waiting"):
        key_games(client, left, lower(left))
    close(client, second)
    play_all(client, stage, 3)
    marks = cross_table(stage)
    column = list(marks).index(6)
    assert marks[other][column] == "forfeit_win"
    assert marks[6].count("forfeit_loss") == 1
    assert sum(byes(stage).values()) == 3
    assert final_places(client, stage)[:1] == [(1, 1)]
