"""裁定 through the API: raw and ruled beside each other, in open and closed rounds, cancelled and undone."""

from typing import Any

import pytest

from ledger.acts import chain_faults
from scoring.models import Ruling
from scoring.selectors.placing import disagreeing_places
from scoring.selectors.rulings import ruling_facts
from scoring.services.events import close_tournament
from scoring.services.rebuild import rebuild
from scoring.services.results import confirm_match, derive_score
from scoring.services.rounds import close_round
from tests.api.conftest import Caller
from tests.events import make_match, make_member, make_pair, make_stage, play, play_out, start_round
from tournaments.domain.settings import Settings
from tournaments.enums import Format
from tournaments.models import Match
from tournaments.services.entries import enter_person
from tournaments.services.reception import mark_present

pytestmark = pytest.mark.django_db
SEES_WRONG = "spoke of the hand (G-4.7)"


@pytest.fixture
def match() -> Match:
    return make_match()


def rule(desk: Caller, match: Match, target: str, effect: str, **facts: Any) -> Any:
    body = {"target": target, "effect": effect, "reason": SEES_WRONG, **facts}
    return desk.send("post", f"matches/{match.code}/rulings", body)


def cancel(desk: Caller, match: Match) -> Any:
    uuid = Ruling.objects.latest("pk").uuid
    return desk.send("post", f"matches/{match.code}/rulings/{uuid}/cancel", {"reason": "misheard"})


def totals(answer: Any) -> tuple[Any, Any]:
    """As played, and as ruled."""
    assert answer.status_code == 200, answer.json()
    [game] = answer.json()["sheet"]["games"]
    return game["totals"], game["standing"]


def table(anybody: Caller, match: Match) -> list[tuple[str, int, int]]:
    rows = anybody.read(f"events/{match.tournament.slug}/standings").json()["rows"]
    return [(row["entry"]["name"], row["wins"], row["ruling"]) for row in rows]


def test_points_stand_beside_the_record(desk: Caller, anybody: Caller, match: Match) -> None:
    play(match, "sheet,s1,1,7,doubled")
    assert totals(rule(desk, match, "game", "points", game=1, side=1, points=-20)) == ([80, 0], [60, 0])
    public = anybody.read(f"matches/{match.code}").json()
    assert [side["totals"] for side in public["match"]["sides"]] == [[60], [0]]
    assert public["sheet"]["games"][0]["rows"][0]["running"] == [80, 0]
    [told] = public["sheet"]["rulings"]
    assert (told["points"], told["who"], told["reason"], told["by"]) == (-20, "山田・川田", "", "")
    assert totals(cancel(desk, match)) == ([80, 0], [80, 0])
    assert anybody.read(f"matches/{match.code}").json()["sheet"]["rulings"] == []


def test_ruling_and_its_cancellation_is_what_was(desk: Caller, match: Match) -> None:
    play_out(match, winner=1)
    before = derive_score(match)
    last = match.games.get().deals.latest("number")
    cases: list[tuple[str, str, dict[str, Any]]] = [
        ("match", "void", {}),
        ("match", "loss", {"side": 1}),
        ("game", "loss", {"game": 1, "side": 1}),
        ("game", "points", {"game": 1, "side": 2, "points": 30}),
        ("deal", "void", {"deal": str(last.uuid)}),
    ]
    for target, effect, facts in cases:
        assert rule(desk, match, target, effect, **facts).status_code == 200
        assert derive_score(match) != before
        assert cancel(desk, match).status_code == 200
        assert derive_score(match) == before
    assert ruling_facts(match) == []
    assert rebuild(match.tournament).agrees
    assert list(chain_faults(match.tournament.uuid)) == []


