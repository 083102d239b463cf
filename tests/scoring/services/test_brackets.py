"""Knockout, two wins and title matches through the services: byes, the absent, series, corrections."""

import pytest

from ledger.models import Act
from scoring.domain.facts import OutcomeKind
from scoring.enums import Source
from scoring.errors import (
    AllRoundsPlayed,
    DrawNotPossible,
    GameUnknown,
    ResultDecidesLater,
    ResultsMissing,
    RoundClosed,
    RoundNotClosed,
)
from scoring.models import Deal, Outcome
from scoring.selectors.basis import basis_of_round
from scoring.selectors.brackets import affected_matches, places_of_stage
from scoring.selectors.lines import lines_of
from scoring.selectors.series import length_of
from scoring.services.brackets import reopen_result
from scoring.services.drafts import pair_next_round
from scoring.services.draw_faults import told
from scoring.services.outcomes import record_totals
from scoring.services.rebuild import rebuild
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tests.events import play_out
from tests.whole_events import entered
from tournaments.domain.draw import DrawImpossible
from tournaments.domain.settings import FirstRound, Settings, ThirdPlace, ThreeBlock
from tournaments.enums import Format, GameState, MatchState, RoundState
from tournaments.errors import ReasonMissing
from tournaments.models import Absence, Announcement, Game, Match, Round, Stage

pytestmark = pytest.mark.django_db


def knockout(entrants: int, **facts: object) -> Stage:
    """Seeded by number: of eight 1–8, 5–4, 3–6 and 7–2 meet in the quarter-finals."""
    return entered(Format.KNOCKOUT, entrants, settings=Settings(first_round=FirstRound.RANK, **facts))  # type: ignore[arg-type]


def announced(stage: Stage) -> Round:
    round = pair_next_round(stage)
    publish_round(round)
    return round


def sides(match: Match) -> list[int]:
    return list(match.sides.order_by("number").values_list("entry__number", flat=True))


def at(stage: Stage, round: int, number: int) -> Match:
    return Match.objects.get(round__stage=stage, round__number=round, number=number)


def win(match: Match, entry: int) -> None:
    """This entry wins by the totals typed, which may be typed anew, and the desk confirms it."""
    record_totals(match, totals=[(150, 100) if sides(match)[0] == entry else (100, 150)])
    confirm_match(match, by=None)


def play_round(stage: Stage, *winners: int) -> Round:
    """The next round, won by these entries."""
    round = announced(stage)
    for match in round.matches.exclude(state=MatchState.CONFIRMED.value):
        (winner,) = set(sides(match)) & set(winners)
        win(match, winner)
    close_round(round)
    return round


def places(stage: Stage) -> list[list[int]]:
    numbers = {str(entry.uuid): entry.number for entry in stage.division.entries.all()}
    return [sorted(numbers[uuid] for uuid in equals) for equals in places_of_stage(stage)]


def away(stage: Stage, entry: int, *, from_round: int, reason: str = "") -> None:
    absent = stage.division.entries.get(number=entry)
    Absence.objects.create(stage=stage, entry=absent, first_round=from_round, reason=reason)


# Byes and the absent


def test_a_bye_is_through_and_everybody_has_a_place() -> None:
    stage = knockout(5)
    first = play_round(stage, 4)  # 4–5; the others have byes
    assert sorted(sides(match)[0] for match in first.matches.all() if match.is_bye) == [1, 2, 3]
    assert places(stage) == [[1, 2, 3, 4], [5]]
    play_round(stage, 1, 2)
    play_round(stage, 2, 4)  # 1–2, and 4–3 for third place
    assert places(stage) == [[2], [1], [4], [3], [5]]


def test_third_place_is_shared_without_a_match_for_it() -> None:
    stage = knockout(4, third_place=ThirdPlace.SHARED)
    play_round(stage, 1, 2)
    assert play_round(stage, 2).matches.count() == 1
    assert places(stage) == [[2], [1], [3, 4]]


def test_the_number_of_rounds_counts_only_who_is_there() -> None:
    stage = knockout(9)
    away(stage, 9, from_round=1)
    announced(stage)
    assert Stage.objects.get(pk=stage.pk).rounds_planned == 3


