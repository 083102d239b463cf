"""From the deals of a match to its result: deals to games, games to the match.

Everything is recomputed from the facts at every call; nothing is ever added to an earlier answer.
Which deals are current is the caller's affair, and so are rulings. Side and game numbers begin at 1.
Deals win over totals typed for the same game; when the two differ the match is disputed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.domain.profile import Profile


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
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class DealFacts:
    """One current deal as the engine judged it; a redeal has no points."""

    game: int
    end: str
    points: Mapping[int, int] = field(default_factory=dict)
    seat: int | None = None
    side: int | None = None
    special: str | None = None
    sets_total: bool = False


@dataclass(frozen=True, slots=True)
class OutcomeFacts:
    """One current outcome row; of the whole match when ``game`` is None. ``side`` is who won."""

    kind: OutcomeKind
    game: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)
    side: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GameScore:
    """One game: totals as played, totals as the profile counts them, and how it ended for each side."""

    number: int
    running: tuple[Mapping[int, int], ...]
    raw: Mapping[int, int]
    counted: Mapping[int, int]
    results: Mapping[int, Result]
    played: bool = True
    difference_counts: bool = True
    surplus_deals: int = 0
    disputed: bool = False

    @property
    def finished(self) -> bool:
        return bool(self.results)

    @property
    def winner(self) -> int | None:
        return next((side for side, result in self.results.items() if result is Result.WIN), None)


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match: its games, games won by each side, and how it ended for each side."""

    games: tuple[GameScore, ...]
    games_won: Mapping[int, int]
    results: Mapping[int, Result]
    void: bool = False
    forfeited: bool = False
    disputed: bool = False

    @property
    def finished(self) -> bool:
        return self.void or bool(self.results)

    @property
    def winner(self) -> int | None:
        return next((side for side, result in self.results.items() if result is Result.WIN), None)


def score_match(
    deals: Sequence[DealFacts],
    outcomes: Sequence[OutcomeFacts] = (),
    *,
    profile: Profile,
    sides: Sequence[int] = (1, 2),
    best_of: int | None = None,
) -> MatchScore:
    """The whole match, recomputed. ``best_of`` replaces the profile's where a round has its own."""
    raise NotImplementedError
