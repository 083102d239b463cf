"""Rows of older archives as this version has them; no step is ever taken out."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Rows: TypeAlias = Mapping[str, list[dict[str, Any]]]


def upgrade(rows: Rows, *, version: int) -> None:
    """The rows are as the present version writes them, whatever version they were written by."""
    for older in range(version, 1 + max(UPGRADES)):
        UPGRADES[older](rows)


def _from_version_1(rows: Rows) -> None:
    """Branches were kept apart by a column of the stage; matches had no number in the draw."""
    for stage in rows["stages"]:
        apart = stage.pop("avoid_branch_rounds", 0)
        stage["stored_settings"] = {"branch_rounds": apart} if apart else {}
    by_round = defaultdict(list)
    for match in rows["matches"]:
        by_round[match.get("round")].append(match)
    for matches in by_round.values():
        # Tables in their order, then byes as they stand in the file.
        in_order = sorted(matches, key=lambda match: (match.get("table") is None, match.get("table") or 0))
        for number, match in enumerate(in_order, 1):
            match["number"] = number


UPGRADES: Mapping[int, Callable[[Rows], None]] = {1: _from_version_1}
