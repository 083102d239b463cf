"""Everybody for whom rounds are planned, and what they are to each other before these."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from tournaments.domain.draw import Rules, Seed
from tournaments.domain.rotation.bonds import Bonds, bonds_of


@dataclass(frozen=True)
class Company:
    """Persons are numbers, their place among the units; ``number`` is that of the first round."""

    units: Sequence[Seed]
    rules: Rules
    number: int

    @cached_property
    def bonds(self) -> Bonds:
        return bonds_of(self.units, self.rules)

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
