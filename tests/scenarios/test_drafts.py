"""What went wrong with drafts elsewhere (T06, T36, T37, T39, T45, T66), asked of the desk's pages."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from ledger.errors import Gone
from ledger.models import Act
from scoring.services.draft_edits import pin_match
from scoring.services.drafts import pair_next_round, redraw_round
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tests.desk import desk_client, words
from tests.events import make_member, make_pair, make_stage, play_out
from tournaments.domain import pairing
from tournaments.enums import Format
from tournaments.models import Announcement, FixedTable, Match, Round, Stage, Tournament
from tournaments.services.entries import enter_person
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def closed_field(pairs: int, **facts: Any) -> Stage:
    """So many pairs, and reception is closed."""
    stage = make_stage(**facts)
    for _ in range(pairs):
        make_pair(stage)
    close_reception(stage.division)
    return Stage.objects.get(pk=stage.pk)


def draw_page(stage: Stage) -> str:
    return reverse("desk-draw", args=[stage.tournament.slug])


def hall(stage: Stage) -> str:
    return reverse("desk-event", args=[stage.tournament.slug])


def press_draw(client: Client, stage: Stage, **fields: str) -> Any:
    return client.post(draw_page(stage), {"act": "draw", **fields}, follow=True)


def win(match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)


def finish(round: Round) -> None:
    publish_round(round)
    for match in [match for match in round.matches.all() if not match.is_bye]:
        win(match)
    close_round(round)


def byes(round: Round) -> list[int]:
    alone = [match for match in round.matches.all() if match.is_bye]
    return [side.entry.number for match in alone for side in match.sides.all() if side.entry]


def seated(round: Round) -> list[int]:
    return sorted(round.matches.values_list("sides__entry__number", flat=True))


# T06


def test_a_bye_that_is_moved_stays_one_bye(client: Client) -> None:  # T06
    stage = closed_field(7)
    press_draw(client, stage)
    round = stage.rounds.get()
    (first,) = byes(round)
    chosen = next(number for number in seated(round) if number != first)
    fields = {"act": "bye", "round": str(round.uuid), "entry": str(chosen)}
    shown = client.post(draw_page(stage), fields, follow=True)
    again = stage.rounds.get()
    assert byes(again) == [chosen]
    assert seated(again) == list(range(1, 8))
    assert "chosen by hand (kazuma)" in words(shown)
    client.post(draw_page(stage), {"act": "redraw", "round": str(again.uuid), "new_lots": "on"})
    assert byes(stage.rounds.get()) == [chosen]


# T36, T37


def test_the_next_round_waits_for_results_and_names_the_tables(client: Client) -> None:  # T36, T37
    stage = closed_field(8)
    round = pair_next_round(stage)
    publish_round(round)
    for table in (1, 3):
        win(round.matches.get(table=table))
    refused = press_draw(client, stage)
    assert refused.status_code == 409
    assert "Round 1 still has open tables: 2, 4" in words(refused)
    assert hall(stage) in refused.content.decode()
    assert stage.rounds.count() == 1


def test_the_director_closes_without_them_by_name_and_reason(client: Client) -> None:  # T36
    stage = closed_field(8)
    round = pair_next_round(stage)
    publish_round(round)
    first, second, third, fourth = round.matches.order_by("number")
    win(first)
    play_out(second, winner=2)  # complete, and nobody has confirmed it
    asked = words(client.get(hall(stage)))
    assert "These stand as entered: 2" in asked
    assert "These become void and count for nobody: 3, 4" in asked
    press = {"act": "close_without", "round": str(round.uuid)}
    unfounded = client.post(hall(stage), {**press, "reason": ""})
    assert unfounded.status_code == 422
    client.post(hall(stage), {**press, "reason": "両組とも帰宅"})
    states = [Match.objects.get(pk=match.pk).state for match in (first, second, third, fourth)]
    assert states == ["confirmed", "confirmed", "void", "void"]
    act = Act.objects.get(kind="round_closed_without")
    assert act.payload.content["reason"] == "両組とも帰宅"
    assert set(act.payload.content["matches"]) == {str(match.uuid) for match in (third, fourth)}
    assert act.payload.content["confirmed"] == [str(second.uuid)]
    press_draw(client, stage)
    assert stage.rounds.get(number=2).state == "draft"


def test_a_disputed_table_is_resolved_before_anybody_closes(client: Client) -> None:  # T36
    stage = closed_field(4)
    round = pair_next_round(stage)
    publish_round(round)
    Match.objects.filter(round=round, number=2).update(state="disputed")
    press = {"act": "close_without", "round": str(round.uuid), "reason": "時間切れ"}
    refused = client.post(hall(stage), press)
    assert refused.status_code == 409
    assert "Two different values stand at these tables: 2." in words(refused)
    assert set(round.matches.values_list("state", flat=True)) == {"waiting", "disputed"}


# T39


def test_when_the_engine_fails_the_desk_goes_on_by_hand(  # T39
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_seeds: object, **_rules: object) -> pairing.Draw:
        raise ZeroDivisionError

    stage = closed_field(7)
    works = pairing.DRAWINGS
    monkeypatch.setattr(pairing, "DRAWINGS", {**works, Format.SWISS: fails})
    for _press in range(2):
        refused = press_draw(client, stage)
        assert refused.status_code == 409
        assert "failed by a fault of the program" in words(refused)
        assert not stage.rounds.exists()
    by_hand = press_draw(client, stage, in_order="on")
    round = stage.rounds.get()
    assert seated(round) == list(range(1, 8))
    assert byes(round) == [7]
    assert words(by_hand).count("in order of standing, not drawn") == 4
    monkeypatch.setattr(pairing, "DRAWINGS", works)
    client.post(draw_page(stage), {"act": "redraw", "round": str(round.uuid)})
    codes = {reason["code"] for match in stage.rounds.get().matches.all() for reason in match.reasons}
    assert codes == {"lot"}


def test_when_nothing_fits_people_are_named_and_may_pair_by_hand(client: Client) -> None:  # T39
    stage = closed_field(4, rounds_planned=6)
    for _round in range(3):
        finish(pair_next_round(stage))
    refused = press_draw(client, stage)
    assert refused.status_code == 409
    names = [entry.shown_name for entry in stage.division.entries.all()]
    assert any(name in words(refused) for name in names)
    assert "Pair by hand" in words(refused)
    by_hand = press_draw(client, stage, in_order="on")
    assert "have met before" in words(by_hand)
    assert stage.rounds.get(number=4).state == "draft"


def test_what_has_no_rounds_says_so(client: Client) -> None:  # T37, T39
    stage = make_stage(format=Format.FREE)
    for _ in range(4):
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    close_reception(stage.division)
    refused = press_draw(client, stage)
    assert refused.status_code == 409
    assert "a meeting has no rounds" in words(refused)


# T45


def at_once(*presses: Callable[[], Any]) -> list[Any]:
    """What each answers when all begin together."""
    start = Barrier(len(presses))

    def press(what: Callable[[], Any]) -> Any:
        try:
            start.wait(30)
            return what()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(presses)) as hands:
        return list(hands.map(press, presses))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("other", ["redraw", "publish", "pin"])
def test_a_draft_drawn_again_at_the_same_time_is_told(other: str) -> None:
    """Whoever comes second meets a draft that is gone: told, nothing done, and one round there is."""
    stage = closed_field(8)
    clients = [desk_client(name) for name in ("kazuma", "hanako")]
    press_draw(clients[0], stage)
    round = stage.rounds.get()
    address = reverse("desk-draw", args=[stage.tournament.slug])
    acts = [
        {"act": "redraw", "round": str(round.uuid)},
        {"act": other, "round": str(round.uuid), "match": str(round.matches.earliest("pk").uuid)},
    ]
    answers = at_once(
        *(lambda c=c, act=act: c.post(address, act) for c, act in zip(clients, acts, strict=True))
    )
    assert {answer.status_code for answer in answers} <= {302, 409, 422}
    assert 302 in {answer.status_code for answer in answers}
    assert seated(stage.rounds.get()) == list(range(1, 9))


@pytest.mark.parametrize("act", ["redraw_round", "publish_round", "pin_match", "close_round"])
def test_what_a_redraw_took_away_is_gone(act: str) -> None:
    """The row was read, then the draft was drawn again, then the act came to it."""
    stage = closed_field(4)
    round = pair_next_round(stage)
    match = round.matches.select_related("round").earliest("pk")
    redraw_round(Round.objects.get(pk=round.pk))
    acts: dict[str, Callable[[], Any]] = {
        "redraw_round": lambda: redraw_round(round),
        "publish_round": lambda: publish_round(round),
        "close_round": lambda: close_round(round),
        "pin_match": lambda: pin_match(match, pinned=True),
    }
    with pytest.raises(Gone):
        acts[act]()


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_are_one_round() -> None:  # T45
    stage = closed_field(8)
    clients = [desk_client(name) for name in ("kazuma", "hanako")]
    answers = at_once(*(lambda client=client: press_draw(client, stage) for client in clients))
    assert [answer.status_code for answer in answers] == [200, 200]
    round = stage.rounds.get()
    assert seated(round) == list(range(1, 9))
    assert Act.objects.filter(kind="round_drawn").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_job_delivered_again_answers_the_first_round() -> None:  # T45
    stage = closed_field(8)
    first, second = at_once(*(lambda: pair_next_round(stage),) * 2)
    assert first == second == pair_next_round(stage)
    assert Match.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_two_who_publish_at_once_announce_it_once() -> None:  # T45
    stage = closed_field(8)
    round = pair_next_round(stage)
    clients = [desk_client(name) for name in ("kazuma", "hanako")]
    fields = {"act": "publish", "round": str(round.uuid)}
    answers = at_once(*(lambda client=client: client.post(draw_page(stage), fields) for client in clients))
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    assert Announcement.objects.count() == 1


# T66


def fix(stage: Stage, number: int, table: int) -> str:
    """The pair of this number cannot move from this table; returns the person's name."""
    person = stage.division.entries.get(number=number).people[0]
    FixedTable.objects.create(tournament=stage.tournament, member=person, table=table)
    return person.name


