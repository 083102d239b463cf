"""The closed choices of a scoring profile, as they are stored."""

from enum import StrEnum


class FiveFiveWins(StrEnum):
    """What five and five on one side wins (G-3.3)."""

    GAME = "game"
    MATCH = "match"


class FirstDealer(StrEnum):
    """Who deals first in game 1 (G-2.2)."""

    KINGS_DRAW = "kings_draw"
    RANDOM = "random"
    CHOSEN = "chosen"
    FEWEST_DEALS = "fewest_deals"
    SEAT_ONE = "seat_one"


class NextGameDealer(StrEnum):
    """Who deals first in later games of a match (G-2.2)."""

    OTHER_SIDE = "other_side"
    LOSER = "loser"
    WINNER = "winner"
    AS_FIRST = "as_first"


class TimeUp(StrEnum):
    """What the bell does to a running deal (G-6.6)."""

    FINISH_DEAL = "finish_deal"
    STOP = "stop"
    NO_NEW_DEAL = "no_new_deal"


class TimeUpEqual(StrEnum):
    """What equal totals at the bell mean (G-6.6)."""

    DRAW = "draw"
    LAST_DEAL = "last_deal"
    ONE_MORE_DEAL = "one_more_deal"


class Overshoot(StrEnum):
    """Whether points beyond the target count in the standings."""

    KEEP = "keep"
    CAP = "cap"


class Count(StrEnum):
    """What a win is: a match, or each game in it."""

    MATCHES = "matches"
    GAMES = "games"


class WinnerPoints(StrEnum):
    OWN = "own"
    TARGET = "target"


class LoserPoints(StrEnum):
    OWN = "own"
    ZERO = "zero"


class DrawRule(StrEnum):
    """Whether a drawn match may stand (half a win each) or must be decided."""

    STANDS = "stands"
    DECIDED = "decided"


class Decider(StrEnum):
    """How a match that may not end drawn is decided, in the order given by the profile."""

    ONE_MORE_DEAL = "one_more_deal"
    REPLAY = "replay"
    LOT = "lot"


class ByeResult(StrEnum):
    """What a bye is worth; ``none``: this competition has no byes, floaters fill the table."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    NONE = "none"


class SitOutScore(StrEnum):
    """What a person gets for a round that the numbers made them sit out."""

    OWN_AVERAGE = "own_average"
    FIXED = "fixed"
    WIN = "win"


class Tie(StrEnum):
    """What happens to entries that are equal in every ranking key."""

    EQUAL = "equal"
    LOT = "lot"
