"""How entries come from one stage into the next: data of the later stage, frozen with its settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.domain.records import Reader, choice, flag, optional, plain_value, record, whole
from tournaments.domain.stages.next_stage import Joining


@dataclass(frozen=True, slots=True)
class CutRule:
    """``top`` of each group pass, None: everybody whom the stage leaves in; then the ``best_others``.

    ``crosswise`` lets those of one group meet as late in a bracket as can be; else they stand by rank.
    ``joining`` is read only where persons become pairs.
    """

    top: int | None = None
    best_others: int = 0
    crosswise: bool = True
    joining: Joining = Joining.HALF

    def passing(self, sizes: Sequence[int]) -> int:
        """How many pass from groups of these sizes, where no tie lets more or fewer pass."""
        if self.top is None:
            return sum(sizes)
        others = sum(size > self.top for size in sizes)
        return sum(min(size, self.top) for size in sizes) + min(self.best_others, others)


def cut_rule_from(stored: Mapping[str, object]) -> CutRule:
    """The rule that was stored; a field left out has its default. Raises InvalidRecord."""
    rule: CutRule = record(CutRule, CUT_RULE_FIELDS)("", stored)
    return rule


def cut_rule_to(rule: CutRule) -> dict[str, object]:
    """The rule as JSON values; ``cut_rule_from`` gives the same rule again."""
    plain: dict[str, object] = plain_value(rule)
    return plain


CUT_RULE_FIELDS: Mapping[str, Reader] = {
    "top": optional(whole(1, 9999)),
    "best_others": whole(0, 9999),
    "crosswise": flag,
    "joining": choice(Joining),
}
