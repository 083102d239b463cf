"""Parts of a round paired anew, each exactly: where somebody is without an opponent, or a cost is too high.

A region is a set of units with all their opponents, so a new matching inside it is never worse.
"""

import numpy as np

from tournaments.domain.matching.bounds import are_dear, crosses_needlessly, runs_of
from tournaments.domain.matching.largest import largest
from tournaments.domain.matching.line import Line
from tournaments.domain.matching.solver import cheapest_pairs
from tournaments.domain.matching.weights import SOLVER_BITS, Ints, one_number

REACHES = (8, 32)
"""How many places up and down a region reaches, at first and when that was not enough."""

MOST_REGIONS = 40
"""More repairs than these take longer than they are worth: what they leave is lawful, only not the best."""


def settle(line: Line, mates: Ints, members: Ints) -> None:
    """The members are paired among each other at the least cost, as many as can be."""
    one, other = np.nonzero(np.triu(line.block(members, members)))
    a, b = members[one], members[other]
    costs = [*(line.broken_costs(a, b) if line.relaxed else []), *line.soft_costs(a, b)]
    weights = one_number(costs, tables=len(members) // 2, bits=SOLVER_BITS)
    pairs = np.array(cheapest_pairs(len(members), one, other, weights), np.int64).reshape(-1, 2)
    mates[members] = -1
    a, b = members[pairs].T
    mates[a], mates[b] = b, a


def around(mates: Ints, units: Ints, reach: int) -> Ints:
    """The units so many places up and down, and everybody's opponents."""
    near = np.unique(np.clip(units[:, None] + np.arange(-reach, reach + 1), 0, len(mates) - 1))
    opponents = mates[near]
    return np.unique(np.concatenate([near, opponents[opponents >= 0]]))


def place_everybody(line: Line, mates: Ints) -> Ints:
    """As many units as can be have an opponent: near their place if that is enough, else anywhere."""
    for reach in REACHES:
        for unit in np.flatnonzero(mates < 0)[:MOST_REGIONS].tolist():
            alone = np.flatnonzero(mates < 0)
            if mates[unit] < 0 and len(alone) > 1:
                nearest = alone[np.argsort(np.abs(alone - unit), kind="stable")[:2]]
                settle(line, mates, around(mates, nearest, reach))
    return largest(mates, line.rows())[0]


def cheapen(line: Line, mates: Ints, *, most: int) -> None:
    """Runs that might cost less are drawn anew up to ``most`` units, longer ones only where they are dear."""
    runs = runs_of(line)
    is_long = np.zeros(runs[-1] + 1, np.bool_)
    for run in np.unique(runs[dear_tables(line, mates)]).tolist():
        members = np.flatnonzero(runs == run)
        is_long[run] = len(members) > most or np.any(runs[mates[members]] != run)
        if not is_long[run]:
            settle(line, mates, members)
    dear = dear_tables(line, mates)
    exchange(line, mates, dear[is_long[runs[dear]]], most=most)
    dear = dear_tables(line, mates)
    for unit in dear[is_long[runs[dear]]][:MOST_REGIONS].tolist():
        settle(line, mates, around(mates, np.array([unit, mates[unit]]), REACHES[0]))


def dear_tables(line: Line, mates: Ints) -> Ints:
    """The better unit of every table that might cost less."""
    return np.flatnonzero(are_dear(line, mates) & (mates > np.arange(len(line))))


def exchange(line: Line, mates: Ints, dear: Ints, *, most: int) -> None:
    """Dear tables are drawn anew among themselves: those astray, and in each group two of one branch with
    two of another.
    """
    astray = crosses_needlessly(line, mates)[dear]
    levels = line.levels[dear]
    groups = [dear[~astray & (levels == level)] for level in np.unique(levels)]
    for tables in [dear[astray], *(group for group in groups if not have_common_branch(line, group))]:
        parts = -(-2 * len(tables) // most)
        for part in range(parts):
            units = tables[part::parts]
            settle(line, mates, np.sort(np.concatenate([units, mates[units]])))


def have_common_branch(line: Line, units: Ints) -> bool:
    branches = line.branches[units]
    return any(bool(np.all(np.any(branches == code, axis=1))) for code in branches[:1].ravel() if code >= 0)
