"""The sheet of a match: rows in order, faults in place, totals that nobody can derive."""

from uuid import uuid4

import pytest

from scoring.enums import DealState, Source
from scoring.models import Deal
from scoring.selectors.deals import DealSheet, deal_sheet, unlawful_deals
from scoring.selectors.viewer import Viewer
from scoring.services.acts import last_act
from scoring.services.deals import record_deal
from scoring.services.outcomes import record_totals
from tests.events import make_match, play, play_out
from tests.factories import mayors_cup
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def sheet_of(match: Match, viewer: Viewer = Viewer.PUBLIC) -> DealSheet:
    return deal_sheet(Match.objects.get(pk=match.pk), viewer)


def test_a_row_names_dealer_finisher_and_tile() -> None:
    match = make_match()
    play(match, "sheet,s1,2,6,received")
    play(match, "sheet,s2,3,7,doubled")
    first, second = sheet_of(match).games[0].rows
    assert first.dealer is not None
    assert first.out is not None
    assert (first.dealer.seat, first.out.seat, first.tile, first.doubled) == (1, 2, "6", False)
    assert (first.points, first.running) == (40, (0, 40))
    assert (second.tile, second.doubled, second.points, second.running) == ("7", True, 80, (80, 40))


def test_people_at_a_table_are_named_by_family_name() -> None:
    match = make_match()
    play(match, "sheet,s1,2,6,received")
    names = {seat.name for seat in sheet_of(match).seats}
    assert names == {"山田", "川田", "海野", "浜野"}


def test_a_redeal_keeps_the_score() -> None:
    match = make_match()
    play(match, "sheet,s1,1,6,received")
    play(match, "sheet,s1,R")
    last = sheet_of(match).games[0].rows[-1]
    assert (last.end, last.points, last.running) == ("redeal", 0, (40, 0))


def test_an_unlawful_deal_stands_in_its_place_and_counts_nothing() -> None:
    match = make_match()
    play(match, "sheet,s1,1,6,received")
    record_deal(
        match,
        uuid=uuid4(),
        after=last_act(match),
        record="11112345,11112345,11234567,11234589,s1,113",
        keep_rejected=True,
    )
    play(match, "sheet,s1,1,6,received")
    rows = sheet_of(match).games[0].rows
    faulty = next(row for row in rows if row.fault_code)
    assert [row.running for row in rows] == [(40, 0), None, (80, 0)]
    assert faulty.state is DealState.REJECTED
    assert faulty.fault_rule
    stage = match.round.stage
    assert [deal.code for deal in unlawful_deals(stage, Viewer.PUBLIC)] == [match.code]
    stage.tournament.standings_are_public = False
    assert unlawful_deals(stage, Viewer.PUBLIC) == []


def test_totals_only_is_told_as_such() -> None:
    match = make_match()
    record_totals(match, totals=[(160, 90)])
    game = sheet_of(match).games[0]
    assert (game.totals_only, game.totals, game.rows) == (True, (160, 90), ())


def test_a_typed_score_that_fits_neither_before_nor_after_is_reported() -> None:
    match = make_match()
    for typed in ((0, 0), (40, 40), (70, 0)):
        record_deal(
            match,
            uuid=uuid4(),
            after=last_act(match),
            record="sheet,s1,1,6,received",
            typed_score=typed,
            source=Source.IMPORT,
        )
    rows = sheet_of(match).games[0].rows
    assert [row.typed_score_differs for row in rows] == [False, True, True]


def test_only_the_staff_reads_what_was_taken_back() -> None:
    match = make_match()
    deal = play(match, "sheet,s1,1,6,received")
    Deal.objects.filter(pk=deal.pk).update(state=DealState.RETRACTED.value)
    play(match, "sheet,s1,1,7,received")
    assert [row.tile for row in sheet_of(match).games[0].rows] == ["7"]
    assert [row.tile for row in sheet_of(match, Viewer.STAFF).games[0].rows] == ["6", "7"]


def test_query_counts_do_not_grow_with_the_deals(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    short = Match.objects.get(round__stage=mayors_cup(slug="short", pairs=2, running=True))
    play(short, "sheet,s1,1,6,received")
    long = Match.objects.get(round__stage=mayors_cup(slug="long", pairs=2, closed=1))
    for match in (short, long):
        fresh = Match.objects.select_related("round__stage__division__tournament").get(pk=match.pk)
        with django_assert_num_queries(9):
            assert deal_sheet(fresh, Viewer.PUBLIC).games


def test_a_finished_game_names_its_winner() -> None:
    match = make_match()
    play_out(match, winner=2)
    game = sheet_of(match).games[0]
    assert (game.finished, game.winner, game.line[-1]) == (True, 2, (0, 160))
