"""The page of the draw: reasons and warnings in words, changes by hand, what is out of date, wishes."""

from itertools import permutations
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.services.drafts import pair_next_round
from scoring.services.results import confirm_match
from scoring.services.rounds import publish_round
from tests.desk import desk_client, words
from tests.events import make_member, make_pair, make_stage, play_out
from tests.factories import mayors_cup
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format
from tournaments.models import FixedTable, ForbiddenPair, Round, Stage, Tournament
from tournaments.services.entries import enter_person
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def page(stage: Stage) -> str:
    return reverse("desk-draw", args=[stage.tournament.slug])


def wishes(stage: Stage) -> str:
    return reverse("desk-wishes", args=[stage.tournament.slug])


def drafted(pairs: int, *, tables: int = 0, **facts: Any) -> Round:
    stage = make_stage(**facts)
    Tournament.objects.update(tables=tables)
    for _ in range(pairs):
        make_pair(stage)
    close_reception(stage.division)
    return pair_next_round(Stage.objects.get(pk=stage.pk))


def rotation(persons: int) -> Round:
    settings = Settings(mode=RotationMode.LOT)
    stage = make_stage(format=Format.ROTATION, preset="society_individual", settings=settings)
    for _ in range(persons):
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    close_reception(stage.division)
    return pair_next_round(Stage.objects.get(pk=stage.pk))


def post(client: Client, round: Round, act: str, **fields: object) -> Any:
    data = {"act": act, "round": str(round.uuid), **fields}
    return client.post(page(round.stage), data, follow=True)


def now(round: Round) -> Round:
    """The draft as it is after it was drawn again."""
    return Round.objects.get(stage=round.stage, number=round.number)


def opponents(round: Round) -> dict[int, int]:
    sides = [
        [side.entry.number for side in match.sides.all() if side.entry]
        for match in round.matches.order_by("number")
    ]
    return {one: other for side in sides if len(side) == 2 for one, other in (side, side[::-1])}


def test_what_the_numbers_force_stands_above_the_button(client: Client) -> None:
    round = drafted(10, tables=3)
    shown = client.get(page(round.stage))
    assert shown.context["warnings"] == ["5 matches for 3 tables: the others wait until one is free"]
    assert "waits" in words(shown)


def test_two_change_places_by_two_choices(client: Client) -> None:
    round = drafted(4)
    before = opponents(round)
    one, other = 1, next(number for number in before if number not in (1, before[1]))
    answer = post(client, round, "swap", one=one, other=other)
    assert opponents(round)[one] == before[other]
    assert "have changed places" in words(answer)
    assert "changed by hand (kazuma)" in words(answer)


def test_a_forbidden_pair_is_named_and_accepted_by_one_press(client: Client) -> None:
    round = drafted(4)
    before = opponents(round)
    other = next(number for number in before if number not in (1, before[1]))
    entries = {entry.number: entry for entry in round.stage.division.entries.all()}
    ForbiddenPair.objects.create(
        tournament=round.stage.tournament, one=entries[1].people[0], other=entries[before[other]].people[1]
    )
    refused = post(client, round, "swap", one=1, other=other)
    assert refused.status_code == 409
    assert [reason.text for reason in refused.context["broken"]] == ["were to be kept apart"]
    assert "Accept this and change places" in words(refused)
    assert opponents(round) == before
    post(client, round, "swap", one=1, other=other, accept="on")
    assert opponents(round)[1] == before[other]


def test_in_a_rotation_persons_are_chosen_and_shown_by_name(client: Client) -> None:
    round = rotation(9)
    shown = client.get(page(round.stage))
    assert sum(len(table.entries) for table in shown.context["tables"]) == 9
    first, second = shown.context["tables"][:2]
    one, other = first.entries[0], second.entries[0]
    swapped = post(client, round, "swap", one=one.number, other=other.number)
    assert swapped.context["tables"][0].entries[0].number == other.number
    assert "9 people here" in words(swapped)


def test_a_kept_table_is_marked_and_let_go(client: Client) -> None:
    round = drafted(6)
    code = round.matches.get(number=2).code
    kept = client.post(page(round.stage), {"act": "pin", "match": code, "pinned": "on"}, follow=True)
    assert [table.is_pinned for table in kept.context["tables"]] == [False, True, False]
    free = client.post(page(round.stage), {"act": "pin", "match": code, "pinned": ""}, follow=True)
    assert not any(table.is_pinned for table in free.context["tables"])


