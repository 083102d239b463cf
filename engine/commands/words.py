"""Verdicts as one line of key words, for a referee's eye and for ``grep``."""

from collections.abc import Iterator

from engine.errors import EngineError
from engine.verdict import Fault, Outcome, TotalVerdict, Verdict


def of_judged(verdict: Verdict | TotalVerdict) -> str:
    return " ".join(_judged(verdict))


def of_error(error: EngineError) -> str:
    place = [f"{name}={value}" for name, value in error.params.items()]
    return " ".join(["error", *place, error.code])


def _judged(verdict: Verdict | TotalVerdict) -> Iterator[str]:
    if verdict.fault is not None:
        yield from _fault(verdict.fault)
    elif isinstance(verdict, TotalVerdict):
        yield from _total(verdict)
    elif verdict.outcome is not None:
        yield from _outcome(verdict.outcome)
    if isinstance(verdict, Verdict):
        yield from (f"warning={warning}" for warning in verdict.warnings)


def _fault(fault: Fault) -> Iterator[str]:
    yield from ("fault", f"ply={fault.ply}", fault.code, fault.rule)


def _total(verdict: TotalVerdict) -> Iterator[str]:
    yield "total"
    yield "-".join(map(str, verdict.totals.values()))
    if verdict.winner is not None:
        yield f"side={verdict.winner}"
    if verdict.mark is not None:
        yield verdict.mark


def _outcome(outcome: Outcome) -> Iterator[str]:
    yield outcome.end
    yield from filter(None, (outcome.special, outcome.reason))
    if outcome.seat is not None:
        yield f"seat={outcome.seat}"
    elif outcome.side is not None:
        yield f"side={outcome.side}"
    if outcome.side is not None and outcome.points:
        yield f"points={outcome.points[outcome.side]}"
    if outcome.sets_total:
        yield "sets_total"
    if outcome.doubled:
        yield "doubled"
