from itertools import chain, combinations
from random import Random

import numpy as np
import pytest

from tournaments.domain.matching import Costs, Edge, Rows, cheapest_matching, unmatched
from tournaments.domain.matching.largest import largest
from tournaments.domain.matching.meetings import meetings_in


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


def test_largest_set_of_pairs_and_who_can_be_left_out_of_it() -> None:
    """Against another solver, with sparse graphs full of odd cycles."""
    networkx = pytest.importorskip("networkx")
    chance = Random(3)
    for _ in range(300):
        size = chance.randrange(1, 13)
        graph = networkx.gnp_random_graph(
            size, chance.choice([0.1, 0.25, 0.5, 0.9]), seed=chance.randrange(1 << 32)
        )
        rows = networkx.to_numpy_array(graph).astype(bool)
        mates, free = largest(np.full(size, -1), rows.__getitem__)
        most = len(networkx.max_weight_matching(graph, maxcardinality=True))
        assert sum(mates >= 0) == 2 * most
        for unit in np.flatnonzero(mates >= 0).tolist():
            assert mates[mates[unit]] == unit
            assert rows[unit, mates[unit]]
        for unit in range(size):
            rest = graph.subgraph(set(graph) - {unit})
            assert free[unit] == (len(networkx.max_weight_matching(rest, maxcardinality=True)) == most)


def test_largest_keeps_growing_from_the_pairs_it_is_given() -> None:
    # On the path 0-1-2-3 the pair in the middle must give way.
    path = np.array([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0]], bool)
    mates, free = largest(np.array([-1, 2, 1, -1]), path.__getitem__)
    assert mates.tolist() == [1, 0, 3, 2]
    assert not free.any()


def test_meetings_are_those_of_whoever_tells_more() -> None:
    chance = Random(7)
    for _ in range(200):
        size = chance.randrange(1, 7)
        histories = [
            [other for _ in range(chance.randrange(6)) if (other := chance.randrange(-1, size)) != one]
            for one in range(size)
        ]
        known = meetings_in(Rows([*chain(*histories)], [*map(len, histories)]))
        pairs = [*combinations(range(size), 2)]
        ones, others = np.array(pairs, np.int64).reshape(-1, 2).T
        times, last = known.of(others, ones)
        for (a, b), count, place in zip(pairs, times.tolist(), last.tolist(), strict=True):
            assert count == max(histories[a].count(b), histories[b].count(a))
            places = [at for at, key in enumerate(histories[a], 1) if key == b]
            places += [at for at, key in enumerate(histories[b], 1) if key == a]
            assert place == max(places, default=0)