def test_kept_apart_by_one_press_for_the_whole_event(client: Client) -> None:
    round = drafted(6)
    other = opponents(round)[1]
    answer = post(client, round, "apart", one=1, other=other, whole_event="on")
    assert opponents(now(round))[1] != other
    assert "kept apart" in words(answer)
    assert "Take back" in words(client.get(wishes(round.stage)))


def test_a_table_is_moved_and_the_other_match_has_its_place(client: Client) -> None:
    round = drafted(6)
    code = round.matches.get(number=1).code
    client.post(page(round.stage), {"act": "move", "match": code, "table": "3"})
    assert list(round.matches.order_by("number").values_list("table", flat=True)) == [3, 2, 1]


def test_a_draft_out_of_date_says_who_came_and_who_left(client: Client) -> None:
    round = drafted(6)
    late = make_pair(round.stage, "遅山 太郎", "遠山 花子")
    gone = round.stage.division.entries.get(number=1)
    type(gone).objects.filter(pk=gone.pk).update(withdrawn_at="2026-09-13T05:00Z")
    shown = client.get(page(round.stage))
    assert shown.context["changes"]["came"] == [late.shown_name]
    assert shown.context["changes"]["left"] == [gone.shown_name]
    assert "out of date" in words(shown)
    refused = post(client, round, "publish")
    assert refused.status_code == 409
    fresh = post(client, round, "redraw")
    assert fresh.context["changes"] is None
    assert "out of date" not in words(fresh)


def test_a_wish_makes_a_draft_out_of_date_too(client: Client) -> None:
    round = drafted(6)
    one, other = (round.stage.division.entries.get(number=number).people[0] for number in (1, 2))
    client.post(
        wishes(round.stage),
        {"act": "keep_apart", "one": str(one.uuid), "other": str(other.uuid), "as_opponents": "on"},
    )
    assert "A wish" in words(client.get(page(round.stage)))


def test_wishes_are_listed_and_taken_back(client: Client) -> None:
    stage = drafted(4).stage
    person = stage.division.entries.get(number=1).people[0]
    client.post(wishes(stage), {"act": "fix_table", "person": str(person.uuid), "table": "7"})
    fixed = FixedTable.objects.get()
    assert "Table 7" in words(client.get(wishes(stage)))
    client.post(wishes(stage), {"act": "fix_no_more", "wish": str(fixed.uuid)})
    assert not FixedTable.objects.exists()


def test_nobody_is_kept_apart_from_himself(client: Client) -> None:
    stage = drafted(4).stage
    person = stage.division.entries.get(number=1).people[0]
    fields = {"one": str(person.uuid), "other": str(person.uuid), "as_opponents": "on"}
    assert client.post(wishes(stage), {"act": "keep_apart", **fields}).status_code == 409
    assert not ForbiddenPair.objects.exists()


@pytest.mark.parametrize(("typed", "out"), [("3, 7", [3, 7]), ("７、３", [3, 7]), ("", [])])
def test_tables_out_of_service_are_typed_as_numbers(client: Client, typed: str, out: list[int]) -> None:
    stage = drafted(4).stage
    client.post(wishes(stage), {"act": "set_hall", "tables": "12", "out": typed})
    tournament = Tournament.objects.get()
    assert (tournament.tables, tournament.tables_out) == (12, out)


def test_what_is_no_number_of_a_table_is_pointed_out(client: Client) -> None:
    stage = drafted(4).stage
    answer = client.post(wishes(stage), {"act": "set_hall", "tables": "12", "out": "窓際"})
    assert answer.status_code == 422
    assert Tournament.objects.get().tables_out == []


def ask(client: Client, round: Round, one: int, other: int) -> Any:
    return client.get(page(round.stage), {"one": one, "other": other})


def test_two_who_meet_are_told_so(client: Client) -> None:
    round = drafted(4)
    answer = ask(client, round, 1, opponents(round)[1])
    assert "do sit at one table" in answer.context["why"]["sentence"]


def test_why_not_names_the_rule_that_keeps_two_apart(client: Client) -> None:
    round = drafted(4)
    before = opponents(round)
    entries = {entry.number: entry for entry in round.stage.division.entries.all()}
    other = next(number for number in before if number not in (1, before[1]))
    ForbiddenPair.objects.create(
        tournament=round.stage.tournament, one=entries[1].people[0], other=entries[other].people[0]
    )
    fresh = post(client, round, "redraw").context["round"]
    answer = ask(client, fresh, 1, other)
    assert answer.context["why"]["sentence"] == "A rule keeps them apart: they are to be kept apart."


