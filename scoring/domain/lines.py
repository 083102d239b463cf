"""What one match, or one round without a match, says about one entry."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from scoring.domain.facts import FIVE_FIVE, OUT, SPECIAL, UNMET, DealFacts, OutcomeKind, Result
from scoring.domain.game_score import GameScore
from scoring.domain.match_score import MatchScore

Entry: TypeAlias = str | int


class LineKind(StrEnum):
    """Why an entry has this line; only ``played`` was played."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    ASKED_BYE = "asked_bye"
    SIT_OUT = "sit_out"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game seen from one entry; ``result`` None while it is unfinished."""

    result: Result | None
    raw_for: int = 0
    raw_against: int = 0
    counted_for: int = 0
    counted_against: int = 0
    played: bool = True
    difference_counts: bool = True


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One entry's part in one match, or its round without one.

    ``opponents`` are the entries on the other sides; a bye, a sit-out and a missed round have none.
    ``place`` is the place at a table of three (1 to 3, equal points share it).
    """

    entry: Entry
    round_number: int
    kind: LineKind = LineKind.PLAYED
    result: Result | None = None
    games: tuple[GameLine, ...] = ()
    opponents: tuple[Entry, ...] = ()
    combinations: int = 0
    finishes: int = 0
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """An entry at a side of a table; ``seats`` are its own, None when the whole side is the entry."""

    entry: Entry
    side: int
    seats: frozenset[int] | None = None


def match_lines(
    score: MatchScore,
    sittings: Sequence[Sitting],
    *,
    round_number: int,
    deals: Sequence[DealFacts] = (),
) -> tuple[MatchLine, ...]:
    """One line for each entry at the table; none when the match is void. Floaters are simply left out."""
    if score.decided_by is OutcomeKind.VOID:
        return ()
    return tuple(line_of(sitting, score, sittings, round_number, deals) for sitting in sittings)


def line_of(
    sitting: Sitting,
    score: MatchScore,
    sittings: Sequence[Sitting],
    round_number: int,
    deals: Sequence[DealFacts],
) -> MatchLine:
    void = {game.number for game in score.games if game.is_void}
    deals = [deal for deal in deals if deal.game not in void]
    return MatchLine(
        entry=sitting.entry,
        round_number=round_number,
        kind=kind_of(score),
        result=ASKED_BYES.get(score.decided_by, score.results.get(sitting.side)),
        games=tuple(game_line(game, sitting.side) for game in score.games if not game.is_void),
        opponents=tuple(other.entry for other in sittings if other.side != sitting.side),
        combinations=sum(deal.end == SPECIAL and is_of(deal, sitting) for deal in deals),
        finishes=sum(deal.end == OUT and is_of(deal, sitting) for deal in deals),
        place=places(score).get(sitting.side),
    )


def matches_played(lines: Iterable[MatchLine]) -> Counter[Entry]:
    """How many matches each entry has played to their end; a win counts too when the others did not come."""
    return Counter(
        line.entry
        for line in lines
        if (line.kind is LineKind.PLAYED and line.result is not None)
        or (line.kind is LineKind.FORFEIT and line.result is Result.WIN)
    )


UNMET_LINES = {OutcomeKind.BYE: LineKind.BYE, OutcomeKind.SIT_OUT: LineKind.SIT_OUT}
# A bye that was asked for is worth what was agreed (T04); fairness counts only the drawn ones.
ASKED_BYES: Mapping[OutcomeKind | None, Result] = {
    OutcomeKind.FULL_BYE: Result.WIN,
    OutcomeKind.HALF_BYE: Result.DRAW,
    OutcomeKind.ZERO_BYE: Result.LOSS,
}


def kind_of(score: MatchScore) -> LineKind:
    """A forfeit is a match of which nothing at all was played."""
    if score.decided_by in UNMET:
        return UNMET_LINES.get(score.decided_by, LineKind.ASKED_BYE)
    given = [game.awarded and not game.running for game in score.games if not game.is_void]
    unplayed = all(given) and (bool(given) or score.decided_by is OutcomeKind.DOUBLE_LOSS)
    return LineKind.FORFEIT if unplayed else LineKind.PLAYED


def game_line(game: GameScore, side: int) -> GameLine:
    return GameLine(
        result=game.results.get(side),
        raw_for=game.raw[side],
        raw_against=against(game.raw, side),
        counted_for=game.counted[side],
        counted_against=against(game.counted, side),
        played=not game.awarded,
        difference_counts=game.difference_counts,
    )


def against(totals: Mapping[int, int], side: int) -> int:
    return sum(points for other, points in totals.items() if other != side)


def is_of(deal: DealFacts, sitting: Sitting) -> bool:
    """Whether the deal was this entry's: by seat, but five and five is held by both partners."""
    if sitting.seats is None or deal.special == FIVE_FIVE:
        return deal.winner == sitting.side
    return deal.seat in sitting.seats


def places(score: MatchScore) -> Mapping[int, int]:
    """Places at the table once the match is over: the winner, then by points, equal points sharing (G-7)."""
    if not score.results:
        return {}
    merit = {side: (score.winner == side, score.points[side]) for side in score.results}
    return {side: 1 + sum(other > own for other in merit.values()) for side, own in merit.items()}
