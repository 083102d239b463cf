"""What it costs that two persons have been partners and opponents so many times.

The tally of two is one number, so that a price is looked up: opponents count 1, partners ``partner``,
and what else the two bring is their kind.
"""

from collections.abc import Callable, Iterable
from itertools import product
from math import comb
from typing import NamedTuple, TypeAlias

from tournaments.domain.rotation.bonds import STRANGERS, Bond

# A swap changes what twelve pairs at most are to each other, so a broken rule outweighs every partner
# again, and a partner again all that meetings can gain.
HARD = 1 << 24
PARTNER_AGAIN = 1 << 13
PARTNER_RECENT = 1 << 6

# By the square of the times, so that meetings are spread; the first is cheaper, so that all meet.
MEETING = 16
FIRST_MEETING = -6
# As opponents the same again, and dear from the third time on: a whist design has everybody twice.
OPPONENT = 13
OPPONENT_OFTEN = 40
OFTEN = 2

# For each two of one branch at a table: less than half a meeting again.
SAME_BRANCH = 24


class Kind(NamedTuple):
    """What raises the prices of two persons."""

    recent: int
    never_partners: bool
    never_opponents: bool


Step: TypeAlias = tuple[int, list[int], list[int]]
"""What one time adds to a tally; by tally, what one time less and one time more adds to the price."""


class Prices:
    def __init__(self, bonds: Iterable[Bond], rounds: int) -> None:
        """The prices of all tallies that two of these, or strangers, can come to in so many rounds."""
        bonds = [STRANGERS, *bonds]
        self.partner = 1 + rounds + max(max(bond.partners, bond.opponents) for bond in bonds)
        self.kinds = {kind: number for number, kind in enumerate(dict.fromkeys(map(kind_of, bonds)))}
        times = range(self.partner)
        self.of = [price(*tally) for tally in product(self.kinds, times, times)]
        self.as_opponents = self._step(1)
        self.as_partners = self._step(self.partner)

    def tally_of(self, bond: Bond) -> int:
        kind = self.kinds[kind_of(bond)]
        return (kind * self.partner + bond.partners) * self.partner + bond.opponents

    def partners_in(self, tally: int) -> int:
        return tally // self.partner % self.partner

    def _step(self, step: int) -> Step:
        return step, self._change(-step), self._change(step)

    def _change(self, step: int) -> list[int]:
        # Beyond either end nobody ever comes.
        last = len(self.of) - 1
        return [self.of[min(max(tally + step, 0), last)] - cost for tally, cost in enumerate(self.of)]


def kind_of(bond: Bond) -> Kind:
    return Kind(bond.recent, bond.never_partners, bond.never_opponents)


def price(kind: Kind, partners: int, opponents: int) -> int:
    hard = partners * kind.never_partners + opponents * kind.never_opponents
    recent = PARTNER_RECENT * kind.recent * partners
    meetings = meetings_price(partners + opponents)
    return HARD * hard + partners_price(partners) + recent + meetings + opponents_price(opponents)


def partners_price(times: int) -> int:
    return PARTNER_AGAIN * comb(times, 2)


def meetings_price(times: int) -> int:
    return MEETING * times**2 + FIRST_MEETING * (times > 0)


def opponents_price(times: int) -> int:
    return OPPONENT * times**2 + OPPONENT_OFTEN * max(0, times - OFTEN)


def least_price(partners: int, opponents: int, pairs: int) -> int:
    """So many partnerships and meetings as opponents cost no less among so many pairs: spread evenly."""
    return (
        evenly(partners_price, partners, pairs)
        + evenly(meetings_price, partners + opponents, pairs)
        + evenly(opponents_price, opponents, pairs)
    )


def evenly(price: Callable[[int], int], times: int, pairs: int) -> int:
    each, more = divmod(times, pairs)
    return (pairs - more) * price(each) + more * price(each + 1)
