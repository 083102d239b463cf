from itertools import combinations
from random import Random

import pytest

from tournaments.domain.matching import Costs, Edge, cheapest_matching, unmatched


def test_earlier_costs_outweigh_all_later_ones() -> None:
    edges: dict[Edge, Costs] = {(0, 1): (0, 900), (2, 3): (0, 900), (0, 2): (1, 0), (1, 3): (0, 0)}
    assert cheapest_matching(4, edges) == [(0, 1), (2, 3)]


def test_as_many_pairs_as_can_be_come_before_any_cost() -> None:
    assert cheapest_matching(4, {(0, 1): (9,), (1, 2): (0,), (2, 3): (9,)}) == [(0, 1), (2, 3)]
    assert unmatched(4, cheapest_matching(4, {(0, 1): (0,), (0, 2): (0,)})) in ([1, 3], [2, 3])


def test_costs_without_room_in_the_solver_count_only_as_far_as_there_is_any() -> None:
    large = 1 << 100
    edges: dict[Edge, Costs] = {
        (0, 1): (large, 0),
        (2, 3): (0, large),
        (0, 2): (large, large),
        (1, 3): (1, 0),
    }
    # By the first cost (0, 1) with (2, 3) is one less; the second would say the other way round.
    assert cheapest_matching(4, edges) == [(0, 1), (2, 3)]
    assert cheapest_matching(2, {(0, 1): (1 << 200, 1 << 200)}) == [(0, 1)]


def test_agrees_with_another_solver() -> None:
    networkx = pytest.importorskip("networkx")
    chance = Random(8)
    for size in range(2, 13):
        every = combinations(range(size), 2)
        edges: dict[Edge, Costs] = {pair: (chance.randrange(50),) for pair in every if chance.random() < 0.7}
        graph = networkx.Graph()
        graph.add_weighted_edges_from((a, b, 1000 - cost) for (a, b), (cost,) in edges.items())
        theirs = networkx.max_weight_matching(graph, maxcardinality=True)
        ours = cheapest_matching(size, edges)
        assert len(ours) == len(theirs)
        assert sum(edges[pair][0] for pair in ours) == sum(edges[min(p), max(p)][0] for p in theirs)
