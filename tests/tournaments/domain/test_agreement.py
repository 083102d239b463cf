"""Settings that contradict the format are named with the field in which to mend them."""

from dataclasses import replace

import pytest

from tournaments.domain.agreement import check_agreement
from tournaments.domain.profile import (
    NEEDS_WINNER,
    PRESETS,
    Decider,
    DrawRule,
    Profile,
    as_played,
)
from tournaments.domain.records import InvalidRecord
from tournaments.domain.settings import Remainder, Settings
from tournaments.enums import Format

PAIRS = PRESETS["society_pairs"]
THREES = (1, 1, 1)


@pytest.mark.parametrize("format", [format for format in Format if format is not Format.IMPORTED])
@pytest.mark.parametrize("preset", sorted({*PRESETS} - {"three_seats", "imported"}))
def test_defaults_of_every_format_agree_with_every_preset(format: Format, preset: str) -> None:
    check_agreement(format, Settings(), as_played(PRESETS[preset], format))


@pytest.mark.parametrize(
    ("format", "settings", "profile", "code", "field"),
    [
        (
            Format.KNOCKOUT,
            Settings(shape=THREES),
            as_played(PAIRS, Format.KNOCKOUT),
            "shape_not_here",
            "shape",
        ),
        (Format.ROUND_ROBIN, Settings(shape=THREES), PAIRS, "shape_not_here", "shape"),
        (Format.ROTATION, Settings(shape=(1, 1)), PAIRS, "shape_not_here", "shape"),
        (
            Format.FREE,
            Settings(shape=(3, 3), remainder=Remainder.THREE_SEATS),
            PAIRS,
            "threes_beside_pairs",
            "remainder",
        ),
        (Format.SWISS, Settings(exempt_branch="能登"), PAIRS, "branches_meet_anyway", "exempt_branch"),
        (Format.SWISS, Settings(best_of_from=((2,),)), PAIRS, "series_incomplete", "best_of_from"),
        (Format.SWISS, Settings(best_of_from=((3, 3),)), PAIRS, "series_of_no_round", "best_of_from"),
        (Format.SWISS, Settings(best_of_from=((1, 3),)), PAIRS, "series_of_no_round", "best_of_from"),
        (Format.SWISS, Settings(best_of_from=((2, 3), (2, 5))), PAIRS, "series_of_no_round", "best_of_from"),
        (Format.SWISS, Settings(best_of_from=((4, 2),)), PAIRS, "series_even", "best_of_from"),
        (Format.SWISS, Settings(), PRESETS["three_seats"], "places_need_three_sides", "preset"),
        (Format.TITLE, Settings(), PAIRS, "draw_may_not_stand", "preset"),
    ],
)
def test_contradiction_names_its_field(
    format: Format, settings: Settings, profile: Profile, code: str, field: str
) -> None:
    with pytest.raises(InvalidRecord) as refused:
        check_agreement(format, settings, profile)
    assert (refused.value.code, refused.value.params) == (code, {"field": field})


@pytest.mark.parametrize("format", [Format.SWISS, Format.ROTATION, Format.FREE])
def test_three_single_players_are_played_in_these(format: Format) -> None:
    check_agreement(format, Settings(shape=THREES), PRESETS["three_seats"])


def test_series_grow_towards_the_final() -> None:
    check_agreement(
        Format.KNOCKOUT, Settings(best_of_from=((2, 7), (4, 3), (64, 1))), as_played(PAIRS, Format.KNOCKOUT)
    )


@pytest.mark.parametrize("format", sorted(NEEDS_WINNER))
def test_where_somebody_has_to_win_one_more_deal_decides(format: Format) -> None:
    profile = as_played(PAIRS, format)
    assert (profile.draw, profile.deciders) == (DrawRule.DECIDED, (Decider.ONE_MORE_DEAL,))
    assert replace(profile, draw=PAIRS.draw, deciders=()) == PAIRS


def test_deciders_that_were_chosen_stay() -> None:
    chosen = replace(PAIRS, deciders=(Decider.REPLAY, Decider.LOT))
    assert as_played(chosen, Format.TITLE).deciders == (Decider.REPLAY, Decider.LOT)
