"""What no round can do better than, so that most rounds need no proof: a table at its bound is left alone.

By scores alone the least there can be is one table across each odd border between neighbouring groups.
Then the runs of groups between even borders have nothing to do with each other.
"""

import numpy as np

from tournaments.domain.matching.line import Line, borders
from tournaments.domain.matching.weights import Bools, Ints
from tournaments.domain.settings import Soft


def runs_of(line: Line) -> Ints:
    """The run of every unit: groups that an odd border joins belong together."""
    starts, _ = borders(line.levels)
    return (np.cumsum(starts % 2 == 0) - 1)[line.levels]


def is_least_by_score(line: Line, mates: Ints) -> bool:
    """No other opponents have a smaller sum of squared score differences, nor then of differences."""
    return not crosses_needlessly(line, mates).any()


def crosses_needlessly(line: Line, mates: Ints) -> Bools:
    """Units at a table across a border that no table must cross, or that another one crosses too."""
    levels, others = line.levels, line.levels[mates]
    upper, lower = np.minimum(levels, others), np.maximum(levels, others)
    goes = borders(line.levels)[1] % 2 == 1
    crossing = np.bincount(levels[others > levels], minlength=len(goes))
    needless: Bools = (upper != lower) & ((lower > upper + 1) | ~goes[upper] | (crossing[upper] > 1))
    return needless


def are_dear(line: Line, mates: Ints) -> Bools:
    """Units at tables that break a rule given up, or might by their score, float or branch cost less."""
    units = np.arange(len(line))
    dear = crosses_needlessly(line, mates)
    if line.relaxed:
        dear |= sum(line.broken_costs(units, mates)) > 0
    if Soft.FLOAT in line.soft:
        dear |= line.floats + line.floats[mates] > least_floats(line, mates)
    if Soft.BRANCH in line.soft:
        dear |= line.share_branch(units, mates)
    return dear


def least_floats(line: Line, mates: Ints) -> Ints:
    """For every unit, the fewest floats that a table of its group and its opponent's could have."""
    starts, _ = borders(line.levels)
    fewest = np.minimum.reduceat(line.floats, starts)
    is_inside = line.levels == line.levels[mates]
    return np.where(is_inside, np.iinfo(np.int64).max, fewest[line.levels] + fewest[line.levels[mates]])
