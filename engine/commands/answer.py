"""Verdicts as the plain maps that ``judge`` and ``verify --json`` print."""

from dataclasses import asdict

from engine.errors import EngineError
from engine.verdict import Fault, Outcome, TotalVerdict, Verdict

Answer = dict[str, object]


def of_judged(verdict: Verdict | TotalVerdict) -> Answer:
    if verdict.fault is not None:
        return of_fault(verdict.fault)
    if isinstance(verdict, TotalVerdict):
        return _of_total(verdict)
    assert verdict.outcome is not None
    warnings = {"warnings": list(verdict.warnings)} if verdict.warnings else {}
    return _of_outcome(verdict.outcome) | warnings


def _of_outcome(outcome: Outcome) -> Answer:
    """What is known of such an end; ``points`` are those of the side that has them."""
    answer = _known(asdict(outcome))
    if outcome.end != "out":
        del answer["plies"], answer["doubled"]
    if not outcome.sets_total:
        del answer["sets_total"]
    if outcome.side is not None and outcome.points:
        return answer | {"points": outcome.points[outcome.side]}
    del answer["points"]
    return answer


def _of_total(verdict: TotalVerdict) -> Answer:
    known = _known({"mark": verdict.mark, "side": verdict.winner})
    return {"end": "total", "totals": list(verdict.totals.values())} | known


def _known(facts: Answer) -> Answer:
    return {name: fact for name, fact in facts.items() if fact is not None}


def of_fault(fault: Fault) -> Answer:
    return {"error": asdict(fault)}


def of_error(error: EngineError) -> Answer:
    return {"error": {"code": error.code, "params": error.params}}
