"""The reception while the event runs: who is away, floaters, orphans, who is left over, the early end."""

from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Member
from scoring.selectors.presence import absent_from
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from tests.desk import desk_client, sent_again, words
from tests.events import make_member, make_pair, make_stage, play_out, start_round
from tournaments.enums import Format, TournamentState
from tournaments.models import Attendance, Entry, Match, Round, Stage
from tournaments.selectors.entrants import house_entries, present
from tournaments.services.entries import enter_floater, enter_house_pair, enter_pair, enter_person
from tournaments.services.presence import leave
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


@pytest.fixture
def stage() -> Stage:
    stage = make_stage()
    for number in range(1, 5):
        make_pair(stage, f"表{number} 一", f"裏{number} 二")
    return stage


def page(stage: Stage) -> str:
    return reverse("desk-reception", args=[stage.tournament.slug])


def row_of(stage: Stage, person: Member) -> Attendance:
    return stage.tournament.attendances.get(member=person)


def own_page(stage: Stage, person: Member) -> str:
    return reverse("desk-person", args=[stage.tournament.slug, row_of(stage, person).uuid])


def first_of(stage: Stage, number: int) -> Member:
    return stage.division.entries.get(number=number).people[0]


def listed(client: Client, stage: Stage, show: str) -> list[str]:
    rows = client.get(page(stage), {"show": show}).context["rows"]
    return [row.person.name for row in rows]


def finish(round: Round) -> None:
    for match in round.matches.exclude(table=None):
        play_out(match, winner=1)
        confirm_match(match, by=None)
    close_round(round)


def here(stage: Stage, name: str, *, role: str = "") -> Member:
    """Somebody without a pair who is here; with a role a floater."""
    person = make_member(name)
    (enter_floater if role else enter_person)(stage.division, person=person)
    mark_present(stage.tournament, person=person)
    return person


def test_leaving_shows_in_the_list_with_the_reason_and_one_press_brings_them_back(
    client: Client, stage: Stage
) -> None:
    close_reception(stage.division)
    typed = {"act": "leave", "from_round": "2", "reason": "法事"}
    answer = client.post(own_page(stage, first_of(stage, 1)), typed, follow=True)
    assert "No. 1 表1・裏1 is away from round 2." in words(answer)
    assert "away from round 2 (法事)" in words(answer).replace("( ", "(")
    assert sorted(listed(client, stage, "away")) == ["表1 一", "裏1 二"]
    back = {"act": "play_again", "person": str(row_of(stage, first_of(stage, 1)).uuid)}
    client.post(page(stage), back)
    assert listed(client, stage, "away") == []
    assert present(stage, 2).count() == 4


def test_the_form_offers_the_first_round_that_may_still_change(client: Client, stage: Stage) -> None:
    start_round(stage)
    forms = client.get(own_page(stage, first_of(stage, 1))).context["forms"]
    assert forms["leave"]["from_round"].value() == 2
    refused = client.post(
        own_page(stage, first_of(stage, 1)), {"act": "leave", "from_round": "1", "reason": "x"}
    )
    assert refused.status_code == 409
    assert "Choose round 2 or a later one" in words(refused)


def test_a_bye_is_asked_for_and_taken_back(client: Client, stage: Stage) -> None:
    address = own_page(stage, first_of(stage, 3))
    client.post(address, {"act": "bye", "round": "2", "kind": "half_bye"})
    assert "sits out round 2 by its own wish · half a win" in words(client.get(page(stage), {"show": "all"}))
    client.post(address, {"act": "no_bye", "round": "2"})
    assert not stage.absences.exists()


def test_no_bye_is_offered_where_opponents_stand(client: Client) -> None:
    stage = make_stage(format=Format.KNOCKOUT)
    pair = make_pair(stage)
    assert "Asks for a bye" not in words(client.get(own_page(stage, pair.people[0])))


