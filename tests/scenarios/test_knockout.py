"""Whole knockouts and title matches through the pages of the desk (T13, T30, scenarios.md)."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.selectors.placing import division_placing
from scoring.services.cuts import publish_cut
from scoring.services.rebuild import rebuild
from tests.desk import desk_client, words
from tests.desk_rounds import (
    announce_round,
    close,
    final_places,
    key_games,
    lower,
    one_of,
    page,
    play_round,
    press,
    sides,
    withdraw,
)
from tests.events import make_pair, make_stage
from tournaments.domain.settings import FirstRound, Settings, ThirdPlace
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.enums import Format, RoundState
from tournaments.models import Match, Round, Stage
from tournaments.selectors.entrants import entrants
from tournaments.services.events import add_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def field(entrants: int, *, format: Format = Format.KNOCKOUT, **facts: object) -> Stage:
    """So many pairs at the reception, seeded by number."""
    settings = Settings(first_round=FirstRound.RANK, **facts)  # type: ignore[arg-type]
    stage = make_stage(format=format, settings=settings)
    for number in range(1, entrants + 1):
        make_pair(stage, f"表{number} 一", f"裏{number} 二")
    return stage


def at(stage: Stage, round: int, number: int) -> Match:
    return Match.objects.get(round__stage=stage, round__number=round, number=number)


def rounds_planned(stage: Stage) -> int:
    return Stage.objects.get(pk=stage.pk).rounds_planned


@pytest.mark.parametrize(("entrants", "rounds"), [(3, 2), (5, 3), (6, 3), (7, 3), (12, 4)])
def test_t13_every_number_finishes_with_byes_in_round_one_only(
    client: Client, entrants: int, rounds: int
) -> None:
    stage = field(entrants)
    first = play_round(client, stage, lower)
    assert rounds_planned(stage) == rounds
    byes = [sides(match)[0] for match in first.matches.all() if match.is_bye]
    # As many byes as lines are empty, and the best seeds have them.
    assert sorted(byes) == list(range(1, 2**rounds - entrants + 1))
    for _round in range(rounds - 1):
        later = play_round(client, stage, lower)
        assert not any(match.is_bye for match in later.matches.all())
    places = final_places(client, stage)
    # Whoever has the smaller number wins, so the seeding comes true: 1 and 2 in the final, 3 third.
    assert places[:3] == [(1, 1), (2, 2), (3, 3)]
    assert sorted(number for _rank, number in places) == list(range(1, entrants + 1))
    assert rebuild(stage.tournament).agrees


@pytest.mark.parametrize(
    ("entrants", "rounds", "forfeits"), [(3, 2, 1), (5, 3, 2), (6, 3, 2), (7, 3, 2), (12, 4, 1)]
)
def test_t13_who_leaves_between_rounds_holds_nobody_up(
    client: Client, entrants: int, rounds: int, forfeits: int
) -> None:
    stage = field(entrants)
    play_round(client, stage, lower)
    withdraw(client, stage, 1)
    for _round in range(rounds - 1):
        play_round(client, stage, lower)
    places = final_places(client, stage)
    assert places[0] == (1, 2)
    # 1 loses its next match by forfeit, and behind a semi-final the match for third place too.
    assert Match.objects.filter(round__stage=stage, outcomes__kind="forfeit").count() == forfeits
    assert {number: rank for rank, number in places}[1] > 1


def test_t13_both_semi_finalists_of_a_table_leave_and_the_final_is_a_free_pass(client: Client) -> None:
    stage = field(4)
    play_round(client, stage, lower)
    withdraw(client, stage, 1)
    withdraw(client, stage, 2)
    round = announce_round(client, stage)
    final = round.matches.get(number=1)
    assert final.outcomes.get().kind == "double_loss"
    key_games(client, round.matches.get(number=2), 3)
    close(client, round)
    assert [rank for rank, _number in final_places(client, stage)] == [1, 1, 3, 4]


def test_t13_without_a_match_for_third_place_two_are_third(client: Client) -> None:
    stage = field(4, third_place=ThirdPlace.SHARED)
    play_round(client, stage, lower)
    play_round(client, stage, lower)
    assert [rank for rank, _number in final_places(client, stage)] == [1, 2, 3, 3]


def test_t13_losers_of_round_one_play_once_more(client: Client) -> None:
    stage = field(12, second_game=True)
    play_round(client, stage, lower)
    second = play_round(client, stage, lower)
    # Of twelve, four tables are played in round one: four losers, two second games behind four places.
    assert second.matches.filter(number__gt=4).count() == 2
    for _round in range(2):
        play_round(client, stage, lower)
    assert final_places(client, stage)[:3] == [(1, 1), (2, 2), (3, 3)]


# T30


def reopen(client: Client, match: Match, **typed: str) -> object:
    address = reverse("desk-match", args=[match.code])
    return client.post(address, {"act": "reopen", "reason": "逆に書いた", **typed})


def semi_finals_played(client: Client) -> Stage:
    """Of eight 1, 4, 3 and 2 win, then 1 and 2."""
    stage = field(8)
    play_round(client, stage, lower)
    play_round(client, stage, lower)
    return stage


def test_t30_a_corrected_quarter_final_names_what_hangs_on_it(client: Client) -> None:
    stage = semi_finals_played(client)
    refused = reopen(client, at(stage, 1, 1))
    assert refused.status_code == 409  # type: ignore[attr-defined]
    assert "hang on this result (round/table): 2/1" in words(refused)
    assert "Open it again and make those tables void" in words(refused)
    assert {round.state for round in stage.rounds.all()} == {RoundState.CLOSED.value}


def test_t30_the_other_winner_plays_the_semi_final_anew(client: Client) -> None:
    stage = semi_finals_played(client)
    quarter = at(stage, 1, 1)
    assert reopen(client, quarter, with_later="on").status_code == 302  # type: ignore[attr-defined]
    bracket = words(Client().get(page(stage, "bracket").replace("/ja/", "/en/")))
    assert "Winner of table 1" in bracket  # meanwhile nobody stands in the semi-final in place of 1
    key_games(client, quarter, 8)
    close(client, Round.objects.get(stage=stage, number=1))
    semi = at(stage, 2, 1)
    assert sides(semi) == [8, 4]
    key_games(client, semi, 8)
    close(client, Round.objects.get(stage=stage, number=2))
    play_round(client, stage, one_of(8, 4))
    assert final_places(client, stage)[:4] == [(1, 8), (2, 2), (3, 4), (4, 3)]
    assert rebuild(stage.tournament).agrees


def test_t30_with_the_same_winner_the_semi_final_stands(client: Client) -> None:
    stage = semi_finals_played(client)
    quarter = at(stage, 1, 1)
    reopen(client, quarter, with_later="on")
    key_games(client, quarter, 1)
    close(client, Round.objects.get(stage=stage, number=1))
    press(client, reverse("desk-match", args=[at(stage, 2, 1).code]), "confirm")
    close(client, Round.objects.get(stage=stage, number=2))
    assert sorted(sides(announce_round(client, stage).matches.get(number=1))) == [1, 2]


def test_t30_a_draft_goes_and_is_drawn_from_what_is_true(client: Client) -> None:
    stage = field(4)
    play_round(client, stage, lower)
    press(client, page(stage, "desk-draw"), "draw")
    first = at(stage, 1, 1)
    assert reopen(client, first).status_code == 302  # type: ignore[attr-defined]
    key_games(client, first, 4)
    close(client, Round.objects.get(stage=stage, number=1))
    assert sorted(sides(announce_round(client, stage).matches.get(number=1))) == [2, 4]


# Title


def test_a_title_match_of_seven_games(client: Client) -> None:
    stage = field(2, format=Format.TITLE, best_of_from=((2, 7),))
    match = announce_round(client, stage).matches.get()
    one, other = sides(match)
    games = [one, other, other, one, one, other]
    address = reverse("desk-match", args=[match.code])
    typed = {
        f"game-{game}-{side}": 150 if sides(match)[side - 1] == winner else 100
        for game, winner in enumerate(games, 1)
        for side in (1, 2)
    }
    press(client, address, "totals", **typed)
    assert "3 games won" in words(client.get(address))
    match.refresh_from_db()
    assert match.state == "playing"
    typed |= {"game-7-1": 80, "game-7-2": 160}
    press(client, address, "totals", **typed)
    press(client, address, "confirm")
    close(client, match.round)
    assert final_places(client, stage) == [(1, other), (2, one)]


def test_a_title_is_decided_by_the_fourth_win(client: Client) -> None:
    stage = field(2, format=Format.TITLE, best_of_from=((2, 7),))
    match = announce_round(client, stage).matches.get()
    key_games(client, match, *[sides(match)[0]] * 4)
    close(client, match.round)
    assert final_places(client, stage)[0] == (1, sides(match)[0])


def test_a_vacant_title_is_played_by_the_best_two_of_the_league(client: Client) -> None:
    league = field(4, format=Format.ROUND_ROBIN)
    title = add_stage(
        league.division,
        format=Format.TITLE,
        settings=Settings(best_of_from=((2, 7),)),
        cut=CutRule(top=2),
        seed="test",
    )
    for _round in range(3):
        play_round(client, league, lower)
    publish_cut(title)
    match = announce_round(client, title).matches.get()
    assert sides(match) == [1, 2]  # the better of the league on side 1
    key_games(client, match, 2, 1, 2, 2, 1, 2)
    close(client, match.round)
    press(client, page(title, "desk-event"), "close_event")
    numbers = {str(entry.uuid): entry.number for entry in title.division.entries.all()}
    places = [[numbers[str(key)] for key in place.keys] for place in division_placing(title.division)]
    assert places == [[2], [1], [3], [4]]


def title_after(league: Stage) -> Stage:
    settings = Settings(best_of_from=((2, 7),))
    return add_stage(league.division, format=Format.TITLE, settings=settings, cut=CutRule(top=2), seed="test")


def stage_address(stage: Stage) -> str:
    return reverse("desk-stage", args=[stage.tournament.slug, stage.number])


def test_the_holder_waits_for_the_best_of_the_league(client: Client) -> None:
    league = field(5, format=Format.ROUND_ROBIN)
    title = title_after(league)
    press(client, stage_address(title), "wait", entry=1)
    assert "表1" in words(client.get(stage_address(title)))
    for _round in range(3):  # four pairs without the holder
        round = play_round(client, league, lower)
        assert 1 not in {number for match in round.matches.all() for number in sides(match)}
    press(client, stage_address(title), "publish")
    assert sides(announce_round(client, title).matches.get()) == [1, 2]  # the holder on side 1


def test_a_title_match_alone_names_holder_and_challenger(client: Client) -> None:
    title = field(2, format=Format.TITLE)
    assert "vacant title" in words(client.get(stage_address(title)))
    press(client, stage_address(title), "wait", entry=2)
    assert client.post(stage_address(title), {"act": "wait", "entry": 1}).status_code == 409
    press(client, page(title, "desk-reception"), "close_reception")
    match = announce_round(client, title).matches.get()
    assert sides(match) == [2, 1]  # entered second, and the holder
    drawn = words(client.get(page(title, "desk-draw")))
    assert "holder: 表2" in drawn
    assert "challenger: 表1" in drawn
    with override("en"):
        public = words(Client().get(reverse("event", args=[title.tournament.slug])))
        printed = words(Client().get(reverse("conditions", args=[title.tournament.slug])))
    assert public.index("Holder") < public.index("Challenger")
    assert "hold the title and are challenged." in printed
    answer = client.post(stage_address(title), {"act": "from_first", "entry": 2})
    assert answer.status_code == 409  # it is drawn so


def test_a_title_nobody_holds_names_nobody(client: Client) -> None:
    title = field(2, format=Format.TITLE)
    press(client, stage_address(title), "wait", entry=2)
    press(client, stage_address(title), "from_first", entry=2)
    press(client, page(title, "desk-reception"), "close_reception")
    assert sides(announce_round(client, title).matches.get()) == [1, 2]
    assert "holder:" not in words(client.get(page(title, "desk-draw")))


def test_a_holder_who_has_split_leaves_the_title_vacant(client: Client) -> None:
    league = field(4, format=Format.ROUND_ROBIN)
    title = title_after(league)
    press(client, stage_address(title), "wait", entry=1)
    for _round in range(3):
        play_round(client, league, lower)
    withdraw(client, title, 1)
    press(client, stage_address(title), "publish")
    assert sides(announce_round(client, title).matches.get()) == [2, 3]


def test_a_title_has_one_holder_who_may_play_from_the_first_stage_after_all(client: Client) -> None:
    league = field(4, format=Format.ROUND_ROBIN)
    title = title_after(league)
    press(client, stage_address(title), "wait", entry=1)
    answer = client.post(stage_address(title), {"act": "wait", "entry": 2})
    assert (answer.status_code, title.entries_waiting.count()) == (409, 1)
    assert client.post(stage_address(title), {"act": "drop"}).status_code == 409
    press(client, stage_address(title), "from_first", entry=1)
    first = announce_round(client, league)
    assert {number for match in first.matches.all() for number in sides(match)} == {1, 2, 3, 4}
    answer = client.post(stage_address(title), {"act": "wait", "entry": 1})
    assert answer.status_code == 422  # whoever has begun is not offered
    assert title.entries_waiting.count() == 0


def test_seeds_go_straight_into_the_bracket(client: Client) -> None:
    first = field(6, format=Format.ROUND_ROBIN)
    final = add_stage(first.division, format=Format.KNOCKOUT, cut=CutRule(top=2), seed="test")
    for number in (5, 6):
        press(client, stage_address(final), "wait", entry=number)
    for _round in range(3):
        play_round(client, first, lower)
    press(client, stage_address(final), "publish")
    assert [entry.number for entry in entrants(final)] == [5, 6, 1, 2]


def test_a_title_needs_exactly_two(client: Client) -> None:
    stage = field(3, format=Format.TITLE)
    press(client, page(stage, "desk-reception"), "close_reception")
    refused = client.post(page(stage, "desk-draw"), {"act": "draw"})
    assert refused.status_code == 409
    assert "a title is played by exactly two; withdraw all others" in words(refused)
