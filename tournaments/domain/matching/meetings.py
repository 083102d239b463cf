"""How often two units have met, and how recently: what it costs when a rematch was given up by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tournaments.domain.matching.weights import Ints


class Rows(NamedTuple):
    """Lists of different lengths, all values in a row."""

    values: Sequence[int]
    lengths: Sequence[int]


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """``pairs`` are the smaller place times ``size`` plus the larger one, in order."""

    size: int
    pairs: Ints
    times: Ints
    last: Ints

    def of(self, a: Ints, b: Ints) -> tuple[Ints, Ints]:
        """For every pair how often it has met and the place of the last time in a history, 0 for never."""
        wanted = np.minimum(a, b) * self.size + np.maximum(a, b)
        places = np.searchsorted(self.pairs, wanted)
        known = np.append(self.pairs, -1)[places] == wanted
        times, last = (np.append(told, 0)[places] * known for told in (self.times, self.last))
        return times, last


def meetings_in(met: Rows) -> Meetings:
    """What the histories tell, oldest first and -1 for who is not here; who tells more of a pair is right."""
    lengths = np.array(met.lengths, np.int64)
    size = len(lengths)
    ones, others = np.repeat(np.arange(size), lengths), np.array(met.values, np.int64)
    at = np.arange(len(ones)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + 1
    here = others >= 0
    told, which, counts = np.unique((ones * size + others)[here], return_inverse=True, return_counts=True)
    one, other = np.divmod(told, max(size, 1))
    pairs, pair = np.unique(np.minimum(one, other) * size + np.maximum(one, other), return_inverse=True)
    return Meetings(size, pairs, most(counts, pair, len(pairs)), most(at[here], pair[which], len(pairs)))


def most(values: Ints, of: Ints, count: int) -> Ints:
    """The largest value of each."""
    largest = np.zeros(count, np.int64)
    np.maximum.at(largest, of, values)
    return largest
