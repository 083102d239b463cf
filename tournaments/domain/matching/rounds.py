"""The cheapest round of a line, and who sits out of it.

Up to ``AT_ONCE`` units the whole round is one matching, exact in every cost. Above, it is put together
from groups; up to ``EXACT`` units it then is proven to be least by score, float and branch or else is
drawn at once all the same. Beyond ``EXACT`` only the parts that look dear are drawn anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tournaments.domain.draw import Relaxation
from tournaments.domain.matching.bounds import is_least_by_score
from tournaments.domain.matching.groups import paired_by_groups
from tournaments.domain.matching.largest import largest
from tournaments.domain.matching.line import Line
from tournaments.domain.matching.regions import cheapen, place_everybody, settle
from tournaments.domain.matching.solver import Edge, cheapest_pairs, unmatched
from tournaments.domain.matching.weights import SOLVER_BITS, Costs, Ints, one_number
from tournaments.domain.settings import Soft

AT_ONCE = 128
EXACT = 400
RUN = 128
"""The longest run of groups that a large field draws anew as a whole."""


@dataclass(frozen=True, slots=True)
class Found:
    """A round by places in the line: pairs, the better unit first; who sits out; who found no place."""

    pairs: tuple[Edge, ...]
    bye: int | None = None
    left: tuple[int, ...] = ()


def cheapest_round(line: Line, resting: Sequence[int]) -> Found:
    """The round that costs least; with ``left``, the largest there is.

    ``resting`` is for every unit how many byes it has had more than need be, -1 when it may not have this
    one. A rule that was given up is broken only when no round keeps it.
    """
    more = np.array(resting, np.int64)
    strict = lawful_round(replace(line, relaxed=frozenset()), np.where(more > 0, -1, more))
    if not strict.left or not line.relaxed:
        return strict
    return relaxed_round(line, more) if len(line) <= EXACT else lawful_round(line, more)


def lawful_round(line: Line, resting: Ints) -> Found:
    """The cheapest round in which the unit with the fewest byes, then the lowest that can, sits out."""
    if len(line) % 2 == 0:
        return found(cheapest_mates(line))
    order = np.lexsort((-np.arange(len(line)), resting))
    may_rest = order[resting[order] >= 0]
    bye = int(may_rest[0])
    mates = without(line, bye)
    if alone(mates).tolist() == [bye]:
        return found(mates, bye)
    mates, free = largest(mates, line.rows())
    could_rest = may_rest[free[may_rest]]
    if len(alone(mates)) == 1 and len(could_rest):
        bye = int(could_rest[0])
        return found(without(line, bye), bye)
    return found(mates)


def without(line: Line, bye: int) -> Ints:
    """The mates in the cheapest round of all others."""
    others = np.delete(np.arange(len(line)), bye)
    found = cheapest_mates(line.only(others))
    mates = np.full(len(line), -1)
    mates[others[found >= 0]] = others[found[found >= 0]]
    return mates


def found(mates: Ints, bye: int | None = None) -> Found:
    upper = np.flatnonzero(mates > np.arange(len(mates)))
    left = [unit for unit in alone(mates).tolist() if unit != bye]
    return Found(tuple(zip(upper.tolist(), mates[upper].tolist(), strict=True)), bye, tuple(left))


def alone(mates: Ints) -> Ints:
    return np.flatnonzero(mates < 0)


def cheapest_mates(line: Line) -> Ints:
    """The opponent of every one of an even number of units; -1 where no round has a place for all."""
    if len(line) <= AT_ONCE:
        return at_once(line)
    strict = replace(line, relaxed=frozenset())
    mates = place_everybody(strict, paired_by_groups(strict))
    if line.relaxed:
        mates, _ = largest(mates, line.rows())
    if len(line) <= EXACT and not is_proven(line, mates):
        return at_once(line)
    if not len(alone(mates)):
        cheapen(line, mates, most=EXACT if len(line) <= EXACT else RUN)
    return mates


def is_proven(line: Line, mates: Ints) -> bool:
    """Whether this is least by score, and drawing the dear runs of groups anew makes it least in all."""
    return not len(alone(mates)) and line.soft[:1] == (Soft.SCORE,) and is_least_by_score(line, mates)


def at_once(line: Line) -> Ints:
    mates = np.full(len(line), -1)
    settle(line, mates, np.arange(len(line)))
    return mates


def relaxed_round(line: Line, resting: Ints) -> Found:
    """All at once, who sits out too: to meet an empty place behind the last unit costs like a table."""
    size, everybody = len(line), np.arange(len(line))
    one, other = np.nonzero(np.triu(line.block(everybody, everybody)))
    idle = np.flatnonzero(resting >= 0) if size % 2 else everybody[:0]
    *broken, recent = line.broken_costs(one, other)
    second, place = resting[idle], size - 1 - idle
    tables = [*broken, 0 * one, recent, 0 * one, *line.soft_costs(one, other)]
    byes = [*(0 * idle for _ in broken), second, 0 * idle, place]
    byes += [0 * idle] * (len(tables) - len(byes))
    pairs = cheapest_pairs(
        size + size % 2,
        np.concatenate([one, idle]),
        np.concatenate([other, np.full_like(idle, size)]),
        one_number(
            [np.concatenate(both) for both in zip(tables, byes, strict=True)],
            tables=(size + 1) // 2,
            bits=SOLVER_BITS,
        ),
    )
    return Found(
        pairs=tuple(pair for pair in pairs if pair[1] < size),
        bye=next((unit for unit, empty in pairs if empty == size), None),
        left=tuple(unit for unit in unmatched(size + size % 2, pairs) if unit < size),
    )


def is_possible(line: Line, resting: Sequence[int], pairs: Sequence[Edge]) -> bool:
    """Whether any round has a place for everybody; quick to tell from the largest one known."""
    mates = np.full(len(line), -1)
    for a, b in pairs:
        mates[a], mates[b] = b, a
    mates, free = largest(mates, line.rows())
    if len(line) % 2 == 0:
        return not len(alone(mates))
    return len(alone(mates)) == 1 and bool(np.any(free & (np.array(resting) >= 0)))


def broken_by(line: Line, pairs: Sequence[Edge]) -> dict[Relaxation, Costs]:
    """How far a round breaks each hard rule, in order of weight."""
    among, a, b = seated(line, pairs)
    forbidden, team_mates, rematches, recent = map(total, among.broken_costs(a, b))
    return {
        Relaxation.FORBIDDEN_PAIR: (forbidden,),
        Relaxation.TEAM_MATES: (team_mates,),
        Relaxation.REMATCH: (rematches, recent),
    }


def given_up_by(line: Line, pairs: Sequence[Edge]) -> dict[Soft, Costs]:
    """What a round costs by each soft rule, in order of weight; the lot is no rule."""
    among, a, b = seated(line, pairs)
    return {rule: tuple(map(total, among.costs(rule, a, b))) for rule in line.soft}


def seated(line: Line, pairs: Sequence[Edge]) -> tuple[Line, Ints, Ints]:
    """The line of those at tables, and where each table's two are in it."""
    tables = np.array(pairs, np.int64).reshape(-1, 2)
    units = np.unique(tables)
    a, b = np.searchsorted(units, tables).T
    return line.only(units), a, b


def total(column: Ints) -> int:
    return sum(column.tolist())
