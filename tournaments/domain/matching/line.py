"""A field of units as arrays, best first: who may meet whom, and what each meeting costs.

Hard rules say who may not meet. Those given up by name cost more than all soft rules together, and the
older the history that is broken, the less. Soft rules follow in the order that the line was given.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import gcd

import numpy as np

from tournaments.domain.draw import Relaxation
from tournaments.domain.matching.apart import Apart, apart_of
from tournaments.domain.matching.meetings import Meetings, Rows, meetings_in
from tournaments.domain.matching.weights import Bools, Ints
from tournaments.domain.settings import Soft

LOT_RANGE = 16
# Squares of score differences stay whole numbers of 64 bits; wider fields are drawn by rounded scores.
SCORE_BITS = 30
# Up to so many units, who may meet whom is a table of all their pairs; beyond, it is asked row by row.
TABLED = 4000

NOBODY_MET = Rows((), ())


@dataclass(frozen=True, slots=True)
class Facts:
    """One value for each unit, best first.

    ``met`` are places in this order, oldest first, -1 for those who are not here. ``surplus`` is by how
    much a unit was on side 1 too often; team -1 is none.
    ``side_by_side``: the order itself pairs the units, first with second and so on; else halves are folded.
    """

    scores: Sequence[int]
    lots: Sequence[int]
    floats: Sequence[int]
    surplus: Sequence[int]
    teams: Sequence[int]
    branches: Rows
    met: Rows
    forbidden: Sequence[tuple[int, int]] = ()
    side_by_side: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """``places`` are the units' places in the facts; ``levels`` number the scores, 0 for the best.

    ``folds`` say how many places below a unit its opponent is looked for.
    """

    places: Ints
    scores: Ints
    levels: Ints
    folds: Ints
    lots: Ints
    floats: Ints
    surplus: Ints
    teams: Ints
    branches: Ints
    met: Apart
    forbidden: Apart
    meetings: Meetings
    soft: tuple[Soft, ...]
    relaxed: frozenset[Relaxation]
    side_by_side: bool

    def __len__(self) -> int:
        return len(self.places)

    def only(self, units: Ints) -> "Line":
        """The same line of these units alone, in the order given, which is that of the line."""
        levels = np.unique(self.levels[units], return_inverse=True)[1]
        return replace(
            self,
            places=self.places[units],
            scores=self.scores[units],
            levels=levels,
            folds=folds_of(levels, self.side_by_side),
            lots=self.lots[units],
            floats=self.floats[units],
            surplus=self.surplus[units],
            teams=self.teams[units],
            branches=self.branches[units],
            met=self.met.only(units),
            forbidden=self.forbidden.only(units),
        )

    # Hard rules

    def block(self, rows: Ints, columns: Ints) -> Bools:
        """For every row, which of the columns it may meet."""
        a, b = rows[:, None], columns[None, :]
        return self.keeps(a, b, self.met.block(rows, columns), self.forbidden.block(rows, columns))

    def row(self, unit: int) -> Bools:
        """Whom this unit may meet."""
        row: Bools = self.block(np.array([unit]), np.arange(len(self)))[0]
        return row

    def rows(self) -> Callable[[int], Bools]:
        """The same for whoever asks about many of them."""
        if len(self) > TABLED:
            return self.row
        everybody = np.arange(len(self))
        table: Bools = self.block(everybody, everybody)
        return table.__getitem__

    def may_meet(self, a: Ints, b: Ints) -> Bools:
        return self.keeps(a, b, self.met.holds(a, b), self.forbidden.holds(a, b))

    def keeps(self, a: Ints, b: Ints, have_met: Bools, are_forbidden: Bools) -> Bools:
        """Where a table of a and b keeps every hard rule that is in force."""
        broken = {
            Relaxation.REMATCH: have_met,
            Relaxation.FORBIDDEN_PAIR: are_forbidden,
            Relaxation.TEAM_MATES: self.are_team_mates(a, b),
        }
        kept: Bools = a != b
        for rule in broken.keys() - self.relaxed:
            kept = kept & ~broken[rule]
        return kept

    def are_team_mates(self, a: Ints, b: Ints) -> Bools:
        same: Bools = (self.teams[a] == self.teams[b]) & (self.teams[a] >= 0)
        return same

    # Costs

    def broken_costs(self, a: Ints, b: Ints) -> list[Ints]:
        """Forbidden pairs, team-mates, rematches by the square of their times, and how recent they are."""
        times, last = self.meetings.of(self.places[a], self.places[b])
        return [
            self.forbidden.holds(a, b).astype(np.int64),
            self.are_team_mates(a, b).astype(np.int64),
            times * times,
            last,
        ]

    def soft_costs(self, a: Ints, b: Ints, *, without: tuple[Soft, ...] = ()) -> list[Ints]:
        """The soft rules' costs in order of weight; among equals a lot decides."""
        rules = [rule for rule in self.soft if rule not in without]
        return [*chain.from_iterable(self.costs(rule, a, b) for rule in rules), self.lot(a, b)]

    def costs(self, rule: Soft, a: Ints, b: Ints) -> list[Ints]:
        match rule:
            case Soft.SCORE:
                gap = np.abs(self.scores[a] - self.scores[b])
                return [gap * gap, gap]
            case Soft.FLOAT:
                return [(self.floats[a] + self.floats[b]) * (self.levels[a] != self.levels[b])]
            case Soft.BRANCH:
                return [self.share_branch(a, b).astype(np.int64)]
            case Soft.SEAT:
                return [np.minimum(self.surplus[a], self.surplus[b])]
            case Soft.FOLD:
                return [self.off_fold(a, b) ** 2]

    def share_branch(self, a: Ints, b: Ints) -> Bools:
        shared = np.zeros(np.broadcast(a, b).shape, np.bool_)
        for one in self.branches.T:
            for other in self.branches.T:
                shared |= (one[a] == other[b]) & (one[a] >= 0)
        return shared

    def off_fold(self, a: Ints, b: Ints) -> Ints:
        """How far apart from the fold: in a group from its half, across a border from each other."""
        upper, between = np.minimum(a, b), np.abs(a - b)
        is_inside = self.levels[a] == self.levels[b]
        off: Ints = np.where(is_inside, between - self.folds[upper], np.minimum(between, len(self) // 2))
        return off

    def lot(self, a: Ints, b: Ints) -> Ints:
        lot: Ints = (self.lots[a] ^ self.lots[b]) % LOT_RANGE
        return lot


def line_of(facts: Facts, *, soft: tuple[Soft, ...], relaxed: frozenset[Relaxation] = frozenset()) -> Line:
    """The facts as arrays. Without the soft rule of scores all units are one group."""
    size = len(facts.scores)
    levels = levels_of(facts.scores) if Soft.SCORE in soft else np.zeros(size, np.int64)
    ones = np.repeat(np.arange(size), np.array(facts.met.lengths, np.int64))
    others = np.array(facts.met.values, np.int64)
    forbidden = np.array(facts.forbidden, np.int64).reshape(-1, 2)
    return Line(
        places=np.arange(size),
        scores=rounded(facts.scores),
        levels=levels,
        folds=folds_of(levels, facts.side_by_side),
        lots=np.array(facts.lots, np.int64),
        floats=np.array(facts.floats, np.int64),
        surplus=np.array(facts.surplus, np.int64),
        teams=np.array(facts.teams, np.int64),
        branches=padded(facts.branches),
        met=apart_of(ones[others >= 0], others[others >= 0], size=size),
        forbidden=apart_of(*forbidden.T, size=size),
        meetings=meetings_in(facts.met if Relaxation.REMATCH in relaxed else NOBODY_MET),
        soft=soft,
        relaxed=relaxed,
        side_by_side=facts.side_by_side,
    )


def levels_of(scores: Sequence[int]) -> Ints:
    places = {score: level for level, score in enumerate(dict.fromkeys(scores))}
    return np.array([places[score] for score in scores], np.int64)


def rounded(scores: Sequence[int]) -> Ints:
    """The scores above the lowest in their largest common step."""
    above = [score - scores[-1] for score in scores]
    step = gcd(*above) or 1
    shift = max(0, max((score // step for score in above), default=0).bit_length() - SCORE_BITS)
    return np.array([score // step >> shift for score in above], np.int64)


def borders(levels: Ints) -> tuple[Ints, Ints]:
    """Where each score group begins and ends."""
    sizes = np.bincount(levels)
    ends = np.cumsum(sizes)
    return ends - sizes, ends


def folds_of(levels: Ints, side_by_side: bool) -> Ints:
    """Half of each group, those left out who must float down into it and out of it."""
    if side_by_side:
        return np.ones(len(levels), np.int64)
    starts, ends = borders(levels)
    folds: Ints = ((ends - starts - starts % 2 - ends % 2) // 2)[levels]
    return folds


def padded(rows: Rows) -> Ints:
    """One row for each unit, -1 behind its last branch."""
    lengths = np.array(rows.lengths, np.int64)
    filled = np.arange(max(rows.lengths, default=0)) < lengths[:, None]
    table = np.full(filled.shape, -1)
    table[filled] = rows.values
    return table