def test_whoever_does_not_come_forfeits_when_the_draw_is_announced() -> None:
    stage = knockout(4)
    play_round(stage, 1, 2)
    away(stage, 1, from_round=2, reason="発熱")
    final = announced(stage).matches.get(number=1)
    assert final.state == MatchState.CONFIRMED.value
    outcome = final.outcomes.get()
    assert (outcome.kind, outcome.winner, outcome.reason) == ("forfeit", sides(final).index(2) + 1, "発熱")
    assert outcome.source == Source.DRAW.value


def test_where_both_are_absent_nobody_wins_and_the_next_has_a_free_pass() -> None:
    stage = knockout(8)
    play_round(stage, 1, 4, 3, 2)
    away(stage, 1, from_round=2)
    away(stage, 4, from_round=2)
    second = play_round(stage, 3)
    assert second.matches.get(number=1).outcomes.get().kind == OutcomeKind.DOUBLE_LOSS.value
    final = announced(stage)
    (alone,) = [match for match in final.matches.all() if match.is_bye and sides(match) == [3]]
    assert alone.state == MatchState.CONFIRMED.value
    assert alone.reasons[-1]["code"] == "opponent_out"
    close_round(final)
    assert places(stage) == [[3], [2], [1, 4], [5, 6, 7, 8]]


def test_a_bye_that_somebody_asks_for_is_no_place_in_a_bracket() -> None:
    stage = knockout(5)
    absent = stage.division.entries.get(number=5)
    Absence.objects.create(stage=stage, entry=absent, first_round=1, last_round=1, kind="half_bye")
    assert pair_next_round(stage).matches.count() == 2


def test_waiting_in_a_block_of_three_is_no_result() -> None:
    settings = Settings(three_block=ThreeBlock.LOSER_STAYS)
    stage = entered(Format.TWO_WINS_TWO_LOSSES, 3, settings=settings)
    round = announced(stage)
    (waits,) = [match for match in round.matches.all() if match.is_bye]
    assert waits.state == MatchState.VOID.value
    (waiting,) = sides(waits)
    winner = sides(round.matches.get(number=1))[0]
    win(round.matches.get(number=1), winner)
    close_round(round)
    uuid = str(stage.division.entries.get(number=waiting).uuid)
    assert uuid not in {line.entry for line in lines_of(stage)}
    assert places(stage)[0] == [1, 2, 3]  # nobody is through or out


def test_a_ghost_is_beaten() -> None:
    stage = entered(Format.TWO_WINS_TWO_LOSSES, 3)
    round = announced(stage)
    (alone,) = [match for match in round.matches.all() if match.is_bye]
    assert alone.outcomes.get().kind == OutcomeKind.BYE.value
    assert rebuild(stage.tournament).results == []


# Series


def test_later_rounds_are_longer() -> None:
    stage = knockout(8, best_of_from=((4, 3), (2, 7)))
    first = play_round(stage, 1, 4, 3, 2)
    second = announced(stage)
    assert [length_of(match) for match in (first.matches.all()[0], second.matches.all()[0])] == [1, 3]
    semi = second.matches.get(number=1)
    play_out(semi, winner=1)
    assert semi.state == MatchState.PLAYING.value
    play_out(semi, winner=1, game=2)
    assert semi.state == MatchState.TO_CONFIRM.value
    confirm_match(semi, by=None)
    other = second.matches.get(number=2)
    record_totals(other, totals=[(150, 90), (80, 160), (170, 100)])
    confirm_match(Match.objects.get(pk=other.pk), by=None)
    close_round(second)
    final, third = announced(stage).matches.order_by("number")
    assert (length_of(final), length_of(third)) == (7, 7)
    with pytest.raises(GameUnknown):
        record_totals(final, totals=[(150, 0)] * 5)


def test_a_drawn_game_leaves_a_match_of_one_game_open_for_one_more() -> None:
    stage = knockout(2)
    match = announced(stage).matches.get()
    record_totals(match, totals=[(120, 120)], ended_by="time_up")
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING.value
    record_totals(match, totals=[(120, 120), (90, 150)], ended_by="time_up")
    match.refresh_from_db()
    assert match.state == MatchState.TO_CONFIRM.value
    confirm_match(match, by=None)
    close_round(match.round)
    assert places(stage) == [[sides(match)[1]], [sides(match)[0]]]


