from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest

from tournaments.domain.draw import Draw, Key, Reason, Rules, Seed
from tournaments.domain.elimination.bracket import Lines
from tournaments.domain.elimination.bracket_draw import draw_bracket
from tournaments.domain.settings import FirstRound, Settings


def field(teams: str) -> list[Seed]:
    """A unit for each letter, best first; the letter is its team, a dot stands for none."""
    return [Seed(rank, rank, team=None if team == "." else team) for rank, team in enumerate(teams, start=1)]


def of_branches(branches: str) -> list[Seed]:
    return [Seed(rank, rank, branches=frozenset({name})) for rank, name in enumerate(branches, start=1)]


def by_rank(seeds: list[Seed], *, branch_rounds: int = 0, rules: Rules | None = None) -> Draw:
    settings = Settings(first_round=FirstRound.RANK, branch_rounds=branch_rounds)
    return draw_bracket(seeds, rules=replace(rules or Rules(), settings=settings), seed=1)


def by_lot(seeds: list[Seed], *, seed: int, settings: Settings | None = None) -> Draw:
    return draw_bracket(seeds, rules=Rules(settings=settings or Settings()), seed=seed)


def lines_of(drawn: Draw) -> Lines:
    places: dict[int, tuple[Key | None, ...]] = {bye.number: (bye.key, None) for bye in drawn.byes}
    places |= {table.number: tuple(key for (key,) in table.sides) for table in drawn.tables}
    return tuple(key for number in sorted(places) for key in places[number])


def first_meeting(lines: Lines, one: Key, other: Key) -> int:
    """The round in which these two can meet."""
    places = {key: line for line, key in enumerate(lines)}
    return (places[one] ^ places[other]).bit_length()


def pairs_of(drawn: Draw) -> list[tuple[Key, ...]]:
    return [tuple(key for (key,) in table.sides) for table in drawn.tables]


def codes_of(drawn: Draw) -> list[set[str]]:
    return [{reason.code for reason in table.reasons} for table in drawn.tables]


def team_tables(drawn: Draw, seeds: list[Seed]) -> int:
    teams = {unit.key: unit.team for unit in seeds}
    return sum(teams[one] == teams[other] for one, other in pairs_of(drawn))


def fewest_team_tables(teams: str, size: int) -> int:
    """The fewest in any arrangement of these units and the byes, found by trying them all."""
    arrangements = permutations(teams + "-" * (size - len(teams)))
    places = [list(zip(order[::2], order[1::2], strict=True)) for order in arrangements]
    return min(sum(one == other for one, other in pairs) for pairs in places if ("-", "-") not in pairs)


def test_team_mate_changes_lines_with_the_nearest_rank() -> None:
    # 1-8 5-4 3-6 7-2 by rank; 8 is of the team of 1 and changes with 7.
    assert pairs_of(by_rank(field("A......A"))) == [(1, 7), (5, 4), (3, 6), (8, 2)]


def test_exchange_stays_in_its_part_of_the_seeding() -> None:
    # 4 is to meet neither 5 nor 6. Its opponent goes to 7, further off than 3, who is of the best four.
    rules = Rules(forbidden=frozenset({frozenset((4, 6))}))
    assert pairs_of(by_rank(field("...AA..."), rules=rules)) == [(1, 8), (7, 4), (3, 6), (5, 2)]


def test_better_record_keeps_its_bye_even_where_team_mates_must_meet() -> None:
    seeds = [Seed("A", 1, score=2), Seed("B", 2, score=1, team="t"), Seed("C", 3, score=1, team="t")]
    for seed in range(10):
        assert [bye.key for bye in by_lot(seeds, seed=seed).byes] == ["A"]


@pytest.mark.parametrize("teams", ["AAAABBBB", "ABABAB", "AABBAABBAABB", "AAAAAAAAAB"])
def test_best_two_keep_their_halves_and_the_best_their_byes(teams: str) -> None:
    drawn = by_rank(field(teams), branch_rounds=3)
    lines = lines_of(drawn)
    assert first_meeting(lines, 1, 2) == len(lines).bit_length() - 1
    assert {bye.key for bye in drawn.byes} == set(range(1, len(lines) - len(teams) + 1))


@pytest.mark.parametrize(
    "teams", ["AAB", "AABB", "AAAB", "AABBC", "AAABBB", "AAAAABC", "AAAABBCC", "AAAAAABB"]
)
def test_team_mates_meet_by_lot_only_where_no_arrangement_parts_them(teams: str) -> None:
    seeds = field(teams)
    fewest = fewest_team_tables(teams, len(lines_of(by_rank(seeds))))
    assert {team_tables(by_lot(seeds, seed=seed), seeds) for seed in range(30)} == {fewest}