def test_why_not_names_the_tables_that_would_be_instead(client: Client) -> None:
    round = drafted(4)
    before = opponents(round)
    other = next(number for number in before if number not in (1, before[1]))
    why = ask(client, round, 1, other).context["why"]
    names = {entry.number: entry.shown_name for entry in round.stage.division.entries.all()}
    assert why["sentence"] == "No rule speaks against it; the lot decided."
    assert {frozenset(table.split(" – ")) for table in why["instead"]} == {
        frozenset({names[1], names[other]}),
        frozenset({names[before[1]], names[before[other]]}),
    }


def test_in_a_rotation_why_not_tells_what_the_rules_say(client: Client) -> None:
    round = rotation(8)
    first, second = client.get(page(round.stage)).context["tables"][:2]
    one, other = first.entries[0].number, second.entries[0].number
    assert "the lot decided" in ask(client, round, one, other).context["why"]["sentence"]
    assert "do sit" in ask(client, round, one, first.entries[1].number).context["why"]["sentence"]


@pytest.mark.parametrize(("one", "other"), [("1", "1"), ("1", "99"), ("", "2")])
def test_who_is_not_drawn_is_no_question(client: Client, one: str, other: str) -> None:
    answer = client.get(page(drafted(4).stage), {"one": one, "other": other})
    assert answer.status_code == 200
    assert answer.context["why"] is None


def test_a_larger_draw_asks_no_more(client: Client, django_assert_num_queries: Any) -> None:
    small = mayors_cup(slug="small", pairs=4, closed=1)
    large = mayors_cup(slug="large", pairs=20, closed=1)
    for stage in (small, large):
        client.post(page(stage), {"act": "draw"})
    client.get(page(small))
    with CaptureQueriesContext(connection) as asked:
        client.get(page(small))
    with django_assert_num_queries(len(asked)):
        client.get(page(large))


def test_partners_by_lot_are_kept_apart_until_it_is_allowed(client: Client) -> None:
    stage = make_stage()
    one, other = (make_member(name) for name in ("山田 一", "川田 二"))
    for person in (one, other):
        mark_present(stage.tournament, person=person)
    ForbiddenPair.objects.create(tournament=stage.tournament, one=one, other=other, as_partners=True)
    reception = reverse("desk-reception", args=[stage.tournament.slug])
    refused = client.post(reception, {"act": "close_reception"})
    assert refused.status_code == 409
    # The pool has no order of its own: either may be named first.
    assert any(
        f"for {a}, {b} only somebody is left" in words(refused)
        for a, b in permutations(("山田 一", "川田 二"))
    )
    assert "Let those be together who were to be kept apart" in words(refused)
    assert not stage.division.entries.exists()
    client.post(reception, {"act": "close_reception", "relaxed": "forbidden_pair"})
    assert set(stage.division.entries.get().people) == {one, other}


def test_in_play_an_open_match_can_still_be_moved_and_a_bye_no_more(client: Client) -> None:
    round = drafted(5, tables=4)
    publish_round(round)
    first, second = round.matches.exclude(table=None).order_by("number")
    play_out(first, winner=1)
    confirm_match(first, by=None)
    shown = client.get(page(round.stage))
    assert [table.is_changeable for table in shown.context["tables"]] == [False, True, False]
    client.post(page(round.stage), {"act": "move", "match": second.code, "table": "4"})
    second.refresh_from_db()
    assert second.table == 4


def test_a_match_that_waits_has_no_table_on_any_page(client: Client) -> None:
    round = drafted(8, tables=2)
    publish_round(round)
    slug = round.stage.tournament.slug
    addresses = [
        page(round.stage),
        reverse("desk-event", args=[slug]),
        f"/en/events/{slug}/",
        f"/en/events/{slug}/standings/",
        *(f"/en/matches/{match.code}/" for match in round.matches.filter(table=None)),
        *(reverse("desk-match", args=[match.code]) for match in round.matches.filter(table=None)),
    ]
    for address in addresses:
        shown = client.get(address)
        assert shown.status_code == 200
        assert "Table None" not in words(shown), address
    assert words(client.get(addresses[1])).count("waits for a table") == 2
    step = client.get(f"/api/v1/events/{slug}/hall").json()["next_step"]
    assert step["tables"] == [1, 2]


def test_a_draw_refused_for_want_of_people_keeps_its_key_and_leads_to_the_reception(client: Client) -> None:
    stage = make_stage()
    make_pair(stage)
    Tournament.objects.update(state="running")
    answer = client.post(page(stage), {"act": "draw"})
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert 'name="act" value="draw"' in shown
    for name in ("desk-reception", "desk-event"):
        assert f'<a class="key" href="{reverse(name, args=[stage.tournament.slug])}"' in shown