def test_after_a_won_game_there_is_no_other() -> None:
    match = announced(knockout(2)).matches.get()
    with pytest.raises(GameUnknown):
        record_totals(match, totals=[(150, 90), (90, 150)])


# Corrections of what later rounds hang on (T30)


def semi_finals_played(**facts: object) -> Stage:
    stage = knockout(8, **facts)
    play_round(stage, 1, 4, 3, 2)
    play_round(stage, 1, 2)
    return stage


def test_a_draft_behind_a_correction_is_thrown_away() -> None:
    stage = knockout(4)
    first = play_round(stage, 1, 2)
    pair_next_round(stage)
    reopen_result(at(stage, 1, 1), reason="逆に書いた")
    assert stage.rounds.count() == 1
    first.refresh_from_db()
    assert first.state == RoundState.PUBLISHED.value
    win(at(stage, 1, 1), 4)
    close_round(first)
    assert sorted(sides(pair_next_round(stage).matches.get(number=1))) == [2, 4]


def test_what_was_played_later_is_named_before_anything_changes() -> None:
    stage = semi_finals_played()
    final = announced(stage)
    win(final.matches.get(number=1), 1)
    with pytest.raises(ResultDecidesLater) as refused:
        reopen_result(at(stage, 1, 1), reason="逆に書いた")
    assert refused.value.params["tables"] == ["2/1", "3/1"]  # nobody has played for third place
    assert Round.objects.get(stage=stage, number=1).state == RoundState.CLOSED.value
    assert at(stage, 2, 1).state == MatchState.CONFIRMED.value


def test_what_hangs_on_a_result() -> None:
    stage = semi_finals_played()
    announced(stage)
    behind = [(match.round.number, match.number) for match in affected_matches(at(stage, 1, 3))]
    assert behind == [(2, 2), (3, 1), (3, 2)]
    assert affected_matches(at(stage, 3, 2)) == []


def test_another_winner_takes_the_place_and_what_was_played_is_kept() -> None:
    stage = knockout(8)
    play_round(stage, 1, 4, 3, 2)
    second = announced(stage)
    win(second.matches.get(number=2), 2)
    semi = second.matches.get(number=1)
    play_out(semi, winner=1)  # 1–4, deal by deal
    confirm_match(semi, by=None)
    close_round(second)
    deals = Deal.objects.filter(game__match=semi).count()
    reopen_result(at(stage, 1, 1), reason="逆に書いた", with_later=True)
    assert at(stage, 2, 1).state == MatchState.VOID.value
    assert at(stage, 2, 2).state == MatchState.CONFIRMED.value
    win(at(stage, 1, 1), 8)
    with pytest.raises(RoundNotClosed):
        pair_next_round(stage)
    close_round(Round.objects.get(stage=stage, number=1))
    semi = at(stage, 2, 1)
    assert (sides(semi), semi.state) == ([8, 4], MatchState.WAITING.value)
    assert Deal.objects.filter(game__match=semi).count() == deals
    states = Game.objects.filter(match=semi).order_by("pk").values_list("state", flat=True)
    assert list(states) == [GameState.REPLACED.value, GameState.LIVE.value]
    second.refresh_from_db()
    assert second.state == RoundState.PUBLISHED.value
    assert Announcement.objects.filter(round=second).count() == 2
    win(semi, 8)
    close_round(second)
    assert sorted(sides(announced(stage).matches.get(number=1))) == [2, 8]
    assert rebuild(stage.tournament).results == []


def test_the_same_winner_leaves_everything_as_it_was_played() -> None:
    stage = semi_finals_played()
    score = at(stage, 2, 1).result.score
    reopen_result(at(stage, 1, 1), reason="点数の誤り", with_later=True)
    record_totals(at(stage, 1, 1), totals=[(150, 20)])
    confirm_match(at(stage, 1, 1), by=None)
    close_round(Round.objects.get(stage=stage, number=1))
    semi = at(stage, 2, 1)
    assert (semi.state, semi.result.score) == (MatchState.TO_CONFIRM.value, score)
    assert semi.reasons[0]["code"] == "winners_meet"


