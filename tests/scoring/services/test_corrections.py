"""Corrections where the pages rarely come: byes, rotation, two wins, people who came, acts and versions."""

from typing import Any

import pytest

from ledger.models import Act
from scoring.domain.correction import Change, ChangeKind
from scoring.enums import Later
from scoring.errors import ConsequencesChanged, CorrectionIncomplete, DrawNotPossible, MatchOpen
from scoring.models import Deal
from scoring.selectors.consequences import Consequences
from scoring.selectors.draws import places_of
from scoring.services.corrections import correct_match, preview_correction
from scoring.services.drafts import pair_next_round
from scoring.services.rebuild import rebuild
from scoring.services.results import confirm_match
from scoring.services.rounds import publish_round
from tests.events import make_match, make_member, make_pair, make_stage, play, play_out
from tests.stages import play_round
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format
from tournaments.models import Announcement, Match, Round, Seat, Stage
from tournaments.services.entries import enter_person
from tournaments.services.reception import close_reception, mark_present

pytestmark = pytest.mark.django_db


def pairs(count: int, *, format: Format = Format.SWISS, **settings: Any) -> Stage:
    stage = make_stage(format=format, settings=Settings(**settings))
    for number in range(1, count + 1):
        make_pair(stage, f"表{number} 一", f"裏{number} 二")
    close_reception(stage.division)
    return Stage.objects.get(pk=stage.pk)


def announced(stage: Stage) -> Round:
    round = pair_next_round(Stage.objects.get(pk=stage.pk))
    publish_round(round)
    return round


def other_way(match: Match) -> list[Change]:
    """The other side has won as high."""
    result = match.result.match_score
    totals = tuple(tuple(reversed([game.raw[1], game.raw[2]])) for game in result.games)
    return [Change(ChangeKind.TOTALS, totals=totals)]


def save(match: Match, changes: list[Change], found: Consequences, later: Later) -> None:
    correct_match(match, changes, reason="逆に書いた", later=later, after=found.after)


def meetings(round: Round) -> set[frozenset[frozenset[object]]]:
    return {frozenset(map(frozenset, sides)) for _match, sides in places_of(round)}


def test_a_bye_goes_to_whom_it_belongs_by_the_new_result() -> None:
    """Of five the last without a bye sits out; two events differ in one result of round one."""
    stage, twin = pairs(5), pairs(5)
    play_round(stage)
    play_round(twin, lambda one, other: (100, 150) if min(one) < min(other) else (150, 100))
    second, true_second = announced(stage), announced(twin)
    for match in Match.objects.filter(round__stage=stage, round__number=1):
        if not match.is_bye:
            changes = other_way(match)
            found = preview_correction(match, changes)
            save(match, changes, found, found.choices[-1])
    assert meetings(Round.objects.get(pk=second.pk)) == meetings(true_second)
    assert rebuild(stage.tournament).agrees


def test_a_round_for_which_others_are_here_now_is_not_drawn_again() -> None:
    stage = pairs(8)
    play_round(stage)
    announced(stage)
    first = Match.objects.get(round__stage=stage, round__number=1, number=1)
    changes = other_way(first)
    assert preview_correction(first, changes).choices == (Later.KEEP, Later.REDRAW)
    late = make_pair(stage, "遅れ 一", "遅れ 二")  # nine pairs: one of them would sit out
    found = preview_correction(first, changes)
    assert found.choices == (Later.KEEP,)
    with pytest.raises(DrawNotPossible) as refused:
        save(first, changes, found, Later.REDRAW)
    assert refused.value.params == {"round": 2, "fault": "field_changed"}
    save(first, changes, found, Later.KEEP)
    assert late.number not in {
        key for pair in meetings(stage.rounds.get(number=2)) for key in frozenset().union(*pair)
    }


