"""One state of a tournament as a line of JSON in, its draw as a line of JSON out; docs/draw.md is the format.

Nothing is remembered between lines. Every line has an answer: the draw, why a state has none, or why the
line cannot be read. The sentences of errors are the caller's.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from tournaments.domain.draw import DrawImpossible, NoLawfulDraw, Reason
from tournaments.domain.records import InvalidRecord
from tournaments.domain.state_line.answers import answer_to
from tournaments.domain.state_line.fields import object_in
from tournaments.domain.state_line.plain import Answer, plain_reasons
from tournaments.domain.state_line.state import State, state_from
from tournaments.domain.state_line.unknown import unknown_fields

__all__ = ["MOST_BYTES", "Sentence", "answer", "answer_failed"]

MOST_BYTES = 64 << 20
"""In one line, its end not counted."""

Sentence: TypeAlias = Callable[[str, Mapping[str, object]], str]
"""Turns a code and its params into words for people."""


def answer(line: bytes, *, sentence: Sentence) -> bytes:
    """The answer to one line, as a line of UTF-8; of a line that is too long its beginning is enough."""
    values: Mapping[str, object] = {}
    if len(line.rstrip(b"\r\n")) > MOST_BYTES:
        return written(unread("line_too_long", {"most": MOST_BYTES}, values, sentence))
    try:
        values = object_in(line)
        state = state_from(values)
    except InvalidRecord as fault:
        return written(unread(fault.code, fault.params, values, sentence))
    except RecursionError:  # from reading brackets in brackets, or from naming such a value
        return written(unread("nested_too_deep", {}, values, sentence))
    return written({"id": state.id, **with_warnings(drawn(state, sentence), unknown_fields(values))})


def answer_failed(line: bytes, *, fault: Exception, sentence: Sentence) -> bytes:
    """The answer to a line at which ``answer`` broke, by a fault of the program and not of the line."""
    try:
        values = object_in(line)
    except (InvalidRecord, RecursionError):
        values = {}
    return written(unread("draw_failed", {"fault": repr(fault)}, values, sentence))


def unread(
    code: str, params: Mapping[str, object], values: Mapping[str, object], sentence: Sentence
) -> Answer:
    """The answer to a bad line; what it gave as its id is told in the params."""
    given = values.get("id")
    named = {"id": given} if isinstance(given, str | int) else {}
    return {"id": None, "error": error(code, {**named, **params}, sentence)}


def drawn(state: State, sentence: Sentence) -> Answer:
    try:
        return answer_to(state)
    except NoLawfulDraw as refused:
        return {"error": no_lawful_draw(refused, sentence)}
    except DrawImpossible as refused:
        found = error(refused.code, refused.params, sentence)
        return {"error": {**found, "blocking": [], "relaxations": []}}


def with_warnings(found: Answer, more: Sequence[Reason]) -> Answer:
    """The answer with these behind its own; one without warnings has the field only where there are some."""
    if not more:
        return found
    own = found.get("warnings")
    return {**found, "warnings": [*(own if isinstance(own, list) else ()), *plain_reasons(more)]}


def no_lawful_draw(refused: NoLawfulDraw, sentence: Sentence) -> Answer:
    """Names who is in the way, and each relaxation that would help when sent along in ``relaxed``."""
    blocking = [unit.key for unit in refused.blocked]
    relaxations = [relaxation.value for relaxation in refused.relaxations]
    params = {"units": blocking, "relaxations": relaxations}
    return {
        "code": refused.code,
        "message": sentence(refused.code, params),
        "blocking": blocking,
        "relaxations": relaxations,
    }


def error(code: str, params: Mapping[str, object], sentence: Sentence) -> Answer:
    return {"code": code, "message": sentence(code, params), "params": dict(params)}


def written(found: Answer) -> bytes:
    """One line; half a character (a lone surrogate) goes back as the escape that it came in as."""
    text = json.dumps(found, ensure_ascii=False, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")
