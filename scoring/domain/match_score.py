"""From the deals of a match to its result: deals to games, games to the match.

Everything is recomputed from the facts at every call; nothing is ever added to an earlier answer.
Which deals are current and which rulings stand is the caller's affair. Side and game numbers begin at 1.
Deals win over what was typed for the same game; when the two differ the match is disputed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.domain.facts import (
    FIVE_FIVE,
    UNMET,
    DealFacts,
    OutcomeFacts,
    OutcomeKind,
    Result,
    RulingEffect,
    RulingFacts,
)
from scoring.domain.game_score import (
    GameScore,
    Results,
    alike,
    decided,
    lost_game,
    score_game,
    void_game,
    winner_of,
)
from scoring.domain.rulings import counting_deals, last_word, on_game, on_match
from tournaments.domain.profile import DrawRule, FiveFiveWins, Profile

__all__ = [
    "DealFacts",
    "GameScore",
    "MatchScore",
    "OutcomeFacts",
    "OutcomeKind",
    "Result",
    "RulingEffect",
    "RulingFacts",
    "score_match",
]

# Outcomes after which nothing of the match is told by games.
IS_ALL = UNMET | {OutcomeKind.VOID}


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match: its games, games won by each side, and how it ended for each side.

    ``decided_by`` is the outcome that ended or annulled the whole match, None when its games did.
    """

    games: tuple[GameScore, ...]
    games_won: Mapping[int, int]
    results: Results
    decided_by: OutcomeKind | None = None
    disputed: bool = False

    @property
    def finished(self) -> bool:
        """Nothing more is to be played; a void match and a bye have no results."""
        return bool(self.results) or self.decided_by in IS_ALL

    @property
    def winner(self) -> int | None:
        return winner_of(self.results)

    @property
    def points(self) -> Mapping[int, int]:
        """Counted points by side, over all games."""
        return {side: sum(game.counted[side] for game in self.games) for side in self.games_won}


def score_match(
    deals: Sequence[DealFacts],
    outcomes: Sequence[OutcomeFacts] = (),
    rulings: Sequence[RulingFacts] = (),
    *,
    profile: Profile,
    sides: Sequence[int] = (1, 2),
    best_of: int | None = None,
) -> MatchScore:
    """The whole match, recomputed. ``best_of`` replaces the profile's where a round has its own.

    ``rulings`` are those that stand, in order of creation. They leave ``raw`` and ``running`` of every
    game as they are; a match that is void by its outcome stays void.
    """
    length = best_of or profile.best_of
    whole = next((outcome for outcome in reversed(outcomes) if outcome.game is None), None)
    if whole is not None and whole.kind in IS_ALL:
        return MatchScore((), dict.fromkeys(sides, 0), {}, decided_by=whole.kind)
    if whole is not None and length == 1:
        # In a match of one game, what is said of the match is said of the game.
        outcomes = (*outcomes, replace(whole, game=1))
    games = score_games(deals, outcomes, rulings, profile, sides)
    games = with_won_legs(games, counting(deals, rulings), profile, sides, length)
    if whole is not None and whole.kind is OutcomeKind.FORFEIT:
        games = with_forfeited_legs(games, whole, profile, sides, length)
    match last_word(on_match(rulings)):
        case RulingFacts(effect=RulingEffect.LOSS, side=int(side)):
            games, whole = with_lost_games(games, side, profile, sides, length), None
        case RulingFacts(effect=RulingEffect.VOID):
            return MatchScore(games, dict.fromkeys(sides, 0), {}, decided_by=OutcomeKind.VOID)
    return conclude(games, whole, profile, sides, length)


def counting(deals: Sequence[DealFacts], rulings: Sequence[RulingFacts]) -> tuple[DealFacts, ...]:
    """The deals of all games as rulings leave them."""
    by_game = {number: [deal for deal in deals if deal.game == number] for number in played_games(deals)}
    ruled = (counting_deals(own, on_game(rulings, number)) for number, own in by_game.items())
    return tuple(deal for own in ruled for deal in own)


def played_games(deals: Sequence[DealFacts]) -> list[int]:
    return sorted({deal.game for deal in deals})


def score_games(
    deals: Sequence[DealFacts],
    outcomes: Sequence[OutcomeFacts],
    rulings: Sequence[RulingFacts],
    profile: Profile,
    sides: Sequence[int],
) -> tuple[GameScore, ...]:
    """Every game of which something is known, in order; one that its outcome makes void is not among them."""
    typed = {outcome.game: outcome for outcome in outcomes if outcome.game is not None}
    ruled = {ruling.game for ruling in rulings if ruling.game is not None}
    numbers = sorted({*played_games(deals), *typed, *ruled})
    return tuple(
        score_game(
            number,
            [deal for deal in deals if deal.game == number],
            typed.get(number),
            profile=profile,
            sides=sides,
            rulings=on_game(rulings, number),
        )
        for number in numbers
        if number not in typed or typed[number].kind is not OutcomeKind.VOID
    )


