"""Verdicts as the plain maps that ``judge`` and ``verify --json`` print."""

from dataclasses import asdict

from engine.errors import EngineError
from engine.verdict import Fault, Outcome, TotalVerdict, Verdict


def of_verdict(verdict: Verdict) -> dict[str, object]:
    if verdict.fault is not None:
        return of_fault(verdict.fault)
    assert verdict.outcome is not None
    warnings = {"warnings": list(verdict.warnings)} if verdict.warnings else {}
    return of_outcome(verdict.outcome) | warnings


def of_outcome(outcome: Outcome) -> dict[str, object]:
    """Only what is known of such an end; ``points`` are those of the side that has them."""
    answer = {key: value for key, value in asdict(outcome).items() if value is not None}
    if outcome.end != "out":
        del answer["plies"], answer["doubled"]
    if not outcome.sets_total:
        del answer["sets_total"]
    if outcome.side in outcome.points:
        return answer | {"points": outcome.points[outcome.side]}
    del answer["points"]
    return answer


def of_total(verdict: TotalVerdict) -> dict[str, object]:
    if verdict.fault is not None:
        return of_fault(verdict.fault)
    known = {"mark": verdict.mark, "side": verdict.winner}
    return {"end": "total", "totals": list(verdict.totals.values())} | {
        key: value for key, value in known.items() if value is not None
    }


def of_fault(fault: Fault) -> dict[str, object]:
    return {"error": asdict(fault)}


def of_error(error: EngineError) -> dict[str, object]:
    return {"error": {"code": error.code, "params": error.params}}
