from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from tests.tournaments.domain.played_rounds import byes_of, codes_of, pairs_of, played
from tournaments.domain.elimination.blocks import (
    Qualified,
    Standing,
    block_sizes,
    number_through,
    out,
    qualified_order,
    rounds_needed,
    standings_of,
    through,
)
from tournaments.domain.pairing import (
    Draw,
    DrawImpossible,
    Key,
    PlayedRound,
    Rules,
    Seed,
    Settings,
    draw_round,
)
from tournaments.domain.settings import ThirdRound, ThreeBlock
from tournaments.enums import Format

Winners = Mapping[int, int | None]

POSSIBLE = [entrants for entrants in range(3, 66) if entrants != 5]


def field(entrants: int) -> list[Seed]:
    return [Seed(rank, rank) for rank in range(1, entrants + 1)]


def draw(
    seeds: list[Seed],
    history: list[PlayedRound] | None = None,
    *,
    settings: Settings | None = None,
    rules: Rules | None = None,
    seed: int = 1,
) -> Draw:
    """The round after these."""
    return draw_round(
        Format.TWO_WINS_TWO_LOSSES,
        seeds,
        round_number=len(history or []) + 1,
        rules=replace(rules or Rules(), settings=settings or Settings()),
        history=history or [],
        seed=seed,
    )


def after(entrants: int, *results: Winners, settings: Settings | None = None) -> list[PlayedRound]:
    """The rounds played with these winners, where everybody has drawn the lot of its own number."""
    lots = Rules(lots={number: number for number in range(1, entrants + 1)})
    history: list[PlayedRound] = []
    for winners in results:
        history.append(played(draw(field(entrants), history, settings=settings, rules=lots), winners))
    return history


# Numbers known before the draw


def test_thirty_seven_are_seven_fours_and_three_threes_of_whom_twenty_go_through() -> None:
    assert Counter(block_sizes(37)) == {4: 7, 3: 3}
    assert number_through(37) == 20


@pytest.mark.parametrize(
    ("entrants", "sizes"),
    [(3, (3,)), (4, (4,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3)), (13, (4, 3, 3, 3))],
)
def test_blocks_of_small_fields(entrants: int, sizes: tuple[int, ...]) -> None:
    assert block_sizes(entrants) == sizes


@pytest.mark.parametrize(("entrants", "works"), [(0, "3"), (1, "3"), (2, "3"), (5, "4, 6")])
def test_numbers_without_blocks_are_refused_with_those_that_work(entrants: int, works: str) -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw(field(entrants))
    assert (refused.value.code, refused.value.params) == ("no_blocks", {"units": entrants, "works": works})


def test_a_fourth_round_is_needed_only_where_three_may_beat_each_other_in_a_ring() -> None:
    assert [rounds_needed(entrants, Settings()) for entrants in (4, 7)] == [3, 3]
    assert rounds_needed(7, Settings(three_block=ThreeBlock.FIRST_WINNER)) == 3
    assert rounds_needed(7, Settings(three_block=ThreeBlock.LOSER_STAYS)) == 4
    assert rounds_needed(8, Settings(three_block=ThreeBlock.LOSER_STAYS)) == 3


# Blocks of four, by hand: everybody has the lot of its number


def test_round_one_is_by_lot_in_blocks_of_four() -> None:
    rules = Rules(lots={number: 9 - number for number in range(1, 9)})
    drawn = draw(field(8), rules=rules)
    assert pairs_of(drawn) == {1: (8, 7), 2: (6, 5), 3: (4, 3), 4: (2, 1)}
    assert [codes_of(table) for table in drawn.tables] == [["hand_lot", "block"]] * 4
    assert [table.reasons[1].params["block"] for table in drawn.tables] == [1, 1, 2, 2]


def test_round_two_has_the_winners_and_the_losers_of_each_block() -> None:
    # 1 and 4 win in block one, 5 and 7 in block two.
    drawn = draw(field(8), after(8, {2: 2}))
    assert pairs_of(drawn) == {1: (1, 4), 2: (2, 3), 3: (5, 7), 4: (6, 8)}
    assert [codes_of(table) for table in drawn.tables] == [["block_winners"], ["block_losers"]] * 2


def test_after_two_rounds_one_of_each_block_is_through_and_one_out() -> None:
    history = after(8, {}, {})
    # 1 beat 2 and 3, 4 lost to 3 and 2.
    assert through(history, Settings()) == (1, 5)
    assert out(history, Settings()) == (4, 8)
    assert standings_of(history, Settings())[3] == Standing(wins=1, losses=1)


