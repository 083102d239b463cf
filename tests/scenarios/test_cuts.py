"""Whole events of several stages, carried by the desk from the last round of one stage to the places."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.selectors.draws import drawn_sides
from scoring.selectors.placing import stage_placing
from tests.desk import desk_client, sent_again
from tests.stages import Ending, by_number, numbers, play, play_round, stronger
from tests.whole_events import entered
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format, TournamentState
from tournaments.models import Announcement, Entry, Stage, Tournament
from tournaments.selectors.entrants import entrants, groups_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    return desk_client()


def add_knockout(desk: Client, stage: Stage, **typed: Any) -> Stage:
    """The desk adds a knockout with a match for third place."""
    address = reverse("desk-new-stage", args=[stage.tournament.slug])
    form = sent_again(desk.get(address, {"way": "knockout"}), "add_stage")
    desk.post(address, form | {"way": "knockout", "third_place": "match"} | typed)
    return Stage.objects.get(division=stage.division, number=stage.number + 1)


def announce(desk: Client, stage: Stage, decision: str = "lot") -> None:
    """The desk announces who passes and decides every tie that it is asked about in the same way."""
    address = reverse("desk-stage", args=[stage.tournament.slug, stage.number])
    sent = {"act": "publish"}
    answer = desk.post(address, sent)
    while answer.status_code == 409:
        ties = answer.context["forms"]["publish"].ties
        sent |= {tie.choice.name: decision for tie in ties}
        answer = desk.post(address, sent)
    assert answer.status_code == 302


def close_event(desk: Client, stage: Stage) -> list[dict[str, Any]]:
    """The places as the desk awarded them."""
    desk.post(reverse("desk-event", args=[stage.tournament.slug]), {"act": "close_event"})
    assert Tournament.objects.get().state == TournamentState.CLOSED.value
    return Announcement.objects.get(kind="places").content  # type: ignore[no-any-return]


def shown_places(stage: Stage) -> list[tuple[int, str]]:
    """What every reader finds on the page of standings."""
    response = Client().get(reverse("standings", args=[stage.tournament.slug]))
    return [(place.rank, place.entry.key) for place in response.context["places"]]


def people(entry: Entry) -> list[int]:
    return [person.pk for person in entry.people]


def test_sixteen_persons_three_rounds_then_the_best_eight_as_one_and_five_two_and_six(desk: Client) -> None:
    settings = Settings(mode=RotationMode.LOT)
    stage = entered(Format.ROTATION, 16, settings=settings, preset="society_individual", rounds_planned=3)
    final = add_knockout(desk, stage, top="8", joining="half")
    play(stage, by_number)
    announce(desk, final)
    passed = Announcement.objects.get(kind="cut").content["passed"]
    assert_in_rank_order(passed, stage_placing(stage))
    persons = [people(Entry.objects.get(uuid=uuid))[0] for uuid in passed]
    pairs = list(entrants(final))
    assert [people(pair) for pair in pairs] == [[persons[n], persons[n + 4]] for n in range(4)]
    # Four pairs: 1 against 4, 2 against 3, then the final and the match for third place.
    first = play_round(final, stronger)
    order = [pair.number for pair in pairs]
    assert {frozenset(*map(frozenset, [sides[0] + sides[1]])) for _, sides in drawn_sides(first)} == {
        frozenset({order[0], order[3]}),
        frozenset({order[1], order[2]}),
    }
    play(final, stronger)
    awarded = close_event(desk, final)
    assert [row["place"] for row in awarded] == [1, 2, 3, 4, *range(9, 17)]
    assert numbers(row["entry"] for row in awarded[:4]) == order
    left = [uuid for equals in stage_placing(stage) for uuid in equals if uuid not in passed]
    assert [row["entry"] for row in awarded[4:]] == left
    assert shown_places(stage) == [(row["place"], row["entry"]) for row in awarded]


def assert_in_rank_order(passed: Sequence[str], placing: Sequence[Sequence[str]]) -> None:
    """Nobody passes behind somebody of a worse rank, and nobody of a better rank stays."""
    rank = {uuid: place for place, equals in enumerate(placing) for uuid in equals}
    assert [rank[uuid] for uuid in passed] == sorted(rank[uuid] for uuid in passed)
    assert max(rank[uuid] for uuid in passed) <= min(rank[uuid] for uuid in rank if uuid not in passed)


def test_two_groups_of_four_whose_first_two_meet_crosswise(desk: Client) -> None:
    stage = entered(Format.ROUND_ROBIN, 8, settings=Settings(groups=2))
    final = add_knockout(desk, stage, top="2")
    play(stage)
    announce(desk, final)
    groups = {entry.number: groups_of(stage)[entry.pk] for entry in entrants(stage)}
    one, two = ([n for n in sorted(groups) if groups[n] == group] for group in (1, 2))
    semi_finals = play_round(final)
    met = {frozenset(number for side in sides for number in side) for _, sides in drawn_sides(semi_finals)}
    # The stronger wins everything, so each group ends in the order of its numbers.
    assert met == {frozenset({one[0], two[1]}), frozenset({two[0], one[1]})}
    play(final)
    awarded = close_event(desk, final)
    places = {row["place"]: row["entry"] for row in awarded}
    best = sorted([one[0], two[0]])
    assert numbers(places[place] for place in (1, 2)) == best
    assert sorted(numbers(places[place] for place in (3, 4))) == sorted([one[1], two[1]])
    behind = [numbers(row["entry"] for row in awarded if row["place"] in span) for span in ((5, 6), (7, 8))]
    assert [sorted(row) for row in behind] == [sorted([one[2], two[2]]), sorted([one[3], two[3]])]


@pytest.mark.parametrize(("decision", "passing"), [("all", 2), ("none", 0), ("lot", 1), ("play_off", 1)])
def test_swiss_with_a_tie_at_the_line(desk: Client, decision: str, passing: int) -> None:
    stage = entered(Format.SWISS, 4, rounds_planned=1)
    final = add_knockout(desk, stage, top="1")
    play(stage)
    address = reverse("desk-stage", args=[stage.tournament.slug, 2])
    (tie,) = desk.post(address, {"act": "publish"}).context["forms"]["publish"].ties
    order = tie.choice.name.removeprefix("tie-").replace("-", " ")
    desk.post(address, {"act": "publish", tie.choice.name: decision, tie.order.name: order})
    assert entrants(final).count() == passing
    if passing == 2:
        play(final)
    awarded = close_event(desk, final)
    winners = set(numbers(stage_placing(stage)[0]))
    assert set(numbers(row["entry"] for row in awarded[:2])) == winners
    # Only a final parts the two; else they share the place, unless one of them passed alone.
    shared = {"all": [1, 2], "none": [1, 1], "lot": [1, 1], "play_off": [1, 1]}[decision]
    assert [row["place"] for row in awarded[:2]] == shared


@pytest.mark.parametrize("ending", [stronger, by_number])
def test_three_stages_end_in_one_list(desk: Client, ending: Ending) -> None:
    stage = entered(Format.SWISS, 8, rounds_planned=3)
    semi = add_knockout(desk, stage, top="4")
    final = add_knockout(desk, semi, top="2")
    for one in (stage, semi, final):
        if one is not stage:
            announce(desk, one)
        play(one, ending)
    awarded = close_event(desk, final)
    assert [row["place"] for row in awarded][:4] == [1, 2, 3, 4]
    assert sorted(numbers(row["entry"] for row in awarded)) == list(range(1, 9))
    assert numbers([awarded[0]["entry"]]) == [1]
