"""What numbers alone force upon a rotation: counted, not searched (tournaments.md §4).

Counting pairs bounds what any plan can do. Partners in twos reach their bound; trios and meetings
need not, so a plan may have to repeat earlier than is said here, never later.
"""

from enum import StrEnum
from math import comb

from tournaments.domain.settings import Remainder, Shape

PAIRS: Shape = (2, 2)
THREES: Shape = (1, 1, 1)


class Repeat(StrEnum):
    """What has to happen again: two are partners, opponents, or at one table in whatever way."""

    PARTNER = "partner"
    OPPONENT = "opponent"
    MEETING = "meeting"


def changes_partners(shape: Shape) -> bool:
    """Whether anybody has a partner; where all sit alone it is opponents who are new in each round."""
    return shape[0] > 1


def tables_for(n: int, shape: Shape = PAIRS, remainder: Remainder = Remainder.SIT_OUT) -> tuple[Shape, ...]:
    """The tables of one round, full ones first; with ``three_seats`` some of three, so that nobody sits out.

    Five persons have a table of four and one who sits out all the same.
    """
    threes = -n % 4 if remainder is Remainder.THREE_SEATS and shape == PAIRS else 0
    if 3 * threes > n:
        threes = 0
    return (shape,) * ((n - 3 * threes) // sum(shape)) + (THREES,) * threes


def least(shape: Shape = PAIRS, remainder: Remainder = Remainder.SIT_OUT) -> int:
    """With fewer persons there is no table."""
    return 3 if remainder is Remainder.THREE_SEATS and shape == PAIRS else sum(shape)


def sit_outs(n: int, shape: Shape = PAIRS, remainder: Remainder = Remainder.SIT_OUT) -> int:
    """How many sit out in each round: everybody where there are too few for a table."""
    return n - sum(map(sum, tables_for(n, shape, remainder)))


def most_rounds_without_partner_repeat(n: int, shape: Shape = PAIRS) -> int | None:
    """No plan has more rounds in which nobody has a partner again; None where nobody has a partner."""
    tables = n // sum(shape)
    partners = sum(comb(side, 2) for side in shape)
    if not partners:
        return None
    return comb(n, 2) // (tables * partners) if tables else 0


def most_rounds_without_opponent_repeat(n: int, shape: Shape = PAIRS) -> int:
    """No plan has more rounds in which nobody has an opponent again."""
    tables, opponents = n // sum(shape), sum(shape) - shape[0]
    return n * ((n - 1) // opponents) // sum(shape) // tables if tables else 0


def most_rounds_without_meeting(n: int, shape: Shape = PAIRS) -> int:
    """No plan has more rounds in which nobody meets anybody again, as partner or opponent."""
    seats = sum(shape)
    tables, out = divmod(n, seats)
    if not tables:
        return 0
    # A second table of new faces takes one from each first table, the rest from those who sat out.
    if tables < seats and tables * (seats - tables) > out:
        return 1
    return n * ((n - 1) // (seats - 1)) // seats // tables


def least_repeated_meetings(n: int, rounds: int, shape: Shape = PAIRS) -> int:
    """At least so many meetings are not the first of their two persons, summed over the rounds."""
    return max(0, rounds * (n // sum(shape)) * comb(sum(shape), 2) - comb(n, 2))


def first_forced_repeat(n: int, rounds: int, shape: Shape = PAIRS) -> tuple[int, Repeat] | None:
    """The gravest repeat that so many rounds force, a partner before a meeting, and its first round.

    None when counting forces none, or when there is no table.
    """
    if n < sum(shape):
        return None
    partners = most_rounds_without_partner_repeat(n, shape)
    if partners is not None and partners < rounds:
        return partners + 1, Repeat.PARTNER
    meetings = most_rounds_without_meeting(n, shape)
    return (meetings + 1, Repeat.MEETING) if meetings < rounds else None
