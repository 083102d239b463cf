"""One game: deals up to the target, or totals, a winner or a forfeit in their place.

Deals decide whenever they reach the end of the game (G-6.5, G-3.3); only a game that they leave
open is ended by an outcome. What was played stays in ``raw``, what the standings use is ``counted``.
Rulings change what counts: points from the moment they were ruled, so that a game that was over stays over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from scoring.domain.facts import (
    FIVE_FIVE,
    TIME_UP,
    DealFacts,
    OutcomeFacts,
    OutcomeKind,
    Result,
    RulingEffect,
    RulingFacts,
)
from scoring.domain.rulings import counting_deals, last_word, points_given, with_points
from tournaments.domain.profile import Overshoot, Profile, TimeUpEqual, WinnerPoints

Totals: TypeAlias = Mapping[int, int]
Results: TypeAlias = Mapping[int, Result]
AWARDED = {OutcomeKind.FORFEIT, OutcomeKind.DOUBLE_LOSS}


@dataclass(frozen=True, slots=True)
class GameScore:
    """Totals as played and as counted, by side, and how the game ended for each side.

    ``running`` holds the totals after each deal. ``surplus_deals`` were recorded after the end; they
    stay in the totals until somebody retracts them. ``awarded``: won or lost without being played out.
    ``by_rulings`` are the points by side that rulings gave or took; ``ruled`` says that a ruling made the
    game void or lost.
    """

    number: int
    running: tuple[Totals, ...]
    raw: Totals
    counted: Totals
    results: Results
    awarded: bool = False
    difference_counts: bool = True
    surplus_deals: int = 0
    disputed: bool = False
    by_rulings: Totals = field(default_factory=dict)
    ruled: RulingEffect | None = None

    @property
    def finished(self) -> bool:
        return bool(self.results) or self.is_void

    @property
    def is_void(self) -> bool:
        """Over, and nobody's."""
        return self.ruled is RulingEffect.VOID

    @property
    def standing(self) -> Totals:
        """The totals that decide: as played, with what rulings gave or took."""
        return with_points(self.raw, self.by_rulings)

    @property
    def winner(self) -> int | None:
        return winner_of(self.results)


def score_game(
    number: int,
    deals: Sequence[DealFacts],
    outcome: OutcomeFacts | None,
    *,
    profile: Profile,
    sides: Sequence[int],
    rulings: Sequence[RulingFacts] = (),
) -> GameScore:
    """The game from its deals, else from its outcome; disputed when the two contradict each other.

    ``rulings`` are those on this game and its deals, in order of creation.
    """
    running = running_totals(deals, profile=profile, sides=sides)
    raw = raw_totals(running, deals, outcome, sides)
    counting = counting_deals(deals, rulings)
    after_deals = running_totals(counting, profile=profile, sides=sides)
    unruled = raw_totals(after_deals, counting, outcome, sides)
    given = points_given(rulings)
    course = race(after_deals, rulings)
    end = deciding_deal(counting, course, profile)
    # What was ruled after the last deal comes too late for the bell.
    at_end = with_points(unruled, points_given(rulings, deals=len(deals) - 1))
    results = (
        decided(winner_at(counting[end], course[end], profile), sides)
        if end is not None
        else ended(outcome, counting, at_end, profile)
    )
    awarded = end is None and outcome is not None and outcome.kind in AWARDED
    totals = with_points(unruled, given)
    game = GameScore(
        number=number,
        running=running,
        raw=raw,
        counted=with_points(awarded_points(outcome, profile, sides), given)
        if awarded
        else counted_points(totals, results, profile, at_bell=end is None and is_time_up(outcome)),
        results=results,
        awarded=awarded,
        difference_counts=not awarded or profile.forfeit.difference,
        surplus_deals=0 if end is None else len(deals) - end - 1,
        disputed=contradicts(outcome, deals, raw, results if end is not None else {}),
        by_rulings={side: totals[side] - raw[side] for side in sides if totals[side] != raw[side]},
    )
    return as_ruled(game, last_word(rulings), profile)


def as_ruled(game: GameScore, word: RulingFacts | None, profile: Profile) -> GameScore:
    """The game after a ruling on the whole of it: void, lost by a side, or as it was."""
    match word:
        case RulingFacts(effect=RulingEffect.VOID):
            return void_game(game)
        case RulingFacts(effect=RulingEffect.LOSS, side=int(side)):
            return lost_game(game, side, profile)
    return game


def void_game(game: GameScore) -> GameScore:
    """What was played stays visible and counts for nobody."""
    nil = dict.fromkeys(game.raw, 0)
    return replace(game, counted=nil, results={}, disputed=False, ruled=RulingEffect.VOID)


def lost_game(game: GameScore, side: int, profile: Profile) -> GameScore:
    """The others have won as by forfeit; what was played stays visible."""
    winner = next(other for other in game.raw if other != side)
    given = awarded_points(OutcomeFacts(OutcomeKind.FORFEIT, side=winner), profile, tuple(game.raw))
    return replace(
        game,
        counted=given,
        results=decided(winner, tuple(game.raw)),
        awarded=True,
        difference_counts=profile.forfeit.difference,
        disputed=False,
        ruled=RulingEffect.LOSS,
    )


def winner_of(results: Results) -> int | None:
    return next((side for side, result in results.items() if result is Result.WIN), None)


def decided(winner: int | None, sides: Sequence[int]) -> Results:
    return {side: Result.WIN if side == winner else Result.LOSS for side in sides}


def alike(result: Result, sides: Sequence[int]) -> Results:
    return dict.fromkeys(sides, result)


