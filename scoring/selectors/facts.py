"""Stored rows as the plain facts that the domain computes with."""

from collections.abc import Iterator
from typing import Any

from scoring.domain.facts import DealFacts, OutcomeFacts, OutcomeKind
from scoring.models import Outcome


def facts_of_deal(leg: int, outcome: Any) -> DealFacts:
    """A stored verdict, of a deal in this game, as the plain value that domains compute with.

    Read the two columns and not the row: this is done for every deal of a match after each of them.
    """
    return DealFacts(
        game=leg,
        end=outcome["end"],
        points={int(side): points for side, points in outcome["points"].items()},
        seat=outcome.get("seat"),
        side=outcome.get("side"),
        special=outcome.get("special"),
        sets_total=bool(outcome.get("sets_total")),
    )


def outcome_facts(outcome: Outcome | None) -> Iterator[OutcomeFacts]:
    """The current outcome row, one value per game where it holds totals."""
    if outcome is None or outcome.withdrawn:
        return
    kind = OutcomeKind(outcome.kind)
    if kind is not OutcomeKind.TOTALS:
        yield OutcomeFacts(kind, side=outcome.winner)
        return
    for game, totals in enumerate(outcome.points, 1):
        yield OutcomeFacts(
            kind,
            game=game,
            points=dict(enumerate(totals, 1)),
            reason=outcome.ended_by or None,
        )
