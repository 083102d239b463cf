"""The scoring profile: how results become standings, as data and never as code.

A stage copies its profile when it starts, and prints it under every table. Engine options stand
beside the profile in the stage (``PRESET_OPTIONS``); the engine knows nothing of profiles.
"""

from tournaments.domain.profile.presets import (
    NEEDS_WINNER,
    PRESET_OPTIONS,
    PRESETS,
    as_played,
)
from tournaments.domain.profile.stored import profile_from, profile_to
from tournaments.domain.profile.values import (
    Bye,
    Forfeit,
    Lateness,
    MissedRound,
    Profile,
    Ranking,
    SitOut,
    TimeRules,
)
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

__all__ = [
    "NEEDS_WINNER",
    "PRESETS",
    "PRESET_OPTIONS",
    "Bye",
    "ByeResult",
    "Count",
    "Decider",
    "DrawRule",
    "FirstDealer",
    "FiveFiveWins",
    "Forfeit",
    "Lateness",
    "LoserPoints",
    "MissedRound",
    "NextGameDealer",
    "Overshoot",
    "Profile",
    "Ranking",
    "SitOut",
    "SitOutScore",
    "Tie",
    "TimeRules",
    "TimeUp",
    "TimeUpEqual",
    "WinnerPoints",
    "as_played",
    "profile_from",
    "profile_to",
]
