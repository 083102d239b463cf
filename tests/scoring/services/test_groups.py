"""Groups of a first stage: formed by lot with the first draw, and changed by hand until play begins."""

from collections import Counter
from typing import Any

import pytest

from scoring.errors import DrawNotPossible, DrawStale, GroupUnknown
from scoring.services.drafts import pair_next_round, redraw_round
from scoring.services.groups import move_to_group
from scoring.services.rounds import publish_round
from tests.events import make_pair, make_stage
from tournaments.domain.settings import Settings
from tournaments.enums import Format
from tournaments.errors import SettingsFrozen
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.entrants import groups_of
from tournaments.services.reception import close_reception
from tournaments.services.teams import assign_team, make_team

pytestmark = pytest.mark.django_db


def field(pairs: int, *, groups: int, format: Format = Format.ROUND_ROBIN, **facts: Any) -> Stage:
    stage = make_stage(format=format, settings=Settings(groups=groups), **facts)
    for _ in range(pairs):
        make_pair(stage)
    return stage


def drafted(stage: Stage) -> Round:
    close_reception(stage.division)
    return pair_next_round(stage)


def by_number(stage: Stage) -> dict[int, int]:
    numbers = dict(stage.division.entries.values_list("pk", "number"))
    return {numbers[pk]: group for pk, group in groups_of(stage).items()}


def someone_in(stage: Stage, group: int) -> Entry:
    return stage.entrants.filter(group=group)[0].entry


@pytest.mark.parametrize(("pairs", "groups", "sizes"), [(8, 2, [4, 4]), (7, 2, [3, 4]), (10, 3, [3, 3, 4])])
def test_groups_are_of_even_size_and_only_members_of_one_meet(
    pairs: int, groups: int, sizes: list[int]
) -> None:
    stage = field(pairs, groups=groups)
    round = drafted(stage)
    group = by_number(stage)
    assert sorted(Counter(group.values()).values()) == sizes
    for match in round.matches.all():
        assert len({group[number] for number in match.sides.values_list("entry__number", flat=True)}) == 1
    round.stage.refresh_from_db()
    largest = max(sizes)
    assert round.stage.rounds_planned == largest - 1 + largest % 2


def test_team_mates_and_branches_are_spread() -> None:
    stage = field(8, groups=2)
    entries = list(stage.division.entries.all())
    for name, own in (("赤", entries[:2]), ("白", entries[2:4]), ("青", entries[4:6]), ("黒", entries[6:])):
        team = make_team(stage.division, name)
        for entry in own:
            assign_team(entry, team)
    drafted(stage)
    group = by_number(stage)
    assert [{group[number], group[number + 1]} for number in (1, 3, 5, 7)] == [{1, 2}] * 4


def test_a_move_makes_the_draft_stale_and_stays_through_the_next_one() -> None:
    stage = field(8, groups=2)
    round = drafted(stage)
    moved, exchanged = someone_in(stage, 1), someone_in(stage, 2)
    move_to_group(moved, stage, group=2)
    move_to_group(exchanged, stage, group=1)
    with pytest.raises(DrawStale):
        publish_round(round)
    before = by_number(stage)
    assert (before[moved.number], before[exchanged.number]) == (2, 1)
    publish_round(redraw_round(round))
    assert by_number(stage) == before


def test_new_lots_draw_the_groups_anew_and_so_does_a_late_pair() -> None:
    stage = field(8, groups=2)
    round = drafted(stage)
    before = by_number(stage)
    seen = {tuple(sorted(before.items()))}
    for _ in range(4):
        round = redraw_round(round, new_lots=True)
        seen.add(tuple(sorted(by_number(stage).items())))
    assert len(seen) > 1
    make_pair(stage)
    redraw_round(round)
    assert sorted(Counter(by_number(stage).values()).values()) == [4, 5]


def test_nobody_moves_once_round_one_is_public_nor_out_of_a_group_of_two() -> None:
    stage = field(6, groups=2)
    with pytest.raises(GroupUnknown):
        move_to_group(stage.division.entries.all()[0], stage, group=2)
    round = drafted(stage)
    one = someone_in(stage, 1)
    with pytest.raises(GroupUnknown):
        move_to_group(one, stage, group=3)
    move_to_group(one, stage, group=2)
    with pytest.raises(DrawNotPossible) as refused:
        move_to_group(someone_in(stage, 1), stage, group=2)
    assert refused.value.params["fault"] == "groups_too_small"
    publish_round(redraw_round(round))
    with pytest.raises(SettingsFrozen):
        move_to_group(one, stage, group=1)


def test_too_many_groups_are_refused_and_nothing_is_drawn() -> None:
    stage = field(5, groups=3)
    close_reception(stage.division)
    with pytest.raises(DrawNotPossible) as refused:
        pair_next_round(stage)
    assert refused.value.params["fault"] == "groups_too_small"
    assert not stage.rounds.exists()
