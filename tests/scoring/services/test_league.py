"""A league over months: deadline, postponed matches, days offered, and what becomes of the unplayed."""

from datetime import date, timedelta
from typing import Any

import pytest

from ledger.acts import chain_faults
from ledger.models import Act
from scoring.domain.facts import Result
from scoring.domain.lines import LineKind
from scoring.enums import UnplayedRuling
from scoring.errors import MatchClosed, ResultsMissing, RoundNotPublished, RulingNeeded
from scoring.selectors.league import league_round, matchdays, overdue_matches
from scoring.selectors.lines import lines_of, ranking_of
from scoring.selectors.viewer import Viewer
from scoring.services.drafts import pair_next_round
from scoring.services.league import (
    apply_rule,
    offer_date,
    postpone,
    rule_match,
    set_deadline,
    take_offer_back,
)
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from tests.events import make_pair, make_stage, play_out, start_round
from tournaments.domain.all_play_all.league import AtDeadline
from tournaments.domain.settings import Settings, Unplayed
from tournaments.enums import Format, MatchState
from tournaments.errors import ReasonMissing
from tournaments.models import Match, Round, Stage
from tournaments.services.reception import close_reception
from tournaments.services.versions import set_gates

pytestmark = pytest.mark.django_db

DEADLINE = date(2025, 5, 31)
NEXT_DAY = DEADLINE + timedelta(days=1)


def league(pairs: int = 4, **settings: Any) -> Round:
    """Everybody has met nobody yet, and the draw is published."""
    stage = make_stage(format=Format.LEAGUE, preset="prefecture_league", settings=Settings(**settings))
    for _ in range(pairs):
        make_pair(stage)
    return start_round(stage)


def between(round: Round, one: int, other: int) -> Match:
    return round.matches.filter(sides__entry__number=one).get(sides__entry__number=other)


def play(match: Match, winner: int) -> None:
    play_out(match, winner=match.sides.get(entry__number=winner).number)
    confirm_match(match, by=None)


def records(stage: Stage) -> dict[int, tuple[object, ...]]:
    entries = {str(entry.uuid): entry.number for entry in stage.division.entries.all()}
    ranking = ranking_of(stage, entries=stage.division.entries.all())
    return {entries[str(row.entry)]: (row.wins, row.draws, row.losses) for row in ranking}


# The draw


@pytest.mark.parametrize(
    ("pairs", "groups", "cycles", "matches"), [(5, 1, 1, 10), (4, 1, 2, 12), (8, 2, 1, 12)]
)
def test_all_matches_of_all_cycles_and_groups_are_drawn_at_once(
    pairs: int, groups: int, cycles: int, matches: int
) -> None:
    round = league(pairs, groups=groups, cycles=cycles)
    assert round.matches.count() == matches
    assert set(round.matches.values_list("table", flat=True)) == {None}
    days = matchdays(round, Viewer.STAFF, today=DEADLINE)
    assert {day.group for day in days} == (set(range(1, groups + 1)) if groups > 1 else {0})
    assert {day.cycle for day in days} == set(range(1, cycles + 1))
    for day in days:
        seated = [side.name for match in day.matches for side in match.card.sides]
        assert len(set(seated)) == len(seated)


def test_there_is_one_round_and_other_formats_have_none() -> None:
    round = league()
    assert league_round(round.stage) == round
    assert league_round(make_stage_of_pairs()) is None


def make_stage_of_pairs() -> Stage:
    stage = Stage.objects.get()
    stage.format = Format.ROUND_ROBIN.value
    return stage


# Deadline, another day, days offered


def test_the_deadline_holds_for_all_and_a_postponed_match_has_its_own_day() -> None:
    round = league()
    set_deadline(round, day=DEADLINE)
    early, late = between(round, 1, 2), between(round, 3, 4)
    postpone(early, due_on=date(2025, 3, 1), reason="会場の都合")
    postpone(late, due_on=date(2025, 6, 30), reason="出張")
    assert list(overdue_matches(round, date(2025, 3, 1))) == []
    assert list(overdue_matches(round, date(2025, 3, 2))) == [early]
    assert list(overdue_matches(round, DEADLINE)) == [early]
    assert set(overdue_matches(round, NEXT_DAY)) == set(round.matches.all()) - {late}
    shown = {
        match.card.code: match
        for day in matchdays(round, Viewer.STAFF, today=DEADLINE)
        for match in day.matches
    }
    assert (shown[late.code].due_on, shown[late.code].is_postponed) == (date(2025, 6, 30), True)
    other = shown[between(round, 1, 3).code]
    assert (other.due_on, other.is_postponed, other.ruling) == (DEADLINE, False, None)
    postpone(late, due_on=None, reason="予定どおり")
    assert late in overdue_matches(round, NEXT_DAY)


def test_without_a_deadline_nothing_is_overdue() -> None:
    round = league()
    assert not overdue_matches(round, date(2999, 1, 1)).exists()


def test_what_has_begun_is_not_overdue() -> None:
    round = league()
    set_deadline(round, day=DEADLINE)
    begun = between(round, 1, 2)
    play_out(begun, winner=1)
    assert begun.state == MatchState.TO_CONFIRM.value
    assert begun not in overdue_matches(round, NEXT_DAY)


