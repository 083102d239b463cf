"""Lines written by hand, in the fewest words."""

from scoring.domain.match_score import Result
from scoring.domain.standings import Entry, GameLine, LineKind, MatchLine

WIN, DRAW, LOSS = Result.WIN, Result.DRAW, Result.LOSS


def game(own: int, other: int) -> GameLine:
    """A finished game by its counted points; the higher has won."""
    result = WIN if own > other else LOSS if own < other else DRAW
    return GameLine(result, own, other, own, other)


def match(entry: Entry, *games: tuple[int, int], against: Entry = "floater", in_round: int = 1) -> MatchLine:
    """A finished match by the points of its games; who won more games has won."""
    played = tuple(game(own, other) for own, other in games)
    net = sum(own > other for own, other in games) - sum(own < other for own, other in games)
    result = WIN if net > 0 else LOSS if net < 0 else DRAW
    return MatchLine(entry, in_round, result=result, games=played, opponents=(against,))


def both(winner: Entry, loser: Entry, *, in_round: int = 1) -> list[MatchLine]:
    """The two lines of a match that was won without points, as in Shogi."""
    won = MatchLine(winner, in_round, result=WIN, opponents=(loser,))
    return [won, MatchLine(loser, in_round, result=LOSS, opponents=(winner,))]


def unplayed(entry: Entry, kind: LineKind, *, in_round: int = 1) -> MatchLine:
    return MatchLine(entry, in_round, kind=kind)
