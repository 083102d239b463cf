from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.lawful_seats import THREES, Field
from tests.tournaments.domain.person_rounds import meetings
from tournaments.domain.draw import Key, Reason, Relaxation, TablePairing
from tournaments.domain.free import Waiting, next_tables
from tournaments.domain.settings import Remainder

PAIRS = (2, 2)


def waiting(size: int, *, games: int = 0) -> list[Waiting]:
    return [Waiting(number, games) for number in range(1, size + 1)]


def seated(tables: tuple[TablePairing, ...]) -> set[Key]:
    return {key for table in tables for side in table.sides for key in side}


def partners(tables: tuple[TablePairing, ...]) -> set[frozenset[Key]]:
    return {frozenset(two) for table in tables for side in table.sides for two in combinations(side, 2)}


@pytest.mark.parametrize("size", range(4))
def test_too_few_wait_on(size: int) -> None:
    assert next_tables(waiting(size), shape=PAIRS, seed=1) == ()


def test_fewest_games_come_first() -> None:
    line = [*waiting(4, games=1), *(replace(person, key=f"new {person.key}") for person in waiting(3))]
    tables = next_tables(line, shape=PAIRS, seed=1)
    assert {"new 1", "new 2", "new 3"} <= seated(tables)
    line.append(Waiting("new 4"))
    (first,) = next_tables(line[3:], shape=PAIRS, seed=1)
    assert first.reasons == (Reason("fewest_games", {"games": 0}),)


def test_longest_wait_comes_next() -> None:
    line = [replace(person, waited=10 * int(person.key)) for person in waiting(6)]
    (table,) = next_tables(line, shape=PAIRS, seed=1)
    assert seated((table,)) == {3, 4, 5, 6}
    assert table.reasons[0] == Reason("longest_wait")


def test_lot_decides_between_equals() -> None:
    left_over = {
        min({1, 2, 3, 4, 5} - seated(next_tables(waiting(5), shape=PAIRS, seed=seed))) for seed in range(60)
    }
    assert left_over == {1, 2, 3, 4, 5}


def test_no_more_tables_than_are_free() -> None:
    line = [replace(person, waited=10 * int(person.key)) for person in waiting(13)]
    tables = next_tables(line, shape=PAIRS, seed=1, tables=2)
    assert seated(tables) == set(range(6, 14))
    assert next_tables(line, shape=PAIRS, seed=1, tables=0) == ()


def test_one_free_table_seats_four_of_seven_and_two_seat_them_all() -> None:
    tables = next_tables(waiting(7), shape=PAIRS, seed=1, remainder=Remainder.THREE_SEATS, tables=1)
    assert len(seated(tables)) == 4
    tables = next_tables(waiting(7), shape=PAIRS, seed=1, remainder=Remainder.THREE_SEATS, tables=2)
    assert len(seated(tables)) == 7


def test_nobody_left_is_told() -> None:
    assert next_tables(waiting(4), shape=PAIRS, seed=1)[0].reasons[0] == Reason("all_who_wait")


def test_turn_goes_before_history() -> None:
    # 1 to 4 have partnered each other; their turn it is all the same.
    line = [replace(person, partners=tuple({1, 2, 3, 4} - {person.key})) for person in waiting(4)]
    (table,) = next_tables([*line, Waiting(5, games=1)], shape=PAIRS, seed=1)
    assert seated((table,)) == {1, 2, 3, 4}
    assert Reason("partner_again", {"times": 1}) in table.reasons


def test_new_partners_go_before_new_opponents() -> None:
    # 1 has partnered 2 and opposed everybody: whom he partners anew, he has met the others.
    line = waiting(4)
    line[0] = replace(line[0], partners=(2,), met=(3, 4, 3, 4))
    line[1] = replace(line[1], partners=(1,))
    (table,) = next_tables(line, shape=PAIRS, seed=1)
    assert frozenset((1, 2)) not in partners((table,))
    assert [reason.code for reason in table.reasons] == [
        "all_who_wait",
        "partners_first_time",
        "met_before",
    ]


