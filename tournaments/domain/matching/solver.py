"""Least-cost pairs of anything: the one module that knows rustworkx and scipy.

Costs are whole numbers in order of weight, so an optimum is exact in every one of them. Missing edges
are what may not be.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import numpy as np
import rustworkx

from tournaments.domain.matching.weights import Bools, Costs, Ints, Wholes, weighed

Edge: TypeAlias = tuple[int, int]

# Assignments are found in floating point, which holds whole numbers of 53 bits.
ASSIGNMENT_BITS = 53


def cheapest_matching(size: int, edges: Mapping[Edge, Costs]) -> list[Edge]:
    """As many pairs of 0…size-1 as can be, and among those the pairs with the least costs, in order."""
    weights = weighed(list(edges.values()), tables=size // 2)
    return matched(size, [(a, b, -weight) for (a, b), weight in zip(edges, weights, strict=True)])


def cheapest_pairs(size: int, a: Ints, b: Ints, weights: Wholes) -> list[Edge]:
    """The same for edges in arrays, each with one weight."""
    return matched(size, list(zip(a.tolist(), b.tolist(), (-weights).tolist(), strict=True)))


def matched(size: int, edges: list[tuple[int, int, int]]) -> list[Edge]:
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(edges)
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in pairs)


def assigned(allowed: Bools, weights: Wholes) -> tuple[Ints, Ints]:
    """Rows to columns of a square, as many as can be and those at the least weight."""
    # Takes a second to load, and only large fields come here: not every command shall wait for it.
    from scipy.optimize import linear_sum_assignment

    dear = float(1 << ASSIGNMENT_BITS - len(weights).bit_length())
    rows, columns = linear_sum_assignment(np.where(allowed, weights.astype(np.float64), dear))
    kept = allowed[rows, columns]
    return rows[kept], columns[kept]


def unmatched(size: int, pairs: Iterable[Edge]) -> list[int]:
    """Who is in no pair, in order."""
    taken = {unit for pair in pairs for unit in pair}
    return [unit for unit in range(size) if unit not in taken]