@pytest.mark.parametrize(
    ("third_round", "pairs"),
    [
        (ThirdRound.BLOCK, {1: (3, 2), 2: (7, 6), 3: (11, 10)}),
        (ThirdRound.RING, {1: (3, 10), 2: (7, 2), 3: (11, 6)}),
    ],
)
def test_round_three_in_the_block_or_in_the_ring(third_round: ThirdRound, pairs: dict[int, object]) -> None:
    # 3, 7 and 11 have won and then lost; 2, 6 and 10 have lost and then won.
    settings = Settings(third_round=third_round)
    drawn = draw(field(12), after(12, {}, {}, settings=settings), settings=settings)
    assert pairs_of(drawn) == pairs
    assert [codes_of(table) for table in drawn.tables] == [[f"third_round_{third_round.value}"]] * 3


@pytest.mark.parametrize(("branch_rounds", "named"), [(2, []), (3, ["same_branch"])])
def test_branches_count_in_round_three_where_it_was_asked(branch_rounds: int, named: list[str]) -> None:
    seeds = [replace(unit, branches=frozenset({"noto"})) for unit in field(8)]
    settings = Settings(branch_rounds=branch_rounds)
    drawn = draw(seeds, after(8, {}, {}), settings=settings)
    assert [codes_of(table) for table in drawn.tables] == [["third_round_shuffle", *named]] * 2


def test_rematch_in_the_block_is_said() -> None:
    # 1 beats 2 and loses to 3; 2 beats 4: 1 and 2 are one all and have met.
    settings = Settings(third_round=ThirdRound.BLOCK)
    drawn = draw(field(4), after(4, {}, {1: 2}, settings=settings), settings=settings)
    assert pairs_of(drawn) == {1: (1, 2)}
    assert codes_of(drawn.tables[0]) == ["third_round_block", "rematch"]


@pytest.mark.parametrize("winners", list(product([1, 2], repeat=4)))
def test_shuffle_has_no_rematch(winners: tuple[int, ...]) -> None:
    history = after(8, {}, dict(enumerate(winners, start=1)))
    met = {frozenset(key for (key,) in table.sides) for played in history for table in played.tables}
    shuffles = [draw(field(8), history, seed=seed) for seed in range(10)]
    assert all(met.isdisjoint(map(frozenset, pairs_of(drawn).values())) for drawn in shuffles)
    assert all(sorted(pairs_of(drawn)) == [1, 2] for drawn in shuffles)
    assert len({frozenset(map(frozenset, pairs_of(drawn).values())) for drawn in shuffles}) > 1


def test_winner_of_round_three_is_through_and_its_loser_out() -> None:
    history = after(4, {}, {}, {})
    (table,) = history[2].tables
    (winner,), (loser,) = table.sides
    assert set(through(history, Settings())) == {1, winner}
    assert set(out(history, Settings())) == {4, loser}
    with pytest.raises(DrawImpossible) as refused:
        draw(field(4), history)
    assert (refused.value.code, refused.value.params) == ("no_such_round", {"round": 4, "rounds": 3})


# Blocks of three, by hand


def test_three_with_a_ghost() -> None:
    # 3 has a bye; 1 beats 2. Then 1 plays 3, and 2 beats the ghost.
    first = draw(field(3), rules=Rules(lots={1: 1, 2: 2, 3: 3}))
    assert (pairs_of(first), byes_of(first)) == ({1: (1, 2)}, {2: 3})
    assert codes_of(first.byes[0]) == ["hand_lot", "block", "ghost"]
    history = after(3, {})
    second = draw(field(3), history)
    assert (pairs_of(second), byes_of(second)) == ({1: (1, 3)}, {2: 2})
    # 3 wins and is through after one real game; 1 and 2 meet again for the other place.
    history.append(played(second, {1: 2}))
    assert through(history, Settings()) == (3,)
    third = draw(field(3), history)
    assert {frozenset(pair) for pair in pairs_of(third).values()} == {frozenset({1, 2})}
    assert codes_of(third.tables[0]) == ["third_round_shuffle", "rematch"]


LOSER_STAYS = Settings(three_block=ThreeBlock.LOSER_STAYS)


