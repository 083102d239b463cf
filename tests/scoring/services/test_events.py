"""The places of a whole event, and the order that ranks a stage."""

from collections.abc import Sequence

import pytest

from ledger.models import Act
from scoring.selectors.placing import awarded_places, disagreeing_places, stage_placing
from scoring.selectors.viewer import Viewer
from scoring.services.cuts import publish_cut
from scoring.services.events import agree_places, change_ranking, close_tournament
from scoring.services.withdrawals import withdraw_entry
from tests.stages import correct, numbers, play
from tests.whole_events import entered
from tournaments.domain.profile.presets import by
from tournaments.domain.settings import Settings, ThirdPlace
from tournaments.domain.stages.cut_list import Agreement
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.enums import Format, RankingKey
from tournaments.errors import EventClosed, ReasonMissing
from tournaments.models import Announcement, Match, Stage, Tournament
from tournaments.selectors.events import ranking_changes
from tournaments.services.events import add_stage
from tournaments.services.versions import set_gates

pytestmark = pytest.mark.django_db


def places(content: Sequence[dict[str, object]]) -> list[tuple[object, list[int]]]:
    """Entry numbers by place."""
    by_place: dict[object, list[object]] = {}
    for row in content:
        by_place.setdefault(row["place"], []).append(row["entry"])
    return [(place, sorted(numbers(uuids))) for place, uuids in by_place.items()]


def knockout_after_league(pairs: int, *, top: int, third_place: ThirdPlace = ThirdPlace.MATCH) -> Stage:
    """Who was entered first wins everything: 1 to ``top`` pass in their order, and 1 beats 2 in the final."""
    stage = play(entered(Format.ROUND_ROBIN, pairs))
    settings = Settings(third_place=third_place)
    final = add_stage(
        stage.division, format=Format.KNOCKOUT, settings=settings, cut=CutRule(top=top), seed="f"
    )
    publish_cut(final)
    return play(final)


def test_last_stage_is_placed_first_then_those_who_were_cut() -> None:
    final = knockout_after_league(6, top=4)
    (award,) = close_tournament(final.tournament)
    assert award.stage == final
    assert places(award.content) == [(1, [1]), (2, [2]), (3, [3]), (4, [4]), (5, [5]), (6, [6])]


def test_shared_third_place_goes_to_two_and_the_next_is_fifth() -> None:
    final = knockout_after_league(6, top=4, third_place=ThirdPlace.SHARED)
    (award,) = close_tournament(final.tournament)
    assert places(award.content) == [(1, [1]), (2, [2]), (3, [3, 4]), (5, [5]), (6, [6])]
    assert [row["shared"] for row in award.content] == [False, False, True, True, False, False]


def test_pairs_made_of_persons_are_placed_and_the_others_behind_them_one_by_one() -> None:
    stage = entered(Format.ROTATION, 8, preset="society_individual", rounds_planned=1)
    Stage.objects.filter(pk=stage.pk).update(stored_profile={**stage.stored_profile, "tie": "lot"})
    play(stage)
    ranking = [uuid for equals in stage_placing(Stage.objects.get(pk=stage.pk)) for uuid in equals]
    final = add_stage(stage.division, format=Format.KNOCKOUT, cut=CutRule(top=4), seed="f")
    publish_cut(final)
    play(final)
    (award,) = close_tournament(final.tournament)
    # Two pairs are two places of two persons each, so the fifth of the rotation is fifth.
    assert [row["place"] for row in award.content] == [1, 2, 5, 6, 7, 8]
    assert [row["entry"] for row in award.content][2:] == ranking[4:]


def test_event_that_ends_before_its_last_stage_is_placed_by_the_one_before() -> None:
    stage = play(entered(Format.ROUND_ROBIN, 4))
    publish_cut(add_stage(stage.division, format=Format.KNOCKOUT, cut=CutRule(top=2)))
    (award,) = close_tournament(stage.tournament)
    assert places(award.content) == [(1, [1]), (2, [2]), (3, [3]), (4, [4])]


