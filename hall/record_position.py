"""Where a record that is being tapped stands: who plays, what the engine allows, how it ended."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from engine import RULESETS, Fault, RecordRefused, Ruleset, State
from hall.phrases import fault_words
from hall.table_book import REDEAL, told_outcome
from tournaments.models import Match

UNSEEN = "x"


def record_position(match: Match, record: str) -> dict[str, Any]:
    """The record so far by the table's rules, as plain values; after a fault, as far as it is lawful.

    ``legal`` are the events that may come next, the redeal that a five allows among them.
    """
    ruleset, options = RULESETS[match.ruleset_key], match.round.stage.options
    states, fault = _played(ruleset, options, record)
    last = states[-1] if states else None
    return {
        "plies": len(last.plays) if last else 0,
        "hands": list(last.hands) if last else [],
        "to_play": last.to_play if last else None,
        "leads": bool(last and last.to_play and last.leads),
        "legal": list(_legal(ruleset, options, record, last)) if last and not fault else [],
        "outcome": _told(ruleset, states) if not fault else None,
        "fault": _named(fault) if fault else None,
    }


def _played(ruleset: Ruleset, options: dict[str, Any], record: str) -> tuple[list[State], Fault | None]:
    states: list[State] = []
    try:
        states.extend(ruleset.replay(record, options=options))  # those before a fault are kept
    except RecordRefused as refusal:
        return states, Fault.of(refusal)
    return states, None


def _legal(ruleset: Ruleset, options: dict[str, Any], record: str, last: State) -> Iterator[str]:
    if UNSEEN in record:
        yield from _possible(ruleset, options, record, last)
        return
    yield from last.legal_plays()
    if _takes(last, REDEAL):
        yield REDEAL


def _possible(ruleset: Ruleset, options: dict[str, Any], record: str, last: State) -> Iterator[str]:
    """What a seat with unseen tiles may have done: whatever the check of masked records lets stand."""
    if last.to_play is None:
        return
    faces = [tile.digit for tile in ruleset.tiles]
    plays = [f"{last.to_play}{defence}{attack}" for defence, attack in product([*faces, UNSEEN], faces)]
    for event in (*plays, f"{last.to_play}p"):
        if ruleset.check_masked(f"{record},{event}", options=options) is None:
            yield event


def _takes(state: State, event: str) -> bool:
    try:
        state.after(event)
    except RecordRefused:
        return False
    return True


def _told(ruleset: Ruleset, states: list[State]) -> dict[str, Any] | None:
    """The outcome as the table's book tells it, and the facts that a sheet would have."""
    outcome = states[-1].outcome if states else None
    if outcome is None:
        return None
    how = "doubled" if outcome.doubled else "led" if len(states) > 1 and states[-2].leads else "received"
    return {
        **told_outcome(outcome, dealers=[outcome.next_dealer for _seat in ruleset.seats]),
        "end": outcome.end,
        "seat": outcome.seat,
        "tile": outcome.tile,
        "how": how if outcome.end == "out" else None,
    }


def _named(fault: Fault) -> dict[str, Any]:
    return {"ply": fault.ply, "code": fault.code, "rule": fault.rule, "words": fault_words(fault.code)}