def test_a_fixed_seat_is_honoured_in_every_round(client: Client) -> None:  # T66
    stage = closed_field(8)
    Tournament.objects.update(tables=6)
    person = stage.division.entries.get(number=3).people[0]
    fields = {"act": "fix_table", "person": str(person.uuid), "table": "6"}
    client.post(reverse("desk-wishes", args=[stage.tournament.slug]), fields)
    for _round in range(3):
        press_draw(client, stage)
        round = stage.rounds.order_by("number").last()
        assert round is not None
        assert round.matches.get(sides__entry__number=3).table == 6
        assert set(round.matches.values_list("table", flat=True)) == {1, 2, 3, 6}
        finish(round)


def test_two_promises_of_one_table_are_told_and_one_is_kept(client: Client) -> None:  # T66
    stage = closed_field(8)
    press_draw(client, stage)
    round = stage.rounds.get()
    one, other = (round.matches.get(number=number).sides.get(number=1).entry for number in (1, 2))
    assert one is not None
    assert other is not None
    for entry in (one, other):
        fix(stage, entry.number, 4)
    shown = client.post(draw_page(stage), {"act": "redraw", "round": str(round.uuid)}, follow=True)
    assert f"{other.shown_name} was to sit at table 4, which somebody else needs too" in words(shown)
    again = stage.rounds.get()
    tables = [again.matches.get(sides__entry=entry).table for entry in (one, other)]
    assert tables[0] == 4 != tables[1]


def test_two_who_cannot_move_and_meet_are_told(client: Client) -> None:  # T66
    stage = closed_field(2)
    fix(stage, 1, 1)
    fix(stage, 2, 2)
    shown = press_draw(client, stage)
    assert "meets somebody with another table" in words(shown)


def test_a_table_out_of_service_is_not_used_and_its_promise_is_told(client: Client) -> None:  # T66
    stage = closed_field(6)
    Tournament.objects.update(tables=5, tables_out=[2])
    fix(stage, 1, 2)
    shown = press_draw(client, stage)
    assert "was to sit at table 2, which is not there or out of service" in words(shown)
    assert set(stage.rounds.get().matches.values_list("table", flat=True)) == {1, 3, 4}


def test_nothing_of_a_draft_is_public(client: Client) -> None:  # T66
    stage = closed_field(4)
    press_draw(client, stage)
    code = stage.rounds.get().matches.get(number=1).code
    visitor = Client()
    event = visitor.get(reverse("event", args=[stage.tournament.slug]))
    assert event.status_code == 200
    assert code not in event.content.decode()
    assert visitor.get(reverse("match", args=[code])).status_code == 404
    assert visitor.get(f"/api/v1/matches/{code}").status_code == 404
