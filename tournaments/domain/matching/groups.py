"""A round of many units, quickly: who floats between score groups, then every group folded in itself.

Above an odd border one unit of the group floats down, to one of the next group: with any scores this is
the least sum of squared differences. Each group's upper half is assigned to its lower half in blocks.
What cannot be placed so stays without an opponent, for ``regions`` and ``largest``.
"""

import numpy as np

from tournaments.domain.matching.line import Line, borders
from tournaments.domain.matching.solver import ASSIGNMENT_BITS, assigned
from tournaments.domain.matching.weights import INT64_BITS, Bools, Ints, one_number
from tournaments.domain.settings import Soft

WINDOW = 8
BLOCK = 128


def paired_by_groups(line: Line) -> Ints:
    """The opponent of each of an even number of units, -1 where none was found."""
    mates = np.full(len(line), -1)
    marry(mates, *floaters(line))
    marry(mates, *folded(line, np.flatnonzero(mates < 0)))
    return mates


def marry(mates: Ints, a: Ints, b: Ints) -> None:
    mates[a], mates[b] = b, a


def floaters(line: Line) -> tuple[Ints, Ints]:
    """Who floats down across each odd border, and to whom: the cheapest pair of those next to it."""
    starts, ends = borders(line.levels)
    comes, goes = starts % 2, ends % 2
    # A group with a floater in and a floater out has an even number: each comes from its own half.
    halves = (ends - starts) // 2 * (comes & goes)
    above = np.flatnonzero(goes)
    down = ends[above, None] - 1 - np.arange(WINDOW)
    up = starts[above + 1, None] + np.arange(WINDOW)
    near = (down >= (starts + halves)[above, None])[:, :, None] & (up < (ends - halves)[above + 1, None])[
        :, None, :
    ]
    return cheapest_of_each(line, np.maximum(down, 0), np.minimum(up, len(line) - 1), near)


def cheapest_of_each(line: Line, down: Ints, up: Ints, near: Bools) -> tuple[Ints, Ints]:
    """Of each border's candidates the best lawful pair; a border without one is left out."""
    a, b = np.broadcast_arrays(down[:, :, None], up[:, None, :])
    allowed = near & line.may_meet(a, b)
    weights = one_number(line.soft_costs(a, b, without=(Soft.SCORE,)), tables=1, bits=INT64_BITS)
    ranked = np.where(allowed, weights, 1 << INT64_BITS).reshape(len(down), WINDOW * WINDOW)
    best = ranked.argmin(axis=1)
    found = np.flatnonzero(allowed.reshape(ranked.shape)[np.arange(len(best)), best])
    return down[found, best[found] // WINDOW], up[found, best[found] % WINDOW]


def folded(line: Line, units: Ints) -> tuple[Ints, Ints]:
    """Pairs of the units inside their groups, the upper half of each with the lower."""
    upper, lower = halves(line, units)
    a, b = [], []
    for start in range(0, len(upper), BLOCK):
        rows, columns = upper[start : start + BLOCK], lower[start : start + BLOCK]
        row, column = assigned(*block(line, rows, columns))
        a.append(rows[row])
        b.append(columns[column])
    return np.concatenate([*a, units[:0]]), np.concatenate([*b, units[:0]])


def halves(line: Line, units: Ints) -> tuple[Ints, Ints]:
    """The fold: in every group the first half beside the second; the last of an odd group stays out."""
    levels = line.levels[units]
    counts = np.bincount(levels)
    places = np.arange(len(units)) - (np.cumsum(counts) - counts)[levels]
    if line.side_by_side:
        is_upper, is_lower = places % 2 == 0, places % 2 == 1
    else:
        is_upper = places < (counts // 2)[levels]
        is_lower = ~is_upper
    is_last = (places == counts[levels] - 1) & (counts[levels] % 2 == 1)
    return units[is_upper & ~is_last], units[is_lower & ~is_last]


def block(line: Line, rows: Ints, columns: Ints) -> tuple[Bools, Ints]:
    a, b = rows[:, None], columns[None, :]
    allowed = line.block(rows, columns) & (line.levels[a] == line.levels[b])
    costs = line.soft_costs(a, b, without=(Soft.SCORE, Soft.FLOAT))
    bits = ASSIGNMENT_BITS - len(rows).bit_length()
    return allowed, one_number(costs, tables=len(rows), bits=bits)
