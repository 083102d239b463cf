"""Profiles that events begin with (tournaments.md §3, presets); all are editable before the start."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.domain.profile.values import Bye, Profile, Ranking, TimeRules
from tournaments.domain.profile.words import (
    ByeResult,
    Decider,
    DrawRule,
    FirstDealer,
    LoserPoints,
    Overshoot,
    WinnerPoints,
)
from tournaments.enums import Format
from tournaments.enums import RankingKey as Key

ASCENDING = {Key.PLACINGS, Key.TEAM_PLACINGS}
NO_BYE = Bye(result=ByeResult.NONE)
# No source gives the points of a bye. The target: otherwise a ranking by points would punish sitting out.
BYE_AT_TARGET = Bye(result=ByeResult.WIN, points=150)


def by(*keys: Key) -> Ranking:
    """The keys in this order, the larger the better but for the sums of places."""
    return tuple((key, key not in ASCENDING) for key in keys)


PRESETS: Mapping[str, Profile] = {
    "society_pairs": Profile(
        bye=BYE_AT_TARGET,
        ranking=by(Key.WINS, Key.NET_WINS, Key.POINT_DIFF, Key.HEAD_TO_HEAD),
    ),
    "society_individual": Profile(
        first_dealer=FirstDealer.SEAT_ONE,
        overshoot=Overshoot.CAP,
        win_bonus=1000,
        winner_points=WinnerPoints.TARGET,
        loser_points=LoserPoints.OWN,
        bye=NO_BYE,
        ranking=by(Key.SCORE_WITH_BONUS, Key.WINS, Key.POINT_DIFF),
    ),
    "prefecture_league": Profile(
        bye=NO_BYE,
        ranking=by(Key.NET_WINS, Key.POINT_DIFF),
        team=by(Key.NET_WINS, Key.POINT_DIFF),
    ),
    "tokyo_meijin": Profile(
        best_of=3,
        bye=NO_BYE,
        ranking=by(Key.NET_WINS, Key.POINT_DIFF, Key.HEAD_TO_HEAD),
    ),
    "monthly_meeting": Profile(
        first_dealer=FirstDealer.FEWEST_DEALS,
        bye=NO_BYE,
        ranking=by(Key.WINS, Key.POINT_DIFF, Key.GAMES_PLAYED),
    ),
    "town_lunch": Profile(
        target=110,
        bye=NO_BYE,
        ranking=by(Key.WINS, Key.POINT_DIFF),
    ),
    "shop_teams": Profile(
        time=TimeRules(limit=25),
        overshoot=Overshoot.CAP,
        bye=BYE_AT_TARGET,
        ranking=by(Key.POINTS_FOR, Key.WINS),
        team=by(Key.TEAM_PLACINGS, Key.POINTS_FOR),
    ),
    "three_seats": Profile(
        bye=NO_BYE,
        place_points=(3, 1, 0),
        ranking=by(Key.PLACE_POINTS, Key.POINTS_FOR),
    ),
    "imported": Profile(ranking=by(Key.POINTS_FOR, Key.POINT_DIFF)),
}

PRESET_OPTIONS: Mapping[str, Mapping[str, object]] = {
    "society_pairs": {"five_five_points": 150},
    "society_individual": {"five_five_points": 150},
    "prefecture_league": {"five_five_points": 150},
    "tokyo_meijin": {"five_five_points": 200},
    "monthly_meeting": {"five_five_points": 160},
    "town_lunch": {"five_five_points": 150},
    "shop_teams": {"five_five_points": 150},
    "three_seats": {},
    "imported": {},
}
"""Engine options of each preset, kept beside the profile; what is absent is the engine's default."""

NEEDS_WINNER = {Format.KNOCKOUT, Format.TWO_WINS_TWO_LOSSES, Format.TITLE}
"""Formats that cannot go on from a drawn match."""


def as_played(profile: Profile, stage_format: Format, *, best_of: int | None = None) -> Profile:
    """The profile in this format, with so many games a match if that is said.

    Where somebody has to win no match stays drawn: one more deal decides, unless it says how already.
    """
    profile = replace(profile, best_of=best_of) if best_of else profile
    if stage_format not in NEEDS_WINNER:
        return profile
    deciders = profile.deciders or (Decider.ONE_MORE_DEAL,)
    return replace(profile, draw=DrawRule.DECIDED, deciders=deciders)
