"""How many ways a deal can go on, counted by the engine and by the oracle.

The oracle's own counts stand in data/trees.json, so that an engine that changes is caught even
where the oracle is too slow to be asked again.
"""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from engine import RULESETS, State
from tests.engine.oracle import Table, count_leaves


class Tree(TypedDict):
    game: str
    record: str
    king_pair: str
    leaves: list[int]  # by depth, from 1


TREES: list[Tree] = json.loads((Path(__file__).parents[1] / "data" / "trees.json").read_text())


def count(state: State, depth: int) -> int:
    if depth == 0 or state.outcome is not None:
        return 1
    return sum(count(state.after(event), depth - 1) for event in state.legal_plays())


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: f"{tree['game']}-{tree['king_pair']}")
def test_tree_has_as_many_leaves_as_the_oracle_counted(tree: Tree) -> None:
    options = {"king_pair": tree["king_pair"], "combinations": False}
    *_, state = RULESETS[tree["game"]].replay(tree["record"], options=options)
    assert [count(state, depth + 1) for depth in range(len(tree["leaves"]))] == tree["leaves"]


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: f"{tree['game']}-{tree['king_pair']}")
def test_oracle_still_counts_the_same(tree: Tree) -> None:
    parts = tree["record"].split(",")
    at = next(n for n, part in enumerate(parts) if part.startswith("s"))
    table = Table(parts[:at], int(parts[at][1:]), tree["king_pair"])
    for event in parts[at + 1 :]:
        table.add(event)
    assert [count_leaves(table, depth) for depth in (1, 2)] == tree["leaves"][:2]
