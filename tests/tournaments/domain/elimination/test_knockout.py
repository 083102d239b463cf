from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from tests.tournaments.domain.played_rounds import byes_of, codes_of, pairs_of, played
from tournaments.domain.elimination.bracket import rounds_needed
from tournaments.domain.elimination.bracket_results import affected_by, places_of
from tournaments.domain.elimination.knockout import best_of_at
from tournaments.domain.pairing import (
    Draw,
    DrawImpossible,
    FirstRound,
    Key,
    PlayedRound,
    PlayedTable,
    Rules,
    Seed,
    Settings,
    draw_round,
)
from tournaments.domain.settings import ThirdPlace
from tournaments.enums import Format

BY_RANK = Settings(first_round=FirstRound.RANK)


def field(entrants: int) -> list[Seed]:
    return [Seed(rank, rank) for rank in range(1, entrants + 1)]


def draw(
    seeds: list[Seed],
    history: list[PlayedRound] | None = None,
    *,
    settings: Settings = BY_RANK,
    rules: Rules | None = None,
    seed: int = 1,
) -> Draw:
    """The round after these."""
    return draw_round(
        Format.KNOCKOUT,
        seeds,
        round_number=len(history or []) + 1,
        rules=replace(rules or Rules(), settings=settings),
        history=history or [],
        seed=seed,
    )


def after(
    seeds: list[Seed], *results: Mapping[int, int | None], settings: Settings = BY_RANK
) -> list[PlayedRound]:
    """The rounds played with these winners."""
    history: list[PlayedRound] = []
    for winners in results:
        history.append(played(draw(seeds, history, settings=settings), winners))
    return history


def event(
    seeds: list[Seed], chance: Random, settings: Settings = BY_RANK
) -> tuple[list[Draw], list[PlayedRound]]:
    """A whole event with results by chance."""
    draws: list[Draw] = []
    history: list[PlayedRound] = []
    for _ in range(rounds_needed(len(seeds))):
        drawn = draw(seeds, history, settings=settings, seed=chance.randrange(1000))
        draws.append(drawn)
        history.append(played(drawn, {table.number: chance.choice([1, 2]) for table in drawn.tables}))
    return draws, history


# The bracket by hand


def test_six_by_rank_round_by_round() -> None:
    # 1 and 2 have byes; 5-4 and 3-6 play. 4 and 6 win, then 1 and 6, then 6; 2 beats 4 for third place.
    seeds = field(6)
    first = draw(seeds)
    assert pairs_of(first) == {2: (5, 4), 3: (3, 6)}
    assert byes_of(first) == {1: 1, 4: 2}
    history = [played(first, {2: 2, 3: 2})]
    second = draw(seeds, history)
    assert (pairs_of(second), byes_of(second)) == ({1: (1, 4), 2: (6, 2)}, {})
    history.append(played(second))
    last = draw(seeds, history)
    assert pairs_of(last) == {1: (1, 6), 2: (4, 2)}
    assert [codes_of(table) for table in last.tables] == [["winners_meet"], ["third_place"]]
    history.append(played(last, {1: 2, 2: 2}))
    assert places_of(history) == ((6,), (1,), (2,), (4,), (5, 3))


def test_twelve_by_rank_with_shared_third_place() -> None:
    # Round one: 9-8, 5-12, 11-6, 7-10, the upper one wins each time but in 11-6.
    settings = replace(BY_RANK, third_place=ThirdPlace.SHARED)
    seeds = field(12)
    first = draw(seeds, settings=settings)
    assert pairs_of(first) == {2: (9, 8), 3: (5, 12), 6: (11, 6), 7: (7, 10)}
    assert byes_of(first) == {1: 1, 4: 4, 5: 3, 8: 2}
    history = [played(first, {6: 2})]
    second = draw(seeds, history, settings=settings)
    assert pairs_of(second) == {1: (1, 9), 2: (5, 4), 3: (3, 6), 4: (7, 2)}
    history.append(played(second, {2: 2, 4: 2}))
    semi_finals = draw(seeds, history, settings=settings)
    assert pairs_of(semi_finals) == {1: (1, 4), 2: (3, 2)}
    history.append(played(semi_finals))
    final = draw(seeds, history, settings=settings)
    assert pairs_of(final) == {1: (1, 3)}
    history.append(played(final))
    assert places_of(history) == ((1,), (3,), (4, 2), (9, 5, 6, 7), (8, 12, 11, 10))


def test_reasons_of_round_one_say_rank_or_lot() -> None:
    (table,) = draw(field(3)).tables
    assert (table.reasons[0].code, dict(table.reasons[0].params)) == ("seeds_meet", {"upper": 3, "lower": 2})
    (bye,) = draw(field(3)).byes
    assert (bye.reasons[0].code, dict(bye.reasons[0].params)) == ("seed_bye", {"seed": 1})
    by_lot = draw(field(3), settings=Settings())
    assert [*map(codes_of, by_lot.tables), *map(codes_of, by_lot.byes)] == [["lot"], ["lot"]]


