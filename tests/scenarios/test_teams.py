"""Teams of unequal size over other formats, through the desk's pages: P2 with floaters, P6, team-mates."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Branch
from clubs.services.members import found_club
from scoring.services.queue import entries_by_number
from scoring.services.rounds import close_round, publish_round
from tests.desk import desk_client, words
from tests.desk_rounds import announce_round, lower, page, play_round, press, sides
from tests.events import make_member, make_stage
from tournaments.domain.draw import Draw, TablePairing
from tournaments.models import Entry, Match, Round, Stage
from tournaments.services.entries import enter_floater, enter_pair
from tournaments.services.matches import create_matches
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def teams_page(stage: Stage) -> str:
    return page(stage, "desk-teams")


def public_teams(stage: Stage, *, language: str = "en") -> Any:
    address = reverse("teams", args=[stage.tournament.slug])
    return Client(headers={"accept-language": language}).get(address.replace("/ja/", f"/{language}/"))


def with_branches(preset: str, **sizes: int) -> Stage:
    """So many pairs from each branch, each pair at home there; numbers follow the branches."""
    stage = make_stage(preset=preset, rounds_planned=4)
    other = found_club(
        "交流大会", slug=f"visitors-{stage.pk}", branches={name.lower(): name for name in sizes}
    )
    for name, size in sizes.items():
        branch = Branch.objects.get(club=other, name=name)
        for _ in range(size):
            people = [make_member(branch=branch) for _ in range(2)]
            enter_pair(stage.division, first=people[0], second=people[1])
            for person in people:
                mark_present(stage.tournament, person=person)
    return stage


# P2: prefectures of unequal size, with a floater

# Numbers of the entries: Nagano 1–4, Chiba 5–6, Osaka 7–9, Yamanashi 10–12, Tokyo 13–18.
# In every round six of the first four meet each other (the winner first), six meet Tokyo.
AMONG = [
    [(7, 1), (10, 2), (5, 8)],
    [(3, 9), (11, 4), (12, 6)],
    [(1, 8), (2, 12), (7, 10)],
    [(3, 7), (10, 4), (8, 12)],
]
AGAINST_TOKYO = [
    [(3, 14), (4, 15), (6, 16), (9, 17), (13, 11), (12, 18)],
    [(1, 13), (2, 14), (5, 15), (7, 16), (8, 17), (10, 18)],
    [(3, 13), (4, 14), (5, 15), (6, 16), (9, 17), (11, 18)],
    [(1, 13), (2, 14), (5, 15), (6, 16), (9, 17), (11, 18)],
]
UPSET = (13, 11)  # the only win of Tokyo, by 150–0: it takes third place from Yamanashi


def arranged(stage: Stage, number: int) -> Round:
    """The round as it is arranged here, published."""
    pairs = [*AMONG[number - 1], *AGAINST_TOKYO[number - 1]]
    tables = tuple(TablePairing(place, ((one,), (other,))) for place, (one, other) in enumerate(pairs, 1))
    round = Round.objects.create(stage=stage, number=number, seed=f"round-{number}/1")
    create_matches(round, draw=Draw(tables=tables, byes=(), seed=1), entries=entries_by_number(stage))
    publish_round(round)
    return round


def key(client: Client, match: Match, own: int, other: int) -> None:
    address = reverse("desk-match", args=[match.code])
    press(client, address, "totals", **{"game-1-1": own, "game-1-2": other})
    press(client, address, "confirm")


def test_p2_net_wins_then_difference_and_a_floaters_own_team_gains_nothing(client: Client) -> None:
    stage = with_branches("prefecture_league", 長野=4, 千葉=2, 大阪=3, 山梨=3, 東京=6)
    press(client, teams_page(stage), "branches")
    floater = make_member("助っ人", branch=Branch.objects.get(name="長野"))
    enter_floater(stage.division, person=floater)
    mark_present(stage.tournament, person=floater)
    close_reception(stage.division)
    for number in range(1, 5):
        round = arranged(stage, number)
        for match in round.matches.order_by("number"):
            if tuple(sides(match)) == UPSET:
                sit_in(client, match, floater_of=stage)
                key(client, match, 150, 0)
            else:
                key(client, match, 150, 100)
        close_round(round)
    rows = public_teams(stage).context["table"].rows
    assert [(row.rank, row.name, *(value for _key, value in row.cells)) for row in rows] == [
        # Nagano 12–4, Chiba 7–1, Osaka 8–4, Yamanashi 8–4; won by 50 each, lost by 50, once by 150.
        (1, "長野", 8, 400),
        (2, "千葉", 6, 300),
        (3, "大阪", 4, 200),
        (4, "山梨", 4, 100),
        (5, "東京", -22, -1000),
    ]
    for row in rows:  # what the entries have adds up to what the team has
        parts = [dict(member.parts) for member in row.members]
        assert {key: sum(part[key] for part in parts) for key, _ in row.cells} == dict(row.cells)


def sit_in(client: Client, match: Match, *, floater_of: Stage) -> None:
    """The floater from Nagano sits in for a member of the first side."""
    rows = floater_of.tournament.attendances
    leaving = match.seats.get(number=1).person
    address = reverse("desk-person", args=[floater_of.tournament.slug, rows.get(member=leaving).uuid])
    press(client, address, "sit_in", person=rows.get(is_floater=True).uuid, from_game=1)


# P6: shops


def test_p6_the_smaller_sum_of_places_wins_and_a_missing_pair_is_last_plus_one(client: Client) -> None:
    stage = with_branches("shop_teams", 甲=2, 乙=2, 丙=1)
    press(client, teams_page(stage), "branches")
    for _ in range(3):
        play_round(client, stage, lower)
    table = public_teams(stage).context["table"]
    places = {row.name: dict(row.cells)["team_placings"] for row in table.rows}
    rows = Client().get(page(stage, "standings")).context["table"].rows
    ranks = [row.rank for row in rows]  # equal ranks take the mean of the places that they cover
    own = {row.entry.number: Fraction(2 * row.rank + ranks.count(row.rank) - 1, 2) for row in rows}
    assert places == {"甲": own[1] + own[2], "乙": own[3] + own[4], "丙": own[5] + 6}
    assert [row.name for row in table.rows] == sorted(places, key=places.__getitem__)
    assert "1 entry fewer than the largest team: counted as place 6" in words(public_teams(stage))


# Team-mates


def test_team_mates_never_meet_in_a_swiss_of_unequal_teams(client: Client) -> None:
    stage = with_branches("society_pairs", 能登=5, 輪島=3, 珠洲=2)
    press(client, teams_page(stage), "branches")
    for _ in range(4):
        play_round(client, stage, lower)
    team = dict(stage.division.entries.values_list("number", "team__name"))
    met = [sides(match) for match in Match.objects.filter(round__stage=stage)]
    assert len(met) == 20
    assert all(team[one] != team[other] for one, other in met)


def test_where_only_team_mates_are_left_they_are_named_and_allowed_by_name(client: Client) -> None:
    stage = with_branches("society_pairs", 能登=3, 輪島=1)
    press(client, teams_page(stage), "branches")
    press(client, page(stage, "desk-reception"), "close_reception")
    refused = client.post(page(stage, "desk-draw"), {"act": "draw"})
    assert refused.status_code == 409
    form = refused.context["forms"]["draw"]
    assert form.refusal.params["relaxations"] == ["team_mates"]
    press(client, page(stage, "desk-draw"), "draw", relaxed="team_mates")
    numbers = {frozenset(sides(match)) for match in stage.rounds.get().matches.all()}
    assert frozenset.union(*numbers) == {1, 2, 3, 4}
    mates = {frozenset(pair) for pair in combinations((1, 2, 3), 2)}
    assert len(numbers & mates) == 1


# What the public may see


def test_the_table_keeps_the_gate_and_is_there_only_where_teams_are(client: Client) -> None:
    stage = with_branches("prefecture_league", 長野=1, 千葉=1)
    assert public_teams(stage).status_code == 404
    press(client, teams_page(stage), "branches")
    round = announce_round(client, stage)
    key(client, round.matches.get(), 150, 100)
    assert "長野" in words(public_teams(stage))
    hall = page(stage, "desk-event")
    press(client, hall, "gate", gate="standings")
    assert "長野" not in words(public_teams(stage))


def test_an_entry_without_a_team_counts_for_none(client: Client) -> None:
    stage = with_branches("prefecture_league", 長野=1, 千葉=1)
    press(client, teams_page(stage), "branches")
    guest = enter_pair(stage.division, first=make_member(), second=make_member())
    assert Entry.objects.get(pk=guest.pk).team is None
    assert [len(row.members) for row in public_teams(stage).context["table"].rows] == [1, 1]


def test_the_conditions_say_how_teams_are_ranked(client: Client) -> None:
    stage = with_branches("shop_teams", 甲=1, 乙=1)
    address = page(stage, "conditions").replace("/ja/", "/en/")
    assert "Teams are ranked by" not in words(Client().get(address))
    press(client, teams_page(stage), "branches")
    assert "Teams are ranked by: Sum of the team's ranks, Points." in words(Client().get(address))
