from collections import Counter
from itertools import combinations, permutations, product
from math import ceil
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.all_play_all.groups import Grouping, assign_groups
from tournaments.domain.draw import DrawImpossible, Key, Seed


def ranked(*teams: str, branches: str = "") -> list[Seed]:
    """Seeds 1, 2, … in order; an empty text is no team, a dot no branch."""
    branches = branches or "." * len(teams)
    return [
        Seed(rank, rank, team=team or None, branches=frozenset(branch.strip(".")))
        for rank, (team, branch) in enumerate(zip(teams, branches, strict=True), start=1)
    ]


def members(placed: dict[Key, int]) -> list[set[Key]]:
    groups = sorted(set(placed.values()))
    return [{key for key, own in placed.items() if own == group} for group in groups]


def clashes(seeds: list[Seed], placed: dict[Key, int]) -> int:
    """How many team-mates share a group."""
    pairs = combinations(seeds, 2)
    return sum(a.team is not None and a.team == b.team and placed[a.key] == placed[b.key] for a, b in pairs)


def fewest_clashes(seeds: list[Seed], groups: int) -> int:
    """The least number of team-mates in one group, over every way to deal out the rows of the snake."""
    rows = [seeds[start : start + groups] for start in range(0, len(seeds), groups)]
    numbers = range(1, groups + 1)
    ways = product(*(permutations(numbers, len(row)) for row in rows))
    dealt = [
        {unit.key: g for row, own in zip(rows, way, strict=True) for unit, g in zip(row, own, strict=True)}
        for way in ways
    ]
    return min(clashes(seeds, placed) for placed in dealt)


def test_snake_turns_back_at_every_row() -> None:
    placed = assign_groups(ranked(*[""] * 8), 3, by=Grouping.SNAKE, seed=1)
    assert members(placed) == [{1, 6, 7}, {2, 5, 8}, {3, 4}]


def test_team_mates_are_parted_within_their_row() -> None:
    # By the snake 1 and 4 would share group 1; 3 and 4 change places, the nearest way to part them.
    placed = assign_groups(ranked("Noto", "", "", "Noto"), 2, by=Grouping.SNAKE, seed=1)
    assert members(placed) == [{1, 3}, {2, 4}]


def test_more_of_a_team_than_groups_are_spread_evenly() -> None:
    placed = assign_groups(ranked(*["Noto"] * 5, "", "", ""), 3, by=Grouping.SNAKE, seed=1)
    assert sorted(Counter(placed[rank] for rank in range(1, 6)).values()) == [1, 2, 2]


def test_branches_are_parted_where_no_team_is_in_the_way() -> None:
    seeds = ranked("", "", "", "", branches="x..x")
    assert assign_groups(seeds, 2, by=Grouping.SNAKE, seed=1)[4] == 2
    # Parting the branch would join the team.
    seeds = ranked("T", "", "T", "", branches="x..x")
    placed = assign_groups(seeds, 2, by=Grouping.SNAKE, seed=1)
    assert placed[1] != placed[3]
    assert placed[1] == placed[4]


@pytest.mark.parametrize("chance", range(40))
def test_as_few_team_mates_share_a_group_as_every_way_to_deal_the_rows_allows(chance: int) -> None:
    lots = Random(chance)
    groups = lots.choice([2, 3])
    seeds = ranked(
        *(lots.choice(["P", "Q", "R", "S", ""]) for _ in range(lots.randint(2 * groups, 4 * groups)))
    )
    placed = assign_groups(seeds, groups, by=Grouping.SNAKE, seed=1)
    assert clashes(seeds, placed) == fewest_clashes(seeds, groups)


@given(st.integers(1, 8), st.integers(0, 60), st.sampled_from(Grouping), st.integers(0, 99))
def test_sizes_differ_by_one_at_most_and_the_seed_repeats_it(
    groups: int, more: int, by: Grouping, seed: int
) -> None:
    seeds = ranked(*(f"team {number % 5}" for number in range(2 * groups + more)))
    placed = assign_groups(seeds, groups, by=by, seed=seed)
    sizes = Counter(placed.values())
    assert set(sizes) == set(range(1, groups + 1))
    assert max(sizes.values()) == ceil(len(seeds) / groups)
    assert min(sizes.values()) == len(seeds) // groups
    assert assign_groups(seeds, groups, by=by, seed=seed) == placed


def test_lot_does_not_follow_the_order_of_seeding() -> None:
    seeds = ranked(*[""] * 12)
    lots = {tuple(assign_groups(seeds, 3, by=Grouping.LOT, seed=seed).items()) for seed in range(5)}
    assert len(lots) == 5
    by_lot = [assign_groups(seeds, 3, by=Grouping.LOT, seed=seed) for seed in range(20)]
    assert any(placed[1] == placed[2] for placed in by_lot)


@pytest.mark.parametrize(("entrants", "groups"), [(3, 2), (0, 1), (1, 1), (15, 8)])
def test_group_of_one_is_refused(entrants: int, groups: int) -> None:
    with pytest.raises(DrawImpossible) as refused:
        assign_groups(ranked(*[""] * entrants), groups, by=Grouping.SNAKE, seed=1)
    assert (refused.value.code, refused.value.params) == (
        "groups_too_small",
        {"units": entrants, "groups": groups},
    )
