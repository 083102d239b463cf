"""Rounds: drawn once, published as announced, closed only when every table is settled."""

from itertools import combinations
from typing import Any

import pytest

from ledger.models import OutboxItem
from scoring.errors import (
    AllRoundsPlayed,
    DrawStale,
    ResultsMissing,
    RoundClosed,
    RoundNotClosed,
    RoundNotDraft,
)
from scoring.selectors.lines import ranking_of
from scoring.services.drafts import pair_next_round, redraw_round
from scoring.services.events import close_tournament
from scoring.services.results import confirm_match, reopen_match
from scoring.services.rounds import close_round, publish_round
from scoring.services.withdrawals import withdraw_entry
from tests.events import make_pair, make_stage, play_out, start_round
from tournaments.enums import Format
from tournaments.errors import ReceptionOpen, StageStarted, TooFewEntries
from tournaments.models import Announcement, Match, Round, Stage, Tournament
from tournaments.services.reception import close_reception
from tournaments.services.teams import assign_team, make_team

pytestmark = pytest.mark.django_db


def stage_with_pairs(count: int, **facts: Any) -> Stage:
    stage = make_stage(**facts)
    for _ in range(count):
        make_pair(stage)
    return stage


def finish(round: Round) -> None:
    for match in round.matches.exclude(table=None):
        play_out(match, winner=1)
        confirm_match(match, by=None)
    close_round(round)


def met(round: Round) -> set[frozenset[int]]:
    """Which entries sat at one table; byes left out."""
    matches = round.matches.exclude(table=None)
    return {frozenset(m.sides.values_list("entry__number", flat=True)) for m in matches}


def test_nothing_is_drawn_while_reception_is_open() -> None:
    with pytest.raises(ReceptionOpen):
        pair_next_round(stage_with_pairs(4))


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_pairs_are_named(count: int) -> None:
    stage = stage_with_pairs(2)
    close_reception(stage.division)
    for entry in stage.division.entries.all()[count:]:
        withdraw_entry(entry, reason="帰宅")
    with pytest.raises(TooFewEntries) as refused:
        pair_next_round(stage)
    assert refused.value.params["count"] == count


def test_pressing_draw_twice_is_one_round() -> None:
    stage = stage_with_pairs(6)
    close_reception(stage.division)
    first, second = pair_next_round(stage), pair_next_round(stage)
    assert first == second
    assert Match.objects.count() == 3


def test_redraw_keeps_its_lots_unless_asked() -> None:
    stage = stage_with_pairs(12)
    close_reception(stage.division)
    first = pair_next_round(stage)
    pairs = met(first)
    again = redraw_round(first)
    assert met(again) == pairs
    new = redraw_round(again, new_lots=True)
    assert new.seed != again.seed
    assert met(new) != pairs


def test_publication_is_a_row_of_its_own_and_asks_for_a_copy() -> None:
    round = start_round(stage_with_pairs(4))
    announcement = Announcement.objects.get(round=round)
    assert len(announcement.content["tables"]) == 2
    assert OutboxItem.objects.filter(task="hall.copy_event").count() == 1
    with pytest.raises(RoundNotDraft):
        publish_round(round)
    with pytest.raises(RoundNotDraft):
        redraw_round(round)


def test_draft_gone_stale_is_not_published() -> None:
    stage = stage_with_pairs(4)
    close_reception(stage.division)
    round = pair_next_round(stage)
    make_pair(stage)
    with pytest.raises(DrawStale):
        publish_round(round)
    publish_round(redraw_round(round))


def test_open_tables_are_named_and_nothing_closes() -> None:
    round = start_round(stage_with_pairs(6))
    first = round.matches.get(table=1)
    play_out(first, winner=1)
    confirm_match(first, by=None)
    with pytest.raises(ResultsMissing) as refused:
        close_round(round)
    assert refused.value.params["tables"] == [2, 3]
    with pytest.raises(ResultsMissing):
        pair_next_round(round.stage)


def test_a_round_whose_results_are_in_is_to_be_closed_first() -> None:
    round = start_round(stage_with_pairs(4))
    for match in round.matches.all():
        play_out(match, winner=1)
        confirm_match(match, by=None)
    for act in (lambda: pair_next_round(round.stage), lambda: close_tournament(round.stage.tournament)):
        with pytest.raises(RoundNotClosed) as refused:
            act()
        assert refused.value.params == {"round": 1}


