"""Every deal that a table can enter in taps, judged beforehand, so that a phone without network can tell
the score and the next dealer. The engine judges; the phone only looks up and adds.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from json import dumps, loads
from typing import Any

from django.utils.translation import get_language

from engine import RULESETS, Course, Outcome, Question, Ruleset
from hall.deal_words import outcome_words, redeal_words
from tournaments.models import Match

HOW = ("received", "led", "doubled")
BESIDE = {"six": 2, "seven": 1, "eight": 0}
"""How many tiles beside the pawns a combination has."""
JEWEL_KING = "9"
REDEAL = "R"


def table_book(match: Match) -> dict[str, Any]:
    """``deals`` by what is tapped (the record without ``sheet`` and dealer): points by side, words, dealers.

    Its ``next`` lists who deals next for each seat that may have dealt, in the order of the seats.
    ``fives`` by dealer and by the seats that show five pawns: whom to ask, and what follows from the answer.
    """
    options = dumps(match.round.stage.options, sort_keys=True)
    return _book(match.ruleset_key, options, get_language() or "")


@lru_cache(maxsize=64)
def _book(key: str, options: str, _language: str) -> dict[str, Any]:
    ruleset, settled = RULESETS[key], loads(options)
    return {
        "deals": {facts: entry for facts in _facts(ruleset) if (entry := _entry(ruleset, settled, facts))},
        "fives": {dealer: _fives(ruleset, settled, dealer) for dealer in ruleset.seats},
    }


def _fives(ruleset: Ruleset, options: dict[str, Any], dealer: int) -> dict[str, Any]:
    """At most two seats can show five of ten pawns."""
    shown = [*combinations(ruleset.seats, 1), *combinations(ruleset.seats, 2)]
    courses = {holders: ruleset.course_of_fives(holders, dealer=dealer, options=options) for holders in shown}
    return {
        "".join(map(str, holders)): _step(course, side=ruleset.sides[holders[0]])
        for holders, course in courses.items()
    }


def _step(course: Course, *, side: int) -> Any:
    """What the phone does next: ask somebody, enter a deal, or leave the table to play."""
    if isinstance(course, Question):
        return {
            "ask": course.seat,
            "redeal": _step(course.redeal, side=side),
            "play": _step(course.play, side=side),
        }
    return f"{side},five_five" if course == "five_five" else course


def _facts(ruleset: Ruleset) -> Iterator[str]:
    """What can be tapped at all; what of it is lawful, the engine says."""
    tiles = [tile.digit for tile in ruleset.tiles]
    for seat in ruleset.seats:
        for tile in tiles:
            if tile != JEWEL_KING:
                yield from (f"{seat},{tile},{how}" for how in HOW)
        for special, count in BESIDE.items():
            for beside in combinations_with_replacement(tiles, count):
                yield ",".join(filter(None, (str(seat), special, "".join(beside))))
    yield from (f"{side},five_five" for side in sorted(set(ruleset.sides.values())))
    yield REDEAL


def _entry(ruleset: Ruleset, options: dict[str, Any], facts: str) -> dict[str, Any] | None:
    verdicts = [ruleset.verify(f"sheet,s{dealer},{facts}", options=options) for dealer in ruleset.seats]
    outcomes = [verdict.outcome for verdict in verdicts if verdict.outcome]
    if len(outcomes) < len(verdicts):
        return None
    return told_outcome(outcomes[0], dealers=[outcome.next_dealer for outcome in outcomes])


def told_outcome(outcome: Outcome, *, dealers: Sequence[int | None]) -> dict[str, Any]:
    """An outcome as a phone adds it up; ``dealers`` says who deals next, by the seat that has dealt."""
    return {
        "points": {str(side): points for side, points in outcome.points.items()},
        "side": outcome.side or next((side for side, points in outcome.points.items() if points), None),
        "wins_game": outcome.special == "five_five",
        "sets_total": bool(outcome.sets_total),
        "next": list(dealers),
        "words": _words(outcome),
    }


def _words(outcome: Outcome) -> str:
    if outcome.end == "redeal":
        return redeal_words(outcome.reason or "")
    return outcome_words(
        sum(outcome.points.values()),
        special=outcome.special or "",
        tile=outcome.tile or "",
        doubled=bool(outcome.doubled),
    )
