"""The table as it is read: provisional or final, equal ranks, how a number came about."""

import pytest

from scoring.selectors.cross_table import cross_table_for
from scoring.selectors.standings import derivation_of, standings_for
from scoring.selectors.viewer import Viewer
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from tests.events import make_match, make_pair, make_stage, play, play_out, start_round
from tests.factories import mayors_cup
from tournaments.enums import Format, RankingKey
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def test_a_table_is_provisional_until_its_round_closes() -> None:
    match = make_match()
    play_out(match, winner=1)
    assert standings_for(match.round.stage, viewer=Viewer.PUBLIC).provisional
    confirm_match(match, by=None)
    close_round(match.round)
    table = standings_for(match.round.stage, viewer=Viewer.PUBLIC)
    assert (table.provisional, table.through, table.closed_rounds) == (False, 1, (1,))


def test_a_row_shows_every_deciding_value() -> None:
    match = make_match()
    play_out(match, winner=1)
    winner, loser = standings_for(match.round.stage, viewer=Viewer.PUBLIC).rows
    assert (winner.rank, winner.record, winner.tied) == (1, "1–0", False)
    assert dict(winner.cells) == {
        RankingKey.WINS: 1,
        RankingKey.NET_WINS: 1,
        RankingKey.POINT_DIFF: 160,
        RankingKey.HEAD_TO_HEAD: None,
    }
    assert dict(loser.cells)[RankingKey.POINT_DIFF] == -160


def test_equal_entries_share_a_rank() -> None:
    stage = make_stage()
    make_pair(stage)
    make_pair(stage)
    rows = standings_for(stage, viewer=Viewer.PUBLIC).rows
    assert [(row.rank, row.tied) for row in rows] == [(1, True), (1, True)]


def test_the_match_in_play_stands_beside_the_name() -> None:
    match = make_match()
    play(match, "sheet,s1,1,6,received")
    rows = standings_for(match.round.stage, viewer=Viewer.PUBLIC).rows
    shown = [row.playing.points for row in rows if row.playing]
    assert sorted(shown) == [(0, 40), (40, 0)]


def test_an_earlier_table_is_kept() -> None:
    stage = mayors_cup(pairs=6, closed=2)
    table = standings_for(stage, through=1, viewer=Viewer.PUBLIC)
    assert table.through == 1
    assert {sum((row.wins, row.losses)) for row in table.rows} == {1}


def test_the_last_step_of_a_derivation_is_the_row_of_the_table() -> None:
    stage = mayors_cup(pairs=6, closed=3)
    for row in standings_for(stage, viewer=Viewer.PUBLIC).rows:
        derivation = derivation_of(stage, row.entry.number, Viewer.PUBLIC)
        assert derivation is not None
        last = derivation.steps[-1]
        assert (last.rank, last.cells) == (row.rank, row.cells)
        assert [step.round_number for step in derivation.steps] == [1, 2, 3]


def test_a_round_robin_has_a_column_for_each_entry() -> None:
    stage = mayors_cup(pairs=4, closed=3, format=Format.ROUND_ROBIN)
    table = cross_table_for(stage, Viewer.PUBLIC)
    assert len(table.opponents) == 4
    for row in table.rows:
        assert [len(cell.marks) for cell in row.cells if not cell.is_self] == [1, 1, 1]


def test_a_swiss_table_has_a_column_for_each_round_and_mirrors_results() -> None:
    stage = mayors_cup(pairs=5, closed=2)
    table = cross_table_for(stage, Viewer.PUBLIC)
    assert table.rounds == (1, 2)
    marks = [mark for row in table.rows for cell in row.cells for mark in cell.marks]
    assert sorted(mark.mark for mark in marks) == ["bye"] * 2 + ["loss"] * 4 + ["win"] * 4


def test_query_counts_do_not_grow_with_the_field(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    small = mayors_cup(slug="small", pairs=2, closed=1)
    large = mayors_cup(slug="large", pairs=6, closed=1)
    for stage in (small, large):
        with django_assert_num_queries(24):
            standings_for(stage, viewer=Viewer.PUBLIC)
        with django_assert_num_queries(34):
            cross_table_for(stage, Viewer.PUBLIC)


def test_a_match_without_a_round_is_not_counted() -> None:
    stage = make_stage()
    make_pair(stage)
    make_pair(stage)
    start_round(stage)
    assert Match.objects.count() == 1
    assert standings_for(stage, viewer=Viewer.PUBLIC).through == 0
