"""Rounds under work: who sits where, how often any two have met, and what a swap would cost.

Persons are numbers. A row is one round: the person in each place, table after table, then those who
sit out. All rows have the same tables.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import comb
from typing import TypeAlias

from tournaments.domain.rotation.company import Company
from tournaments.domain.rotation.prices import SAME_BRANCH, Prices, least_price
from tournaments.domain.settings import Shape

Row: TypeAlias = list[int]
Tallies: TypeAlias = list[list[int]] | list[defaultdict[int, int]]
Link: TypeAlias = tuple[int, int, list[int], list[int]]
"""Another place at the table; what two there add to their tally; prices of one time less, one more."""

# A larger field is so thinly met that a number for every two would be mostly zeros.
DENSE = 400


class Worksheet:
    """Rows and what they cost; ``swap`` keeps both true."""

    def __init__(self, company: Company, tables: Sequence[Shape], rows: Iterable[Sequence[int]]) -> None:
        self.company = company
        self.kin = kin_of(company.branches)
        self.branch_rows = company.rounds_of_branches
        self.rows: list[Row] = [list(row) for row in rows]
        self.prices = Prices(company.bonds.values(), len(self.rows))
        self.table_of = [number for number, shape in enumerate(tables) for _ in range(sum(shape))]
        self.links = links_of(tables, len(company.units), self.prices)
        self.tally = self._tally()
        self.cost = self._cost()

    def change(self, number: int, p: int, q: int) -> int:
        """What it adds to the cost when the persons in two places of a row swap, one of them at a table."""
        row = self.rows[number]
        if q < len(self.table_of) and self.table_of[p] == self.table_of[q]:
            return self._change_at_table(row, p, q)
        a, b = row[p], row[q]
        of_a, of_b = self.tally[a], self.tally[b]
        added = 0
        for place, _, less, more in self.links[p]:
            other = row[place]
            added += less[of_a[other]] + more[of_b[other]]
        for place, _, less, more in self.links[q]:
            other = row[place]
            added += less[of_b[other]] + more[of_a[other]]
        return added + self._branch_change(row, p, q) if number < self.branch_rows else added

    def swap(self, number: int, p: int, q: int, *, added: int) -> None:
        """The persons in two places of a row have swapped, ``added`` being the change."""
        row = self.rows[number]
        self._count(row, p, q, -1)
        row[p], row[q] = row[q], row[p]
        self._count(row, p, q, 1)
        self.cost += added

    def least_cost(self) -> int:
        """No rows of these tables cost less."""
        steps = [link[1] for links in self.links for link in links]
        partners = sum(step == self.prices.partner for step in steps) // 2
        bonds = self.company.bonds.values()
        return least_price(
            partners * len(self.rows) + sum(bond.partners for bond in bonds),
            (len(steps) // 2 - partners) * len(self.rows) + sum(bond.opponents for bond in bonds),
            comb(len(self.kin), 2),
        )

    def repeats_partner(self) -> bool:
        """Whether anybody has a partner again in these rows."""
        return any(
            step == self.prices.partner and self.prices.partners_in(self.tally[person][row[place]]) > 1
            for row in self.rows
            for person, links in zip(row, self.links, strict=True)
            for place, step, *_ in links
        )

    def _count(self, row: Row, p: int, q: int, times: int) -> None:
        for here, there in ((p, q), (q, p)):
            person = row[here]
            own = self.tally[person]
            for place, step, *_ in self.links[here]:
                other = row[place]
                own[other] += times * step
                # Two at one table count each other both, each from its own place.
                if place != there:
                    self.tally[other][person] += times * step

    def _change_at_table(self, row: Row, p: int, q: int) -> int:
        """Only partners and opponents change over: whoever is both the one's and the other's stays so."""
        of, of_a, of_b = self.prices.of, self.tally[row[p]], self.tally[row[q]]
        steps = {place: step for place, step, *_ in self.links[q]}
        added = 0
        for place, step, *_ in self.links[p]:
            if place != q and (more := steps[place] - step):
                a, b = of_a[row[place]], of_b[row[place]]
                added += of[a + more] - of[a] + of[b - more] - of[b]
        return added

    def _branch_change(self, row: Row, p: int, q: int) -> int:
        of_a, of_b = self.kin[row[p]], self.kin[row[q]]
        at_p = sum([of_b[row[place]] - of_a[row[place]] for place, *_ in self.links[p]])
        at_q = sum([of_a[row[place]] - of_b[row[place]] for place, *_ in self.links[q]])
        return SAME_BRANCH * (at_p + at_q)

    def _tally(self) -> Tallies:
        size = len(self.kin)
        tally = no_tallies(size)
        for (a, b), bond in self.company.bonds.items():
            tally[a][b] = tally[b][a] = self.prices.tally_of(bond)
        for row in self.rows:
            for a, links in zip(row, self.links, strict=True):
                for place, step, *_ in links:
                    tally[a][row[place]] += step
        return tally

    def _cost(self) -> int:
        of = self.prices.of
        tallies = (own.values() if isinstance(own, dict) else own for own in self.tally)
        branches = sum(
            self.kin[person][row[place]]
            for row in self.rows[: self.branch_rows]
            for person, links in zip(row, self.links, strict=True)
            for place, *_ in links
        )
        return (sum(of[tally] for own in tallies for tally in own) + SAME_BRANCH * branches) // 2


def kin_of(branches: Sequence[frozenset[str]]) -> list[bytes]:
    """For each person a 1 for all who share a branch; persons of the same branches share it."""
    masks = {own: bytes(not own.isdisjoint(other) for other in branches) for own in dict.fromkeys(branches)}
    return [masks[own] for own in branches]


def no_tallies(size: int) -> Tallies:
    sparse: list[defaultdict[int, int]] = [defaultdict(int) for _ in range(size)]
    return sparse if size > DENSE else [[0] * size for _ in range(size)]


def links_of(tables: Sequence[Shape], size: int, prices: Prices) -> list[tuple[Link, ...]]:
    """For every place of a row those it shares a table with; who sits out has none."""
    links: list[tuple[Link, ...]] = []
    for shape in tables:
        first = len(links)
        sides = [side for side, seats in enumerate(shape) for _ in range(seats)]
        for here, side in enumerate(sides):
            links.append(
                tuple(
                    (first + there, *(prices.as_partners if other == side else prices.as_opponents))
                    for there, other in enumerate(sides)
                    if there != here
                )
            )
    return links + [()] * (size - len(links))
