"""Points of a finished deal and who deals next (G-3.3 to G-3.7, G-6)."""

from engine.goita.hand import Hand
from engine.goita.options import Options
from engine.goita.tiles import KIND, VALUE
from engine.goita.variant import Seat, Variant
from engine.verdict import Outcome

EIGHT_PAWNS = 100
PAWNS = {"six": 6, "seven": 7, "eight": 8}
POSSIBLE_POINTS = (10, 20, 30, 40, 50, 60, 80, 100)  # G-6.3, beside those of five and five


def points_by_side(variant: Variant, side: int, points: int) -> dict[int, int]:
    return {**variant.scoreless, side: points}


def went_out(
    variant: Variant,
    options: Options,
    *,
    dealer: Seat,
    seat: Seat,
    tile: str,
    doubled: bool,
    plies: int = 0,
) -> Outcome:
    """G-6.1, G-6.2: the last attack's value, twice when a pair of its kind was led."""
    side = variant.sides[seat]
    points = VALUE[KIND[tile]] * (2 if doubled else 1)
    return Outcome(
        end="out",
        points=points_by_side(variant, side, points),
        seat=seat,
        side=side,
        doubled=doubled,
        next_dealer=seat if options.next_dealer == "winner" else variant.table.following[dealer],
        tile=tile,
        plies=plies,
    )


def won_by_pawns(variant: Variant, special: str, seat: Seat, hand: Hand) -> Outcome:
    """G-3.4 to G-3.7: six, seven or eight pawns dealt to one seat."""
    kinds = {KIND[face] for face in hand.text if KIND[face] != KIND["1"]}
    doubled = special == "six" and len(kinds) == 1
    highest = max((VALUE[kind] for kind in kinds), default=0)
    points = {"six": highest * (1 + doubled), "seven": 2 * highest, "eight": EIGHT_PAWNS}[special]
    side = variant.sides[seat]
    return Outcome(
        end="special",
        points=points_by_side(variant, side, points),
        seat=seat,
        side=side,
        doubled=doubled,
        special=special,
        next_dealer=seat,
    )


def won_by_fives(variant: Variant, options: Options, side: int) -> Outcome:
    """G-3.3: five and five on one side. Nobody deals next, the game is over."""
    points = options.five_five_points
    return Outcome(
        end="special",
        points=points_by_side(variant, side, points) if isinstance(points, int) else {},
        side=side,
        special="five_five",
        sets_total=points == "target",
    )


def dealt_again(dealer: Seat, *, reason: str | None, seat: Seat | None) -> Outcome:
    """G-6.4: a redeal keeps the dealer."""
    return Outcome(end="redeal", points={}, seat=seat, reason=reason, next_dealer=dealer)
