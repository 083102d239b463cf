"""Changes by hand on the page of the draw: what a new draw undoes, what is refused, and what to do then."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.services.drafts import pair_next_round
from scoring.services.rounds import publish_round
from tests.desk import desk_client, words
from tests.desk_rounds import announce_round, close, key_games, lower, page, play_round
from tests.events import make_member, make_pair, make_stage
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format
from tournaments.models import Round, Stage, Tournament
from tournaments.services.entries import enter_person
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def pairs(count: int, *, tables: int = 0, **facts: Any) -> Stage:
    stage = make_stage(**facts)
    Tournament.objects.update(tables=tables)
    for _ in range(count):
        make_pair(stage)
    close_reception(stage.division)
    return Stage.objects.get(pk=stage.pk)


def post(client: Client, round: Round, act: str, **fields: object) -> Any:
    data = {"act": act, "round": str(round.uuid), **fields}
    return client.post(page(round.stage, "desk-draw"), data, follow=True)


def now(round: Round) -> Round:
    return Round.objects.get(stage=round.stage, number=round.number)


def met(round: Round) -> set[frozenset[int]]:
    matches = round.matches.prefetch_related("sides__entry")
    return {frozenset(side.entry.number for side in match.sides.all() if side.entry) for match in matches}


def two_tables(round: Round) -> tuple[list[int], list[int]]:
    one, other = [
        [side.entry.number for side in match.sides.order_by("number") if side.entry]
        for match in round.matches.order_by("number")[:2]
    ]
    return one, other


def test_the_page_says_that_tables_were_changed_and_that_no_rule_is_broken(client: Client) -> None:
    round = pair_next_round(pairs(6))
    (a, _), (c, _) = two_tables(round)
    assert "Every rule is kept." in words(client.get(page(round.stage, "desk-draw")))
    changed = words(post(client, round, "swap", one=a, other=c))
    assert "No rule is broken; 2 tables were changed by hand." in changed
    assert "Every rule is kept." not in changed


def test_a_refused_change_is_the_only_question_on_the_page(client: Client) -> None:
    stage = pairs(4, rounds_planned=3)
    first = announce_round(client, stage)
    (a, b), _other = two_tables(first)
    for match in first.matches.all():
        key_games(client, match, lower(match))
    close(client, first)
    second = pair_next_round(Stage.objects.get(pk=stage.pk))
    instead = next(iter(next(pair for pair in met(second) if a in pair) - {a}))
    refused = words(post(client, second, "swap", one=b, other=instead))
    assert "Accept this and change places" in refused
    assert "Leave it as it was" in refused
    assert "Every rule is kept." not in refused
    assert "Publish" not in refused
    accepted = words(post(client, second, "swap", one=b, other=instead, accept="on"))
    assert "Look at this before publishing" in accepted
    assert accepted.count("have met before (1×)") == 4  # at both tables, and above them


def test_what_a_new_draw_undoes_is_listed_and_kept_by_one_press(client: Client) -> None:
    round = pair_next_round(pairs(12))
    (a, b), (c, d) = two_tables(round)
    swapped = words(post(client, round, "swap", one=b, other=d))
    assert "Drawing again undoes what was changed by hand here: Table 1, Table 2." in swapped
    kept = words(post(client, round, "pin_changed"))
    assert "Drawing again undoes" not in kept
    for _ in range(3):
        post(client, now(round), "redraw", new_lots="on")
        assert {frozenset((a, d)), frozenset((c, b))} <= met(now(round))


def test_a_change_that_nobody_kept_is_undone_by_the_same_lots(client: Client) -> None:
    round = pair_next_round(pairs(12))
    drawn = met(round)
    (a, _), (c, _) = two_tables(round)
    post(client, round, "swap", one=a, other=c)
    post(client, round, "redraw")
    assert met(now(round)) == drawn


def test_who_was_kept_apart_is_listed_until_taken_back_and_stays_apart_for_a_walk_in(client: Client) -> None:
    round = pair_next_round(pairs(4))
    (a, b), _other = two_tables(round)
    post(client, round, "apart", one=a, other=b)
    make_pair(round.stage)
    stale = words(client.get(page(round.stage, "desk-draw")))
    assert "This draft is out of date." in stale
    assert "Kept apart in this draft:" in stale
    for _ in range(5):
        again = words(post(client, now(round), "redraw", new_lots="on"))
        assert frozenset((a, b)) not in met(now(round))
        assert "kept apart by hand (kazuma)" in again
    free = words(post(client, now(round), "apart_no_more", one=a, other=b))
    assert "may meet again" in free
    assert "Kept apart in this draft:" not in free


@pytest.mark.parametrize("act", ["swap", "apart"])
def test_who_is_chosen_twice_is_told_so(client: Client, act: str) -> None:
    round = pair_next_round(pairs(4))
    answer = post(client, round, act, one=1, other=1)
    assert answer.status_code == 409
    assert "was chosen twice" in words(answer)
    assert "changed by hand" not in words(answer)


def test_the_question_about_one_alone_is_told_so(client: Client) -> None:
    round = pair_next_round(pairs(4))
    asked = client.get(page(round.stage, "desk-draw"), {"one": "1", "other": "1"})
    assert "The same was chosen twice. Choose two." in words(asked)


def test_in_play_a_taken_table_names_who_is_there_and_is_exchanged_by_one_press(client: Client) -> None:
    round = pair_next_round(pairs(4))
    publish_round(round)
    first, second = round.matches.order_by("number")
    refused = post(client, round, "move", match=first.code, table=second.table)
    names = [side.entry.shown_name for side in second.sides.order_by("number") if side.entry]
    assert refused.status_code == 409
    assert f"Table 2 is taken by {names[0]}, {names[1]}." in words(refused)
    assert "Exchange tables 1 and 2" in words(refused)
    post(client, round, "move", match=first.code, table=second.table, exchange="on")
    assert [match.table for match in round.matches.order_by("number")] == [2, 1]


def test_a_match_that_waits_takes_nobodys_table(client: Client) -> None:
    round = pair_next_round(pairs(4, tables=1))
    publish_round(round)
    waiting = round.matches.get(table=None)
    refused = post(client, round, "move", match=waiting.code, table=1, exchange="on")
    assert refused.status_code == 409
    assert "Exchange tables" not in words(refused)


def test_rounds_of_a_knockout_are_called_by_their_names(client: Client) -> None:
    stage = pairs(4, format=Format.KNOCKOUT)
    desk = page(stage, "desk-event")
    assert "Draw: Round 1 " in words(client.get(desk))
    drawn = client.post(page(stage, "desk-draw"), {"act": "draw"}, follow=True)
    assert "Semi-final is drawn. Look at it, then publish." in words(drawn)
    assert "Draw again with new lots" in words(drawn)
    round = stage.rounds.get()
    published = post(client, round, "publish")
    assert "The draw is published: Semi-final." in words(published)
    assert "The next round is drawn after this one is closed: Semi-final." in words(published)
    for match in round.matches.all():
        key_games(client, match, lower(match))
    assert "Close: Semi-final" in words(client.get(desk))
    close(client, round)
    assert "Draw: Final" in words(client.get(desk))
    final = client.post(page(stage, "desk-draw"), {"act": "draw"}, follow=True)
    assert "Final is drawn." in words(final)
    assert "Draw again with new lots" not in words(final)


def test_after_the_last_round_no_next_one_is_promised(client: Client) -> None:
    stage = pairs(4, rounds_planned=2)
    play_round(client, stage, lower)
    assert "The next round" not in words(client.get(page(stage, "desk-draw")))
    announce_round(client, stage)
    last = words(client.get(page(stage, "desk-draw")))
    assert "Still open: 1, 2." in last
    assert "The next round" not in last


def test_three_at_a_title_are_told_what_to_do(client: Client) -> None:
    stage = pairs(3, format=Format.TITLE, preset="tokyo_meijin")
    refused = client.post(page(stage, "desk-draw"), {"act": "draw"})
    assert refused.status_code == 409
    assert "withdraw all others at the reception" in words(refused)


def test_the_box_is_printed_for_everybody_when_the_draft_stands(client: Client) -> None:
    settings = Settings(mode=RotationMode.LOT)
    stage = make_stage(format=Format.ROTATION, preset="society_individual", settings=settings)
    for _ in range(9):
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    close_reception(stage.division)
    typing = words(client.get(page(stage, "desk-lots")))
    assert "What each number means" in typing
    assert "5 Table 2, seat 1, deals first" in typing
    pair_next_round(Stage.objects.get(pk=stage.pk))
    cards = client.get(page(stage, "desk-lots-print")).context["cards"]
    assert [card.number for card in cards] == list(range(1, 10))
    assert [card.meaning for card in cards].count("sits out") == 1


@pytest.mark.parametrize("typed", ["1000", "3, 10000000"])
def test_a_table_beyond_all_halls_is_refused(client: Client, typed: str) -> None:
    stage = pairs(4)
    address = reverse("desk-wishes", args=[stage.tournament.slug])
    answer = client.post(address, {"act": "set_hall", "tables": "12", "out": typed})
    assert answer.status_code == 422
    assert "they go up to 999" in words(answer)
    assert Tournament.objects.get().tables_out == []


def test_a_meeting_is_sent_to_those_who_wait(client: Client) -> None:
    stage = make_stage(format=Format.FREE, preset="monthly_meeting")
    for _ in range(4):
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    close_reception(stage.division)
    refused = client.post(page(stage, "desk-draw"), {"act": "draw"})
    assert refused.status_code == 409
    assert "form its tables of those who wait" in words(refused)