def test_days_offered_stand_beside_the_proposal_and_one_taken_back_does_not() -> None:
    round = league(unplayed=Unplayed.RULING)
    set_deadline(round, day=DEADLINE)
    match = between(round, 1, 2)
    willing = match.sides.get(entry__number=1).number
    for day in (date(2025, 4, 20), date(2025, 3, 2), date(2025, 4, 20)):
        offer_date(match, side=willing, day=day)
    mistaken = offer_date(match, side=3 - willing, day=date(2025, 4, 1))
    take_offer_back(mistaken)
    days = matchdays(round, Viewer.STAFF, today=NEXT_DAY)
    (shown,) = [one for day in days for one in day.matches if one.card.code == match.code]
    assert shown.ruling is not None
    assert shown.ruling.proposed is AtDeadline.NEEDS_RULING
    assert shown.ruling.offers == {willing: (date(2025, 3, 2), date(2025, 4, 20)), 3 - willing: ()}
    kinds = list(Act.objects.filter(subject=match.uuid).order_by("number").values_list("kind", flat=True))
    assert kinds == ["date_offered"] * 3 + ["date_taken_back"]


def test_nothing_is_arranged_before_the_draw_is_public_or_after_a_match_is_over() -> None:
    stage = make_stage(format=Format.LEAGUE)
    for _ in range(3):
        make_pair(stage)
    close_reception(stage.division)
    draft = pair_next_round(stage)
    with pytest.raises(RoundNotPublished):
        set_deadline(draft, day=DEADLINE)
    with pytest.raises(RoundNotPublished):
        postpone(draft.matches.all()[0], due_on=DEADLINE, reason="早すぎる")
    round = league()
    match = between(round, 1, 2)
    with pytest.raises(ReasonMissing):
        postpone(match, due_on=DEADLINE, reason=" ")
    play(match, winner=1)
    with pytest.raises(MatchClosed):
        postpone(match, due_on=DEADLINE, reason="遅すぎる")
    with pytest.raises(MatchClosed):
        offer_date(match, side=1, day=DEADLINE)


def test_what_the_sides_offered_is_for_the_desk_alone_and_the_gate_hides_all() -> None:
    round = league()
    offer_date(between(round, 1, 2), side=1, day=DEADLINE)
    days = matchdays(round, Viewer.PUBLIC, today=DEADLINE)
    assert not any(by.offers for day in days for match in day.matches for by in match.offers)
    set_gates(round.stage.tournament, draw=False, standings=True)
    round.refresh_from_db()
    assert matchdays(Round.objects.get(pk=round.pk), Viewer.PUBLIC, today=DEADLINE) == []


# What was not played


@pytest.mark.parametrize(
    ("ruling", "first", "second"),
    [
        (UnplayedRuling.SIDE_ONE_WINS, (1, 0, 0), (0, 0, 1)),
        (UnplayedRuling.SIDE_TWO_WINS, (0, 0, 1), (1, 0, 0)),
        (UnplayedRuling.BOTH_LOSE, (0, 0, 1), (0, 0, 1)),
        (UnplayedRuling.VOID, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_each_unplayed_match_can_be_ruled(
    ruling: UnplayedRuling, first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    round = league(2)
    match = round.matches.get()
    with pytest.raises(ReasonMissing):
        rule_match(match, ruling=ruling, reason="")
    rule_match(match, ruling=ruling, reason="期日までに対局なし")
    one, other = [side.entry.number for side in match.sides.all() if side.entry]
    assert (records(round.stage)[one], records(round.stage)[other]) == (first, second)
    close_round(round)
    assert list(chain_faults(round.stage.tournament.uuid)) == []


def test_the_announced_rule_is_applied_to_all_at_once_and_played_matches_stand() -> None:
    round = league(4, unplayed=Unplayed.BOTH_LOSE)
    set_deadline(round, day=DEADLINE)
    play(between(round, 1, 2), winner=1)
    begun = between(round, 3, 4)
    play_out(begun, winner=1)
    postponed = between(round, 1, 3)
    postpone(postponed, due_on=date(2025, 7, 1), reason="出張")
    assert len(apply_rule(round, today=NEXT_DAY, reason="規定どおり")) == 3
    with pytest.raises(ResultsMissing) as refused:
        close_round(round)
    assert refused.value.params["tables"] == [
        match.place for match in sorted([begun, postponed], key=lambda match: match.number)
    ]
    assert apply_rule(round, today=NEXT_DAY, reason="規定どおり") == []
    kinds = [line.kind for line in lines_of(round.stage) if line.result is Result.LOSS]
    assert kinds.count(LineKind.FORFEIT) == 6  # three matches, both sides


def test_nothing_means_that_it_counts_for_nobody() -> None:
    round = league(4, unplayed=Unplayed.NOTHING)
    set_deadline(round, day=DEADLINE)
    play(between(round, 1, 2), winner=2)
    assert len(apply_rule(round, today=NEXT_DAY, reason="規定どおり")) == 5
    assert records(round.stage) == {1: (0, 0, 1), 2: (1, 0, 0), 3: (0, 0, 0), 4: (0, 0, 0)}
    close_round(round)


def test_where_people_decide_no_rule_is_applied() -> None:
    round = league(4, unplayed=Unplayed.RULING)
    set_deadline(round, day=DEADLINE)
    with pytest.raises(RulingNeeded):
        apply_rule(round, today=NEXT_DAY, reason="規定どおり")
    assert set(round.matches.values_list("state", flat=True)) == {MatchState.WAITING.value}
