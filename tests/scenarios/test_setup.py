"""Events set up at the desk in every way it offers, each played to its end."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from hall.forms.settings import Foresee
from hall.forms.setup import SetUpEvent
from hall.views.setup import as_shown
from hall.ways import WAYS
from ledger.models import Act
from scoring.errors import PartnersMustRepeat
from scoring.selectors.cuts import cut_state, order_by_lot
from scoring.selectors.placing import is_finished
from scoring.selectors.series import length_of
from scoring.services.cuts import publish_cut
from scoring.services.drafts import pair_next_round
from scoring.services.events import close_tournament
from scoring.services.free import form_tables, open_play
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tests.desk import desk_client, words
from tests.events import make_club, make_member, make_pair, play_out
from tournaments.domain.draw import Relaxation
from tournaments.domain.stages.cut_list import Decided
from tournaments.domain.stages.cuts import Stake, TieDecision
from tournaments.enums import Format
from tournaments.models import Announcement, Match, Round, Stage, Tournament
from tournaments.services.entries import enter_person
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db

# Two for a title; enough for three rounds of new opponents at tables of three.
ENTRANTS = {"title": 2, "threes": 18}


@pytest.fixture
def client() -> Client:
    return desk_client()


def set_up(client: Client, way: str, **typed: Any) -> Stage:
    by = client.get(reverse("desk")).wsgi_request.user
    facts = {
        "act": "set_up",
        "way": way,
        "name": "町長杯",
        "slug": "cup",
        "club": make_club().pk,
        "day": "2026-09-13",
    }
    form = SetUpEvent(subject=WAYS[way].play, by=by)
    client.post(reverse("desk-new-event"), as_shown(form) | facts | typed)
    return Stage.objects.get(number=1)


def receive(stage: Stage, entrants: int) -> None:
    for _ in range(entrants):
        if not stage.ranks_persons:
            make_pair(stage)
            continue
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)


def play_round(stage: Stage, **asked: Any) -> Round:
    round = pair_next_round(Stage.objects.get(pk=stage.pk), **asked)
    publish_round(round)
    for match in round.matches.all():
        if not match.is_bye:
            win(match)
    close_round(round)
    return round


def win(match: Match) -> None:
    """A side by chance goes out in as many games as it needs, deal by deal."""
    sides = match.sides.count()
    winner = Random(match.number).randrange(sides) + 1
    for game in range(1, length_of(match) // 2 + 2):
        play_out(match, winner=winner, game=game)
    confirm_match(match, by=None)


def hold_meeting(stage: Stage) -> None:
    """Three times all who wait sit down and play to the end."""
    round = open_play(stage)
    for _ in range(3):
        for match in form_tables(stage):
            win(match)
    close_round(round)


@pytest.mark.parametrize("way", WAYS)
def test_an_event_of_every_way_is_set_up_played_and_finished(client: Client, way: str) -> None:
    stage = set_up(client, way)
    receive(stage, ENTRANTS.get(way, 12))
    if stage.format == Format.FREE.value:
        hold_meeting(stage)
    else:
        close_reception(stage.division)
        for each in stage.division.stages.order_by("number"):
            play_stage(each)
    close_tournament(stage.tournament)
    assert Tournament.objects.get().state == "closed"
    placed = Announcement.objects.get(kind="places").content
    assert placed


def play_stage(stage: Stage) -> None:
    """Ties across the line into it are decided by lot."""
    if stage.cut_rule:
        decided: list[Decided] = []
        while (cut := cut_state(stage, decided)) and cut.derived.stakes:
            decided += [with_lot(stage, stake) for stake in cut.derived.stakes]
        publish_cut(stage, decided=decided)
    while not is_finished(Stage.objects.get(pk=stage.pk)):
        play_round(stage)


def with_lot(stage: Stage, stake: Stake) -> Decided:
    return Decided(stake, TieDecision.LOT, order_by_lot(stage, stake.tied))


def foreseen(client: Client, way: str, **typed: Any) -> str:
    by = client.get(reverse("desk")).wsgi_request.user
    make_club()
    forms = [form(subject=WAYS[way].play, by=by) for form in (Foresee, SetUpEvent)]
    shown = as_shown(forms[0]) | as_shown(forms[1])
    return words(client.get(reverse("desk-new-event"), shown | {"way": way} | typed))


def test_t16_eight_people_and_nine_rounds(client: Client) -> None:
    """swissDouble failed when rounds reach the number of people; here it is said, accepted, and played."""
    assert "Round 8 must repeat a partner" in foreseen(client, "partners", people=8, rounds_planned=9)
    stage = set_up(client, "partners", rounds_planned=9)
    receive(stage, 8)
    close_reception(stage.division)
    partners = [pairs_of(play_round(stage)) for _ in range(7)]
    assert len(set().union(*partners)) == 28  # all pairs of eight, each once
    with pytest.raises(PartnersMustRepeat):
        pair_next_round(Stage.objects.get(number=1))
    again = [pairs_of(play_round(stage, relaxed=[Relaxation.PARTNER_AGAIN])) for _ in range(2)]
    assert not again[0] & again[1]
    drawn = Act.objects.filter(kind="round_drawn").order_by("number").last()
    assert drawn
    assert drawn.payload.content["relaxed"] == ["partner_again"]


def pairs_of(round: Any) -> set[frozenset[int]]:
    """Who was whose partner, by entry numbers."""
    found: set[frozenset[int]] = set()
    for match in round.matches.all():
        seats = {seat.number: seat.entry.number for seat in match.seats.all()}
        found |= {frozenset({seats[1], seats[3]}), frozenset({seats[2], seats[4]})} if seats else set()
    return found


def test_t18_a_person_is_ranked_where_partners_change(client: Client) -> None:
    make_club()
    shown = words(client.get(reverse("desk-new-event")))
    assert "A new partner each round, by lot" in shown
    assert "Ranked: each person. Drawn: the pairs of each round." in shown
    stage = set_up(client, "partners-lot")
    receive(stage, 8)
    close_reception(stage.division)
    first = play_round(stage)
    assert {entry.members.count() for entry in stage.division.entries.all()} == {1}
    assert all(side.entry is None for match in first.matches.all() for side in match.sides.all())


def test_lila_7675_more_rounds_than_the_field_allows_are_said_at_set_up(client: Client) -> None:
    told = foreseen(client, "pairs", people=6, rounds_planned=7)
    assert "Round 6 at the latest must repeat an opponent." in told
    assert "must repeat an opponent" not in foreseen(client, "pairs", people=8, rounds_planned=5)