def test_withdrawing_in_mid_round_asks_what_becomes_of_the_match(client: Client, stage: Stage) -> None:
    round = start_round(stage)
    address = own_page(stage, first_of(stage, 2))
    assert "The match in play" in words(client.get(address))
    refused = client.post(address, {"act": "withdraw", "reason": "急病", "gone": "on"})
    assert refused.status_code == 409
    assert "Say what becomes of that match" in words(refused)
    assert sent_again(refused, "withdraw")["reason"] == "急病"
    client.post(address, {"act": "withdraw", "reason": "急病", "left_match": "forfeit", "gone": "on"})
    match = Match.objects.get(round=round, sides__entry__number=2)
    assert match.state == "confirmed"
    gone = client.get(page(stage), {"show": "all"})
    assert "no. 2 has withdrawn" in words(gone)
    assert gone.context["pool"] == []


def test_who_has_gone_home_is_not_waited_for_and_owes_nothing(client: Client, stage: Stage) -> None:
    start_round(stage)
    address = own_page(stage, first_of(stage, 2))
    typed = {"act": "withdraw", "reason": "急病", "left_match": "forfeit", "gone": "on"}
    assert "No. 2 表2・裏2 is withdrawn." in words(client.post(address, typed, follow=True))
    for show in ("absent", "owing"):
        assert "表2 一" not in listed(client, stage, show)
    shown = client.get(page(stage), {"show": "all"})
    assert (shown.context["here"], shown.context["expected"]) == (6, 6)
    assert words(shown).count("Take ¥500") == 6
    assert words(shown).count("Is here after all") == 2
    assert "no partner yet" not in words(shown)
    assert "not here" not in words(shown)
    person = str(row_of(stage, stage.division.entries.get(number=2).people[0]).uuid)
    client.post(page(stage), {"act": "present", "person": person, "present": "on"})
    assert [row.person.name for row in client.get(page(stage)).context["pool"]] == ["表2 一"]


def test_where_nobody_is_free_the_reception_is_shown(client: Client, stage: Stage) -> None:
    start_round(stage)
    shown = client.get(own_page(stage, first_of(stage, 1)))
    assert words(shown).count("Nobody at this event is free.") == 2  # to sit in, to join
    assert not shown.context["forms"]["sit_in"].anybody_free
    assert page(stage) in shown.content.decode()
    here(stage, "控え 一", role="floater")
    assert "Nobody at this event is free." not in words(client.get(own_page(stage, first_of(stage, 1))))


def test_somebody_sits_in_from_the_page_of_the_person_who_leaves(client: Client, stage: Stage) -> None:
    floater = here(stage, "控え 一", role="floater")
    round = start_round(stage)
    person = first_of(stage, 1)
    address = own_page(stage, person)
    form = client.get(address).context["forms"]["sit_in"]
    assert [row.member for row in form.fields["person"].queryset] == [floater]
    client.post(address, {"act": "sit_in", "person": str(row_of(stage, floater).uuid), "from_game": "1"})
    match = round.matches.get(sides__entry__number=1)
    assert floater in [seat.person for seat in match.seats.all()]
    assert "控え" in words(client.get(reverse("desk-match", args=[match.code])))


# Floaters, house pairs, orphans, whoever is left over


def test_two_chosen_ones_are_a_house_pair_and_one_is_a_floater(client: Client, stage: Stage) -> None:
    one, two, three = (make_member(f"役員{number}") for number in range(3))
    together = [str(one.uuid), str(two.uuid)]
    house = {"act": "enter", "chosen": together, "role": "house", "present": "on"}
    told = words(client.post(page(stage), house, follow=True))
    assert "役員0・役員1 are entered as a house pair, unranked." in told
    assert "Floaters" not in told
    client.post(page(stage), {"act": "enter", "chosen": str(three.uuid), "role": "house", "present": "on"})
    assert [entry.people for entry in house_entries(stage, 1)] == [[one, two]]
    answer = client.get(page(stage), {"show": "all"})
    assert (len(answer.context["entries"]), len(answer.context["house"])) == (4, 1)
    assert [row.person for row in answer.context["floaters"]] == [three]
    assert words(answer).count("house pair") == 2
    assert row_of(stage, three).is_floater
    assert row_of(stage, three).owes == 0


def test_where_persons_are_ranked_each_of_the_chosen_is_entered(client: Client) -> None:
    stage = make_stage(format=Format.ROTATION, preset="society_individual")
    chosen = [str(make_member().uuid) for _ in range(3)]
    answer = client.post(page(stage), {"act": "enter", "chosen": chosen, "present": "on"}, follow=True)
    assert stage.division.entries.count() == 3
    assert "partner" not in words(answer).lower()


