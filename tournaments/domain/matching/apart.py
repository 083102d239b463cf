"""Who may not meet whom: a sparse symmetric relation of 0…size-1, asked for blocks, rows and pairs."""

from dataclasses import dataclass

import numpy as np

from tournaments.domain.matching.weights import Bools, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """Each pair stands here both ways, in order: ``others[starts[a]:starts[a + 1]]`` are kept from a."""

    starts: Ints
    others: Ints
    ones: Ints

    def block(self, rows: Ints, columns: Ints) -> Bools:
        """For every row, which of the columns it is kept from; each column stands there once."""
        places = np.full(len(self.starts) - 1, -1)
        places[columns] = np.arange(len(columns))
        counts = self.starts[rows + 1] - self.starts[rows]
        row = np.repeat(np.arange(len(rows)), counts)
        ends = np.cumsum(counts)
        at = np.arange(len(row)) + np.repeat(self.starts[rows] - (ends - counts), counts)
        column = places[self.others[at]]
        found = np.zeros((len(rows), len(columns)), np.bool_)
        found[row[column >= 0], column[column >= 0]] = True
        return found

    def holds(self, a: Ints, b: Ints) -> Bools:
        """For every pair whether it is kept apart; a and b have shapes that fit each other."""
        size = len(self.starts) - 1
        keys = self.ones * size + self.others
        wanted = a * size + b
        places = np.searchsorted(keys, wanted)
        found: Bools = np.append(keys, -1)[places] == wanted
        return found

    def only(self, units: Ints) -> "Apart":
        """The same among these units, numbered as they stand in the list."""
        places = np.full(len(self.starts) - 1, -1)
        places[units] = np.arange(len(units))
        one, other = places[self.ones], places[self.others]
        kept = (one >= 0) & (other >= 0)
        return apart_of(one[kept], other[kept], size=len(units))


def apart_of(a: Ints, b: Ints, *, size: int) -> Apart:
    """The relation of these pairs, each given at least one way round."""
    keys = np.sort(np.concatenate([a * size + b, b * size + a]))
    keys = keys[np.diff(keys, prepend=-1) > 0]
    ones, others = np.divmod(keys, max(size, 1))
    return Apart(np.searchsorted(ones, np.arange(size + 1)), others, ones)
