"""The list that passed a cut, as it was announced: an act that stands whatever is derived later.

A correction or a withdrawal changes what the tables say. The list then no longer agrees with them, and
people decide: who comes next moves up (繰り上げ), both stand in it (両者表彰), or it stays (そのまま).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.domain.draw import Key
from tournaments.domain.stages.cuts import Settled, Stake, TieDecision, settle


class Agreement(StrEnum):
    """What becomes of an announced act with which the tables no longer agree."""

    MOVED_UP = "moved_up"
    BOTH = "both"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Decided:
    """What people decided about a tie across the line; ``order`` of a play-off or a lot, best first."""

    stake: Stake
    decision: TieDecision
    order: tuple[Key, ...] = ()

    @property
    def settled(self) -> Settled:
        """Raises DrawImpossible when the order is not of those who are tied."""
        return settle(self.stake, self.decision, order=self.order)


@dataclass(frozen=True, slots=True)
class CutList:
    """``passed`` in their order, as announced; ``derived`` is what the tables said at that time."""

    passed: tuple[Key, ...]
    derived: tuple[Key, ...]
    decided: tuple[Decided, ...] = ()

    def coming(self, derived: Iterable[Key]) -> tuple[Key, ...]:
        """Who passes by the tables and does not stand in the list."""
        return tuple(key for key in derived if key not in self.passed)

    def going(self, derived: Iterable[Key]) -> tuple[Key, ...]:
        """Who stands in the list and does not pass by the tables."""
        above = set(derived)
        return tuple(key for key in self.passed if key not in above)


def agreed(
    announced: CutList, derived: Sequence[Key], agreement: Agreement, decided: Iterable[Decided] = ()
) -> CutList:
    """The list of the further act. Who moves up takes the place of one who goes; the others keep theirs."""
    passed = announced.passed
    if agreement is Agreement.BOTH:
        passed += announced.coming(derived)
    if agreement is Agreement.MOVED_UP:
        passed = moved_up(announced, derived)
    return CutList(passed, tuple(derived), tuple(decided))


def moved_up(announced: CutList, derived: Sequence[Key]) -> tuple[Key, ...]:
    """Where only the order differs, the order of the tables."""
    coming, going = list(announced.coming(derived)), announced.going(derived)
    if not coming and not going:
        return tuple(derived)
    moved: list[Key] = []
    for key in announced.passed:
        if key not in going:
            moved.append(key)
        elif coming:
            moved.append(coming.pop(0))
    return (*moved, *coming)


# As it is stored


def cut_list_from(content: Mapping[str, Any]) -> CutList:
    """The list that ``cut_list_to`` made these JSON values of."""
    return CutList(
        passed=tuple(content["passed"]),
        derived=tuple(content["derived"]),
        decided=tuple(
            Decided(
                Stake(row["group"], tuple(row["tied"]), row["places"]),
                TieDecision(row["decision"]),
                tuple(row["order"]),
            )
            for row in content["decided"]
        ),
    )


def cut_list_to(announced: CutList) -> dict[str, object]:
    """The list as JSON values."""
    return {
        "passed": list(announced.passed),
        "derived": list(announced.derived),
        "decided": [
            {
                "group": one.stake.group,
                "tied": list(one.stake.tied),
                "places": one.stake.places,
                "decision": one.decision.value,
                "order": list(one.order),
            }
            for one in announced.decided
        ],
    }
