"""Forty match files of real games, where they are found beside the repository."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import RULESETS, Verdict, read_match, verify_match, write_match

SHARED = Path(__file__).parents[4] / "shared"
EXPECTED = SHARED / "cases" / "kifu-expected.jsonl"

pytestmark = pytest.mark.skipif(
    not EXPECTED.exists(), reason="the real matches are not beside the repository"
)


def matches() -> list[dict[str, Any]]:
    return [json.loads(line) for line in EXPECTED.read_text().splitlines()] if EXPECTED.exists() else []


def facts(verdict: Verdict, score: tuple[int, int] | None) -> dict[str, Any]:
    known = {"dealer": verdict.dealer, "score_before": list(score or ())}
    if verdict.fault is not None:
        return known | {"error": {"ply": verdict.fault.ply, "code": verdict.fault.code}}
    outcome = verdict.outcome
    assert outcome is not None
    assert outcome.side is not None
    return known | {
        "end": outcome.end,
        "seat": outcome.seat,
        "side": outcome.side,
        "points": outcome.points[outcome.side],
        "doubled": outcome.doubled,
    }


@pytest.mark.parametrize("match", matches(), ids=lambda match: match["file"])
def test_facts_come_out_and_values_survive(match: dict[str, Any]) -> None:
    data = (SHARED / "data" / "kifu" / match["file"]).read_bytes()
    record = read_match(data)
    verdicts = verify_match(record, options={})
    found = [facts(v, deal.score) for v, deal in zip(verdicts, record.deals, strict=True)]
    assert found == match["deals"]
    assert read_match(write_match(record).encode()) == record
    for verdict in verdicts:
        assert RULESETS["goita"].verify(verdict.record, options={}).record == verdict.record


def test_a_hundred_and_seventy_deals_are_there() -> None:
    assert sum(len(match["deals"]) for match in matches()) == 170