# Whole events


@pytest.mark.parametrize("entrants", [3, 5, 6, 7, 12])
@pytest.mark.parametrize("chance", range(5))
def test_t13_byes_stand_in_round_one_only_and_everybody_can_finish(entrants: int, chance: int) -> None:
    draws, history = event(field(entrants), Random(chance))
    assert len(draws) == {3: 2, 5: 3, 6: 3, 7: 3, 12: 4}[entrants]
    assert [len(drawn.byes) for drawn in draws] == [{3: 1, 5: 3, 6: 2, 7: 1, 12: 4}[entrants]] + [0] * (
        len(draws) - 1
    )
    assert sorted(chain(*places_of(history)), key=int) == list(range(1, entrants + 1))


@pytest.mark.parametrize("entrants", range(2, 66))
@pytest.mark.parametrize("third_place", ThirdPlace)
@pytest.mark.parametrize("second_game", [False, True])
@pytest.mark.parametrize("first_round", FirstRound)
def test_event_of_any_size_finishes(
    entrants: int, third_place: ThirdPlace, second_game: bool, first_round: FirstRound
) -> None:
    settings = Settings(third_place=third_place, second_game=second_game, first_round=first_round)
    draws, history = event(field(entrants), Random(entrants), settings)
    assert not any(drawn.byes for drawn in draws[1:])
    games_for_third = int(third_place is ThirdPlace.MATCH and entrants > 3)
    first_losers = len(draws[0].tables)
    second_games = first_losers // 2 if second_game and len(draws) > 2 else 0
    tables = sum(len(drawn.tables) for drawn in draws)
    assert tables == entrants - 1 + games_for_third + second_games
    places = places_of(history)
    assert sorted(chain(*places), key=int) == list(range(1, entrants + 1))
    assert [len(group) for group in places[:2]] == [1, 1]
    check_nobody_plays_after_being_out(history)


def check_nobody_plays_after_being_out(history: list[PlayedRound]) -> None:
    """Who has lost plays at most one more table, and loses or wins nothing of the way to the final there."""
    lost: set[Key] = set()
    for number, played_round in enumerate(history, start=1):
        numbers = {table.number for table in played_round.tables} | {bye.number for bye in played_round.byes}
        assert len(numbers) == len(played_round.tables) + len(played_round.byes)
        main = 2 ** (len(history) - number)
        for table in played_round.tables:
            units = {key for (key,) in table.sides}
            assert units <= lost if table.number > main else not units & lost
        lost |= {
            table.sides[2 - (table.winner or 0)][0] for table in played_round.tables if table.number <= main
        }


# By lot


def test_lot_repeats_with_its_seed_whatever_the_order_of_seeds() -> None:
    brackets = [draw(field(13), settings=Settings(), seed=seed) for seed in range(20)]
    assert draw(field(13)[::-1], settings=Settings(), seed=3) == brackets[3]
    assert len({frozenset(pairs_of(drawn).values()) for drawn in brackets}) == 20


def test_lot_gives_everybody_a_bye_and_every_opponent_at_some_time() -> None:
    brackets = [draw(field(3), settings=Settings(), seed=seed) for seed in range(60)]
    assert {bye.key for drawn in brackets for bye in drawn.byes} == {1, 2, 3}


def test_byes_by_lot_go_to_two_and_nought_before_two_and_one_and_to_nobody_again() -> None:
    # Six of them: two byes. A and B won both games, but B's second was against the ghost; C to F won 2-1.
    seeds = [Seed("A", 6, 2), Seed("B", 5, 2, byes=1), *(Seed(key, 1, 1) for key in "CDEF")]
    for seed in range(20):
        drawn = draw(seeds, settings=Settings(), seed=seed)
        had, other = sorted(map(str, byes_of(drawn).values()))
        assert had == "A"
        assert other in "CDEF"
        reasons = {bye.key: codes_of(bye) for bye in drawn.byes}
        assert reasons == {"A": ["better_record"], other: ["lot"]}


def test_lots_from_the_box_fill_the_lines_from_the_top() -> None:
    # Lines of six: 1, bye, 2, 3, 4, 5, bye, 6.
    lots: dict[Key, int] = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}
    drawn = draw(field(6), rules=Rules(lots=lots), settings=Settings())
    assert (pairs_of(drawn), byes_of(drawn)) == ({2: (5, 4), 3: (3, 2)}, {1: 6, 4: 1})
    assert [*map(codes_of, drawn.tables), *map(codes_of, drawn.byes)] == [["hand_lot"]] * 4