def test_three_where_the_loser_stays_until_somebody_has_lost_twice() -> None:
    # 1 beats 2; 2 stays and loses to 3: 2 is out, 1 and 3 are through.
    history = after(3, {}, settings=LOSER_STAYS)
    assert byes_of(draw(field(3), [], settings=LOSER_STAYS, rules=Rules(lots={1: 1, 2: 2, 3: 3}))) == {2: 3}
    second = draw(field(3), history, settings=LOSER_STAYS)
    assert (pairs_of(second), byes_of(second)) == ({1: (2, 3)}, {2: 1})
    assert codes_of(second.byes[0]) == ["loser_stays", "waits"]
    decided = [*history, played(second, {1: 2})]
    assert (through(decided, LOSER_STAYS), out(decided, LOSER_STAYS)) == ((1, 3), (2,))
    with pytest.raises(DrawImpossible) as refused:
        draw(field(3), decided, settings=LOSER_STAYS)
    assert refused.value.params == {"round": 3, "rounds": 2}
    # 2 wins instead: 3 stays and plays 1.
    third = draw(field(3), [*history, played(second, {})], settings=LOSER_STAYS)
    assert (pairs_of(third), byes_of(third)) == ({1: (3, 1)}, {2: 2})


def test_ring_of_three_is_ended_by_two_drawn_by_lot() -> None:
    # 1 beats 2, 2 beats 3, 3 beats 1.
    history = after(3, {}, {}, {}, settings=LOSER_STAYS)
    assert through(history, LOSER_STAYS) == out(history, LOSER_STAYS) == ()
    fourths = [draw(field(3), history, settings=LOSER_STAYS, seed=seed) for seed in range(20)]
    assert {key for drawn in fourths for key in byes_of(drawn).values()} == {1, 2, 3}
    ended = [*history, played(fourths[0], {})]
    ((_, (loser,)),) = [table.sides for table in ended[3].tables]
    assert out(ended, LOSER_STAYS) == (loser,)
    assert len(through(ended, LOSER_STAYS)) == 2


FIRST_WINNER = Settings(three_block=ThreeBlock.FIRST_WINNER)


def test_three_where_the_first_winner_is_through() -> None:
    # 1 beats 2 and is through; 2 and 3 play until one has lost twice.
    history = after(3, {}, settings=FIRST_WINNER)
    assert through(history, FIRST_WINNER) == (1,)
    second = draw(field(3), history, settings=FIRST_WINNER)
    assert (pairs_of(second), byes_of(second)) == ({1: (2, 3)}, {})
    assert through([*history, played(second, {1: 2})], FIRST_WINNER) == (1, 3)
    history.append(played(second, {}))
    assert through(history, FIRST_WINNER) == (1,)
    history.append(played(draw(field(3), history, settings=FIRST_WINNER), {1: 2}))
    assert (through(history, FIRST_WINNER), out(history, FIRST_WINNER)) == ((1, 3), (2,))


# Whole events


@pytest.mark.parametrize("entrants", POSSIBLE)
@pytest.mark.parametrize("third_round", ThirdRound)
@pytest.mark.parametrize("three_block", ThreeBlock)
def test_event_of_any_size_finishes(entrants: int, third_round: ThirdRound, three_block: ThreeBlock) -> None:
    settings = Settings(third_round=third_round, three_block=three_block)
    history = event(field(entrants), Random(entrants), settings)
    assert len(through(history, settings)) == number_through(entrants)
    assert len(out(history, settings)) == entrants - number_through(entrants)
    assert len(history) <= rounds_needed(entrants, settings)


@pytest.mark.parametrize("entrants", [3, 6, 7, 12])
@pytest.mark.parametrize("three_block", ThreeBlock)
@pytest.mark.parametrize("chance", range(10))
def test_t13_small_fields_finish(entrants: int, three_block: ThreeBlock, chance: int) -> None:
    settings = Settings(three_block=three_block)
    assert len(through(event(field(entrants), Random(chance), settings), settings)) == number_through(
        entrants
    )


def event(seeds: list[Seed], chance: Random, settings: Settings) -> list[PlayedRound]:
    """A whole event with results by chance, in which nobody plays once it is decided about them."""
    history: list[PlayedRound] = []
    decided: set[Key] = set()
    while len(decided) < len(seeds):
        drawn = draw(seeds, history, settings=settings, seed=chance.randrange(1000))
        numbers = [table.number for table in drawn.tables] + [bye.number for bye in drawn.byes]
        assert len(set(numbers)) == len(numbers)
        keys = [key for table in drawn.tables for (key,) in table.sides] + [bye.key for bye in drawn.byes]
        assert sorted(keys, key=int) == [unit.key for unit in seeds if unit.key not in decided]
        history.append(played(drawn, {table.number: chance.choice([1, 2]) for table in drawn.tables}))
        decided = {*through(history, settings), *out(history, settings)}
    return history


