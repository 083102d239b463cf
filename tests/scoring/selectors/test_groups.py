"""Tables of groups, and who has played too few matches to be ranked."""

import pytest

from scoring.enums import UnplayedRuling
from scoring.selectors.cross_table import cross_table_for
from scoring.selectors.standings import derivation_of, standings_for
from scoring.selectors.viewer import Viewer
from scoring.services.league import rule_match
from scoring.services.results import confirm_match
from tests.events import make_pair, make_stage, play_out, start_round
from tournaments.domain.settings import Settings
from tournaments.enums import Format
from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db


def drawn(pairs: int, settings: Settings, *, format: Format = Format.LEAGUE) -> Round:
    stage = make_stage(format=format, preset="prefecture_league", settings=settings)
    for _ in range(pairs):
        make_pair(stage)
    return start_round(stage)


def between(round: Round, one: int, other: int) -> Match:
    return round.matches.filter(sides__entry__number=one).get(sides__entry__number=other)


def play(match: Match, winner: int) -> None:
    play_out(match, winner=match.sides.get(entry__number=winner).number)
    confirm_match(match, by=None)


def test_each_group_has_ranks_and_a_cross_table_of_its_own() -> None:
    round = drawn(6, Settings(groups=2))
    groups = dict(round.stage.entrants.values_list("entry__number", "group"))
    by_group = {group: sorted(n for n in groups if groups[n] == group) for group in (1, 2)}
    for own in by_group.values():  # in each group the lower number wins
        for place, one in enumerate(own):
            for other in own[place + 1 :]:
                play(between(round, one, other), winner=one)
    rows = standings_for(round.stage, viewer=Viewer.PUBLIC).rows
    ranked = [(row.group, row.rank, row.entry.number, row.record) for row in rows]
    assert ranked == [
        (group, place, number, record)
        for group in (1, 2)
        for place, (number, record) in enumerate(zip(by_group[group], ["2–0", "1–1", "0–2"], strict=True), 1)
    ]
    parts = cross_table_for(round.stage, Viewer.PUBLIC).groups
    assert [part.number for part in parts] == [1, 2]
    for part in parts:
        assert [entry.number for entry in part.opponents] == by_group[part.number]
        marks = [[[mark.mark for mark in cell.marks] for cell in row.cells] for row in part.rows]
        assert marks == [[[], ["win"], ["win"]], [["loss"], [], ["win"]], [["loss"], ["loss"], []]]


def test_a_league_is_one_table_against_the_opponents_and_shows_what_is_to_come() -> None:
    round = drawn(3, Settings())
    play(between(round, 2, 1), winner=2)
    (part,) = cross_table_for(round.stage, Viewer.PUBLIC).groups
    assert part.number == 0
    assert {mark.mark for row in part.rows for cell in row.cells for mark in cell.marks} == {
        "win",
        "loss",
        "waiting",
    }


def test_who_has_played_too_few_matches_stands_behind_without_a_rank() -> None:
    # 1 has beaten 2 and nobody else; 2, 3 and 4 have met each other: 3 beat both, 2 beat 4.
    round = drawn(4, Settings(least_matches=2))
    for winner, loser in ((1, 2), (3, 2), (3, 4), (2, 4)):
        play(between(round, winner, loser), winner=winner)
    rows = standings_for(round.stage, viewer=Viewer.PUBLIC).rows
    assert [(row.entry.number, row.is_ranked, row.matches) for row in rows] == [
        (3, True, 2),
        (2, True, 3),
        (4, True, 2),
        (1, False, 1),
    ]
    assert [row.rank for row in rows[:3]] == [1, 2, 3]
    told = derivation_of(round.stage, 1, Viewer.PUBLIC)
    assert told is not None
    assert told.row is not None
    assert not told.row.is_ranked


def test_a_match_won_because_nobody_came_is_played_and_one_both_lost_is_not() -> None:
    round = drawn(3, Settings(least_matches=1))
    for one, other, ruling in ((1, 2, UnplayedRuling.BOTH_LOSE), (2, 3, UnplayedRuling.BOTH_LOSE)):
        rule_match(between(round, one, other), ruling=ruling, reason="期日までに対局なし")
    match = between(round, 1, 3)
    won = match.sides.get(entry__number=1).number
    rule_match(
        match, ruling=[UnplayedRuling.SIDE_ONE_WINS, UnplayedRuling.SIDE_TWO_WINS][won - 1], reason="欠席"
    )
    rows = standings_for(round.stage, viewer=Viewer.PUBLIC).rows
    assert {row.entry.number: row.is_ranked for row in rows} == {1: True, 2: False, 3: False}


def test_the_minimum_is_a_rule_of_leagues_alone() -> None:
    round = drawn(4, Settings(least_matches=9), format=Format.ROUND_ROBIN)
    assert all(row.is_ranked for row in standings_for(round.stage, viewer=Viewer.PUBLIC).rows)