def test_who_withdrew_has_no_place_and_leaves_no_gap() -> None:
    stage = play(entered(Format.ROUND_ROBIN, 4))
    withdraw_entry(stage.division.entries.get(number=2), reason="帰宅")
    (award,) = close_tournament(stage.tournament)
    assert places(award.content) == [(1, [1]), (2, [3]), (3, [4])]


def test_two_wins_two_losses_places_those_who_are_through_together() -> None:
    stage = play(entered(Format.TWO_WINS_TWO_LOSSES, 4, rounds_planned=3))
    (award,) = close_tournament(stage.tournament)
    # In a block of four 1 wins twice and 4 loses twice; 2 and 3 play for the second way through.
    assert places(award.content) == [(1, [1, 2]), (3, [3]), (4, [4])]


def test_title_match_has_a_winner_and_a_loser() -> None:
    stage = play(entered(Format.TITLE, 2, rounds_planned=1))
    (award,) = close_tournament(stage.tournament)
    assert places(award.content) == [(1, [1]), (2, [2])]


def test_awarded_places_are_hidden_with_the_standings() -> None:
    final = knockout_after_league(4, top=2)
    close_tournament(final.tournament)
    set_gates(final.tournament, draw=True, standings=False)
    division = type(final.division).objects.get(pk=final.division_id)
    assert awarded_places(division, Viewer.PUBLIC) == []
    assert len(awarded_places(division, Viewer.STAFF)) == 4


# Corrections after the end


@pytest.mark.parametrize(
    ("agreement", "expected"),
    [
        (Agreement.MOVED_UP, [(1, [2]), (2, [1]), (3, [3]), (4, [4])]),
        (Agreement.BOTH, [(1, [1, 2]), (3, [3]), (4, [4])]),
        (Agreement.KEPT, [(1, [1]), (2, [2]), (3, [3]), (4, [4])]),
    ],
)
def test_correction_after_the_end_is_met_by_a_further_act(
    agreement: Agreement, expected: list[tuple[object, list[int]]]
) -> None:
    final = knockout_after_league(4, top=2)
    close_tournament(final.tournament)
    correct(Match.objects.get(round__stage=final, number=1, round__number=1), winner=2)
    division = final.division
    assert sorted(numbers(award.key for award in disagreeing_places(division))) == [1, 2]
    with pytest.raises(ReasonMissing):
        agree_places(division, agreement=agreement, reason="")
    award = agree_places(division, agreement=agreement, reason="記録の訂正")
    assert (award.version, award.reason) == (2, "記録の訂正")
    assert places(award.content) == expected
    assert not disagreeing_places(division)
    assert agree_places(division, agreement=agreement, reason="再び") == award
    assert Announcement.objects.filter(stage=final, kind="places").count() == 2


# T59


def test_t59_order_of_ranking_changes_after_the_start_with_a_reason_and_the_old_one_stays() -> None:
    stage = play(entered(Format.SWISS, 4, rounds_planned=1))
    old = tuple(key for key, _ in stage.profile.ranking)
    with pytest.raises(ReasonMissing):
        change_ranking(stage, by(RankingKey.POINTS_FOR))
    change_ranking(stage, by(RankingKey.POINTS_FOR), reason="要項の誤り")
    assert stage.profile.ranking == ((RankingKey.POINTS_FOR, True),)
    (change,) = ranking_changes(stage)
    assert (change.before, change.after, change.reason) == (old, (RankingKey.POINTS_FOR,), "要項の誤り")


def test_before_the_start_the_order_needs_no_reason_and_the_same_order_is_no_act() -> None:
    stage = entered(Format.SWISS, 4)
    change_ranking(stage, by(RankingKey.WINS, RankingKey.SOS))
    change_ranking(stage, by(RankingKey.WINS, RankingKey.SOS))
    assert Act.objects.filter(kind="ranking_changed").count() == 1


def test_order_of_ranking_is_not_changed_after_the_end() -> None:
    stage = play(entered(Format.SWISS, 4, rounds_planned=1))
    close_tournament(Tournament.objects.get(pk=stage.tournament.pk))
    with pytest.raises(EventClosed):
        change_ranking(stage, by(RankingKey.WINS), reason="要項の誤り")
