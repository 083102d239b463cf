"""Teams at the desk: made, named, dropped, and which entry plays for which."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Branch
from ledger.acts import chain_faults
from ledger.models import Act
from tests.desk import desk_client, words
from tests.events import make_member, make_pair, make_stage
from tournaments.models import Entry, Stage, Team, Tournament
from tournaments.services.entries import enter_house_pair, enter_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


@pytest.fixture
def stage() -> Stage:
    return make_stage()


def page(stage: Stage) -> str:
    return reverse("desk-teams", args=[stage.tournament.slug])


def press(client: Client, stage: Stage, act: str, **typed: object) -> str:
    answer = client.post(page(stage), {"act": act, **typed}, follow=True)
    assert answer.status_code == 200, words(answer)
    return words(answer)


def pair_from(stage: Stage, *branches: str) -> Entry:
    """A pair whose members come from these branches; empty: from none."""
    homes = [Branch.objects.filter(name=name).first() for name in branches]
    first, second = (make_member(branch=home) for home in homes)
    return enter_pair(stage.division, first=first, second=second)


def team_of(entry: Entry) -> str:
    entry.refresh_from_db()
    return entry.team.name if entry.team else ""


def sheet(stage: Stage, **chosen: str) -> dict[str, Any]:
    """The whole sheet as the page sends it, with these teams by number of the entry."""
    fields = {}
    for entry in stage.division.entries.filter(is_house=False):
        name = chosen.get(f"no{entry.number}", entry.team.name if entry.team else "")
        fields[f"entry-{entry.uuid}"] = str(Team.objects.get(name=name).uuid) if name else ""
    return fields


def test_teams_are_made_and_entries_assigned_in_one_sheet(client: Client, stage: Stage) -> None:
    one, other = make_pair(stage), make_pair(stage)
    for name in ("紅", "白"):
        assert f"The team “{name}” is made." in press(client, stage, "make", name=f" {name} ")
    assert "1 entry has another team now." in press(client, stage, "assign", **sheet(stage, no1="紅"))
    assert (team_of(one), team_of(other)) == ("紅", "")
    press(client, stage, "assign", **sheet(stage, no1="白", no2="紅"))
    assert (team_of(one), team_of(other)) == ("白", "紅")
    press(client, stage, "assign", **sheet(stage, no1=""))
    assert (team_of(one), team_of(other)) == ("", "紅")
    assert Act.objects.filter(kind="entry_team_set").count() == 4
    assert list(chain_faults(stage.tournament.uuid)) == []


def test_pressing_twice_makes_one_team(client: Client, stage: Stage) -> None:
    for _ in range(2):
        press(client, stage, "make", name="紅")
    assert stage.division.teams.count() == 1
    assert Act.objects.filter(kind="team_made").count() == 1


def test_a_name_that_is_taken_is_refused_and_the_old_one_stays(client: Client, stage: Stage) -> None:
    for name in ("紅", "白"):
        press(client, stage, "make", name=name)
    red = stage.division.teams.get(name="紅")
    refused = client.post(page(stage), {"act": "rename", "team": str(red.uuid), "name": "白"})
    assert refused.status_code == 409
    assert "There is a team “白” already." in words(refused)
    press(client, stage, "rename", team=str(red.uuid), name="赤")
    assert set(stage.division.teams.values_list("name", flat=True)) == {"赤", "白"}


def test_a_dropped_team_leaves_its_entries_in_play(client: Client, stage: Stage) -> None:
    entry = make_pair(stage)
    press(client, stage, "make", name="紅")
    press(client, stage, "assign", **sheet(stage, no1="紅"))
    press(client, stage, "drop", team=str(stage.division.teams.get().uuid))
    assert team_of(entry) == ""
    assert not stage.division.teams.exists()


def test_the_branches_become_teams_and_a_mixed_pair_keeps_what_it_named(client: Client, stage: Stage) -> None:
    noto, tokyo = pair_from(stage, "能登", "能登"), pair_from(stage, "東京", "東京")
    mixed, named, alone = (
        pair_from(stage, "能登", "東京"),
        pair_from(stage, "東京", "能登"),
        pair_from(stage, "", ""),
    )
    half = pair_from(stage, "能登", "")
    house = enter_house_pair(stage.division, first=make_member(), second=make_member())
    press(client, stage, "make", name="東京")
    press(client, stage, "assign", **sheet(stage, **{f"no{named.number}": "東京"}))
    press(client, stage, "branches")
    assert [team_of(entry) for entry in (noto, tokyo, mixed, named, alone, half, house)] == [
        "能登",
        "東京",
        "",
        "東京",
        "",
        "能登",
        "",
    ]
    assert "0 entries have another team now." in press(client, stage, "branches")


def test_when_the_event_is_over_teams_stay(client: Client, stage: Stage) -> None:
    press(client, stage, "make", name="紅")
    Tournament.objects.update(state="closed")
    for act, typed in (
        ("make", {"name": "白"}),
        ("branches", {}),
        ("drop", {"team": Team.objects.get().uuid}),
    ):
        assert client.post(page(stage), {"act": act, **typed}).status_code == 409
    assert Team.objects.get().name == "紅"
    assert "Make the team" not in words(client.get(page(stage)))


def test_nobody_without_the_role_sees_it(stage: Stage) -> None:
    assert desk_client("nobody", admin=False).get(page(stage)).status_code == 403