def test_lots_from_the_box_move_nobody() -> None:
    seeds = [replace(unit, team="noto" if unit.key in (1, 2) else None) for unit in field(4)]
    drawn = draw(seeds, rules=Rules(lots={1: 1, 2: 2, 3: 3, 4: 4}), settings=Settings())
    assert [codes_of(table) for table in drawn.tables] == [["hand_lot", "team_mates"], ["hand_lot"]]


def test_lots_that_are_not_complete_are_refused() -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw(field(4), rules=Rules(lots={1: 1, 2: 2, 3: 4}), settings=Settings())
    assert (refused.value.code, refused.value.params) == ("lots_incomplete", {"missing": "3"})


# Away, and tables that nobody won


def test_who_is_away_at_the_draw_has_no_line() -> None:
    seeds = [replace(unit, present=unit.key != 2) for unit in field(4)]
    assert (pairs_of(draw(seeds)), byes_of(draw(seeds))) == ({2: (4, 3)}, {1: 1})


def test_who_is_away_later_keeps_the_place_and_the_table_says_so() -> None:
    seeds = field(4)
    history = after(seeds, {})
    away = [replace(unit, present=unit.key != 3) for unit in seeds]
    for drawn in (draw(away, history), draw([unit for unit in seeds if unit.key != 3], history)):
        final, third = drawn.tables
        assert pairs_of(drawn) == {1: (1, 3), 2: (4, 2)}
        assert codes_of(final) == ["winners_meet", "side_absent"]
        assert final.reasons[1].params == {"side": 2}
        assert codes_of(third) == ["third_place"]


def test_table_that_nobody_won_gives_the_next_opponent_a_free_pass() -> None:
    # 1-8 5-4 3-6 7-2: nobody wins 5-4, so 1 is in the final; 3 beats 7 and has nobody to wait for.
    seeds = field(8)
    history = after(seeds, {2: None})
    drawn = draw(seeds, history)
    assert (pairs_of(drawn), byes_of(drawn)) == ({2: (3, 7)}, {1: 1})
    assert codes_of(drawn.byes[0]) == ["winners_meet", "opponent_out"]
    history.append(played(drawn))
    last = draw(seeds, history)
    # 7 is the only loser of a semi-final.
    assert (pairs_of(last), byes_of(last)) == ({1: (1, 3)}, {2: 7})
    history.append(played(last))
    assert places_of(history) == ((1,), (3,), (7,), (8, 5, 4, 6, 2))


def test_half_of_a_bracket_that_nobody_won_leaves_an_empty_place() -> None:
    seeds = field(8)
    history = after(seeds, {1: None, 2: None})
    semi_final = draw(seeds, history)
    assert (pairs_of(semi_final), byes_of(semi_final)) == ({2: (3, 7)}, {})
    history.append(played(semi_final))
    assert byes_of(draw(seeds, history)) == {1: 3, 2: 7}


def test_semi_final_that_nobody_won_leaves_third_place_to_the_other_loser() -> None:
    # 1-4 3-2; nobody wins 1-4, 3 beats 2.
    drawn = draw(field(4), after(field(4), {1: None}))
    assert (pairs_of(drawn), byes_of(drawn)) == ({}, {1: 3, 2: 2})
    assert [codes_of(bye)[0] for bye in drawn.byes] == ["winners_meet", "third_place"]


def test_final_that_nobody_won_has_two_at_the_top() -> None:
    history = after(field(4), {}, {1: None})
    assert places_of(history) == ((1, 3), (4,), (2,))


def test_second_game_is_for_those_who_lost_round_one_and_are_still_there() -> None:
    settings = replace(BY_RANK, second_game=True)
    seeds = field(12)
    history = after(seeds, {}, settings=settings)
    # 8, 12, 6 and 10 lost.
    drawn = draw(seeds, history, settings=settings)
    assert {number: pairs_of(drawn)[number] for number in (5, 6)} == {5: (8, 12), 6: (6, 10)}
    assert codes_of(drawn.tables[-1]) == ["second_game"]
    gone = [replace(unit, present=unit.key != 12) for unit in seeds]
    drawn = draw(gone, history, settings=settings)
    assert pairs_of(drawn)[5] == (8, 6)
    assert [(reason.code, dict(reason.params)) for reason in drawn.warnings] == [
        ("no_second_game", {"unit": 10})
    ]
    assert drawn.byes == ()


# Refusals


@pytest.mark.parametrize("stage_format", [Format.KNOCKOUT, Format.TWO_WINS_TWO_LOSSES, Format.TITLE])
def test_tables_of_three_have_no_bracket(stage_format: Format) -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw_round(
            stage_format, field(3), round_number=1, rules=Rules(settings=Settings(shape=(1, 1, 1))), seed=1
        )
    assert (refused.value.code, refused.value.params) == ("needs_two_sides", {"sides": 3})