def test_eight_who_wait_mix_two_finished_tables() -> None:
    """1+2 v 3+4 and 5+6 v 7+8 come back together: nobody need see a partner or an opponent again."""
    past = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}
    met = {
        key: (3, 4) if key in (1, 2) else (1, 2) if key in (3, 4) else (7, 8) if key in (5, 6) else (5, 6)
        for key in past
    }
    line = [Waiting(key, games=1, met=met[key], partners=(past[key],)) for key in past]
    tables = next_tables(line, shape=PAIRS, seed=1)
    known = {person.key: person for person in line}
    assert not any(b in known[a].partners for a, b in map(tuple, partners(tables)))
    assert not any(b in known[a].met for table in tables for a, b in meetings(table.sides))


def test_branches_are_mixed_where_history_says_nothing() -> None:
    line = [replace(person, branches=frozenset({str(int(person.key) % 4)})) for person in waiting(8)]
    tables = next_tables(line, shape=PAIRS, seed=1)
    assert all(Reason("different_branch") in table.reasons for table in tables)


def test_three_who_wait_play_at_three_seats_if_asked() -> None:
    assert next_tables(waiting(3), shape=PAIRS, seed=1) == ()
    threes = Remainder.THREE_SEATS
    (table,) = next_tables(waiting(3), shape=PAIRS, seed=1, remainder=threes)
    assert sorted(map(len, table.sides)) == [1, 1, 1]
    sides = [len(table.sides) for table in next_tables(waiting(7), shape=PAIRS, seed=1, remainder=threes)]
    assert sides == [2, 3]


def test_who_may_not_sit_with_anybody_there_waits_on() -> None:
    enemies = frozenset({frozenset((1, 2))})
    line = waiting(5)
    (table,) = next_tables(line, shape=PAIRS, seed=1, forbidden=enemies, apart=enemies)
    assert len({1, 2} & seated((table,))) == 1
    assert next_tables(line[:4], shape=PAIRS, seed=1, forbidden=enemies, apart=enemies) == ()
    (partnered,) = next_tables(line[:4], shape=PAIRS, seed=1, forbidden=enemies)
    assert frozenset((1, 2)) in partners((partnered,))


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 22), st.integers(0, 10_000))
def test_evening_of_comers_and_goers_is_fair(size: int, chance: int) -> None:
    """Tables end one after another; who waits is seated at once, and nobody falls behind."""
    dice = Random(chance)
    line = waiting(size)
    playing: list[TablePairing] = []
    games: Counter[Key] = Counter()
    for minute in range(30):
        tables = next_tables(line, shape=PAIRS, seed=minute)
        again = next_tables(dice.sample(line, len(line)), shape=PAIRS, seed=minute)
        assert tables == again
        new = seated(tables)
        assert len(new) == len(line) - len(line) % 4
        left = [person for person in line if person.key not in new]
        worst = max((person.games for person in line if person.key in new), default=0)
        assert all(person.games >= worst for person in left)
        games.update(new)
        playing += tables
        line = [replace(person, waited=person.waited + 1) for person in left]
        if playing:
            done = playing.pop(dice.randrange(len(playing)))
            line += [Waiting(key, games=games[key]) for side in done.sides for key in side]
    assert games.total() % 4 == 0


PAIRS_OF_SEVEN = [frozenset(two) for two in combinations(range(1, 8), 2)]
SOME_PAIRS = st.frozensets(st.sampled_from(PAIRS_OF_SEVEN), max_size=14)


@settings(max_examples=200, deadline=None)
@example(4, frozenset({frozenset((2, 3)), frozenset((2, 4))}), frozenset(), Remainder.THREE_SEATS)  # 1, 3, 4
@given(st.integers(3, 7), SOME_PAIRS, SOME_PAIRS, st.sampled_from([Remainder.SIT_OUT, Remainder.THREE_SEATS]))
def test_somebody_sits_down_wherever_any_of_those_who_wait_can(
    size: int, forbidden: frozenset[frozenset[int]], apart: frozenset[frozenset[int]], remainder: Remainder
) -> None:
    tables = next_tables(
        waiting(size), shape=PAIRS, seed=1, remainder=remainder, forbidden=forbidden, apart=apart
    )
    never = Field({}, {Relaxation.PARTNER_AGAIN: apart}, {Relaxation.REMATCH: forbidden})
    assert not never.broken([table.sides for table in tables], ())
    sizes = (4, 3) if remainder is Remainder.THREE_SEATS else (4,)
    groups = [group for seats in sizes for group in combinations(range(1, size + 1), seats)]
    can_sit = any(
        replace(never, byes=dict.fromkeys(group, 0)).has_round([PAIRS if len(group) == 4 else THREES])
        for group in groups
    )
    assert bool(tables) == can_sit