@pytest.mark.parametrize("entrants", [8, 16, 40])
def test_in_blocks_of_four_everybody_plays_two_or_three_games_and_half_go_through(entrants: int) -> None:
    history = event(field(entrants), Random(entrants), Settings())
    games = Counter(key for played in history for table in played.tables for (key,) in table.sides)
    assert set(games.values()) == {2, 3}
    assert not any(played.byes for played in history)
    assert len(through(history, Settings())) == entrants // 2
    standings = standings_of(history, Settings())
    assert all(standings[key].wins == 2 for key in through(history, Settings()))


# On to the final bracket


def test_order_for_byes_is_played_wins_first_then_two_and_nought() -> None:
    # Seven: 1 to 4, and 5 to 7 with a ghost. 1 beats 2 and 3; 5 beats 6, then 7 beats 5, 6 beats the ghost.
    settings = Settings(third_round=ThirdRound.BLOCK)
    history = after(7, {}, {3: 2}, {}, settings=settings)
    # Round three: 3 beats 2, and 5 beats 6.
    assert qualified_order(history, settings) == (
        Qualified(1, Standing(2, 0)),
        Qualified(3, Standing(2, 1)),
        Qualified(5, Standing(2, 1)),
        Qualified(7, Standing(2, 0, unplayed=1)),
    )


# Lot, absence, tables that nobody won


def test_lot_repeats_with_its_seed_whatever_the_order_of_seeds() -> None:
    rounds = [draw(field(12), seed=seed) for seed in range(20)]
    assert draw(field(12)[::-1], seed=3) == rounds[3]
    assert len({frozenset(pairs_of(drawn).values()) for drawn in rounds}) == 20


@pytest.mark.parametrize("seed", range(20))
def test_team_mates_do_not_meet_in_round_one(seed: int) -> None:
    seeds = [replace(unit, team="AAAABCDE"[unit.rank - 1]) for unit in field(8)]
    teams = {unit.key: unit.team for unit in seeds}
    assert all(teams[one] != teams[other] for one, other in pairs_of(draw(seeds, seed=seed)).values())


def test_who_is_away_at_the_draw_is_in_no_block_and_later_keeps_the_place() -> None:
    seeds = [replace(unit, present=unit.key != 5) for unit in field(5)]
    assert len(draw(seeds).tables) == 2
    away = [replace(unit, present=unit.key != 4) for unit in field(4)]
    for units in (away, field(3)):
        _, losers = draw(units, after(4, {})).tables
        assert codes_of(losers) == ["block_losers", "side_absent"]
        assert losers.reasons[1].params == {"side": 2}
    # 4 has lost once more without playing, and is gone when the lots of round three are drawn.
    assert len(draw(field(3), after(4, {}, {})).tables) == 1


def test_table_that_nobody_won_puts_both_out_and_gives_free_passes() -> None:
    # Nobody wins 1-2; 3 beats 4.
    history = after(8, {1: None})
    assert out(history, Settings()) == (1, 2)
    drawn = draw(field(8), history)
    assert pairs_of(drawn) == {3: (5, 7), 4: (6, 8)}
    assert byes_of(drawn) == {1: 3, 2: 4}
    assert codes_of(drawn.byes[0]) == ["block_winners", "opponent_out"]
    # 3 is through without a second game; 4, 6 and 7 are one all.
    history.append(played(drawn, {}))
    assert through(history, Settings()) == (3, 5)
    third = draw(field(8), history)
    assert (len(third.tables), len(third.byes)) == (1, 1)
    assert codes_of(third.byes[0]) == ["third_round_shuffle", "opponent_out"]
    history.append(played(third, {}))
    assert len(through(history, Settings())) + len(out(history, Settings())) == 8


def test_missing_results_are_named() -> None:
    first, second = after(8, {}, {})
    cases: list[tuple[list[PlayedRound], int, str, dict[str, object]]] = [
        ([], 2, "result_missing", {"round": 1, "table": 1}),
        ([replace(first, tables=first.tables[1:])], 2, "result_missing", {"round": 1, "table": 1}),
        ([first], 3, "unit_without_result", {"round": 2, "unit": 1}),
        (
            [first, replace(second, tables=second.tables[:3])],
            3,
            "unit_without_result",
            {"round": 2, "unit": 6},
        ),
    ]
    for history, round_number, code, params in cases:
        with pytest.raises(DrawImpossible) as refused:
            draw_round(
                Format.TWO_WINS_TWO_LOSSES, field(8), round_number=round_number, history=history, seed=1
            )
        assert (refused.value.code, refused.value.params) == (code, params)