def test_there_is_no_round_beyond_the_final_and_none_for_one_unit() -> None:
    for seeds, history, rounds in [(field(4), after(field(4), {}, {}), 2), (field(1), [], 0), ([], [], 0)]:
        with pytest.raises(DrawImpossible) as refused:
            draw(seeds, history)
        assert refused.value.code == "no_such_round"
        assert refused.value.params == {"round": len(history) + 1, "rounds": rounds}


@pytest.mark.parametrize(
    ("history", "missing"),
    [
        ([PlayedRound(())], {"round": 1, "table": 1}),
        ([PlayedRound((PlayedTable(2, ((3,), (2,)), 1),))], {"round": 1, "table": 1}),
        ([*after(field(8), {}), PlayedRound((PlayedTable(1, ((1,), (5,)), 1),))], {"round": 2, "table": 2}),
    ],
)
def test_result_that_is_missing_is_named(history: list[PlayedRound], missing: dict[str, int]) -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw(field(8), history)
    assert (refused.value.code, refused.value.params) == ("result_missing", missing)


def test_round_is_not_drawn_when_the_one_before_is_not_there() -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw_round(Format.KNOCKOUT, field(8), round_number=3, history=after(field(8), {}), seed=1)
    assert refused.value.params == {"round": 2, "table": 1}


# Series, places, corrections


def test_series_grows_from_the_semi_final_on() -> None:
    settings = Settings(best_of_from=((4, 3), (2, 7)))

    def series(entrants: int, rounds: int) -> list[int]:
        return [
            best_of_at(settings, round_number=number, entrants=entrants, profile_best_of=1)
            for number in range(1, rounds + 1)
        ]

    assert series(12, 4) == [1, 1, 3, 7]
    assert series(3, 2) == [3, 7]
    assert series(2, 1) == [7]
    assert best_of_at(Settings(), round_number=1, entrants=2, profile_best_of=5) == 5


def test_those_still_in_share_the_first_place() -> None:
    assert places_of(after(field(8), {})) == ((1, 5, 3, 7), (8, 4, 6, 2))


def test_t30_correction_of_a_quarter_final_names_every_later_table_that_hangs_on_it() -> None:
    history = after(field(8), {}, {}, {})
    assert affected_by(history, 1, 1) == ((2, 1), (3, 1), (3, 2))
    assert affected_by(history, 1, 4) == ((2, 2), (3, 1), (3, 2))
    assert affected_by(history, 2, 2) == ((3, 1), (3, 2))
    assert affected_by(history[:2], 1, 3) == ((2, 2),)
    assert affected_by(history, 3, 1) == affected_by(history, 3, 2) == ()


def test_t30_second_game_hangs_on_the_table_of_who_lost() -> None:
    settings = replace(BY_RANK, second_game=True, third_place=ThirdPlace.SHARED)
    history = after(field(8), {}, {}, {}, settings=settings)
    # 8-4 and 6-2 are the second games.
    assert affected_by(history, 1, 2) == ((2, 1), (2, 3), (3, 1))
    assert affected_by(history, 1, 3) == ((2, 2), (2, 4), (3, 1))
    with_third_place = after(field(8), {}, {}, {}, settings=replace(BY_RANK, second_game=True))
    assert affected_by(with_third_place, 2, 3) == ()


@pytest.mark.parametrize("second_game", [False, True])
@pytest.mark.parametrize("entrants", [6, 11, 16])
def test_t30_what_does_not_hang_on_a_result_stays_as_it_was(entrants: int, second_game: bool) -> None:
    settings = replace(BY_RANK, second_game=second_game)
    seeds = field(entrants)
    draws, history = event(seeds, Random(entrants), settings)
    for number, played_round in enumerate(history, start=1):
        for table in played_round.tables:
            corrected = [*history[: number - 1], turned(played_round, table)]
            for later in range(number + 1, len(history) + 1):
                drawn = draw(seeds, corrected, settings=settings)
                differs = {
                    (later, place)
                    for place, units in pairs_of(draws[later - 1]).items()
                    if pairs_of(drawn)[place] != units
                }
                assert differs <= set(affected_by(history, number, table.number))
                corrected.append(played(drawn, winners_of(history[later - 1])))


def turned(played_round: PlayedRound, table: PlayedTable) -> PlayedRound:
    """The round with the other side winning at this table."""
    other_side = replace(table, winner=3 - (table.winner or 0))
    tables = tuple(other_side if other is table else other for other in played_round.tables)
    return replace(played_round, tables=tables)


def winners_of(played_round: PlayedRound) -> dict[int, int | None]:
    return {table.number: table.winner for table in played_round.tables}
