"""Whole events by plain functions, of every size from 2 to 65: drawn, played by lot, placed to the last.

A knockout of every size and two wins, two losses stand beside their formats (``test_knockout.py``,
``test_two_wins.py``).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, groupby
from random import Random
from typing import TypeAlias

import pytest

from scoring.domain.standings import LineKind, MatchLine, Standing, rank_entries
from tests.scoring.domain.line_makers import match, unplayed
from tests.tournaments.domain.person_rounds import everybody_of
from tests.tournaments.domain.played_rounds import played
from tournaments.domain.all_play_all.groups import Grouping, assign_groups
from tournaments.domain.draw import (
    ByeDrawn,
    Draw,
    DrawImpossible,
    Key,
    NoLawfulDraw,
    PlayedRound,
    Rules,
    Seed,
)
from tournaments.domain.elimination.bracket_results import places_of
from tournaments.domain.free import Waiting, next_tables
from tournaments.domain.pairing import draw_round
from tournaments.domain.profile import PRESETS
from tournaments.domain.rotation.plan import after, plan_rounds
from tournaments.domain.schedule import rounds_of
from tournaments.domain.settings import FirstRound, Remainder, RotationMode, Settings, Shape
from tournaments.domain.stages.cuts import Ranked, TieDecision, cut, settle
from tournaments.domain.stages.next_stage import crosswise
from tournaments.domain.stages.placing import EventPlace, event_placing
from tournaments.enums import Format

SIZES = range(2, 66)
ROUNDS = 3
PROFILE = PRESETS["society_pairs"]
THREES: Shape = (1, 1, 1)

Drawing: TypeAlias = Callable[[Sequence[Seed], int, Rules, int], Draw]


def field(size: int) -> list[Seed]:
    return [Seed(number, number) for number in range(1, size + 1)]


def play(draw: Drawing, seeds: Sequence[Seed], settings: Settings, *, rounds: int) -> list[MatchLine]:
    """Every round with results by lot; everybody has one place in each."""
    chance = Random(len(seeds))
    lines: list[MatchLine] = []
    for number in range(1, rounds + 1):
        drawn = drawn_or_relaxed(draw, seeds, number, settings, chance.randrange(1000))
        assert sorted(everybody_of(drawn), key=int) == [unit.key for unit in sorted(seeds, key=by_key)]
        lines += lines_of(drawn, number, chance)
        seeds = standing(after(seeds, drawn, number), lines)
    return lines


def drawn_or_relaxed(
    draw: Drawing, seeds: Sequence[Seed], number: int, settings: Settings, seed: int
) -> Draw:
    """A rule is given up where the refusal says that it helps."""
    rules = Rules(settings=settings)
    while True:
        try:
            return draw(seeds, number, rules, seed)
        except NoLawfulDraw as refused:
            (helpful, *_) = set(refused.relaxations) - rules.relaxed
            rules = replace(rules, relaxed=rules.relaxed | {helpful})


def lines_of(drawn: Draw, number: int, chance: Random) -> Iterator[MatchLine]:
    """One side of each table wins 150 to less; whoever has no table has a bye."""
    for table in drawn.tables:
        winner = chance.randrange(len(table.sides))
        points = 10 * chance.randrange(15)
        for place, side in enumerate(table.sides):
            others = tuple(key for other in table.sides if other != side for key in other)
            totals = (150, points) if place == winner else (points, 150)
            yield from (replace(match(key, totals, in_round=number), opponents=others) for key in side)
    yield from (unplayed(bye.key, LineKind.BYE, in_round=number) for bye in drawn.byes)


def ranking(lines: Sequence[MatchLine], keys: Sequence[Key]) -> list[Standing]:
    return rank_entries(lines, order=PROFILE.ranking, profile=PROFILE, entries=keys)


def standing(seeds: Sequence[Seed], lines: Sequence[MatchLine]) -> list[Seed]:
    """Best first, with the score of the table in halves."""
    known = {unit.key: unit for unit in seeds}
    rows = ranking(lines, [unit.key for unit in sorted(seeds, key=by_key)])
    return [replace(known[row.entry], rank=row.rank, score=2 * row.wins + row.draws) for row in rows]


def by_key(unit: Seed) -> int:
    return int(unit.key)


def places(lines: Sequence[MatchLine], size: int) -> tuple[EventPlace, ...]:
    rows = ranking(lines, range(1, size + 1))
    return event_placing([[[row.entry for row in equals] for _, equals in groupby(rows, key=rank)]])


def rank(row: Standing) -> int:
    return row.rank


def check_end(lines: Sequence[MatchLine], size: int, *, rounds: int) -> None:
    """Everybody has a place, places follow each other, and everybody has a line for every round."""
    awarded = places(lines, size)
    assert sorted(chain(*(place.keys for place in awarded)), key=int) == list(range(1, size + 1))
    before = [0, *(len(place.keys) for place in awarded)]
    assert [place.place for place in awarded] == [1 + sum(before[: n + 1]) for n in range(len(awarded))]
    assert len(lines) == rounds * size


# Drawn anew in every round


def drawn_by(stage_format: Format) -> Drawing:
    def draw(seeds: Sequence[Seed], number: int, rules: Rules, seed: int) -> Draw:
        return draw_round(stage_format, seeds, round_number=number, rules=rules, seed=seed)

    return draw


def drawn_freely(seeds: Sequence[Seed], number: int, rules: Rules, seed: int) -> Draw:
    """All tables end together, and everybody waits again; whoever had none has waited longest."""
    waiting = [
        Waiting(unit.key, number - 1 - unit.byes, waited=unit.rested, met=unit.met, partners=unit.partners)
        for unit in seeds
    ]
    shape, remainder = rules.settings.shape, rules.settings.remainder
    tables = next_tables(waiting, shape=shape, remainder=remainder, seed=seed)
    seated = {key for table in tables for side in table.sides for key in side}
    return Draw(tables, tuple(ByeDrawn(unit.key) for unit in seeds if unit.key not in seated), seed)


SWISS, ROTATION = drawn_by(Format.SWISS), drawn_by(Format.ROTATION)
THREE_SEATS = Remainder.THREE_SEATS
ANEW = {
    "swiss 1 v 1": (SWISS, Settings(shape=(1, 1)), 2),
    "swiss 2 v 2": (SWISS, Settings(shape=(2, 2)), 2),
    "swiss 3 v 3": (SWISS, Settings(shape=(3, 3)), 2),
    "swiss 1 v 1 v 1": (SWISS, Settings(shape=THREES), 3),
    "rotation by lot": (ROTATION, Settings(mode=RotationMode.LOT), 4),
    "rotation by lot with threes": (ROTATION, Settings(mode=RotationMode.LOT, remainder=THREE_SEATS), 3),
    "rotation by standing": (ROTATION, Settings(mode=RotationMode.STANDING), 4),
    "rotation by standing with threes": (
        ROTATION,
        Settings(mode=RotationMode.STANDING, remainder=THREE_SEATS),
        3,
    ),
    "free": (drawn_freely, Settings(), 4),
    "free with threes": (drawn_freely, Settings(remainder=THREE_SEATS), 3),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ANEW)
def test_event_drawn_round_by_round_finishes(name: str, size: int) -> None:
    draw, settings, least = ANEW[name]
    if size < least:
        check_too_few(draw, settings, size, least)
        return
    check_end(play(draw, field(size), settings, rounds=ROUNDS), size, rounds=ROUNDS)


def check_too_few(draw: Drawing, settings: Settings, size: int, needed: int) -> None:
    """Free play lets them wait; a draw says how many it needs."""
    if draw is drawn_freely:
        assert not draw(field(size), 1, Rules(settings=settings), 1).tables
        return
    with pytest.raises(DrawImpossible) as refused:
        draw(field(size), 1, Rules(settings=settings), 1)
    assert (refused.value.code, refused.value.params) == (
        "too_few_persons",
        {"needed": needed, "there": size},
    )


@pytest.mark.parametrize("size", range(4, 66))
def test_rotation_by_design_finishes_without_a_partner_again(size: int) -> None:
    rounds = min(ROUNDS, size - 1 + size % 2)
    draws = plan_rounds(field(size), rounds=rounds, rules=Rules(), seed=size)
    chance = Random(size)
    for drawn in draws:
        assert sorted(everybody_of(drawn), key=int) == list(range(1, size + 1))
    sides = [frozenset(side) for drawn in draws for table in drawn.tables for side in table.sides]
    assert len(set(sides)) == len(sides) == rounds * 2 * (size // 4)
    lines = [line for number, drawn in enumerate(draws, 1) for line in lines_of(drawn, number, chance)]
    check_end(lines, size, rounds=rounds)


# Everybody against everybody


@pytest.mark.parametrize("size", SIZES)
def test_round_robin_finishes(size: int) -> None:
    rounds = rounds_of(Format.ROUND_ROBIN, field(size), Settings(), planned=0)
    lines = round_robin_lines(field(size), Settings(), rounds)
    check_end(lines, size, rounds=rounds)
    check_everybody_met(lines, size)


def round_robin_lines(seeds: Sequence[Seed], settings: Settings, rounds: int) -> list[MatchLine]:
    chance = Random(len(seeds))
    draws = [
        draw_round(Format.ROUND_ROBIN, seeds, round_number=number, rules=Rules(settings=settings), seed=1)
        for number in range(1, rounds + 1)
    ]
    return [line for number, drawn in enumerate(draws, 1) for line in lines_of(drawn, number, chance)]


@pytest.mark.parametrize("size", SIZES)
def test_league_finishes(size: int) -> None:
    drawn = draw_round(Format.LEAGUE, field(size), round_number=1, seed=size)
    lines = list(lines_of(drawn, 1, Random(size)))
    check_end(lines, size, rounds=size - 1)
    check_everybody_met(lines, size)


def check_everybody_met(lines: Sequence[MatchLine], size: int) -> None:
    met = sorted(tuple(sorted((line.entry, other), key=int)) for line in lines for other in line.opponents)
    assert met == sorted([*combinations(range(1, size + 1), 2)] * 2)


@pytest.mark.parametrize("stage_format", [Format.ROUND_ROBIN, Format.LEAGUE, Format.KNOCKOUT])
@pytest.mark.parametrize("size", [0, 1])
def test_nobody_and_one_alone_have_no_round(stage_format: Format, size: int) -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw_round(stage_format, field(size), round_number=1, seed=1)
    assert (refused.value.code, refused.value.params) == ("no_such_round", {"round": 1, "rounds": 0})


# Two groups, the first four of each crosswise into a knockout


@pytest.mark.parametrize("size", range(4, 66))
def test_groups_lead_through_a_cut_to_a_winner(size: int) -> None:
    groups = assign_groups(field(size), 2, by=Grouping.SNAKE, seed=size)
    settings = Settings(groups=2, first_round=FirstRound.RANK)
    seeds = [replace(unit, group=groups[unit.key]) for unit in field(size)]
    rounds = rounds_of(Format.ROUND_ROBIN, seeds, settings, planned=0)
    lines = round_robin_lines(seeds, settings, rounds)
    tables = {group: ranking(lines, [unit.key for unit in seeds if unit.group == group]) for group in (1, 2)}
    passed = crosswise(passed_of(tables), groups)
    assert len(passed) == min(4, size // 2) + min(4, size - size // 2)
    history = knockout(passed, settings)
    placing = event_placing(
        [
            [[row.entry] for row in sorted(chain(*tables.values()), key=rank)],
            places_of(history),
        ]
    )
    assert sorted(chain(*(place.keys for place in placing)), key=int) == list(range(1, size + 1))
    assert {key for place in placing if place.place <= len(passed) for key in place.keys} == set(passed)


def passed_of(tables: dict[int, list[Standing]]) -> tuple[Key, ...]:
    """The first four of each; equals across the line go by lot."""
    groups = {
        group: [Ranked(row.entry, row.rank, (row.wins,), len(row.lines)) for row in rows]
        for group, rows in tables.items()
    }
    done = cut(groups, top=4)
    settled = [settle(stake, TieDecision.LOT, order=stake.tied) for stake in done.stakes]
    return cut(groups, top=4, settled=settled).passed


def knockout(keys: Sequence[Key], settings: Settings) -> list[PlayedRound]:
    seeds = [Seed(key, number) for number, key in enumerate(keys, 1)]
    chance = Random(len(seeds))
    history: list[PlayedRound] = []
    for number in range(1, 1 + rounds_of(Format.KNOCKOUT, seeds, settings, planned=0)):
        draw = partial(draw_round, Format.KNOCKOUT, seeds, rules=Rules(settings=settings), seed=1)
        drawn = draw(round_number=number, history=history)
        history.append(played(drawn, {table.number: chance.choice([1, 2]) for table in drawn.tables}))
    return history


@pytest.mark.parametrize("size", [2, 3])
def test_two_groups_of_one_are_refused(size: int) -> None:
    with pytest.raises(DrawImpossible) as refused:
        assign_groups(field(size), 2, by=Grouping.SNAKE, seed=1)
    assert (refused.value.code, refused.value.params) == ("groups_too_small", {"units": size, "groups": 2})