@pytest.mark.parametrize("entrants", range(2, 66))
def test_team_mates_meet_by_rank_only_where_they_outnumber_the_places(entrants: int) -> None:
    chance = Random(entrants)
    seeds = field("".join(chance.choice("AAABC") for _ in range(entrants)))
    drawn = by_rank(seeds)
    (_, most), *_ = Counter(unit.team for unit in seeds[len(drawn.byes) :]).most_common()
    # Each place can part one of the team from its mates; whoever is left meets one of them.
    assert team_tables(drawn, seeds) == max(0, most - len(drawn.tables))


def test_team_mates_that_must_meet_are_named() -> None:
    (table,) = by_rank(field("AA")).tables
    assert table.reasons[1:] == (Reason("team_mates", {"team": "A"}),)


@pytest.mark.parametrize("seed", range(30))
def test_branches_are_kept_apart_for_as_many_rounds_as_asked(seed: int) -> None:
    # Four of each branch in sixteen: one in each quarter, so they meet in the semi-final at the earliest.
    seeds = of_branches("abcd" * 4)
    drawn = by_lot(seeds, seed=seed, settings=Settings(branch_rounds=2))
    lines = lines_of(drawn)
    for one, other in combinations(seeds, 2):
        if one.branches == other.branches:
            assert first_meeting(lines, one.key, other.key) > 2
    assert codes_of(drawn) == [{"lot", "different_branch"}] * 8


def test_branches_count_only_where_somebody_asked() -> None:
    drawn = by_rank(of_branches("abcddcba"))
    assert pairs_of(drawn) == [(1, 8), (5, 4), (3, 6), (7, 2)]
    assert codes_of(drawn) == [{"seeds_meet"}] * 4


def test_branch_of_the_host_is_not_kept_apart() -> None:
    settings = Settings(first_round=FirstRound.RANK, branch_rounds=1, exempt_branch="a")
    drawn = draw_bracket(of_branches("abcdefga"), rules=Rules(settings=settings), seed=1)
    assert pairs_of(drawn) == [(1, 8), (5, 4), (3, 6), (7, 2)]
    assert codes_of(drawn)[0] == {"seeds_meet"}


def test_same_branch_is_named_where_all_are_of_one() -> None:
    drawn = by_rank(of_branches("aaaa"), branch_rounds=1)
    assert pairs_of(drawn) == [(1, 4), (3, 2)]
    assert codes_of(drawn) == [{"seeds_meet", "same_branch"}] * 2


def test_forbidden_pair_is_parted_before_team_mates() -> None:
    # A is to meet neither B nor D: its team-mate C is left, and B meets its team-mate D.
    seeds = [Seed(key, rank, team=team) for rank, (key, team) in enumerate(zip("ABCD", "tutu", strict=True))]
    rules = Rules(forbidden=frozenset({frozenset("AB"), frozenset("AD")}))
    for seed in range(20):
        drawn = draw_bracket(seeds, rules=rules, seed=seed)
        assert set(map(frozenset, pairs_of(drawn))) == {frozenset("AC"), frozenset("BD")}


def test_meeting_that_only_one_of_the_two_remembers_is_a_rematch() -> None:
    seeds = [Seed(1, 1, met=(4,)), Seed(2, 2), Seed(3, 3), Seed(4, 4)]
    assert pairs_of(by_rank(seeds)) == [(1, 3), (4, 2)]


def test_forbidden_pair_that_must_meet_is_named() -> None:
    drawn = by_rank(field(".."), rules=Rules(forbidden=frozenset({frozenset((1, 2))})))
    assert codes_of(drawn) == [{"seeds_meet", "forbidden_pair"}]


@pytest.mark.parametrize("seed", range(30))
def test_first_game_of_nobody_is_a_rematch(seed: int) -> None:
    # Six qualifiers, two byes: whoever has one may meet two units in its first game.
    met = {"A": "BC", "D": "EF"}
    drawn = by_lot([Seed(key, 1, met=tuple(met.get(key, ""))) for key in "ABCDEF"], seed=seed)
    byes = {bye.key for bye in drawn.byes}
    for one, others in met.items():
        for other in others:
            first_game = 2 if byes & {one, other} else 1
            assert first_meeting(lines_of(drawn), one, other) > first_game
