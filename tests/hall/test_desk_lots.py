"""Lots from the box at the desk: typed, checked while people draw, drawn only when every number is there."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Act
from tests.desk import desk_client, words
from tests.events import make_member, make_pair, make_stage
from tournaments.domain.settings import FirstRound, Remainder, RotationMode, Settings
from tournaments.enums import Format
from tournaments.models import Entry, Round, Stage
from tournaments.services.entries import enter_pair, enter_person
from tournaments.services.presence import leave
from tournaments.services.reception import close_reception, mark_present
from tournaments.services.wishes import keep_apart

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def page(stage: Stage) -> str:
    return reverse("desk-lots", args=[stage.tournament.slug])


def post(client: Client, stage: Stage, numbers: dict[Any, Any], *, then: str = "draw") -> Any:
    typed = {f"lot-{key}": number for key, number in numbers.items()}
    return client.post(page(stage), {"act": "draw", "then": then, **typed})


def single(stage: Stage, name: str = "") -> Any:
    person = make_member(name)
    enter_person(stage.division, person=person)
    mark_present(stage.tournament, person=person)
    return person


def persons(count: int, *, mode: RotationMode = RotationMode.LOT, **settings: Any) -> Stage:
    stage = make_stage(
        format=Format.ROTATION, preset="society_individual", settings=Settings(mode=mode, **settings)
    )
    for _ in range(count):
        single(stage)
    close_reception(stage.division)
    return stage


def pairs(count: int, **facts: Any) -> Stage:
    stage = make_stage(**facts)
    for _ in range(count):
        make_pair(stage)
    close_reception(stage.division)
    return stage


def sides(round: Round) -> list[list[int]]:
    """Who meets whom, by entry numbers, in the order of the draw; a bye alone."""
    return [
        [side.entry.number for side in match.sides.all() if side.entry]
        for match in round.matches.order_by("number")
    ]


def seats(round: Round) -> list[list[int]]:
    return [
        [seat.entry.number for seat in match.seats.order_by("number") if seat.entry]
        for match in round.matches.order_by("number")
        if match.seats.exists()
    ]


def test_numbers_are_checked_while_people_draw_and_nothing_typed_is_lost(client: Client) -> None:
    stage = pairs(4)
    answer = post(client, stage, {1: 3, 2: 3, 3: 9, 4: ""}, then="check")
    assert answer.status_code == 200
    told = words(answer)
    assert "Nobody has 1, 2, 4" in told
    assert "3 stands here more than once" in told
    assert "There is no lot 9" in told
    assert "1 number is still to be typed." in told
    form = answer.context["forms"]["draw"]
    assert [form[f"lot-{number}"].value() for number in (1, 2, 3, 4)] == ["3", "3", "9", ""]
    assert not Round.objects.exists()


@pytest.mark.parametrize("numbers", [{1: 1, 2: 2, 3: 3}, {1: 1, 2: 1, 3: 3, 4: 4}, {1: 0, 2: 2, 3: 3, 4: 4}])
def test_only_a_complete_box_is_drawn(client: Client, numbers: dict[int, int]) -> None:
    stage = pairs(4)
    assert post(client, stage, numbers).status_code == 422
    assert not Round.objects.exists()


def test_a_complete_check_draws_nothing_yet(client: Client) -> None:
    stage = pairs(4)
    assert "Every lot is there once." in words(post(client, stage, {1: 1, 2: 2, 3: 3, 4: 4}, then="check"))
    assert not Round.objects.exists()


def test_round_one_of_pairs_follows_the_box(client: Client) -> None:
    """Lots 1 and 2 meet, 3 and 4; of five the last number sits out."""
    stage = pairs(5)
    answer = post(client, stage, {1: 4, 2: 1, 3: 5, 4: 3, 5: 2})
    assert answer.headers["Location"] == reverse("desk-draw", args=[stage.tournament.slug])
    round = Round.objects.get()
    assert sides(round) == [[2, 5], [4, 1], [3]]
    assert round.lots == {"1": 4, "2": 1, "3": 5, "4": 3, "5": 2}
    assert Act.objects.get(kind="round_drawn").payload.content["by_hand"] is True
    assert {"code": "hand_lot", "params": {}} in round.matches.get(number=1).reasons


def test_wide_digits_are_digits(client: Client) -> None:
    stage = pairs(2)
    post(client, stage, {1: "２", 2: "１"})
    assert sides(Round.objects.get()) == [[2, 1]]


def test_a_rotation_seats_as_the_lots_say(client: Client) -> None:
    """Lot 1 deals, 2 sits to its right, 1 and 3 are partners (P1)."""
    stage = persons(9)
    lots = {1: 9, 2: 8, 3: 7, 4: 6, 5: 5, 6: 4, 7: 3, 8: 2, 9: 1}
    post(client, stage, lots)
    round = Round.objects.get()
    assert seats(round) == [[9, 8, 7, 6], [5, 4, 3, 2]]
    assert sides(round)[-1] == [1]


def test_whoever_is_away_draws_no_number(client: Client) -> None:
    stage = persons(9)
    leave(Entry.objects.get(number=4), stage, from_round=1, reason="train")
    shown = client.get(page(stage)).context["forms"]["draw"]
    assert [field.html_name for field in shown.visible_fields()] == [
        f"lot-{number}" for number in (1, 2, 3, 5, 6, 7, 8, 9)
    ]
    post(client, stage, {1: 1, 2: 2, 3: 3, 5: 4, 6: 5, 7: 6, 8: 7, 9: 8})
    assert seats(Round.objects.get()) == [[1, 2, 3, 5], [6, 7, 8, 9]]


def test_a_bracket_is_filled_from_the_top(client: Client) -> None:
    stage = pairs(4, format=Format.KNOCKOUT)
    post(client, stage, {1: 2, 2: 4, 3: 1, 4: 3})
    assert sides(Round.objects.get()) == [[3, 1], [4, 2]]


@pytest.mark.parametrize(
    "stage",
    [
        lambda: pairs(4, settings=Settings(first_round=FirstRound.RANK)),
        lambda: pairs(4, format=Format.ROUND_ROBIN),
        lambda: persons(8, mode=RotationMode.STANDING, first_round=FirstRound.RANK),
    ],
)
def test_where_no_lot_decides_there_is_no_box(client: Client, stage: Any) -> None:
    made = stage()
    assert "Nothing is drawn from a box now." in words(client.get(page(made)))
    assert post(client, made, {1: 1}).status_code == 422
    assert not Round.objects.exists()


def test_partners_are_drawn_from_the_box_and_reception_closes(client: Client) -> None:
    stage = make_stage()
    whole = make_pair(stage)
    people = [single(stage, name) for name in ("青木", "石井", "上田")]
    orphan, absent = make_member("江口"), make_member("太田")
    broken = enter_pair(stage.division, first=orphan, second=absent)
    mark_present(stage.tournament, person=orphan)
    drawing = {
        str(person.uuid): number for person, number in zip([*people, orphan], (2, 3, 1, 4), strict=True)
    }
    assert "not everybody of them has come: 江口・太田" in words(client.get(page(stage)))
    answer = post(client, stage, drawing)
    assert answer.headers["Location"] == reverse("desk-reception", args=[stage.tournament.slug])
    entries = Entry.objects.filter(withdrawn_at=None).order_by("number")
    drawn = [{person.name for person in entry.people} for entry in entries if entry != whole]
    assert drawn == [{"上田", "青木"}, {"石井", "江口"}]
    assert Entry.objects.get(pk=broken.pk).withdrawn_at
    assert Act.objects.get(kind="reception_closed").payload.content["by_hand"] is True


def test_an_odd_pool_leaves_the_last_number_over(client: Client) -> None:
    stage = make_stage()
    make_pair(stage)
    people = [single(stage) for _ in range(3)]
    post(client, stage, {str(person.uuid): number for person, number in zip(people, (3, 1, 2), strict=True)})
    assert {*Entry.objects.get(drawn_by_lot=True).people} == {people[1], people[2]}


def test_two_who_are_kept_apart_draw_again(client: Client) -> None:
    stage = make_stage()
    people = [single(stage) for _ in range(2)]
    keep_apart(stage.tournament, one=people[0], other=people[1])
    answer = post(client, stage, {str(people[0].uuid): 1, str(people[1].uuid): 2})
    assert answer.status_code == 409
    assert not Entry.objects.exists()
    assert answer.context["forms"]["draw"][f"lot-{people[0].uuid}"].value() == "1"


# The printed box


def printed(client: Client, stage: Stage, **asked: Any) -> list[str]:
    cards = client.get(reverse("desk-lots-print", args=[stage.tournament.slug]), asked).context["cards"]
    return [f"{card.number} {card.meaning}" for card in cards]


def test_the_printed_box_has_a_lot_for_everybody_here(client: Client) -> None:
    assert printed(client, persons(5)) == [
        "1 Table 1, seat 1, deals first",
        "2 Table 1, seat 2",
        "3 Table 1, seat 3",
        "4 Table 1, seat 4",
        "5 sits out",
    ]


def test_the_box_can_be_printed_the_day_before(client: Client) -> None:
    stage = make_stage()
    assert printed(client, stage, use="partners", size=3) == [
        "1 Pair 1",
        "2 Pair 1",
        "3 is left over and waits for a partner",
    ]
    assert printed(client, stage, use="round_one", size=2) == ["1 Table 1, side 1", "2 Table 1, side 2"]


def test_a_printed_bracket_names_the_byes(client: Client) -> None:
    stage = make_stage(format=Format.KNOCKOUT)
    assert printed(client, stage, use="bracket", size=3) == [
        "1 Place 1, no opponent in round 1",
        "2 Place 2",
        "3 Place 2",
    ]


def test_tables_of_three_stand_behind_the_full_ones_in_the_box(client: Client) -> None:
    stage = persons(7, remainder=Remainder.THREE_SEATS)
    assert printed(client, stage)[4:] == [
        "5 Table 2, seat 1, deals first",
        "6 Table 2, seat 2",
        "7 Table 2, seat 3",
    ]


@pytest.mark.parametrize(
    ("format", "offered"),
    [
        (Format.SWISS, True),
        (Format.KNOCKOUT, True),
        (Format.ROUND_ROBIN, False),
        (Format.LEAGUE, False),
        (Format.TWO_WINS_TWO_LOSSES, False),
    ],
)
def test_the_box_is_offered_only_where_something_is_drawn_from_it(
    client: Client, format: Format, offered: bool
) -> None:
    stage = pairs(4, format=format)
    draw = client.get(reverse("desk-draw", args=[stage.tournament.slug]))
    assert "Draw: " in words(draw)
    assert (page(stage) in draw.content.decode()) is offered
