"""Words that are stored about deals and outcomes."""

from enum import StrEnum


class DealState(StrEnum):
    """Only a current deal counts."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    REJECTED = "rejected"
    HELD = "held"


class ActKind(StrEnum):
    """What may be sent from a table; what is held, or came too late to count, has a kind of its own."""

    DEAL = "deal"
    REDEAL = "redeal"
    RETRACT = "retract"
    CONFIRM = "confirm"
    TIME_UP = "time_up"
    HELD = "held"
    LATE = "late"


class Source(StrEnum):
    """Where a result came from."""

    DESK = "desk"
    TABLE = "table"
    IMPORT = "import"
    DRAW = "draw"


class Later(StrEnum):
    """What becomes of later rounds when a result is corrected: they stay, or follow the new result."""

    KEEP = "keep"
    REDRAW = "redraw"


class UnplayedRuling(StrEnum):
    """How a league match ends that was not played."""

    SIDE_ONE_WINS = "side_one_wins"
    SIDE_TWO_WINS = "side_two_wins"
    BOTH_LOSE = "both_lose"
    VOID = "void"


class LeftMatch(StrEnum):
    """What becomes of the match that an entry leaves in mid-round."""

    FORFEIT = "forfeit"
    VOID = "void"
    SUBSTITUTE = "substitute"