def test_a_final_follows_in_its_turn() -> None:
    stage = semi_finals_played()
    play_round(stage, 1, 4)
    reopen_result(at(stage, 1, 1), reason="逆に書いた", with_later=True)
    win(at(stage, 1, 1), 8)
    close_round(Round.objects.get(stage=stage, number=1))
    win(at(stage, 2, 1), 8)
    close_round(Round.objects.get(stage=stage, number=2))
    assert sorted(sides(at(stage, 3, 1))) == [2, 8]
    assert sorted(sides(at(stage, 3, 2))) == [3, 4]
    # 3 and 4 have met for third place already, and that stands.
    assert at(stage, 3, 2).state == MatchState.TO_CONFIRM.value


def test_the_next_round_is_not_closed_before_the_one_that_was_opened() -> None:
    stage = knockout(4)
    first = play_round(stage, 1, 2)
    second = announced(stage)
    reopen_result(at(stage, 1, 1), reason="逆に書いた")
    with pytest.raises(ResultsMissing) as refused:
        close_round(second)
    assert refused.value.params == {"round": 1, "tables": [first.matches.get(number=1).table]}


def test_opening_twice_takes_back_once() -> None:
    stage = semi_finals_played()
    reopen_result(at(stage, 1, 1), reason="逆に書いた", with_later=True)
    reopen_result(at(stage, 1, 2), reason="こちらも")
    assert Act.objects.filter(kind="round_reopened").count() == 1
    assert Outcome.objects.filter(match=at(stage, 2, 1), kind="void").count() == 1


def test_a_correction_gives_its_reason() -> None:
    stage = semi_finals_played()
    with pytest.raises(ReasonMissing):
        reopen_result(at(stage, 1, 1), reason=" ", with_later=True)


def test_elsewhere_a_closed_round_stays_closed() -> None:
    stage = entered(Format.SWISS, 4)
    round = announced(stage)
    for match in round.matches.all():
        win(match, sides(match)[0])
    close_round(round)
    with pytest.raises(RoundClosed):
        reopen_result(round.matches.all()[0], reason="逆に書いた")


def test_blocks_are_drawn_anew_from_a_corrected_result() -> None:
    stage = entered(Format.TWO_WINS_TWO_LOSSES, 4)
    first = announced(stage)
    upper, lower = first.matches.order_by("number")
    (a, b), (c, d) = sides(upper), sides(lower)
    win(upper, a)
    win(lower, c)
    close_round(first)
    play_round(stage, a, b)  # a–c, b–d
    reopen_result(upper, reason="逆に書いた", with_later=True)
    win(upper, b)
    close_round(first)
    assert [sides(at(stage, 2, number)) for number in (1, 2)] == [[b, c], [a, d]]


@pytest.mark.parametrize("gone", [(2, 3, 4), (1, 2, 3, 4)])
def test_final_is_decided_although_the_others_have_gone_home(gone: tuple[int, ...]) -> None:
    """1 and 2 are in the final; whoever is there wins it, and where nobody is both have lost it."""
    stage = knockout(4)
    play_round(stage, 1, 2)
    for entry in gone:
        away(stage, entry, from_round=2)
    close_round(announced(stage))
    assert places(stage) == ([[1], [2], [3, 4]] if 1 not in gone else [[1, 2], [3, 4]])


def test_nothing_is_drawn_once_all_is_decided_a_round_early() -> None:
    """1 beats 2, 2 beats 3, 1 beats 3: no ring, so the fourth round that was planned is not needed."""
    settings = Settings(three_block=ThreeBlock.LOSER_STAYS)
    stage = entered(Format.TWO_WINS_TWO_LOSSES, 3, settings=settings)
    for lots in ({1: 1, 2: 2, 3: 3}, None, None):
        round = pair_next_round(stage, lots=lots)  # type: ignore[arg-type]
        publish_round(round)
        for match in round.matches.exclude(state__in=[MatchState.CONFIRMED.value, MatchState.VOID.value]):
            win(match, min(sides(match)))
        close_round(round)
    with pytest.raises(AllRoundsPlayed) as refused:
        pair_next_round(stage)
    assert refused.value.params == {"rounds": 3}


def test_a_fault_that_names_a_round_is_told_of_the_round_that_was_asked_for() -> None:
    stage = knockout(2)
    missing = DrawImpossible("result_missing", {"round": 1, "table": 2})
    with pytest.raises(DrawNotPossible) as refused, told(2, basis_of_round(stage, 1)):
        raise missing
    assert refused.value.params == {"round": 2, "fault": "result_missing", "table": 2}
