"""Partners change, persons are ranked (T11, T14–T18): whole events through the pages of desk and public."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations, pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Member
from ledger.models import Act
from scoring.selectors.draws import drawn_sides
from tests.desk import desk_client, sent_again, words
from tests.events import make_club, make_member, make_stage
from tournaments.domain.settings import Remainder, RotationMode, Settings
from tournaments.enums import Format
from tournaments.models import ForbiddenPair, Match, Round, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    return desk_client()


def at_desk(name: str, stage: Stage) -> str:
    return reverse(name, args=[stage.tournament.slug])


def public(name: str, *args: object) -> str:
    with translation.override("en"):
        return reverse(name, args=args)


def receive(desk: Client, stage: Stage, people: Iterable[Member], **facts: str) -> None:
    """Each is entered at the reception, one by one, and is here."""
    for person in people:
        fields = {"act": "enter", "chosen": [str(person.uuid)], "present": "on", **facts}
        assert desk.post(at_desk("desk-reception", stage), fields).status_code == 302


def rotation(desk: Client, persons: int, *, floaters: int = 0, rounds: int = 3, **settings: Any) -> Stage:
    """An event of which the reception is closed, all of it through the pages but for the set-up."""
    stage = make_stage(
        format=Format.ROTATION,
        preset="society_individual",
        settings=Settings(**settings),
        rounds_planned=rounds,
    )
    receive(desk, stage, (make_member() for _ in range(persons)))
    receive(desk, stage, (make_member() for _ in range(floaters)), role="house")
    desk.post(at_desk("desk-reception", stage), {"act": "close_reception"})
    return Stage.objects.get(pk=stage.pk)


def draw(desk: Client, stage: Stage, **fields: str) -> Any:
    return desk.post(at_desk("desk-draw", stage), {"act": "draw", **fields}, follow=True)


def publish(desk: Client, stage: Stage) -> Round:
    round = stage.rounds.latest("number")
    desk.post(at_desk("desk-draw", stage), {"act": "publish", "round": str(round.uuid)})
    round.refresh_from_db()
    return round


def key(desk: Client, match: Match, *totals: int) -> None:
    """The totals of the match are typed and confirmed."""
    page = reverse("desk-match", args=[match.code])
    fields = {f"game-1-{side}": str(total) for side, total in enumerate(totals, 1)}
    for act in ({"act": "totals", **fields}, {"act": "confirm"}):
        assert desk.post(page, act).status_code == 302


def finish(desk: Client, round: Round, *totals: int) -> None:
    """Every table that is open ends like this, and the round is closed."""
    for match in round.matches.exclude(state="confirmed"):
        key(desk, match, *(totals or (150, 80)))
    desk.post(at_desk("desk-event", round.stage), {"act": "close_round", "round": str(round.uuid)})
    round.refresh_from_db()
    assert round.state == "closed"


def play(desk: Client, stage: Stage, **fields: str) -> Round:
    draw(desk, stage, **fields)
    round = publish(desk, stage)
    finish(desk, round)
    return round


def partners(round: Round) -> list[frozenset[int]]:
    return [
        frozenset(map(int, side)) for _match, sides in drawn_sides(round) for side in sides if len(side) > 1
    ]


def opponents(round: Round) -> list[frozenset[int]]:
    return [
        frozenset({int(one), int(other)})
        for _match, sides in drawn_sides(round)
        for a, b in combinations(sides, 2)
        for one in a
        for other in b
    ]


def resting(round: Round) -> list[int]:
    alone = [match for match in round.matches.all() if match.is_bye]
    return sorted(side.entry.number for match in alone for side in match.sides.all() if side.entry)


# T14


def test_t14_twelve_people_three_games_changing_partners(desk: Client, client: Client) -> None:
    """From the set-up form to the conditions, with results by deals and by totals."""
    club = make_club()
    form = sent_again(desk.get(reverse("desk-new-event"), {"way": "partners"}), "set_up")
    form |= {
        "name": "個人戦",
        "slug": "kojin",
        "club": str(club.pk),
        "day": "2026-09-13",
        "rounds_planned": "3",
    }
    answer = desk.post(reverse("desk-new-event"), {**form, "way": "partners"})
    assert answer.status_code == 302, words(answer)
    stage = Stage.objects.get()
    people = [make_member(name) for name in "一二三四五六七八九十百千"]
    receive(desk, stage, people)
    desk.post(at_desk("desk-reception", stage), {"act": "close_reception"})

    scores: Counter[str] = Counter()
    rounds = []
    for number in (1, 2, 3):
        draw(desk, stage)
        round = publish(desk, stage)
        assert [place.person.name for place in client.get(public("event", "kojin")).context["places"]]
        for match in round.matches.order_by("number"):
            winners, losers = _sides(match)
            if match.number == 1:
                _play_by_deals(desk, match)
                own = 0
            else:
                own = 10 * number + match.number * 10
                key(desk, match, 150, own)
            scores.update(dict.fromkeys(winners, 150 + 1000))
            scores.update(dict.fromkeys(losers, own))
        finish(desk, round)
        rounds.append(round)

    pairs = list(chain.from_iterable(map(partners, rounds)))
    assert len(pairs) == len(set(pairs)) == 18
    # No table of four can take one from each of three tables, so some meet again; nobody a third time.
    assert max(Counter(chain.from_iterable(map(opponents, rounds))).values()) <= 2

    table = client.get(public("standings", "kojin"))
    told = {row.entry.name: int(dict(row.cells)["score_with_bonus"]) for row in table.context["table"].rows}
    assert told == dict(scores)
    ranked = [row.entry.name for row in table.context["table"].rows]
    assert [scores[name] for name in ranked] == sorted(scores.values(), reverse=True)

    for number, person in enumerate(people, 1):
        own_page = client.get(public("entry", "kojin", number))
        for step, round in zip(own_page.context["derivation"].steps, rounds, strict=True):
            (side,) = [pair for pair in partners(round) if number in pair]
            assert {entry.number for entry in step.partners} == side - {number}
            assert frozenset({number, step.opponents[0].number}) in opponents(round)
            assert len(step.opponents) == 2
        assert f"Partner {own_page.context['derivation'].steps[0].partners[0].name}" in words(own_page)
        assert person.name in words(own_page)

    cross = client.get(public("cross-table", "kojin"))
    assert [len(row.cells) for row in cross.context["table"].rows] == [3] * 12
    assert all(
        mark.partners for row in cross.context["table"].rows for cell in row.cells for mark in cell.marks
    )
    match = rounds[0].matches.get(number=2)
    match_page = client.get(public("match", match.code)).content.decode()
    for number in chain.from_iterable(sides for m, sides in _drawn(rounds[0]) if m == match):
        assert public("entry", "kojin", number) in match_page
    conditions = words(client.get(public("conditions", "kojin")))
    assert "Ranked: each person. Drawn: the pairs of each round." in conditions  # T18

    desk.post(at_desk("desk-event", stage), {"act": "close_event"})
    assert Tournament.objects.get().state == "closed"


def _sides(match: Match) -> list[list[str]]:
    """The names of side 1 and of side 2."""
    seats = match.seats.order_by("number").select_related("person")
    return [[seat.person.name for seat in seats if seat.number % 2 == number % 2] for number in (1, 2)]


def _drawn(round: Round) -> list[tuple[Match, list[int]]]:
    return [(match, [int(k) for side in sides for k in side]) for match, sides in drawn_sides(round)]


def _play_by_deals(desk: Client, match: Match) -> None:
    """Seat 1 goes out with a doubled rook twice: 100 and 100, beyond the target of 150."""
    page = reverse("desk-match", args=[match.code])
    for _deal in range(2):
        form = sent_again(desk.get(page), "deal")
        form |= {"dealer": "1", "seat": "1", "tile": "7", "how": "doubled"}
        assert desk.post(page, form).status_code == 302
    assert desk.post(page, {"act": "confirm"}).status_code == 302


def test_t14_the_interface_names_persons_too(desk: Client, client: Client) -> None:
    stage = rotation(desk, 5)
    round = play(desk, stage)
    slug = stage.tournament.slug
    told = client.get(f"/api/v1/events/{slug}/rounds/1").json()["matches"]
    (table,) = [match for match in told if len(match["sides"]) == 2]
    assert [side["entry"] for side in table["sides"]] == [None, None]
    assert [{entry["number"] for entry in side["entries"]} for side in table["sides"]] == [
        set(pair) for pair in partners(round)
    ]
    (number,) = resting(round)
    seated = next(n for n in range(1, 6) if n != number)
    (step,) = client.get(f"/api/v1/events/{slug}/entries/{seated}").json()["steps"]
    (pair,) = [pair for pair in partners(round) if seated in pair]
    assert {entry["number"] for entry in step["partners"]} == pair - {seated}
    assert len(step["opponents"]) == 2


# T11


@pytest.mark.parametrize("persons", [9, 10, 11])
@pytest.mark.parametrize("mode", [RotationMode.DESIGN, RotationMode.LOT])
def test_t11_who_sits_out_is_fair_and_has_a_score(
    desk: Client, client: Client, persons: int, mode: RotationMode
) -> None:
    stage = rotation(desk, persons, mode=mode, rounds=3)
    rounds = [play(desk, stage) for _ in range(3)]
    out = [resting(round) for round in rounds]
    assert [len(idle) for idle in out] == [persons % 4] * 3
    times = Counter(chain.from_iterable(out))
    counts = [times[number] for number in range(1, persons + 1)]
    assert max(counts) - min(counts) <= 1
    assert not any(set(one) & set(other) for one, other in pairwise(out))
    # The score of a round sat out is the mean of the own games: a win is 1150, a loss 80.
    number = out[0][0]
    derivation = client.get(public("entry", stage.tournament.slug, number)).context["derivation"]
    games = [1150 if step.mark == "win" else 80 for step in derivation.steps if step.mark != "bye"]
    score = dict(derivation.row.cells)["score_with_bonus"]
    assert score * len(games) == sum(games) * 3
    assert "bye" in [step.mark for step in derivation.steps]


# T15


def test_t15_five_people_one_table_each_partner_once_each_rests_once(desk: Client) -> None:
    stage = rotation(desk, 5, rounds=5)
    rounds = [play(desk, stage) for _ in range(5)]
    pairs = list(chain.from_iterable(map(partners, rounds)))
    assert sorted(map(sorted, pairs)) == sorted(map(list, combinations(range(1, 6), 2)))
    assert sorted(chain.from_iterable(map(resting, rounds))) == [1, 2, 3, 4, 5]


# T16


def test_t16_eight_people_nine_rounds_round_eight_asks_first(desk: Client) -> None:
    """Seven rounds give everybody each of seven partners; the eighth must repeat one."""
    stage = rotation(desk, 8, rounds=9)
    rounds = [play(desk, stage) for _ in range(7)]
    assert len(set(chain.from_iterable(map(partners, rounds)))) == 28
    told = words(desk.get(at_desk("desk-plan", stage)))
    assert told.count("Here somebody must have a partner again") == 2
    asked = draw(desk, stage)
    assert asked.status_code == 409
    assert "In round 8 somebody must have a partner again." in words(asked)
    assert "Let partners come again, the oldest first" in words(asked)
    assert stage.rounds.count() == 7
    drafted = draw(desk, stage, relaxed="partner_again")
    assert "in round 8 somebody must have a partner again" in words(drafted)
    eighth = publish(desk, stage)
    finish(desk, eighth)
    assert set(partners(eighth)) == set(partners(rounds[0]))  # the least recent ones
    act = Act.objects.filter(kind="round_drawn").latest("number")
    assert act.payload.content["relaxed"] == ["partner_again"]
    assert draw(desk, stage).status_code == 409  # round nine asks again


# T17


def test_t17_what_cannot_be_drawn_changes_no_setting_and_is_relaxed_for_one_draw(desk: Client) -> None:
    stage = rotation(desk, 4, rounds=5, mode=RotationMode.LOT)
    rounds = [play(desk, stage) for _ in range(3)]
    before = Stage.objects.values().get(pk=stage.pk)
    asked = draw(desk, stage)
    assert asked.status_code == 409
    assert "Let partners come again, the oldest first" in words(asked)
    assert stage.rounds.count() == 3
    assert Stage.objects.values().get(pk=stage.pk) == before
    drafted = draw(desk, stage, relaxed="partner_again")
    assert "partners before (1×)" in words(drafted)
    fourth = publish(desk, stage)
    finish(desk, fourth)
    assert set(partners(fourth)) == set(partners(rounds[0]))  # oldest history first
    assert Stage.objects.values().get(pk=stage.pk) == before
    assert draw(desk, stage).status_code == 409  # it was for that draw only


def test_t17_people_kept_apart_are_named_when_no_plan_can_keep_them_apart(desk: Client) -> None:
    stage = rotation(desk, 4, rounds=3)
    one, other = (stage.division.entries.get(number=number).people[0] for number in (1, 2))
    ForbiddenPair.objects.create(tournament=stage.tournament, one=one, other=other, as_partners=True)
    asked = draw(desk, stage)
    assert asked.status_code == 409
    assert one.name in words(asked)
    drafted = draw(desk, stage, relaxed="forbidden_pair")
    assert "were to be kept apart" in words(drafted)


# T18


def test_t18_the_words_on_screen_say_who_is_ranked_and_what_is_drawn(desk: Client, client: Client) -> None:
    stage = rotation(desk, 5)
    shown = words(draw(desk, stage))
    assert "5 people here" in shown
    assert "pairs here" not in shown
    publish(desk, stage)
    slug = stage.tournament.slug
    table = client.get(public("standings", slug))
    assert len(table.context["table"].rows) == 5
    for page in (table, client.get(public("cross-table", slug))):
        assert "Player" in words(page)
        assert "Entry" not in words(page)
    assert "Ranked: each person. Drawn: the pairs of each round." in words(
        client.get(public("conditions", slug))
    )


# Floaters and tables of three


def test_a_floater_fills_the_table_and_is_not_ranked(desk: Client, client: Client) -> None:
    stage = rotation(desk, 7, floaters=1)
    round = play(desk, stage)
    assert resting(round) == []
    assert sorted(chain(*partners(round))) == [1, 2, 3, 4, 5, 6, 7, 8]
    rows = client.get(public("standings", stage.tournament.slug)).context["table"].rows
    assert sorted(row.entry.number for row in rows) == [1, 2, 3, 4, 5, 6, 7]
    (beside,) = [pair - {8} for pair in partners(round) if 8 in pair]
    (number,) = beside
    (step,) = client.get(public("entry", stage.tournament.slug, number)).context["derivation"].steps
    assert [entry.number for entry in step.partners] == [8]
    second = play(desk, stage)
    assert not set(partners(round)) & set(partners(second))  # a floater is nobody's partner twice


def test_missing_floaters_are_told_where_the_settings_count_on_them(desk: Client) -> None:
    stage = rotation(desk, 6, floaters=1, remainder=Remainder.FLOATER)
    shown = words(draw(desk, stage))
    assert "1 more floaters are needed so that nobody sits out" in shown
    assert len(resting(stage.rounds.get())) == 2


def test_three_who_are_left_over_play_for_themselves(desk: Client, client: Client) -> None:
    """Seven people are a table of four and one of three; with it nobody sits out."""
    stage = rotation(desk, 7, remainder=Remainder.THREE_SEATS)
    draw(desk, stage)
    round = publish(desk, stage)
    four, three = round.matches.order_by("number")
    assert (len(four.sides.all()), len(three.sides.all())) == (2, 3)
    assert (four.ruleset_key, three.ruleset_key) == ("goita", "goita3")
    page = reverse("desk-match", args=[three.code])
    refused = desk.post(page, {"act": "totals", "game-1-1": "150", "game-1-2": "150", "game-1-3": "60"})
    assert refused.status_code == 409  # two winners cannot be
    key(desk, three, 80, 150, 60)
    finish(desk, round)
    slug = stage.tournament.slug
    numbers = [side.entry.number for side in three.sides.order_by("number") if side.entry]
    rows = client.get(public("standings", slug)).context["table"].rows
    scores = {row.entry.number: int(dict(row.cells)["score_with_bonus"]) for row in rows}
    assert [scores[number] for number in numbers] == [80, 1150, 60]
    (step,) = client.get(public("entry", slug, numbers[1])).context["derivation"].steps
    assert (step.points, step.partners, len(step.opponents)) == ((150, 80, 60), (), 2)
    card = client.get(public("match", three.code)).context["card"]
    assert [side.total for side in card.sides] == [80, 150, 60]
    told = client.get(f"/api/v1/matches/{three.code}").json()
    assert [game["totals"] for game in told["sheet"]["games"]] == [[80, 150, 60]]


def test_deals_of_three_are_judged_by_the_rules_for_three(desk: Client, client: Client) -> None:
    stage = rotation(desk, 3, remainder=Remainder.THREE_SEATS)
    draw(desk, stage)
    match = publish(desk, stage).matches.get()
    page = reverse("desk-match", args=[match.code])
    for _deal in range(2):
        form = sent_again(desk.get(page), "deal") | {
            "dealer": "3",
            "seat": "3",
            "tile": "7",
            "how": "doubled",
        }
        assert desk.post(page, form).status_code == 302
    assert desk.post(page, {"act": "confirm"}).status_code == 302
    shown = words(client.get(public("match", match.code)))
    assert "0–0–80" in shown
    third = match.sides.get(number=3).entry
    assert third
    winner = client.get(public("standings", stage.tournament.slug)).context["table"].rows[0]
    assert winner.entry.number == third.number
