import json
from collections.abc import Mapping

import pytest

from tournaments.domain.profile import (
    PRESET_OPTIONS,
    PRESETS,
    DrawRule,
    Overshoot,
    Profile,
    profile_from,
    profile_to,
)
from tournaments.domain.records import InvalidRecord
from tournaments.enums import RankingKey

GOITA_PRESETS = {
    "society_pairs",
    "society_individual",
    "prefecture_league",
    "tokyo_meijin",
    "monthly_meeting",
    "town_lunch",
    "shop_teams",
    "three_seats",
    "imported",
}


def test_presets_are_those_of_the_table() -> None:
    assert set(PRESETS) == GOITA_PRESETS
    assert set(PRESET_OPTIONS) == GOITA_PRESETS


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_preset_survives_json(name: str) -> None:
    stored = json.loads(json.dumps(profile_to(PRESETS[name])))
    assert profile_from(stored) == PRESETS[name]


def test_every_field_is_stored() -> None:
    assert set(profile_to(Profile())) == set(Profile.__dataclass_fields__)


def test_field_left_out_has_its_default() -> None:
    assert profile_from({}) == Profile()
    assert profile_from({"overshoot": "cap"}) == Profile(overshoot=Overshoot.CAP)


def test_values_of_the_table_of_presets() -> None:
    assert PRESETS["town_lunch"].target == 110
    assert PRESETS["tokyo_meijin"].best_of == 3
    assert PRESET_OPTIONS["tokyo_meijin"] == {"five_five_points": 200}
    assert PRESET_OPTIONS["monthly_meeting"] == {"five_five_points": 160}
    assert PRESETS["shop_teams"].time.limit == 25
    assert PRESETS["shop_teams"].team == ((RankingKey.TEAM_PLACINGS, False), (RankingKey.POINTS_FOR, True))


@pytest.mark.parametrize(
    ("stored", "code", "field"),
    [
        ({"colour": 1}, "unknown_field", "colour"),
        ({"bye": {"luck": 1}}, "unknown_field", "bye.luck"),
        ({"bye": 3}, "not_a_record", "bye"),
        ({"target": "150"}, "not_a_whole_number", "target"),
        ({"target": True}, "not_a_whole_number", "target"),
        ({"target": 1.5}, "not_a_whole_number", "target"),
        ({"target": 5}, "out_of_range", "target"),
        ({"best_of": 0}, "out_of_range", "best_of"),
        ({"overshoot": "maybe"}, "not_a_choice", "overshoot"),
        ({"overshoot": ["keep"]}, "not_a_choice", "overshoot"),
        ({"time": {"up": "never"}}, "not_a_choice", "time.up"),
        ({"forfeit": {"difference": 1}}, "not_true_or_false", "forfeit.difference"),
        ({"ranking": "wins"}, "not_a_list", "ranking"),
        ({"ranking": ["wins"]}, "not_a_key_with_direction", "ranking.0"),
        ({"ranking": [["luck", True]]}, "not_a_choice", "ranking.0"),
        ({"ranking": [["wins", 1]]}, "not_true_or_false", "ranking.0"),
        ({"ranking": [["wins", True], ["wins", False]]}, "key_twice", "ranking"),
        ({"ranking": []}, "no_ranking_key", "ranking"),
        ({"draw": "decided"}, "no_decider", "deciders"),
        ({"target": None, "overshoot": "cap"}, "needs_target", "overshoot"),
        ({"target": None, "winner_points": "target"}, "needs_target", "winner_points"),
        ({"target": None, "time": {"points": "target"}}, "needs_target", "time.points"),
    ],
)
def test_wrong_profile_names_field_and_reason(stored: Mapping[str, object], code: str, field: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        profile_from(stored)
    assert (refused.value.code, refused.value.params["field"]) == (code, field)


def test_draw_that_may_not_stand_needs_a_decider() -> None:
    stored = {"draw": "decided", "deciders": ["one_more_deal", "lot"]}
    assert profile_from(stored).draw is DrawRule.DECIDED
