"""``judge --jsonl``: one case a line in, one answer a line out, in the same order."""

import argparse
import json
import sys
from collections.abc import Mapping
from typing import NoReturn

from engine.commands import answer
from engine.errors import BadOption, EngineError, RecordRefused
from engine.protocol import Ruleset
from engine.registry import RULESETS
from engine.verdict import Fault

DEALS = ("deal", "special", "illegal")


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("judge", help=__doc__)
    parser.add_argument("--jsonl", action="store_true", required=True)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    for line in sys.stdin.buffer:
        if line.strip():
            print(json.dumps(answered(line)), flush=True)
    return 0


def answered(line: bytes) -> dict[str, object]:
    try:
        case = json.loads(line, parse_constant=_no_json)
    except (ValueError, RecursionError):
        case = None
    if not isinstance(case, dict):
        return {"id": None, "result": _error("bad_line")}
    return {"id": case.get("id"), "result": _judged(case)}


def _no_json(constant: str) -> NoReturn:
    """NaN and the infinities, which Python would take and write again."""
    raise ValueError(constant)


def _judged(case: Mapping[str, object]) -> dict[str, object]:
    ruleset = RULESETS.get(str(case.get("game")))
    kind, record = case.get("kind"), case.get("record")
    if ruleset is None or kind not in (*DEALS, "legal"):
        return _error("unsupported_kind")
    if not isinstance(record, str):
        return _error("missing_field", field="record")
    judge = _legal if kind == "legal" else _deal
    try:
        return judge(ruleset, record, _options(case))
    except RecordRefused as refusal:
        return answer.of_fault(Fault.of(refusal))
    except EngineError as error:
        return answer.of_error(error)


def _options(case: Mapping[str, object]) -> Mapping[str, object]:
    options = case.get("options")
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise BadOption("options", options)
    return options


def _deal(ruleset: Ruleset, record: str, options: Mapping[str, object]) -> dict[str, object]:
    return answer.of_judged(ruleset.verify(record, options=options))


def _legal(ruleset: Ruleset, record: str, options: Mapping[str, object]) -> dict[str, object]:
    *_, state = ruleset.replay(record, options=options)
    return {"to_move": state.to_play, "legal": list(state.legal_plays())}


def _error(code: str, **params: object) -> dict[str, object]:
    return answer.of_error(EngineError(code, **params))
