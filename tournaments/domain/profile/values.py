"""A scoring profile as an immutable value; ``stored`` reads and writes it, ``presets`` fills it."""

from dataclasses import dataclass
from typing import TypeAlias

from tournaments.domain.profile.words import (
    ByeResult,
    Count,
    Decider,
    DrawRule,
    FirstDealer,
    FiveFiveWins,
    LoserPoints,
    NextGameDealer,
    Overshoot,
    SitOutScore,
    Tie,
    TimeUp,
    TimeUpEqual,
    WinnerPoints,
)
from tournaments.enums import RankingKey

Ranking: TypeAlias = tuple[tuple[RankingKey, bool], ...]
"""Ranking keys in order of weight, each with True when the larger value is better."""


@dataclass(frozen=True, slots=True)
class TimeRules:
    """The bell (G-6.6). Minutes; no limit when ``limit`` is None."""

    limit: int | None = None
    up: TimeUp = TimeUp.FINISH_DEAL
    no_new_deal_before: int = 0
    points: WinnerPoints = WinnerPoints.OWN
    equal: TimeUpEqual = TimeUpEqual.DRAW


@dataclass(frozen=True, slots=True)
class Lateness:
    """Minutes after which a late side is warned, loses a game, loses the match (G-8); None = never."""

    warning: int | None = None
    game: int | None = None
    match: int | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """What an entry gets in a round that has no opponent for it."""

    result: ByeResult = ByeResult.WIN
    points: int = 0
    difference: int = 0


@dataclass(frozen=True, slots=True)
class SitOut:
    """What a person gets for sitting out; ``points`` only when ``score`` is fixed."""

    score: SitOutScore = SitOutScore.OWN_AVERAGE
    points: int = 0


@dataclass(frozen=True, slots=True)
class MissedRound:
    """What a round costs that was missed by one's own fault."""

    result: ByeResult = ByeResult.LOSS
    points: int = 0


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Points of both sides of a forfeited game; the winner gets the target when ``winner`` is None."""

    winner: int | None = None
    loser: int = 0
    difference: bool = True


@dataclass(frozen=True, slots=True)
class Profile:
    """All that turns deals into standings (tournaments.md §3). ``target`` None: nothing is counted up."""

    target: int | None = 150
    five_five_wins: FiveFiveWins = FiveFiveWins.GAME
    first_dealer: FirstDealer = FirstDealer.KINGS_DRAW
    next_game_dealer: NextGameDealer = NextGameDealer.OTHER_SIDE
    time: TimeRules = TimeRules()
    late_after: Lateness = Lateness()
    best_of: int = 1
    overshoot: Overshoot = Overshoot.KEEP
    count: Count = Count.MATCHES
    win_bonus: int = 0
    winner_points: WinnerPoints = WinnerPoints.OWN
    loser_points: LoserPoints = LoserPoints.OWN
    draw: DrawRule = DrawRule.STANDS
    deciders: tuple[Decider, ...] = ()
    bye: Bye = Bye()
    sit_out: SitOut = SitOut()
    missed_round: MissedRound = MissedRound()
    forfeit: Forfeit = Forfeit()
    place_points: tuple[int, ...] = (3, 1, 0)
    ranking: Ranking = ((RankingKey.WINS, True), (RankingKey.POINT_DIFF, True))
    tie: Tie = Tie.EQUAL
    team: Ranking = ()
