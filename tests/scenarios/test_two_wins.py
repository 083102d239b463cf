"""Two wins through, two losses out (rules-shogi.md §3): whole qualifiers through the pages of the desk."""

from collections import Counter

import pytest
from django.test import Client

from scoring.selectors.brackets import places_of_stage
from scoring.selectors.placing import is_finished
from scoring.services.rebuild import rebuild
from tests.desk import desk_client, words
from tests.desk_rounds import (
    announce_round,
    close,
    final_places,
    key_games,
    lower,
    page,
    press,
    sides,
    withdraw,
)
from tests.events import make_pair, make_stage
from tournaments.domain.settings import Settings, ThirdRound, ThreeBlock
from tournaments.enums import Format, MatchState
from tournaments.models import Match, Round, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def field(entrants: int, **facts: object) -> Stage:
    stage = make_stage(format=Format.TWO_WINS_TWO_LOSSES, settings=Settings(**facts))  # type: ignore[arg-type]
    for number in range(1, entrants + 1):
        make_pair(stage, f"表{number} 一", f"裏{number} 二")
    return stage


def play(client: Client, stage: Stage) -> list[Round]:
    """Every round until all is decided; whoever has the smaller number wins."""
    rounds: list[Round] = []
    while not rounds or not is_finished(Stage.objects.get(pk=stage.pk)):
        round = announce_round(client, stage)
        for match in round.matches.filter(state=MatchState.WAITING.value):
            key_games(client, match, lower(match))
        close(client, round)
        rounds.append(round)
    return rounds


def through(stage: Stage) -> int:
    return len(places_of_stage(stage)[0])


def ways_out(stage: Stage) -> Counter[tuple[int, int]]:
    """How many have so many wins and losses at tables."""
    found: Counter[tuple[int, int]] = Counter()
    for entry in stage.division.entries.all():
        matches = Match.objects.filter(round__stage=stage, sides__entry=entry, table__isnull=False)
        wins = sum(lower(match) == entry.number for match in matches)
        found[wins, matches.count() - wins] += 1
    return found


@pytest.mark.parametrize("third_round", list(ThirdRound))
def test_of_every_block_of_four_two_go_through(client: Client, third_round: ThirdRound) -> None:
    stage = field(12, third_round=third_round)
    rounds = play(client, stage)
    # 12 are three blocks; of each one 2–0, one 2–1, one 1–2 and one 0–2.
    assert [round.matches.count() for round in rounds] == [6, 6, 3]
    assert ways_out(stage) == {(2, 0): 3, (2, 1): 3, (1, 2): 3, (0, 2): 3}
    assert through(stage) == 6
    places = final_places(client, stage)
    assert Counter(rank for rank, _number in places) == {1: 6, 7: 3, 10: 3}
    assert rebuild(stage.tournament).agrees


@pytest.mark.parametrize("three_block", list(ThreeBlock))
@pytest.mark.parametrize(("entrants", "expected"), [(7, 4), (13, 8)])
def test_blocks_of_three_are_played_in_every_way(
    client: Client, three_block: ThreeBlock, entrants: int, expected: int
) -> None:
    stage = field(entrants, three_block=three_block)
    rounds = play(client, stage)
    assert len(rounds) <= 3
    assert through(stage) == expected
    assert sum(len(equals) for equals in places_of_stage(stage)) == entrants
    assert final_places(client, stage)[0][0] == 1
    assert rebuild(stage.tournament).agrees


def test_three_who_beat_each_other_in_a_ring_play_a_fourth_round(client: Client) -> None:
    stage = field(3, three_block=ThreeBlock.LOSER_STAYS)
    winners: list[int] = []
    while not is_finished(Stage.objects.get(pk=stage.pk)):
        round = announce_round(client, stage)
        match = round.matches.get(state=MatchState.WAITING.value)
        # Whoever lost the round before wins this one, until all three stand at one win and one loss.
        winner = next((side for side in sides(match) if side not in winners), sides(match)[0])
        key_games(client, match, winner)
        close(client, round)
        winners.append(winner)
    assert len(set(winners[:3])) == 3
    assert len(winners) == 4
    assert through(stage) == 2


def test_who_leaves_after_round_one_is_out_and_nobody_waits_for_it(client: Client) -> None:
    stage = field(7)
    first = announce_round(client, stage)
    for match in first.matches.filter(state=MatchState.WAITING.value):
        key_games(client, match, lower(match))
    close(client, first)
    gone = sides(first.matches.get(number=1))[0]
    withdraw(client, stage, gone)
    second = announce_round(client, stage)
    match = second.matches.get(sides__entry__number=gone)
    (other,) = set(sides(match)) - {gone}
    assert match.outcomes.get().winner == sides(match).index(other) + 1
    for open_match in second.matches.filter(state=MatchState.WAITING.value):
        key_games(client, open_match, lower(open_match))
    close(client, second)
    third = announce_round(client, stage)
    for open_match in third.matches.filter(state=MatchState.WAITING.value):
        key_games(client, open_match, lower(open_match))
    close(client, third)
    assert through(stage) == 4


def test_the_public_sees_who_is_through(client: Client) -> None:
    stage = field(7)
    play(client, stage)
    text = words(Client().get(page(stage, "bracket").replace("/ja/", "/en/")))
    assert text.count("✓ through") == 4
    assert text.count("× out") == 3


def test_numbers_without_blocks_are_told_with_what_works(client: Client) -> None:
    stage = field(5)
    press(client, page(stage, "desk-reception"), "close_reception")
    refused = client.post(page(stage, "desk-draw"), {"act": "draw"})
    assert refused.status_code == 409
    assert "cannot be divided into blocks" in words(refused)
