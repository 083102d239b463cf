"""Everybody for whom a round is planned, and what they are to each other before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from tournaments.domain.draw import Rules, Seed
from tournaments.domain.rotation.bonds import STRANGERS, Bond, Bonds, bonds_of, in_order


@dataclass(frozen=True, slots=True)
class Company:
    """Persons are numbers, their place among the units."""

    units: Sequence[Seed]
    rules: Rules
    number: int
    bonds: Bonds

    def bond(self, a: int, b: int) -> Bond:
        return self.bonds.get(in_order(a, b), STRANGERS)

    @property
    def new_partnerships(self) -> int:
        """As many twos have never been partners."""
        return comb(len(self.units), 2) - sum(bond.partners > 0 for bond in self.bonds.values())

    @property
    def branches(self) -> tuple[frozenset[str], ...]:
        """Those whose members should not meet."""
        host = {self.rules.settings.exempt_branch}
        return tuple(unit.branches - host for unit in self.units)

    @property
    def rounds_of_branches(self) -> int:
        """In so many rounds from this one on branches are kept apart."""
        return max(0, self.rules.settings.branch_rounds - self.number + 1)

    def has_just_rested(self, a: int) -> bool:
        return 0 < self.units[a].rested == self.number - 1


def company_of(units: Sequence[Seed], rules: Rules, number: int) -> Company:
    return Company(units, rules, number, bonds_of(units, rules))