def running_totals(
    deals: Sequence[DealFacts], *, profile: Profile, sides: Sequence[int]
) -> tuple[Totals, ...]:
    """The totals of all sides after each deal; a redeal repeats the totals before it."""
    totals: dict[int, int] = dict.fromkeys(sides, 0)
    after = []
    for deal in deals:
        totals = {side: total + deal.points.get(side, 0) for side, total in totals.items()}
        if deal.sets_total and deal.winner is not None and profile.target is not None:
            totals[deal.winner] = profile.target
        after.append(totals)
    return tuple(after)


def raw_totals(
    running: Sequence[Totals],
    deals: Sequence[DealFacts],
    outcome: OutcomeFacts | None,
    sides: Sequence[int],
) -> Totals:
    if any(deal.scores for deal in deals):
        return running[-1]
    typed = outcome.points if outcome is not None and outcome.kind not in AWARDED else {}
    return {side: typed.get(side, 0) for side in sides}


def deciding_deal(deals: Sequence[DealFacts], course: Sequence[Totals], profile: Profile) -> int | None:
    """Which deal ended the game: five and five at once (G-3.3), or the first to reach the target (G-6.5)."""
    for place, (deal, totals) in enumerate(zip(deals, course, strict=True)):
        if deal.special == FIVE_FIVE or reaches_target(totals, profile):
            return place
    return None


def race(after_deals: Sequence[Totals], rulings: Sequence[RulingFacts]) -> tuple[Totals, ...]:
    """How far each side has come at each deal: with the points ruled before it, or after it where more."""
    return tuple(
        {
            side: max(
                with_points(totals, points_given(rulings, deals=known))[side] for known in (deal - 1, deal)
            )
            for side in totals
        }
        for deal, totals in enumerate(after_deals, 1)
    )


def winner_at(deal: DealFacts, totals: Totals, profile: Profile) -> int | None:
    """Whose the game is at its deciding deal: who won the deal, else whom a ruling brought there."""
    if deal.special == FIVE_FIVE or profile.target is None:
        return deal.winner
    there = [side for side, total in totals.items() if total >= profile.target]
    return deal.winner if deal.winner in there or not there else there[0]


def reaches_target(totals: Totals, profile: Profile) -> bool:
    return profile.target is not None and max(totals.values()) >= profile.target


def ended(outcome: OutcomeFacts | None, deals: Sequence[DealFacts], raw: Totals, profile: Profile) -> Results:
    """How an outcome ends a game that the deals left open; empty while it goes on."""
    sides = tuple(raw)
    match outcome:
        case None:
            return {}
        case OutcomeFacts(kind=OutcomeKind.WINNER | OutcomeKind.FORFEIT):
            return decided(outcome.side, sides)
        case OutcomeFacts(kind=OutcomeKind.DOUBLE_LOSS):
            return alike(Result.LOSS, sides)
        case OutcomeFacts(kind=OutcomeKind.DRAW):
            return alike(Result.DRAW, sides)
        case OutcomeFacts(kind=OutcomeKind.TOTALS, reason=reason) if reason == TIME_UP:
            return at_the_bell(deals, raw, profile)
        case OutcomeFacts(kind=OutcomeKind.TOTALS) if outcome.reason or reaches_target(raw, profile):
            return by_points(raw)
    return {}


def by_points(raw: Totals) -> Results:
    """The highest total wins; equal highest totals are drawn, everybody below has lost."""
    best = [side for side, total in raw.items() if total == max(raw.values())]
    top = Result.WIN if len(best) == 1 else Result.DRAW
    return {side: top if side in best else Result.LOSS for side in raw}


def at_the_bell(deals: Sequence[DealFacts], raw: Totals, profile: Profile) -> Results:
    """The result when time is up (G-6.6); empty while equal totals wait for one more deal."""
    results = by_points(raw)
    if Result.DRAW not in results.values() or profile.time.equal is TimeUpEqual.DRAW:
        return results
    last = next((deal.winner for deal in reversed(deals) if deal.scores), None)
    if profile.time.equal is TimeUpEqual.LAST_DEAL and last is not None:
        return decided(last, tuple(raw))
    return {}


def is_time_up(outcome: OutcomeFacts | None) -> bool:
    return outcome is not None and outcome.kind is OutcomeKind.TOTALS and outcome.reason == TIME_UP


def counted_points(raw: Totals, results: Results, profile: Profile, *, at_bell: bool) -> Totals:
    """Points for the standings: cut at the target under ``cap``; a winner by time may be raised to it."""
    if profile.target is None:
        return raw
    counted = dict(raw)
    winner = winner_of(results)
    if at_bell and winner is not None and profile.time.points is WinnerPoints.TARGET:
        counted[winner] = profile.target
    if profile.overshoot is Overshoot.CAP:
        counted = {side: min(total, profile.target) for side, total in counted.items()}
    return counted


def awarded_points(outcome: OutcomeFacts | None, profile: Profile, sides: Sequence[int]) -> Totals:
    """Target to nil for the winner of a forfeit unless the profile says otherwise; nil for a double loss."""
    winner = outcome.side if outcome is not None else None
    if winner is None:
        return dict.fromkeys(sides, 0)
    given = profile.forfeit.winner if profile.forfeit.winner is not None else profile.target or 0
    return {side: given if side == winner else profile.forfeit.loser for side in sides}


def contradicts(
    outcome: OutcomeFacts | None, deals: Sequence[DealFacts], raw: Totals, by_deals: Results
) -> bool:
    """Whether totals or winner were typed that the deals do not bear out. Deals win all the same."""
    if outcome is None or not any(deal.scores for deal in deals):
        return False
    typed_otherwise = outcome.kind is OutcomeKind.TOTALS and dict(outcome.points) != dict(raw)
    other_winner = bool(by_deals) and outcome.side not in (None, winner_of(by_deals))
    return typed_otherwise or other_winner
