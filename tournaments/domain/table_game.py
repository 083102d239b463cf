"""Which game is played at a table: two sides of Goita, or three who play for themselves (G-7)."""

from tournaments.domain.settings import Shape

FOUR_SEATS, THREE_SEATS = "goita", "goita3"


def ruleset_of(shape: Shape) -> str:
    """The game played at tables of this shape."""
    return THREE_SEATS if sum(shape) == 3 else FOUR_SEATS


def ruleset_at(sides: int, stage_key: str) -> str:
    """The game at a table of so many sides: three play theirs also where the others are four."""
    return THREE_SEATS if sides == 3 and stage_key == FOUR_SEATS else stage_key
