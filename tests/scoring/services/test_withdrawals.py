"""Withdrawal: the match that is left, the rule of a round robin, and standings that stay."""

from collections.abc import Callable
from typing import Any

import pytest

from ledger.acts import chain_faults
from scoring.domain.lines import LineKind
from scoring.enums import LeftMatch
from scoring.errors import DrawStale, NobodySitsIn
from scoring.selectors.lines import lines_of
from scoring.selectors.standings import Standings, standings_for
from scoring.selectors.viewer import Viewer
from scoring.services.drafts import pair_next_round
from scoring.services.events import close_tournament
from scoring.services.rebuild import rebuild
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from scoring.services.substitutes import sit_in
from scoring.services.withdrawals import withdraw_entry
from tests.events import make_member, make_pair, make_stage, play, play_out, start_round
from tournaments.domain.settings import Settings
from tournaments.enums import Format, MatchState
from tournaments.errors import EntryPlays, EventClosed, ReasonMissing, TooFewEntries
from tournaments.models import Entry, Match, Round, Stage
from tournaments.services.reception import close_reception

pytestmark = pytest.mark.django_db


def field(count: int, **facts: Any) -> tuple[Stage, list[Entry]]:
    stage = make_stage(**facts)
    return stage, [make_pair(stage) for _ in range(count)]


def finish(round: Round) -> None:
    for match in round.matches.exclude(state__in=[MatchState.CONFIRMED.value, MatchState.VOID.value]):
        play_out(match, winner=1)
        confirm_match(match, by=None)
    close_round(round)


def match_of(entry: Entry, round: Round) -> Match:
    return round.matches.get(sides__entry=entry)


def records(stage: Stage) -> dict[int, str]:
    return {row.entry.number: row.record for row in standings_for(stage, viewer=Viewer.PUBLIC).rows}


def figures(standings: Standings) -> list[object]:
    return [(row.entry.number, row.rank, row.tied, row.record, row.cells) for row in standings.rows]


def other_side(match: Match, entry: Entry) -> Entry:
    side = match.sides.exclude(entry=entry).get()
    assert side.entry is not None
    return side.entry


def test_a_match_in_play_wants_a_decision_and_a_reason_is_wanted_too() -> None:
    stage, (going, *_) = field(4)
    match = match_of(going, start_round(stage))
    with pytest.raises(ReasonMissing):
        withdraw_entry(going, reason="", left_match=LeftMatch.FORFEIT)
    with pytest.raises(EntryPlays) as refused:
        withdraw_entry(going, reason="急病")
    assert refused.value.params == {"entry": going.number, "table": match.table}
    going.refresh_from_db()
    assert going.withdrawn_at is None


def test_left_as_a_forfeit_the_other_side_has_won_and_the_round_can_close() -> None:
    stage, (going, *_) = field(4)
    round = start_round(stage)
    match = match_of(going, round)
    play(match, "sheet,s1,1,3,led")
    other = other_side(match, going)
    withdraw_entry(going, reason="急病", left_match=LeftMatch.FORFEIT)
    finish(round)
    assert (records(stage)[going.number], records(stage)[other.number]) == ("0–1", "1–0")
    assert not start_round(stage).matches.filter(sides__entry=going).exists()
    assert rebuild(stage.tournament).agrees
    assert list(chain_faults(stage.tournament.uuid)) == []


def test_left_as_void_the_match_counts_for_nobody() -> None:
    stage, (going, *_) = field(4)
    round = start_round(stage)
    match = match_of(going, round)
    other = other_side(match, going)
    withdraw_entry(going, reason="急病", left_match=LeftMatch.VOID)
    finish(round)
    assert (records(stage)[going.number], records(stage)[other.number]) == ("0–0", "0–0")


def test_a_substitute_plays_it_to_the_end_for_the_pair_that_left() -> None:
    stage, (going, *_) = field(4)
    round = start_round(stage)
    match = match_of(going, round)
    with pytest.raises(NobodySitsIn):
        withdraw_entry(going, reason="急病", left_match=LeftMatch.SUBSTITUTE)
    side = match.sides.get(entry=going).number
    sit_in(match, seat=side, person=make_member("控え"), from_game=1)
    withdraw_entry(going, reason="急病", left_match=LeftMatch.SUBSTITUTE)
    play_out(match, winner=side)
    confirm_match(match, by=None)
    finish(round)
    assert records(stage)[going.number] == "1–0"
    assert not start_round(stage).matches.filter(sides__entry=going).exists()


def test_a_complete_result_stands_whoever_goes_before_it_is_confirmed() -> None:
    stage, (going, *_) = field(4)
    round = start_round(stage)
    match = match_of(going, round)
    play_out(match, winner=match.sides.get(entry=going).number)
    withdraw_entry(going, reason="帰宅")
    confirm_match(match, by=None)
    finish(round)
    assert records(stage)[going.number] == "1–0"


def test_withdrawing_again_changes_nothing_and_after_the_end_it_is_refused() -> None:
    stage, (going, staying, *_) = field(4, rounds_planned=1)
    finish(start_round(stage))
    withdraw_entry(going, reason="帰宅")
    at = going.withdrawn_at
    withdraw_entry(going, reason="もう一度")
    assert going.withdrawn_at == at
    close_tournament(stage.tournament)
    with pytest.raises(EventClosed):
        withdraw_entry(Entry.objects.get(pk=staying.pk), reason="帰宅")


def test_standings_of_a_finished_stage_stay_when_somebody_withdraws() -> None:  # T24
    stage, pairs = field(4, rounds_planned=2)
    finish(start_round(stage))
    late = make_pair(stage)  # one round missed, and the next one sat out or played
    finish(start_round(stage))
    before = figures(standings_for(stage, viewer=Viewer.PUBLIC))
    assert any(line.kind is LineKind.MISSED for line in lines_of(stage))
    for entry in (late, pairs[0]):
        withdraw_entry(entry, reason="決勝を辞退")
    assert figures(standings_for(stage, viewer=Viewer.PUBLIC)) == before


