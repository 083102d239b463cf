"""Every refusal and every fault has words: no reader is left with a code."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hall.deal_words import WARNINGS
from hall.phrases import PHRASES
from ledger.errors import Refusal
from scoring.phrases import FAULTS
from tests.servers.hall import ROOT

RAISED = re.compile(
    r"""(?:Illegal(?:Deal|Play)|Record(?:SyntaxError|Refused))\(\s*"([a-z_]+)"|code: str = "([a-z_]+)\""""
)
NOTED = re.compile(r"""(?:warned\(\w+, |SECOND_KING = )"([a-z_]+)\"""")


def codes(pattern: re.Pattern[str]) -> set[str]:
    """What the engine's sources say by this pattern."""
    sources = [path.read_text("utf-8") for path in Path(ROOT, "engine").rglob("*.py")]
    return {code for text in sources for found in pattern.findall(text) for code in _texts(found)}


def _texts(found: str | tuple[str, ...]) -> Iterator[str]:
    yield from filter(None, (found,) if isinstance(found, str) else found)


def refusals(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    for below in kind.__subclasses__():
        yield below
        yield from refusals(below)


def test_every_fault_of_the_engine_has_words() -> None:
    assert codes(RAISED) - set(FAULTS) == set()


def test_every_warning_of_the_engine_has_words() -> None:
    found = codes(NOTED)
    assert {"dealer_differs", "score_differs", "second_king"} <= found
    assert found - set(WARNINGS) == set()


def name_of(kind: type[Refusal]) -> str:
    return kind.__name__


REFUSALS: list[type[Refusal]] = sorted(refusals(), key=name_of)


@pytest.mark.parametrize("refusal", REFUSALS)
def test_every_refusal_has_a_sentence(refusal: type[Refusal]) -> None:
    assert refusal.code == Refusal.code or refusal.code in PHRASES
