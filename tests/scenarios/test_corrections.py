"""A result is corrected later than it should have been: T29, T30, T32, T33, T35 (scenarios.md).

What must come out is taken from a twin: the same event with the same lots, in which the result was right
from the beginning.
"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.selectors.standings import standings_for
from scoring.selectors.viewer import Viewer
from tests.api.conftest import Caller, caller, organiser_of
from tests.corrections import change, doors, save
from tests.desk import desk_client, words
from tests.desk_rounds import announce_round, close, key_games, lower, play_round, sides
from tests.events import make_pair, make_stage
from tournaments.domain.settings import FirstRound, Settings
from tournaments.enums import Format, RankingKey, RoundState
from tournaments.models import Announcement, AnnouncementKind, Match, Round, Stage

pytestmark = pytest.mark.django_db
PAIRS = 8


@pytest.fixture
def client() -> Client:
    return desk_client()


def field(format: Format = Format.SWISS, pairs: int = PAIRS) -> Stage:
    stage = make_stage(format=format, settings=Settings(first_round=FirstRound.RANK))
    for number in range(1, pairs + 1):
        make_pair(stage, f"表{number} 一", f"裏{number} 二")
    return stage


def two_rounds(client: Client, *, upset: bool) -> Stage:
    """The lower number wins; with ``upset`` the first table of round two goes to the other."""
    stage = field()
    play_round(client, stage, lower)
    play_round(
        client, stage, lambda match: max(sides(match)) if upset and match.number == 1 else lower(match)
    )
    return stage


def at(stage: Stage, round: int, number: int) -> Match:
    return Match.objects.get(round__stage=stage, round__number=round, number=number)


def desk_of(stage: Stage) -> Caller:
    return caller(organiser_of(stage.tournament.club))


def swapped(match: Match) -> list[list[int]]:
    """The same totals for the other side."""
    return [[150, 90] if max(sides(match)) == sides(match)[0] else [90, 150]]


def ask(desk: Caller, match: Match, changes: list[dict[str, Any]], **more: Any) -> Any:
    return desk.send("post", f"matches/{match.code}/corrections", {"changes": changes, **more})


def looked_at(desk: Caller, match: Match, *changes: dict[str, Any]) -> Any:
    answer = ask(desk, match, list(changes), preview=True)
    assert answer.status_code == 200, answer.json()
    return answer.json()["consequences"]


def meetings(round: Round) -> dict[str, frozenset[int]]:
    """Who meets at each table."""
    return {match.place: frozenset(sides(match)) for match in round.matches.order_by("number")}


def ranks(stage: Stage, *, through: int) -> dict[int, int]:
    table = standings_for(Stage.objects.get(pk=stage.pk), through=through, viewer=Viewer.STAFF)
    return {row.entry.number: row.rank for row in table.rows}


def expected_moves(before: dict[int, int], after: dict[int, int]) -> set[tuple[int, int, int]]:
    return {(number, before[number], after[number]) for number in before if before[number] != after[number]}


def told_moves(found: Any) -> set[tuple[int, int, int]]:
    return {(move["number"], move["before"], move["after"]) for move in found["ranks"]}


def differences(stage: Stage) -> dict[int, int]:
    """The point difference of each entry."""
    rows = standings_for(stage, viewer=Viewer.STAFF).rows
    return {row.entry.number: int(dict(row.cells)[RankingKey.POINT_DIFF] or 0) for row in rows}


def won(stage: Stage) -> dict[int, int]:
    return {row.entry.number: row.wins for row in standings_for(stage, viewer=Viewer.STAFF).rows}


def totals(match: Match) -> dict[str, Any]:
    return {"change": "totals", "totals": swapped(match)}


# T29


def test_t29_round_three_unplayed_names_tables_and_ranks_and_is_drawn_again(client: Client) -> None:
    stage, twin = two_rounds(client, upset=False), two_rounds(client, upset=True)
    third, true_third = announce_round(client, stage), announce_round(client, twin)
    match, desk = at(stage, 2, 1), desk_of(stage)
    found = looked_at(desk, match, totals(match))
    true = set(meetings(true_third).values())
    others = [table for table, people in meetings(third).items() if people not in true]
    assert others  # else the scenario shows nothing
    assert found["tables"] == [{"round": 3, "tables": others}]
    moves = expected_moves(ranks(stage, through=2), ranks(twin, through=2))
    assert moves
    assert told_moves(found) == moves
    assert found["choices"] == ["keep", "redraw"]
    assert meetings(third) == meetings(Round.objects.get(pk=third.pk))  # looking changes nothing

    saved = ask(desk, match, [totals(match)], reason="逆に書いた", later="redraw", after=found["after"])
    assert saved.status_code == 200, saved.json()
    assert saved.json()["kept"]["match"]["state"] == "confirmed"
    assert meetings(Round.objects.get(pk=third.pk)) == meetings(true_third)
    assert {round.state for round in stage.rounds.filter(number__lte=2)} == {RoundState.CLOSED.value}
    draws = Announcement.objects.filter(round=third, kind=AnnouncementKind.DRAW.value)
    assert [(draw.version, draw.reason) for draw in draws.order_by("version")] == [(1, ""), (2, "逆に書いた")]
    for match in Round.objects.get(pk=third.pk).matches.order_by("number"):
        key_games(client, match, lower(match))
    close(client, Round.objects.get(pk=third.pk))


def test_t29_the_pairing_may_be_kept(client: Client) -> None:
    stage, twin = two_rounds(client, upset=False), two_rounds(client, upset=True)
    third = announce_round(client, stage)
    match, desk, drawn = at(stage, 2, 1), desk_of(stage), meetings(third)
    found = looked_at(desk, match, totals(match))
    saved = ask(desk, match, [totals(match)], reason="逆に書いた", later="keep", after=found["after"])
    assert saved.status_code == 200
    assert meetings(Round.objects.get(pk=third.pk)) == drawn
    assert ranks(stage, through=2) == ranks(twin, through=2)


@pytest.mark.parametrize("later", ["keep", "redraw"])
def test_t29_a_draft_is_kept_or_drawn_again_and_can_be_published(client: Client, later: str) -> None:
    stage, twin = two_rounds(client, upset=False), two_rounds(client, upset=True)
    desk, match = desk_of(stage), at(stage, 2, 1)
    drawn = desk.send("post", f"events/{stage.tournament.slug}/draws", {}).json()
    before = meetings(Round.objects.get(uuid=drawn["uuid"]))
    found = looked_at(desk, match, totals(match))
    assert found["choices"] == ["keep", "redraw"]
    ask(desk, match, [totals(match)], reason="逆に書いた", later=later, after=found["after"])
    draft = stage.rounds.get(number=3)
    assert meetings(draft) == (before if later == "keep" else meetings(announce_round(client, twin)))
    published = desk.send("post", f"events/{stage.tournament.slug}/draws/{draft.uuid}/publish")
    assert published.status_code == 200, published.json()


def test_t29_round_three_half_played_stays(client: Client) -> None:
    stage = two_rounds(client, upset=False)
    third = announce_round(client, stage)
    key_games(client, third.matches.get(number=2), lower(third.matches.get(number=2)))
    match, desk = at(stage, 2, 1), desk_of(stage)
    found = looked_at(desk, match, totals(match))
    assert found["tables"][0]["round"] == 3
    assert (found["choices"], found["begun"]) == (["keep"], 3)
    refused = ask(desk, match, [totals(match)], reason="逆に書いた", later="redraw", after=found["after"])
    assert (refused.status_code, refused.json()["code"]) == (409, "round_begun")
    place = third.matches.get(number=2).place
    assert refused.json()["params"] == {"round": 3, "tables": [place]}
    assert at(stage, 2, 1).outcomes.count() == 1
    kept = ask(desk, match, [totals(match)], reason="逆に書いた", later="keep", after=found["after"])
    assert kept.status_code == 200


def test_t29_round_three_finished_moves_the_latest_standings(client: Client) -> None:
    stage = two_rounds(client, upset=False)
    play_round(client, stage, lower)
    before, wins = ranks(stage, through=3), won(stage)
    match, desk = at(stage, 2, 1), desk_of(stage)
    found = looked_at(desk, match, totals(match))
    assert found["choices"] == ["keep"]
    assert found["tables"][0]["round"] == 3
    ask(desk, match, [totals(match)], reason="逆に書いた", later="keep", after=found["after"])
    assert told_moves(found) == expected_moves(before, ranks(stage, through=3))
    assert told_moves(found)
    low, high = sorted(sides(match))
    assert [won(stage)[n] - wins[n] for n in (low, high)] == [-1, 1]


def test_t29_a_list_that_is_another_one_meanwhile_is_not_saved_silently(client: Client) -> None:
    stage = two_rounds(client, upset=False)
    third = announce_round(client, stage)
    match, desk = at(stage, 2, 1), desk_of(stage)
    found = looked_at(desk, match, totals(match))
    key_games(client, third.matches.get(number=1), lower(third.matches.get(number=1)))
    refused = ask(desk, match, [totals(match)], reason="逆に書いた", later="redraw", after=found["after"])
    assert (refused.status_code, refused.json()["code"]) == (409, "consequences_changed")
    now = refused.json()["params"]["consequences"]
    assert (now["choices"], now["begun"]) == (["keep"], 3)
    assert ask(desk, match, [totals(match)], reason="逆", later="keep", after=now["after"]).status_code == 200


def test_t29_nothing_is_saved_without_a_reason(client: Client) -> None:
    stage = two_rounds(client, upset=False)
    match, desk = at(stage, 2, 1), desk_of(stage)
    found = looked_at(desk, match, totals(match))
    refused = ask(desk, match, [totals(match)], reason=" ", after=found["after"])
    assert (refused.status_code, refused.json()["code"]) == (422, "reason_missing")


# T30


def bracket(client: Client, *, rounds: int) -> Stage:
    stage = field(Format.KNOCKOUT)
    for _round in range(rounds):
        play_round(client, stage, lower)
    return stage


def test_t30_a_quarter_final_behind_a_played_semi_final_is_refused_and_nothing_has_changed(
    client: Client,
) -> None:
    stage = bracket(client, rounds=2)
    quarter, desk = at(stage, 1, 1), desk_of(stage)
    found = looked_at(desk, quarter, totals(quarter))
    assert (found["choices"], found["played"]) == ([], ["2/1"])
    for later in ("keep", "redraw"):
        refused = ask(desk, quarter, [totals(quarter)], reason="逆", later=later, after=found["after"])
        assert (refused.status_code, refused.json()["code"]) == (409, "result_decides_later")
    assert sides(at(stage, 2, 1)) == [1, 4]
    assert ranks(stage, through=2)[1] == 1


def test_t30_an_unplayed_semi_final_follows_and_never_stays(client: Client) -> None:
    stage = bracket(client, rounds=1)
    semi_finals = announce_round(client, stage)
    quarter, desk = at(stage, 1, 1), desk_of(stage)
    found = looked_at(desk, quarter, totals(quarter))
    assert found["tables"] == [{"round": 2, "tables": ["1"]}]
    assert found["choices"] == ["redraw"]
    refused = ask(desk, quarter, [totals(quarter)], reason="逆", later="keep", after=found["after"])
    assert (refused.status_code, refused.json()["code"]) == (409, "tables_follow")
    saved = ask(desk, quarter, [totals(quarter)], reason="逆", later="redraw", after=found["after"])
    assert saved.status_code == 200, saved.json()
    assert sides(at(stage, 2, 1)) == [8, 4]
    states = [round.state for round in stage.rounds.order_by("number")]
    assert states == [RoundState.CLOSED.value, RoundState.PUBLISHED.value]
    assert at(stage, 1, 1).state == "confirmed"
    for semi in semi_finals.matches.order_by("number"):
        key_games(client, semi, lower(semi))
    close(client, semi_finals)


def test_t30_a_drafted_semi_final_is_drawn_from_what_is_true(client: Client) -> None:
    stage = bracket(client, rounds=1)
    desk, quarter = desk_of(stage), at(stage, 1, 1)
    desk.send("post", f"events/{stage.tournament.slug}/draws", {})
    found = looked_at(desk, quarter, totals(quarter))
    assert found["choices"] == ["redraw"]
    ask(desk, quarter, [totals(quarter)], reason="逆", later="redraw", after=found["after"])
    assert sides(at(stage, 2, 1)) == [8, 4]


def test_t30_points_of_a_quarter_final_are_corrected_while_the_bracket_stands(client: Client) -> None:
    stage = bracket(client, rounds=2)
    quarter, desk = at(stage, 1, 1), desk_of(stage)
    typo = {"change": "totals", "totals": [[160, 90]]}
    found = looked_at(desk, quarter, typo)
    assert (found["choices"], found["tables"], found["played"]) == (["keep"], [], [])
    assert ask(desk, quarter, [typo], reason="転記", after=found["after"]).status_code == 200
    assert sides(at(stage, 2, 1)) == [1, 4]


# T32


def test_t32_points_alone_are_corrected_while_the_next_round_runs(client: Client) -> None:
    stage = two_rounds(client, upset=False)
    third = announce_round(client, stage)
    key_games(client, third.matches.get(number=1), lower(third.matches.get(number=1)))
    drawn, match, desk = meetings(third), at(stage, 2, 4), desk_of(stage)
    winner = min(sides(match))
    first_wins = sides(match)[0] == winner
    typo = {"change": "totals", "totals": [[150, 20] if first_wins else [20, 150]]}
    before, wins = differences(stage), won(stage)
    found = looked_at(desk, match, typo)
    assert "keep" in found["choices"]
    assert ask(desk, match, [typo], reason="転記", later="keep", after=found["after"]).status_code == 200
    assert meetings(Round.objects.get(pk=third.pk)) == drawn
    # 150–90 was typed and is 150–20: seventy points each way, for nobody else, and no win.
    moved = {number: diff - before[number] for number, diff in differences(stage).items()}
    assert {number: diff for number, diff in moved.items() if diff} == {
        winner: 70,
        max(sides(match)): -70,
    }
    assert won(stage) == wins


# T33


def winner_and_loser(match: Match) -> list[int]:
    """The totals as everybody reads them."""
    card = Client().get(reverse("match", args=[match.code])).context["card"]
    return [side.total for side in card.sides]


def test_t33_an_old_match_warns_while_a_later_round_is_in_play(client: Client) -> None:
    stage = field(pairs=4)
    first = play_round(client, stage, lower)
    match = first.matches.get(number=2)
    assert "Just now" not in words(client.get(doors(match)))
    announce_round(client, stage)
    warning = f"You are changing Round 1, table {match.table}. Just now Round 2 is in play."
    assert warning in words(client.get(doors(match)))
    typed = {"game-1-1": 150, "game-1-2": 20} if sides(match)[0] < sides(match)[1] else {}
    typed = typed or {"game-1-1": 20, "game-1-2": 150}
    address = change(client, doors(match), "totals", **typed)
    assert warning in words(client.get(address))
    save(client, address)
    # The wrong match was edited: what stood before is there to be put back.
    was = match.outcomes.get(version=1)
    restored = client.post(doors(match), {"act": "count_again", "changes": "", "version": str(was.uuid)})
    save(client, restored.headers["Location"], reason="別の卓だった")
    assert sorted(winner_and_loser(match)) == [90, 150]
    reasons = list(match.outcomes.order_by("version").values_list("reason", flat=True))
    assert reasons[:2] == ["", "転記の誤り"]


# T35


def test_t35_a_side_that_is_not_at_the_table_cannot_win(client: Client) -> None:
    stage = two_rounds(client, upset=False)
    third = announce_round(client, stage)
    open_match, desk = third.matches.get(number=1), desk_of(stage)
    desk.credentials(HTTP_ACCEPT_LANGUAGE="en")
    wrong = desk.send("put", f"matches/{open_match.code}/forfeit", {"winner": 3, "reason": "欠席"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "invalid_input")
    match = at(stage, 2, 1)
    forfeit = {"change": "forfeit", "winner": 3}
    refused = ask(desk, match, [forfeit], preview=True)
    assert (refused.status_code, refused.json()["code"]) == (422, "side_not_here")
    assert "Choose one of the sides that play there" in refused.json()["message"]
    three = ask(desk, match, [{"change": "totals", "totals": [[150, 90, 40]]}], preview=True)
    assert (three.status_code, three.json()["code"]) == (422, "totals_refused")
    assert not match.outcomes.filter(kind="forfeit").exists()


def test_t35_nobody_wins_against_who_sits_out(client: Client) -> None:
    stage = field(pairs=5)
    first = announce_round(client, stage)
    bye = next(match for match in first.matches.all() if match.is_bye)
    answer = desk_of(stage).send("put", f"matches/{bye.code}/forfeit", {"winner": 2, "reason": "欠席"})
    assert (answer.status_code, answer.json()["code"]) == (422, "side_not_here")
