"""What a match score is derived from: deals as the engine judged them, typed outcomes, rulings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

FIVE_FIVE = "five_five"
OUT = "out"
SPECIAL = "special"
TIME_UP = "time_up"


class Result(StrEnum):
    """How a game or a match ended for one side."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class OutcomeKind(StrEnum):
    """What is known of a game or match without its deals."""

    TOTALS = "totals"
    WINNER = "winner"
    FORFEIT = "forfeit"
    DOUBLE_LOSS = "double_loss"
    VOID = "void"
    BYE = "bye"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    SIT_OUT = "sit_out"
    DRAW = "draw"


class RulingEffect(StrEnum):
    """What a referee's ruling does to its target (G-8)."""

    POINTS = "points"
    VOID = "void"
    LOSS = "loss"


UNMET = frozenset(
    {
        OutcomeKind.BYE,
        OutcomeKind.FULL_BYE,
        OutcomeKind.HALF_BYE,
        OutcomeKind.ZERO_BYE,
        OutcomeKind.SIT_OUT,
    }
)
"""A round without an opponent: drawn, asked for and worth so much, or without a table."""


@dataclass(frozen=True, slots=True)
class DealFacts:
    """One current deal as the engine judged it; a redeal has no points.

    ``sets_total``: five and five sets its side's total to the target instead of adding points (G-3.3).
    """

    game: int
    end: str
    points: Mapping[int, int] = field(default_factory=dict)
    seat: int | None = None
    side: int | None = None
    special: str | None = None
    sets_total: bool = False

    @property
    def winner(self) -> int | None:
        """The side that this deal went to; every deal scores for one side only (G-6.3)."""
        return self.side if self.side is not None else next(iter(self.points), None)

    @property
    def scores(self) -> bool:
        return bool(self.points) or self.sets_total


@dataclass(frozen=True, slots=True)
class OutcomeFacts:
    """One current outcome row; of the whole match when ``game`` is None. ``side`` is who won.

    ``reason`` says why totals below the target are final: time_up, forfeit, ruling.
    """

    kind: OutcomeKind
    game: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)
    side: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RulingFacts:
    """One ruling that stands (G-8): on a deal, on a game, or on the whole match where ``game`` is None.

    ``deal`` is its number in the game. ``side`` has lost, or has ``points`` more or less, which count
    from the first ``after`` deals of the game on.
    """

    effect: RulingEffect
    game: int | None = None
    deal: int | None = None
    side: int | None = None
    points: int = 0
    after: int = 0