def test_a_walk_in_has_the_place_of_who_did_not_come(client: Client, stage: Stage) -> None:
    came, missing = make_member("来た 一"), make_member("来ない 二")
    orphan = enter_pair(stage.division, first=came, second=missing)
    mark_present(stage.tournament, person=came)
    walk_in = make_member("飛入 三")
    offered = client.get(page(stage), {"chosen": str(walk_in.uuid)})
    assert "No. 5, in the place of 来ない 二" in words(offered)
    typed = {"act": "enter", "chosen": str(walk_in.uuid), "joins": str(orphan.uuid), "present": "on"}
    answer = client.post(page(stage), typed, follow=True)
    assert "No. 5 is now 来た・飛入." in words(answer)
    assert row_of(stage, walk_in).present
    assert answer.context["incomplete"] == []


def test_the_remaining_one_of_a_pair_finds_a_new_partner_or_withdraws(client: Client, stage: Stage) -> None:
    came, missing = make_member("来た 一"), make_member("来ない 二")
    enter_pair(stage.division, first=came, second=missing)
    mark_present(stage.tournament, person=came)
    single = here(stage, "一人 三")
    closing = words(client.get(page(stage)))
    assert "来ない 二 is not here" in closing
    typed = {"act": "replace", "person": str(row_of(stage, single).uuid), "reason": "欠席"}
    client.post(own_page(stage, missing), typed)
    assert stage.division.entries.get(number=5).people == [came, single]


def test_who_is_left_over_is_offered_the_floaters_and_plays_with_one(client: Client, stage: Stage) -> None:
    over, floater = here(stage, "余り 一"), here(stage, "控え 二", role="floater")
    assert "Who plays with them?" in words(client.get(page(stage)))
    answer: Any = client.post(page(stage), {"act": "close_reception"}, follow=True)
    assert "Left over" in words(answer)
    assert "控え 二, floater" in words(answer)
    chosen = [str(over.uuid), str(floater.uuid)]
    client.post(page(stage), {"act": "enter", "chosen": chosen, "present": "on"})
    assert Entry.objects.get(number=5).people == [over, floater]
    assert client.get(page(stage)).context["pool"] == []


# The list for the draw page, the end, and the size of the hall


def test_the_absent_are_told_beside_the_draw(stage: Stage) -> None:
    finish(start_round(stage))
    leave(stage.division.entries.get(number=2), stage, from_round=2, reason="法事")
    html = render_to_string("hall/desk/_absent.html", {"absent": absent_from(stage, 2)})
    assert "表2・裏2" in html
    assert "法事" in html
    assert render_to_string("hall/desk/_absent.html", {"absent": []}).strip() == ""


def test_an_event_ends_early_at_one_press_when_nobody_is_left_to_draw(client: Client, stage: Stage) -> None:
    finish(start_round(stage))
    for number in (1, 2, 3):
        address = own_page(stage, first_of(stage, number))
        client.post(address, {"act": "withdraw", "reason": "帰宅", "gone": "on"})
    draw = reverse("desk-draw", args=[stage.tournament.slug])
    refused = client.post(draw, {"act": "draw"})
    assert refused.status_code == 409
    assert "close the event" in words(refused)
    hall = reverse("desk-event", args=[stage.tournament.slug])
    assert "End the event here" in words(client.get(hall))
    client.post(hall, {"act": "close_event"})
    stage.tournament.refresh_from_db()
    assert stage.tournament.state == TournamentState.CLOSED.value


def test_no_more_queries_for_more_people(client: Client) -> None:
    def queries(pairs: int) -> int:
        stage = make_stage()
        for number in range(pairs):
            pair = make_pair(stage)
            if number % 2:
                leave(pair, stage, from_round=2, reason="法事")
            enter_pair(stage.division, first=make_member(), second=make_member())
        enter_house_pair(stage.division, first=make_member(), second=make_member())
        with CaptureQueriesContext(
            connection,
        ) as counted:
            client.get(page(stage), {"show": "all"})
        return len(counted)

    queries(1)
    assert queries(2) == queries(8)