def rotation(persons: int) -> Stage:
    stage = make_stage(
        format=Format.ROTATION, preset="society_individual", settings=Settings(mode=RotationMode.STANDING)
    )
    for _ in range(persons):
        person = make_member()
        enter_person(stage.division, person=person)
        mark_present(stage.tournament, person=person)
    close_reception(stage.division)
    return Stage.objects.get(pk=stage.pk)


def test_where_partners_change_everybody_is_seated_again_once() -> None:
    stage = rotation(16)
    play_round(stage)
    second = announced(stage)
    match = Match.objects.get(round__stage=stage, round__number=1, number=1)
    changes = other_way(match)
    found = preview_correction(match, changes)
    assert found.choices == (Later.KEEP, Later.REDRAW)
    before = meetings(second)
    save(match, changes, found, Later.REDRAW)
    after = meetings(Round.objects.get(pk=second.pk))
    assert after != before
    people = list(Seat.objects.filter(match__round=second).values_list("person", flat=True))
    assert len(people) == len(set(people)) == 16
    assert Announcement.objects.filter(round=second).count() == 2


def test_two_wins_follow_a_corrected_first_round() -> None:
    stage = pairs(8, format=Format.TWO_WINS_TWO_LOSSES)
    play_round(stage)
    second = announced(stage)
    match = next(each for each in stage.rounds.get(number=1).matches.all() if not each.is_bye)
    changes = other_way(match)
    found = preview_correction(match, changes)
    assert found.choices == (Later.REDRAW,)
    loser = min(side.entry.number for side in match.sides.all() if side.entry)
    save(match, changes, found, Later.REDRAW)
    # Losers meet losers: whoever has lost now sits with somebody who lost round one.
    lost = {loser, *(_beaten(each) for each in match.round.matches.exclude(pk=match.pk))}
    tables = [set().union(*sides) for _match, sides in places_of(Round.objects.get(pk=second.pk))]
    assert all(len(table & lost) != 1 for table in tables)


def _beaten(match: Match) -> int:
    return max(side.entry.number for side in match.sides.all() if side.entry)


def test_only_a_match_that_stands_is_corrected() -> None:
    match = make_match()
    play(match, "sheet,s1,2,6,led")
    with pytest.raises(MatchOpen):
        preview_correction(match, [Change(ChangeKind.VOID)])


def confirmed() -> Match:
    match = make_match()
    play_out(match, winner=1)
    confirm_match(match, by=None)
    return match


def test_looking_writes_nothing() -> None:
    match = confirmed()
    acts, deals = Act.objects.count(), list(Deal.objects.values_list("uuid", "state", "number"))
    preview_correction(match, [Change(ChangeKind.TOTALS, totals=((0, 150),))])
    assert Act.objects.count() == acts
    assert list(Deal.objects.values_list("uuid", "state", "number")) == deals
    assert not match.outcomes.exists()


def test_pressing_twice_corrects_once() -> None:
    match, changes = confirmed(), [Change(ChangeKind.ADD, record="sheet,s1,2,6,led", number=1)]
    found = preview_correction(match, changes)
    save(match, changes, found, Later.KEEP)
    with pytest.raises(ConsequencesChanged):
        save(match, changes, found, Later.KEEP)
    assert Deal.objects.filter(state="current").count() == 3


def test_a_correction_never_leaves_two_values() -> None:
    match = confirmed()
    save_changes = [Change(ChangeKind.FORFEIT, winner=2)]
    save(match, save_changes, preview_correction(match, save_changes), Later.KEEP)
    assert match.result.match_score.winner == 2
    with pytest.raises(CorrectionIncomplete):
        preview_correction(match, [Change(ChangeKind.WITHDRAW)])


def test_the_act_says_what_was_changed_and_why() -> None:
    match = confirmed()
    changes = [Change(ChangeKind.VOID)]
    save(match, changes, preview_correction(match, changes), Later.KEEP)
    act = Act.objects.get(kind="result_corrected")
    assert act.subject == match.uuid
    assert act.payload.content == {"changes": [{"change": "void"}], "reason": "逆に書いた", "later": "keep"}