# T25: six pairs, everybody meets everybody, the rule is "annulled below half"


def round_robin(rounds: int, **settings: Any) -> tuple[Stage, Entry]:
    """Six pairs, side 1 wins everywhere, this many rounds closed."""
    stage, pairs = field(6, format=Format.ROUND_ROBIN, settings=Settings(**settings))
    for _ in range(rounds):
        finish(start_round(stage))
    return stage, pairs[2]


def play_the_rest(stage: Stage, rounds: int) -> None:
    for _ in range(rounds):
        finish(start_round(stage))


def of_kind(stage: Stage, entry: Entry, kinds: Callable[[LineKind], bool]) -> int:
    return sum(str(entry.uuid) == line.entry and kinds(line.kind) for line in lines_of(stage))


def test_two_of_five_played_is_as_if_it_had_never_entered() -> None:  # T25
    stage, going = round_robin(2)
    withdraw_entry(going, reason="帰宅")
    play_the_rest(stage, 3)
    assert records(stage)[going.number] == "0–0"
    others = [entry for entry in stage.division.entries.all() if entry != going]
    # Five pairs are left: each has met the four others, and nobody has anything for the one that went.
    assert [of_kind(stage, entry, lambda kind: kind is LineKind.PLAYED) for entry in others] == [4] * 5
    assert [of_kind(stage, entry, lambda kind: kind is not LineKind.PLAYED) for entry in others] == [0] * 5


def test_three_of_five_played_stand_and_the_others_have_a_bye() -> None:  # T25, T23
    stage, going = round_robin(3)
    before = records(stage)[going.number]
    withdraw_entry(going, reason="帰宅")
    play_the_rest(stage, 2)
    assert records(stage)[going.number] == before
    others = [entry for entry in stage.division.entries.all() if entry != going]
    byes = [of_kind(stage, entry, lambda kind: kind is LineKind.BYE) for entry in others]
    assert sorted(byes) == [0, 0, 0, 1, 1]
    played = [of_kind(stage, entry, lambda kind: kind is LineKind.PLAYED) for entry in others]
    assert sorted(played) == [4, 4, 5, 5, 5]


def test_leaving_in_mid_round_is_a_forfeit_where_results_stand() -> None:
    stage, going = round_robin(3)
    round = start_round(stage)
    match = match_of(going, round)
    withdraw_entry(going, reason="急病")
    match.refresh_from_db()
    assert match.state == MatchState.CONFIRMED.value
    assert of_kind(stage, other_side(match, going), lambda kind: kind is LineKind.FORFEIT) == 1


def test_the_share_is_the_organisers() -> None:
    stage, going = round_robin(2, annul_below=40)
    before = records(stage)[going.number]
    withdraw_entry(going, reason="帰宅")
    assert records(stage)[going.number] == before


def test_who_goes_before_the_first_draw_has_no_place_in_it() -> None:
    stage, pairs = field(5, format=Format.ROUND_ROBIN)
    close_reception(stage.division)
    withdraw_entry(pairs[0], reason="入力違い")
    round = pair_next_round(stage)
    assert round.stage.rounds_planned == 3  # four pairs are left: three rounds, and nobody sits out
    assert [len(match.sides.all()) for match in round.matches.all()] == [2, 2]


def test_a_league_goes_by_its_own_plan() -> None:
    stage, (going, *_) = field(4, format=Format.LEAGUE)
    round = start_round(stage)
    own = list(round.matches.filter(sides__entry=going))
    assert len(own) == 3
    for match in own[:2]:
        play_out(match, winner=match.sides.get(entry=going).number)
        confirm_match(match, by=None)
    withdraw_entry(going, reason="転居")
    assert (
        sorted(round.matches.filter(sides__entry=going).values_list("state", flat=True)) == ["confirmed"] * 3
    )
    assert records(stage)[going.number] == "2–1"


# Stale drafts, and down to nobody


def test_a_draft_with_somebody_who_went_is_stale() -> None:  # T23
    stage, (going, *_) = field(4)
    close_reception(stage.division)
    draft = pair_next_round(stage)
    withdraw_entry(going, reason="帰宅")
    with pytest.raises(DrawStale):
        publish_round(draft)


@pytest.mark.parametrize("left", [3, 2, 1, 0])
def test_down_to_nobody_the_draw_says_what_is_missing_and_the_event_closes(left: int) -> None:
    stage, pairs = field(4, rounds_planned=5)
    finish(start_round(stage))
    draft = pair_next_round(stage)
    for entry in pairs[left:]:
        withdraw_entry(entry, reason="帰宅")
    if left < 2:
        draft.delete()
        with pytest.raises(TooFewEntries) as refused:
            pair_next_round(stage)
        assert refused.value.params == {"count": left, "round": 2, "needed": 2}
    (award,) = close_tournament(stage.tournament)
    assert len(award.content) == left


def test_a_draft_nobody_plays_does_not_keep_the_event_open() -> None:
    stage, pairs = field(4, rounds_planned=5)
    finish(start_round(stage))
    pair_next_round(stage)
    for entry in pairs:
        withdraw_entry(entry, reason="台風")
    close_tournament(stage.tournament)
    assert [round.number for round in stage.rounds.all()] == [1]


def test_an_event_without_anybody_closes() -> None:
    stage = make_stage()
    pair = make_pair(stage)
    close_reception(stage.division)
    withdraw_entry(pair, reason="帰宅")
    (award,) = close_tournament(stage.tournament)
    assert award.content == []