def test_a_closed_round_says_that_it_is_closed() -> None:
    round = start_round(stage_with_pairs(4))
    finish(round)
    with pytest.raises(RoundClosed):
        reopen_match(round.matches.earliest("pk"), reason="記入の誤り", by=None)


def test_swiss_never_repeats_and_gives_no_second_bye(  # T01, T02
) -> None:
    stage = stage_with_pairs(9, rounds_planned=5)
    seen: set[frozenset[int]] = set()
    byes: list[int] = []
    for _ in range(5):
        round = start_round(stage)
        assert not seen & met(round)
        seen |= met(round)
        byes += round.matches.filter(table=None).values_list("sides__entry__number", flat=True)
        finish(round)
    assert len(byes) == len(set(byes)) == 5
    with pytest.raises(AllRoundsPlayed):
        pair_next_round(stage)


def test_bye_counts_at_once_as_a_win_without_difference() -> None:  # T05
    round = start_round(stage_with_pairs(3))
    bye = round.matches.get(table=None)
    entries = round.stage.division.entries.all()
    standing = {s.entry: s for s in ranking_of(round.stage, entries=entries)}
    lucky = standing[str(entries.get(sides__match=bye).uuid)]
    assert (lucky.wins, lucky.losses) == (1, 0)
    assert bye.state == "confirmed"


def test_round_robin_of_five_gives_each_pair_one_bye() -> None:  # T09
    stage = stage_with_pairs(5, format=Format.ROUND_ROBIN, rounds_planned=9)
    seen: list[frozenset[int]] = []
    for _ in range(5):
        round = start_round(stage)
        seen += met(round)
        finish(round)
    assert len(seen) == len(set(seen)) == 10
    with pytest.raises(AllRoundsPlayed) as refused:
        pair_next_round(stage)
    assert refused.value.params["rounds"] == 5
    with pytest.raises(StageStarted):
        make_pair(stage)


@pytest.mark.parametrize("with_lots", [True, False])
def test_round_robin_turns_to_its_end_as_it_began_whatever_teams_there_are_later(with_lots: bool) -> None:
    """By numbers from the box or by the lot: six pairs have fifteen meetings, each of them once."""
    stage = stage_with_pairs(6, format=Format.ROUND_ROBIN)
    close_reception(stage.division)
    lots = {1: 4, 2: 2, 3: 6, 4: 1, 5: 5, 6: 3} if with_lots else None
    meetings: list[frozenset[int]] = []
    for number in range(1, 6):
        round = pair_next_round(Stage.objects.get(pk=stage.pk), lots=lots if number == 1 else None)  # type: ignore[arg-type]
        publish_round(round)
        meetings += met(round)
        finish(round)
        team = make_team(stage.division, f"team {number % 2}")
        for entry in stage.division.entries.filter(number__in=[number, number + 1]):
            assign_team(entry, team)
    assert sorted(map(sorted, meetings)) == [[a, b] for a, b in combinations(range(1, 7), 2)]


def test_walk_in_pair_plays_from_the_next_round() -> None:  # T19
    stage = stage_with_pairs(4)
    first = start_round(stage)
    pairs = met(first)
    finish(first)
    late = make_pair(stage)
    second = start_round(stage)
    assert met(first) == pairs
    assert any(late.number in table for table in met(second)) or second.matches.filter(
        table=None, sides__entry=late
    )


def test_closing_the_event_awards_places_once() -> None:
    stage = stage_with_pairs(4, rounds_planned=1)
    round = start_round(stage)
    with pytest.raises(ResultsMissing):
        close_tournament(stage.tournament)
    finish(round)
    (award,) = close_tournament(stage.tournament)
    assert [row["place"] for row in award.content] == [1, 1, 3, 3]
    assert close_tournament(stage.tournament) == []


def test_number_of_rounds_of_a_round_robin_is_no_news_that_a_cache_hides() -> None:
    stage = make_stage(format=Format.ROUND_ROBIN, rounds_planned=5)
    for _ in range(4):
        make_pair(stage)
    close_reception(stage.division)
    before = Tournament.objects.get().public_version
    pair_next_round(stage)
    assert Stage.objects.get().rounds_planned == 3
    assert Tournament.objects.get().public_version > before
