"""Scenarios of byes, late entries, withdrawals and substitutes, through the pages (scenarios.md)."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings as DjangoSettings

from hall.archive import restore_copy, write_archive
from hall.archive.tables import IN_ORDER
from ledger.models import Act, ChainHead
from scoring.selectors.lines import ranking_of
from scoring.selectors.seeds import seeds_for
from scoring.services.rebuild import rebuild
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from tests.desk import desk_client, words
from tests.events import make_match, make_member, make_pair, make_stage, play_out
from tournaments.domain.settings import Settings
from tournaments.enums import Format
from tournaments.models import Entry, Match, Round, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def field(pairs: int, **facts: Any) -> Stage:
    stage = make_stage(**facts)
    for number in range(1, pairs + 1):
        make_pair(stage, f"表{number} 一", f"裏{number} 二")
    return stage


def reception(stage: Stage) -> str:
    return reverse("desk-reception", args=[stage.tournament.slug])


def person_page(stage: Stage, number: int, member: int = 0) -> str:
    entry = stage.division.entries.get(number=number)
    row = stage.tournament.attendances.get(member=entry.people[member])
    return reverse("desk-person", args=[stage.tournament.slug, row.uuid])


def press(client: Client, address: str, act: str, **typed: object) -> Any:
    """A button of the desk that is not refused."""
    answer = client.post(address, {"act": act, **typed})
    assert answer.status_code == 302, words(answer)
    return answer


def open_round(client: Client, stage: Stage) -> Round:
    """Reception is closed where it was open, the next round drawn and published."""
    stage.tournament.refresh_from_db()
    if stage.tournament.state == "reception":
        press(client, reception(stage), "close_reception")
    draw = reverse("desk-draw", args=[stage.tournament.slug])
    press(client, draw, "draw")
    round = stage.rounds.order_by("number").last()
    assert round is not None
    press(client, draw, "publish", round=str(round.uuid))
    return round


def finish(round: Round) -> None:
    for match in round.matches.exclude(state__in=["confirmed", "void"]):
        play_out(match, winner=1)
        confirm_match(match, by=None)
    close_round(round)


def drawn(round: Round) -> list[list[int]]:
    """The numbers at each table, and alone those who sit out."""
    return sorted(
        sorted(match.sides.values_list("entry__number", flat=True)) for match in round.matches.all()
    )


def table(stage: Stage) -> dict[int, tuple[object, ...]]:
    numbers = {str(entry.uuid): entry.number for entry in stage.division.entries.all()}
    entries = stage.division.entries.all()
    return {
        numbers[str(row.entry)]: (row.rank, row.wins, row.draws, row.losses)
        for row in ranking_of(stage, entries=entries)
    }


def cross_table(stage: Stage) -> str:
    return words(Client().get(reverse("cross-table", args=[stage.tournament.slug])))


def forget_everything() -> None:
    """As on another computer."""
    for kind in reversed(IN_ORDER):
        kind.model._default_manager.all().delete()
    ChainHead.objects.all().delete()


def test_t04_kinds_of_byes_stay_apart_through_the_archive(
    client: Client, settings: DjangoSettings, tmp_path: Path
) -> None:
    settings.HOME = tmp_path
    stage = field(8)
    for number, kind in ((1, "full_bye"), (2, "half_bye"), (3, "zero_bye")):
        press(client, person_page(stage, number), "bye", round=1, kind=kind)
    finish(open_round(client, stage))
    (drawn_bye,) = [
        match.sides.get().entry
        for match in Match.objects.filter(table=None)
        if match.outcomes.get().kind == "bye"
    ]
    assert drawn_bye is not None
    copy = write_archive(stage.tournament, folder=tmp_path, word="7QK2-M9XD-0WTR-5ZBA")
    before = table(stage)
    forget_everything()
    restore_copy(copy, None)
    again = Stage.objects.get()
    kinds = {
        match.sides.get().entry.number: match.outcomes.get().kind  # type: ignore[union-attr]
        for match in Match.objects.filter(table=None)
    }
    assert kinds == {1: "full_bye", 2: "half_bye", 3: "zero_bye", drawn_bye.number: "bye"}
    assert table(again) == before
    assert [before[number][1:] for number in (1, 2, 3)] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    byes = {seed.key: seed.byes for seed in seeds_for(again, Entry.objects.all())}
    assert {key for key, count in byes.items() if count} == {drawn_bye.number}


def test_t05_a_bye_counts_at_once_and_is_marked(client: Client) -> None:
    stage = field(3)
    round = open_round(client, stage)
    bye = round.matches.get(table=None)
    lucky = bye.sides.get().entry
    assert lucky is not None
    assert table(stage)[lucky.number] == (1, 1, 0, 0)
    page = words(Client().get(reverse("entry", args=[stage.tournament.slug, lucky.number])))
    assert "－" in page


def test_t08_a_bye_asked_for_needs_no_other(client: Client) -> None:
    stage = field(5)
    press(client, person_page(stage, 4), "bye", round=1, kind="half_bye")
    tables = drawn(open_round(client, stage))
    assert [len(numbers) for numbers in tables if numbers != [4]] == [2, 2]
    assert [4] in tables


def test_t19_a_late_pair_plays_from_the_next_round(client: Client) -> None:
    stage = field(4)
    first = open_round(client, stage)
    before = drawn(first)
    finish(first)
    late = [make_member("遅刻 一"), make_member("遅刻 二")]
    press(client, reception(stage), "enter", chosen=[str(person.uuid) for person in late], present="on")
    second = open_round(client, stage)
    assert drawn(first) == before
    assert any(5 in numbers for numbers in drawn(second))
    finish(second)
    played = {number: sum(row[1:]) for number, row in table(stage).items()}  # type: ignore[arg-type]
    assert played == dict.fromkeys(range(1, 6), 2)  # the missed round is one of the two, a loss
    assert table(stage)[5][3] in (1, 2)


def test_t21_who_left_keeps_its_results_and_who_joined_has_no_phantom_rounds(client: Client) -> None:
    stage = field(6)
    for _ in range(3):
        finish(open_round(client, stage))
    before = table(stage)[2]
    press(client, person_page(stage, 2), "withdraw", reason="帰宅", gone="on")
    joined = [make_member("新 一"), make_member("新 二")]
    press(client, reception(stage), "enter", chosen=[str(person.uuid) for person in joined], present="on")
    after = table(stage)
    assert after[2][1:] == before[1:]
    assert after[7][1:] == (0, 0, 3)  # three rounds missed, as the profile says, and no bye of a phantom
    fourth = open_round(client, stage)
    assert [2] not in drawn(fourth)
    assert sum(7 in numbers for numbers in drawn(fourth)) == 1
    assert not any(2 in numbers for numbers in drawn(fourth))


def test_t23_a_draft_with_who_withdrew_is_stale_and_the_round_robin_goes_on(client: Client) -> None:
    stage = field(6)
    finish(open_round(client, stage))
    address = reverse("desk-draw", args=[stage.tournament.slug])
    press(client, address, "draw")
    draft = stage.rounds.get(number=2)
    press(client, person_page(stage, 3), "withdraw", reason="急用", gone="on")
    refused = client.post(address, {"act": "publish", "round": str(draft.uuid)})
    assert refused.status_code == 409
    press(client, address, "redraw", round=str(draft.uuid))
    assert not any(3 in numbers for numbers in drawn(stage.rounds.get(number=2)))

    league = field(6, format=Format.ROUND_ROBIN)
    for _ in range(2):
        finish(open_round(client, league))
    third = open_round(client, league)
    press(client, person_page(league, 3), "withdraw", reason="急用", gone="on")
    finish(third)
    for _ in range(2):
        round = open_round(client, league)
        assert sorted(len(numbers) for numbers in drawn(round)) == [1, 2, 2]
        finish(round)


@pytest.mark.parametrize(("rounds", "counts"), [(2, False), (3, True)])
def test_t25_the_rule_for_dropping_out_is_chosen_up_front(client: Client, rounds: int, counts: bool) -> None:
    stage = field(6, format=Format.ROUND_ROBIN, settings=Settings(annul_below=50))
    conditions = reverse("conditions", args=[stage.tournament.slug])
    assert "50 %" in words(Client(headers={"accept-language": "en"}).get(conditions.replace("/ja/", "/en/")))
    for _ in range(rounds):
        finish(open_round(client, stage))
    before = table(stage)[2][1:]
    press(client, person_page(stage, 2), "withdraw", reason="帰宅", gone="on")
    assert table(stage)[2][1:] == (before if counts else (0, 0, 0))
    assert ("×" in cross_table(stage)) is not counts
    for _ in range(5 - rounds):
        finish(open_round(client, stage))
    played = {number: sum(row[1:]) for number, row in table(stage).items() if number != 2}  # type: ignore[arg-type]
    assert set(played.values()) == {5 if counts else 4}


def test_t27_a_floater_for_one_game_changes_no_total(client: Client) -> None:
    match = make_match(preset="tokyo_meijin")
    stage, member = match.round.stage, match.seats.get(number=1).person
    floater = make_member("控え 一")
    press(client, reception(stage), "enter", chosen=str(floater.uuid), role="house", present="on")
    row = {person: stage.tournament.attendances.get(member=person) for person in (member, floater)}
    pages = {person: reverse("desk-person", args=[stage.tournament.slug, row[person].uuid]) for person in row}
    play_out(match, winner=1, game=1)
    press(client, pages[member], "sit_in", person=str(row[floater].uuid), from_game=2)
    play_out(match, winner=2, game=2)
    press(client, pages[floater], "sit_in", person=str(row[member].uuid), from_game=3)
    play_out(match, winner=1, game=3)
    confirm_match(match, by=None)
    before = table(stage)
    assert rebuild(stage.tournament).agrees
    assert table(stage) == before
    assert [row[1:] for row in before.values()] == [(1, 0, 0), (0, 0, 1)]
    page = words(Client().get(reverse("standings", args=[stage.tournament.slug])))
    assert "控え" not in page


def test_t28_who_withdrew_before_playing_is_not_in_public_but_in_the_ledger(client: Client) -> None:
    stage = field(5)
    press(client, person_page(stage, 5), "withdraw", reason="入力違い", gone="on")
    assert "表4" in words(Client().get(reverse("event", args=[stage.tournament.slug])))
    names = ["event", "standings", "cross-table"]
    for name in names:
        assert "表5" not in words(Client().get(reverse(name, args=[stage.tournament.slug])))
    press(client, reception(stage), "close_reception")
    press(client, reverse("desk-draw", args=[stage.tournament.slug]), "draw")
    press(client, person_page(stage, 4), "withdraw", reason="急用", gone="on")  # drafted, never public
    for name in names:
        page = words(Client().get(reverse(name, args=[stage.tournament.slug])))
        assert "表5" not in page
        assert "表4" not in page
    gone = stage.division.entries.get(number=5)
    act = Act.objects.get(kind="entry_withdrawn", subject=gone.uuid)
    assert act.payload.content["reason"] == "入力違い"
