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
    """What may be sent from a table; a held act has a kind of its own in the ledger."""

    DEAL = "deal"
    REDEAL = "redeal"
    RETRACT = "retract"
    HELD = "held"


class Source(StrEnum):
    """Where a result came from."""

    DESK = "desk"
    IMPORT = "import"
    DRAW = "draw"


class Ruling(StrEnum):
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
