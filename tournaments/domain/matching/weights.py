"""Costs in order of weight as one number: a step in one outweighs all that later ones can sum to."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Wholes: TypeAlias = npt.NDArray[Any]
"""Whole numbers of any size: int64, or Python's own where 62 bits are too few."""

Costs: TypeAlias = tuple[int, ...]

# The solver counts in 128 bits and doubles weights on its way; beyond this it would answer nonsense.
SOLVER_BITS = 124
INT64_BITS = 62


def weighed(costs: Sequence[Costs], *, tables: int) -> list[int]:
    """One number for each list of costs, up to ``tables`` of which will be added up."""
    columns = [np.array(column, dtype=object) for column in zip(*costs, strict=True)]
    if not columns:
        return [0] * len(costs)
    return [int(weight) for weight in one_number(columns, tables=tables, bits=SOLVER_BITS)]


def one_number(columns: Sequence[Wholes], *, tables: int, bits: int) -> Wholes:
    """The columns as one; the sum of ``tables`` cells stays below 2^bits.

    Exact as long as there is room: the first column without is rounded down to what there is, those
    behind it count for nothing.
    """
    total: Wholes = np.zeros_like(columns[0])
    room = 1
    for column in columns:
        most = int(column.max(initial=0))
        shift = bits_too_many(tables * most, (1 << bits) // room)
        if most >> shift:
            size = tables * (most >> shift) + 1
            room *= size
            if room >> INT64_BITS:
                total = total.astype(object)
            total = total * size + (column >> shift)
        if shift:
            break
    return total


def bits_too_many(most: int, limit: int) -> int:
    """By how many bits to shorten numbers up to ``most``, so that there are at most ``limit`` of them."""
    shift = 0
    while (most >> shift) >= limit:
        shift += 1
    return shift