def with_won_legs(
    games: tuple[GameScore, ...],
    deals: Sequence[DealFacts],
    profile: Profile,
    sides: Sequence[int],
    length: int,
) -> tuple[GameScore, ...]:
    """With ``five_five_wins: match`` five and five also wins every later leg, without points (G-3.3)."""
    five_five = next((deal for deal in deals if deal.special == FIVE_FIVE), None)
    if five_five is None or profile.five_five_wins is not FiveFiveWins.MATCH:
        return games
    nil = dict.fromkeys(sides, 0)
    results = decided(five_five.winner, sides)
    won = tuple(
        GameScore(number, (), nil, nil, results, awarded=True)
        for number in range(five_five.game + 1, length + 1)
    )
    return tuple(game for game in games if game.number <= five_five.game) + won


def with_forfeited_legs(
    games: tuple[GameScore, ...],
    forfeit: OutcomeFacts,
    profile: Profile,
    sides: Sequence[int],
    length: int,
) -> tuple[GameScore, ...]:
    """Finished games stand; the side that did not forfeit is given the games it still needs."""
    known = {game.number: game for game in games}
    played = tuple(game for game in games if game.finished)
    for number in range(1, length + 1):
        if winner_by_games(played, sides, length) is not None:
            break
        if number not in {game.number for game in played}:
            played += (given_game(number, known.get(number), forfeit, profile, sides),)
    return tuple(sorted(played, key=lambda game: game.number))


def given_game(
    number: int, begun: GameScore | None, forfeit: OutcomeFacts, profile: Profile, sides: Sequence[int]
) -> GameScore:
    """A game won by forfeit; what had been played of it stays visible."""
    given = score_game(number, (), replace(forfeit, game=number), profile=profile, sides=sides)
    return replace(given, running=begun.running, raw=begun.raw) if begun is not None else given


def with_lost_games(
    games: Sequence[GameScore], side: int, profile: Profile, sides: Sequence[int], length: int
) -> tuple[GameScore, ...]:
    """The side has lost every game until the other has won the match; what was played besides is void."""
    other = next(each for each in sides if each != side)
    ruled: tuple[GameScore, ...] = ()
    for game in games:
        is_over = winner_by_games(ruled, sides, length) is not None
        ruled += (void_game(game) if is_over else lost_game(game, side, profile),)
    return with_forfeited_legs(ruled, OutcomeFacts(OutcomeKind.FORFEIT, side=other), profile, sides, length)


def conclude(
    games: tuple[GameScore, ...],
    whole: OutcomeFacts | None,
    profile: Profile,
    sides: Sequence[int],
    length: int,
) -> MatchScore:
    by_games = results_by_games(games, sides, length)
    by_outcome = results_by_outcome(whole, sides)
    contradicted = bool(by_games) and bool(by_outcome) and dict(by_games) != dict(by_outcome)
    return MatchScore(
        games=games,
        games_won={side: wins(games, side) for side in sides},
        results=standing_results(by_games or by_outcome, profile),
        decided_by=OutcomeKind.VOID
        if nothing_counts(games, length)
        else said_by(whole, by_outcome, by_games),
        disputed=contradicted or any(game.disputed for game in games),
    )


def nothing_counts(games: Sequence[GameScore], length: int) -> bool:
    """Rulings have made every game void that could be played."""
    return len(games) >= length and all(game.is_void for game in games)


def said_by(whole: OutcomeFacts | None, by_outcome: Results, by_games: Results) -> OutcomeKind | None:
    """The outcome, where it and not the games has ended the match."""
    return whole.kind if whole is not None and by_outcome and not by_games else None


def standing_results(results: Results, profile: Profile) -> Results:
    """A draw that may not stand leaves the match open until it is decided."""
    drawn = Result.DRAW in results.values()
    return {} if drawn and profile.draw is DrawRule.DECIDED else results


def wins(games: Sequence[GameScore], side: int) -> int:
    return sum(game.winner == side for game in games)


def winner_by_games(games: Sequence[GameScore], sides: Sequence[int], length: int) -> int | None:
    """The first side, in order of play, with more than half of the games."""
    for count in range(1, len(games) + 1):
        for side in sides:
            if wins(games[:count], side) > length // 2:
                return side
    return None


def results_by_games(games: Sequence[GameScore], sides: Sequence[int], length: int) -> Results:
    """Empty while games are missing that can still matter; level after the last game is a draw."""
    finished = [game for game in games if game.finished]
    winner = winner_by_games(finished, sides, length)
    if winner is not None:
        return decided(winner, sides)
    if len(finished) < length:
        return {}
    if length == 1:
        return finished[0].results
    most = max(wins(finished, side) for side in sides)
    leaders = [side for side in sides if wins(finished, side) == most]
    return decided(leaders[0], sides) if len(leaders) == 1 else alike(Result.DRAW, sides)


def results_by_outcome(whole: OutcomeFacts | None, sides: Sequence[int]) -> Results:
    match whole:
        case OutcomeFacts(kind=OutcomeKind.WINNER | OutcomeKind.FORFEIT, side=side):
            return decided(side, sides)
        case OutcomeFacts(kind=OutcomeKind.DOUBLE_LOSS):
            return alike(Result.LOSS, sides)
        case OutcomeFacts(kind=OutcomeKind.DRAW):
            return alike(Result.DRAW, sides)
    return {}
