"""What a gate hides is hidden in every selector; the staff sees everything."""

import pytest

from scoring.selectors.cross_table import cross_table_for
from scoring.selectors.deals import deal_sheet
from scoring.selectors.matches import cards_by_round, match_cards, public_match
from scoring.selectors.progress import progress_of
from scoring.selectors.standings import derivation_of, standings_for
from scoring.selectors.viewer import Viewer
from scoring.services.drafts import pair_next_round
from tests.factories import mayors_cup
from tournaments.enums import MatchState
from tournaments.models import Match, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """One round closed, the second in play."""
    return mayors_cup(pairs=4, closed=1, running=True)


def with_gates(stage: Stage, **gates: bool) -> Stage:
    Tournament.objects.filter(pk=stage.tournament.pk).update(**gates)
    return Stage.objects.get(pk=stage.pk)


def a_match(stage: Stage, round: int = 1) -> Match:
    return Match.objects.get(round__stage=stage, round__number=round, table=1)


def test_a_draft_is_for_the_staff_alone() -> None:
    stage = mayors_cup(pairs=4, closed=1)
    draft = pair_next_round(stage)
    code = a_match(stage, round=2).code
    assert match_cards(draft, Viewer.PUBLIC) == []
    assert public_match(code, Viewer.PUBLIC) is None
    assert [round.number for round, _cards in cards_by_round(stage, Viewer.PUBLIC)] == [1]
    assert progress_of(stage.tournament, Viewer.PUBLIC).round_number == 1
    assert len(match_cards(draft, Viewer.STAFF)) == 2
    assert public_match(code, Viewer.STAFF) == a_match(stage, round=2)


def test_a_hidden_draw_names_no_opponents(stage: Stage) -> None:
    code = a_match(stage).code
    stage = with_gates(stage, draw_is_public=False)
    derivation = derivation_of(stage, 1, Viewer.PUBLIC)
    assert public_match(code, Viewer.PUBLIC) is None
    assert cards_by_round(stage, Viewer.PUBLIC) == []
    assert cross_table_for(stage, Viewer.PUBLIC).rows == ()
    assert deal_sheet(a_match(stage), Viewer.PUBLIC).games == ()
    assert derivation is not None
    assert {(step.opponents, step.code) for step in derivation.steps} == {((), "")}
    table = standings_for(stage, viewer=Viewer.PUBLIC)
    assert len(table.rows) == 4
    assert not table.anybody_plays


def test_hidden_standings_give_no_result_away(stage: Stage) -> None:
    stage = with_gates(stage, standings_are_public=False)
    derivation = derivation_of(stage, 1, Viewer.PUBLIC)
    cards = match_cards(a_match(stage).round, Viewer.PUBLIC)
    assert standings_for(stage, viewer=Viewer.PUBLIC).rows == ()
    assert cross_table_for(stage, Viewer.PUBLIC).rows == ()
    assert deal_sheet(a_match(stage), Viewer.PUBLIC).games == ()
    assert derivation is not None
    assert (derivation.row, derivation.steps) == (None, ())
    assert {(card.scored, card.deals, card.state) for card in cards} == {(False, 0, MatchState.CONFIRMED)}
    assert {(side.total, side.result) for card in cards for side in card.sides} == {(None, None)}


def test_the_staff_sees_behind_both_gates(stage: Stage) -> None:
    stage = with_gates(stage, draw_is_public=False, standings_are_public=False)
    assert len(standings_for(stage, viewer=Viewer.STAFF).rows) == 4
    assert len(cross_table_for(stage, Viewer.STAFF).rows) == 4
    assert deal_sheet(a_match(stage), Viewer.STAFF).games
    assert all(card.scored for card in match_cards(a_match(stage).round, Viewer.STAFF))


def test_a_disputed_match_has_no_totals_for_the_public(stage: Stage) -> None:
    Match.objects.filter(pk=a_match(stage).pk).update(state=MatchState.DISPUTED.value)
    card = match_cards(a_match(stage).round, Viewer.PUBLIC)[0]
    sheet = deal_sheet(a_match(stage), Viewer.PUBLIC)
    assert (card.state, card.scored) == (MatchState.DISPUTED, False)
    assert (sheet.disputed, sheet.games) == (True, ())
    assert deal_sheet(a_match(stage), Viewer.STAFF).games
