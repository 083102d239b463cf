"""実際の対戦に直す at the desk: tables, seats, what would change, and only then saving."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.selectors.real_seats import seats_at
from scoring.services.drafts import pair_next_round
from scoring.services.outcomes import record_totals
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tests.desk import desk_client, words
from tests.events import make_member, make_stage
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format
from tournaments.models import Match, Round, Stage
from tournaments.services.entries import enter_person
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def rotation(persons: int) -> Stage:
    stage = make_stage(
        format=Format.ROTATION, preset="society_individual", settings=Settings(mode=RotationMode.LOT)
    )
    for _ in range(persons):
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    close_reception(stage.division)
    return Stage.objects.get(pk=stage.pk)


def published(stage: Stage) -> Round:
    round = pair_next_round(stage)
    publish_round(round)
    return round


def page(stage: Stage) -> str:
    return reverse("desk-seats", args=[stage.tournament.slug])


def seats_of(*matches: Match, **changes: str) -> dict[str, Any]:
    """The fields as drawn; ``changes`` name a seat as CODE_seat."""
    fields = {
        f"{match.code}-{seat}": str(person.uuid)
        for match in matches
        for seat, person in seats_at(match).items()
    }
    return fields | {"match": [match.code for match in matches]} | changes


def swapped(match: Match, one: int, other: int) -> dict[str, Any]:
    seats = seats_at(match)
    return seats_of(
        match,
        **{f"{match.code}-{one}": str(seats[other].uuid), f"{match.code}-{other}": str(seats[one].uuid)},
    )


def played(match: Match) -> None:
    record_totals(match, totals=[(150, 80)])
    match.refresh_from_db()
    confirm_match(match, by=None)


def test_tables_are_chosen_first_then_every_seat_has_a_list_of_people(client: Client) -> None:
    stage = rotation(8)
    round = published(stage)
    first = client.get(page(stage))
    assert [card.number for card in first.context["cards"]] == [1, 2]
    match = round.matches.get(number=2)
    chosen = client.get(page(stage), {"match": match.code})
    (((_card, seats),)) = chosen.context["form"].seats()
    assert [field.value() for field in seats] == [str(person.uuid) for person in seats_at(match).values()]
    assert all(len(field.field.choices) == 8 for field in seats)


def test_what_would_change_is_told_and_nothing_is_written(client: Client) -> None:
    stage = rotation(4)
    match = published(stage).matches.get()
    played(match)
    seats = seats_at(match)
    shown = client.get(page(stage), swapped(match, 2, 3) | {"look": "1"})
    text = words(shown)
    assert f"{seats[1].name}・{seats[2].name} 150 – {seats[3].name}・{seats[4].name} 80" in text
    assert f"seat 2: {seats[2].name} → {seats[3].name}" in text
    assert shown.context["form"]["games"].value() == "count"
    assert shown.context["form"]["reason"].value() == "They sat differently from the draw."
    assert seats_at(match) == seats


def test_saving_puts_it_right_and_says_so(client: Client) -> None:
    stage = rotation(4)
    round = published(stage)
    match = round.matches.get()
    played(match)
    seats = seats_at(match)
    fields = swapped(match, 2, 3) | {"act": "state", "games": "count", "reason": "席の取り違え"}
    answer = client.post(page(stage), fields, follow=True)
    assert "Round 1: 1 table is put right; the draw is announced as version 2." in words(answer)
    assert "as people really sat (kazuma)" in words(answer)
    assert seats_at(match) == seats | {2: seats[3], 3: seats[2]}


def test_games_are_played_again_where_none_is_finished(client: Client) -> None:
    stage = rotation(4)
    match = published(stage).matches.get()
    assert client.get(page(stage), {"match": match.code}).context["form"]["games"].value() == "replay"
    played(match)
    assert client.get(page(stage), {"match": match.code}).context["form"]["games"].value() == "count"


def test_a_rule_that_breaks_is_named_and_accepted_by_name(client: Client) -> None:
    stage = rotation(4)
    first = published(stage)
    of_round_one = seats_at(first.matches.get())
    played(first.matches.get())
    close_round(first)
    match = published(stage).matches.get()
    fields = seats_of(match, **{f"{match.code}-{seat}": str(p.uuid) for seat, p in of_round_one.items()})
    shown = client.get(page(stage), fields | {"look": "1"})
    assert [(code, told.text) for code, told in shown.context["broken"]] == [
        ("partner_again", "partners before (1×)")
    ]
    save = fields | {"act": "state", "games": "replay", "reason": "席の取り違え"}
    refused = client.post(page(stage), save)
    assert refused.status_code == 409
    assert "accept it by name" in words(refused)
    assert "partners before (1×)" in words(refused)
    client.post(page(stage), save | {"accept": ["partner_again"]})
    assert seats_at(match) == of_round_one


def test_somebody_on_two_seats_is_named(client: Client) -> None:
    stage = rotation(4)
    match = published(stage).matches.get()
    seats = seats_at(match)
    shown = client.get(
        page(stage), seats_of(match, **{f"{match.code}-1": str(seats[2].uuid)}) | {"look": "1"}
    )
    assert shown.context["real"] is None
    assert f"{seats[2].name} sits at table 1 in this round" in words(shown)


def test_without_a_reason_nothing_is_changed(client: Client) -> None:
    stage = rotation(4)
    match = published(stage).matches.get()
    seats = seats_at(match)
    answer = client.post(page(stage), swapped(match, 2, 3) | {"act": "state", "games": "count", "reason": ""})
    assert answer.status_code == 409
    assert seats_at(match) == seats


def test_there_is_no_such_page_before_a_round_is_announced(client: Client) -> None:
    stage = rotation(4)
    assert client.get(page(stage)).status_code == 404
    pair_next_round(stage)
    assert client.get(page(stage)).status_code == 404