def test_confirmed_match_of_a_closed_round_is_ruled_lost(desk: Caller, anybody: Caller, match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    close_round(match.round)
    answer = rule(desk, match, "match", "loss", side=1)
    assert answer.json()["match"]["state"] == "confirmed"
    assert table(anybody, match) == [("海野・浜野", 1, 0), ("山田・川田", 0, 0)]
    cancel(desk, match)
    assert table(anybody, match) == [("山田・川田", 1, 0), ("海野・浜野", 0, 0)]
    match.refresh_from_db()
    assert match.state == "confirmed"


def test_void_in_a_closed_round_and_back_leaves_nothing_open(desk: Caller, match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    close_round(match.round)
    assert rule(desk, match, "match", "void").json()["match"]["state"] == "void"
    assert cancel(desk, match).json()["match"]["state"] == "confirmed"


def test_confirmed_match_never_loses_its_end(desk: Caller, match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    last = str(match.games.get().deals.latest("number").uuid)
    answer = rule(desk, match, "deal", "void", deal=last)
    assert (answer.status_code, answer.json()["params"]) == (409, {"fault": "leaves_open"})
    assert not Ruling.objects.exists()
    rule(desk, match, "match", "loss", side=2)
    assert rule(desk, match, "deal", "void", deal=last).status_code == 200
    loss = Ruling.objects.earliest("pk")
    answer = desk.send("post", f"matches/{match.code}/rulings/{loss.uuid}/cancel", {"reason": "no"})
    assert answer.json()["params"] == {"fault": "leaves_open"}


def test_side_says_nothing_of_a_void_game(desk: Caller, match: Match) -> None:
    play_out(match, winner=1)
    answer = rule(desk, match, "game", "void", game=1, side=1, points=5)
    assert answer.json()["match"]["state"] == "void"
    assert (Ruling.objects.get().side, Ruling.objects.get().points) == (None, 0)


def test_match_in_play_that_was_void_goes_on(desk: Caller, match: Match) -> None:
    play(match, "sheet,s1,1,7,doubled")
    assert rule(desk, match, "match", "void").json()["match"]["state"] == "void"
    assert cancel(desk, match).json()["match"]["state"] == "playing"


def test_deduction_in_the_standings_has_a_column_and_leaves_the_winner(
    desk: Caller, anybody: Caller, match: Match
) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    number = match.sides.values_list("entry__number", flat=True).get(number=1)
    assert rule(desk, match, "entry", "points", entry=number, points=-40).status_code == 200
    assert table(anybody, match) == [("山田・川田", 1, -40), ("海野・浜野", 0, 0)]
    rows = anybody.read(f"events/{match.tournament.slug}/standings").json()["rows"]
    assert [row["values"]["point_diff"] for row in rows] == [120, -160]
    cancel(desk, match)
    assert table(anybody, match) == [("山田・川田", 1, 0), ("海野・浜野", 0, 0)]


@pytest.mark.parametrize(
    ("target", "effect", "facts", "fault"),
    [
        ("game", "points", {"game": 1, "side": 1}, "points_missing"),
        ("game", "points", {"game": 1, "points": 10}, "side_missing"),
        ("game", "loss", {"game": 1}, "side_missing"),
        ("entry", "loss", {"entry": 1}, "standings_points_only"),
        ("entry", "points", {"entry": 1}, "points_missing"),
    ],
)
def test_ruling_that_says_nothing_is_refused(
    desk: Caller, match: Match, target: str, effect: str, facts: dict[str, int], fault: str
) -> None:
    answer = rule(desk, match, target, effect, **facts)
    assert (answer.status_code, answer.json()["params"]) == (409, {"fault": fault})
    assert not Ruling.objects.exists()


def test_reason_is_needed(desk: Caller, match: Match) -> None:
    assert rule(desk, match, "match", "void", reason=" ").status_code in {400, 422}
    assert not Ruling.objects.exists()


def test_corrected_deal_stays_ruled_and_one_taken_back_is_not(desk: Caller, match: Match) -> None:
    play(match, "sheet,s1,1,7,doubled")
    deal = play(match, "sheet,s1,2,6,led")
    rule(desk, match, "deal", "void", deal=str(deal.uuid))
    path = f"matches/{match.code}/deals/{deal.uuid}/correct"
    corrected = desk.send("post", path, {"record": "sheet,s1,2,5,led", "reason": "misread"})
    assert totals(corrected) == ([80, 30], [80, 0])
    undoable = corrected.json()["undoable"]
    for _step in range(2):
        answer = desk.send("post", f"matches/{match.code}/undo", {"act": undoable})
        undoable = answer.json()["undoable"]
    assert totals(answer) == ([80, 40], [80, 40])
    assert totals(desk.send("post", f"matches/{match.code}/undo", {"act": undoable})) == ([80, 0], [80, 0])


def test_bracket_has_no_two_truths(desk: Caller) -> None:
    stage = make_stage(format=Format.KNOCKOUT, preset="tokyo_meijin", rounds_planned=2)
    for _pair in range(4):
        make_pair(stage)
    first = start_round(stage)
    for match in first.matches.all():
        for game in (1, 2):
            play_out(match, winner=1, game=game)
        confirm_match(match, by=None)
    close_round(first)
    start_round(stage)
    match = first.matches.get(number=1)
    answer = rule(desk, match, "match", "loss", side=1)
    assert answer.json()["params"] == {"fault": "decides_later"}
    assert rule(desk, match, "game", "points", game=1, side=1, points=-10).status_code == 200


def test_ruling_after_the_end_shows_that_the_awarded_places_no_longer_agree(
    desk: Caller, match: Match
) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    close_round(match.round)
    close_tournament(match.tournament)
    division = match.round.stage.division
    assert list(disagreeing_places(division)) == []
    assert rule(desk, match, "match", "loss", side=1).status_code == 200
    assert list(disagreeing_places(division)) != []
    cancel(desk, match)
    assert list(disagreeing_places(division)) == []


def test_lost_game_of_a_series_opens_the_next_one(desk: Caller) -> None:
    match = make_match(preset="tokyo_meijin")
    assert rule(desk, match, "game", "loss", game=1, side=1).json()["match"]["state"] == "playing"
    play_out(match, winner=1, game=2)
    play_out(match, winner=2, game=3)
    answer = desk.read(f"matches/{match.code}/desk").json()
    assert answer["match"]["state"] == "to_confirm"
    assert [side["games_won"] for side in answer["match"]["sides"]] == [1, 2]
    assert [game["ruled"] for game in answer["sheet"]["games"]] == ["loss", "", ""]


def test_points_of_a_series_belong_to_a_game(desk: Caller) -> None:
    match = make_match(preset="tokyo_meijin")
    answer = rule(desk, match, "match", "points", side=1, points=-10)
    assert answer.json()["params"] == {"fault": "points_need_game"}


def test_at_a_table_of_three_nobody_loses_by_a_ruling_and_points_move_the_places(desk: Caller) -> None:
    stage = make_stage(preset="three_seats", settings=Settings(shape=(1, 1, 1)), ruleset_key="goita3")
    for _person in range(3):
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    match = start_round(stage).matches.get()
    play(match, "sheet,s1,1,7,doubled")
    play(match, "sheet,s1,2,6,led")
    assert rule(desk, match, "match", "loss", side=1).json()["code"] == "forfeit_needs_two_sides"
    assert totals(rule(desk, match, "match", "points", side=1, points=-50)) == ([80, 40, 0], [30, 40, 0])
