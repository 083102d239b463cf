"""Least-cost perfect matching: the one module that knows the solver.

Costs are whole numbers in order of weight (the first outweighs all others together, and so on), so
an optimum is exact in every one of them. Missing edges are what may not be.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import rustworkx

Edge: TypeAlias = tuple[int, int]
Costs: TypeAlias = tuple[int, ...]

# The solver counts in 128 bits and doubles weights on its way; beyond this it would answer nonsense.
LARGEST = 1 << 124


def cheapest_matching(size: int, edges: Mapping[Edge, Costs]) -> list[Edge]:
    """As many pairs of 0…size-1 as can be, and among those the pairs with the least costs, in order."""
    weights = weighed(list(edges.values()), tables=size // 2)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(a, b, -weight) for (a, b), weight in zip(edges, weights, strict=True)])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in pairs)


def weighed(costs: Sequence[Costs], *, tables: int) -> list[int]:
    """One number for each list of costs: a step in one place outweighs all that later places can sum to."""
    weights = [0] * len(costs)
    gap = 1
    for column in reversed(list(zip(*costs, strict=True))):
        if most := max(column):
            weights = [weight + gap * cost for weight, cost in zip(weights, column, strict=True)]
            gap *= most * tables + 1
    if gap > LARGEST:
        raise OverflowError(f"costs need {gap.bit_length()} bits")
    return weights


def unmatched(size: int, pairs: Iterable[Edge]) -> list[int]:
    """Who is in no pair, in order."""
    taken = {unit for pair in pairs for unit in pair}
    return [unit for unit in range(size) if unit not in taken]
