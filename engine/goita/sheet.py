"""Deals without plays: the sheet, and the points of a slip.

``sheet,sD,P,T,how`` · ``sheet,sD,P,six,TT`` · ``sheet,sD,P,seven,T`` · ``sheet,sD,P,eight`` ·
``sheet,sD,SIDE,five_five`` · ``sheet,sD,R`` · ``points,SIDE,N``. What is not typed is not
guessed: a redeal of partners has no reason here, and points have neither seat nor tile.
"""

from typing import NamedTuple

from engine.errors import IllegalDeal, RecordSyntaxError
from engine.goita.combination import combinations_in_use, four_of_a_kind, redeals_in_use
from engine.goita.hand import HANDS
from engine.goita.options import Options
from engine.goita.scoring import (
    PAWNS,
    POSSIBLE_POINTS,
    dealt_again,
    points_by_side,
    went_out,
    won_by_fives,
    won_by_pawns,
)
from engine.goita.state import REDEAL
from engine.goita.tiles import FACES, KING_FACES
from engine.goita.variant import Seat, Variant
from engine.verdict import Outcome

HOW = ("received", "led", "doubled")
DOUBLED = "doubled"
FIVE_FIVE = "five_five"


class Slip(NamedTuple):
    """One deal as a sheet or a slip tells it."""

    record: str
    outcome: Outcome
    dealer: Seat | None = None
    warnings: tuple[str, ...] = ()


def read_slip(variant: Variant, options: Options, text: str) -> Slip:
    """Raise RecordSyntaxError, or IllegalDeal when the rules know no such end of a deal."""
    match text.split(","):
        case ["points", side, points]:
            return Slip(text, _points(variant, options, _side(variant, side), points))
        case ["sheet", mark, *facts] if mark in variant.dealers:
            return _sheet(variant, options, variant.dealers[mark], facts)
        case _:
            raise RecordSyntaxError(found=text)


def _sheet(variant: Variant, options: Options, dealer: Seat, facts: list[str]) -> Slip:
    match facts:
        case ["R"]:
            outcome = _redeal(variant, options, dealer)
        case [side, "five_five"]:
            outcome = _five_five(variant, options, _side(variant, side))
        case [seat, "eight"]:
            return _pawns(variant, options, dealer, _seat(variant, seat), "eight", "")
        case [seat, ("six" | "seven") as special, tiles]:
            return _pawns(variant, options, dealer, _seat(variant, seat), special, tiles)
        case [seat, tile, how] if len(tile) == 1 and tile in FACES and how in HOW:
            outcome = went_out(
                variant,
                options,
                dealer=dealer,
                seat=_seat(variant, seat),
                tile=tile,
                doubled=how == DOUBLED,
            )
        case _:
            raise RecordSyntaxError(found=",".join(facts))
    return Slip(f"sheet,s{dealer},{','.join(facts)}", outcome, dealer)


def _pawns(variant: Variant, options: Options, dealer: Seat, seat: Seat, special: str, tiles: str) -> Slip:
    """G-3.4 to G-3.6; ``tiles`` are those beside the pawns. Two kings are one of each face."""
    if not combinations_in_use(variant, options):
        raise IllegalDeal("combination_not_in_use", "G-3.8" if variant.partners else "G-7")
    others = "".join(sorted(tiles))
    second_king = others in ("88", "99")
    if second_king:
        others = KING_FACES
    _check_others(variant, special, others)
    outcome = won_by_pawns(variant, special, seat, HANDS["1" * PAWNS[special] + others])
    record = write_special(dealer=dealer, by=seat, special=special, tiles=others)
    return Slip(record, outcome, dealer, ("second_king",) if second_king else ())


def _check_others(variant: Variant, special: str, others: str) -> None:
    if foreign := others.strip(FACES):
        raise RecordSyntaxError(found=foreign[0])
    expected = 0 if special == "eight" else variant.hand_size - PAWNS[special]
    if len(others) != expected or any(
        others.count(face) > variant.inventory.count(face) * (face != "1") for face in others
    ):
        raise IllegalDeal("wrong_tile_count", "G-1.1")
    if not variant.partners and four_of_a_kind([HANDS[others]], variant.seats[0]):
        raise IllegalDeal("redeal_required", "G-7")


def _five_five(variant: Variant, options: Options, side: int) -> Outcome:
    if not (variant.partners and combinations_in_use(variant, options)):
        raise IllegalDeal("combination_not_in_use", "G-3.8" if variant.partners else "G-7")
    return won_by_fives(variant, options, side)


def _redeal(variant: Variant, options: Options, dealer: Seat) -> Outcome:
    if not redeals_in_use(variant, options):
        raise IllegalDeal("redeal_not_allowed", "G-3.8")
    return dealt_again(dealer, reason=None if variant.partners else "four_of_a_kind", seat=None)


def _points(variant: Variant, options: Options, side: int, points: str) -> Outcome:
    """G-6.3. Points beyond a hundred can only be five and five."""
    if not (points.isascii() and points.isdecimal()):
        raise RecordSyntaxError(found=points)
    if points in map(str, POSSIBLE_POINTS):
        return Outcome("points", points_by_side(variant, side, int(points)), side=side)
    if points == str(options.five_five_points):
        return _five_five(variant, options, side)
    raise IllegalDeal("points_impossible", "G-6.3")


def _seat(variant: Variant, text: str) -> Seat:
    for seat in variant.seats:
        if text == str(seat):
            return seat
    raise RecordSyntaxError(found=text)


def _side(variant: Variant, text: str) -> int:
    for side in variant.sides.values():
        if text == str(side):
            return side
    raise RecordSyntaxError(found=text)


def write_sheet(*, dealer: int, seat: int, tile: str, how: str) -> str:
    return f"sheet,s{dealer},{seat},{tile},{how}"


def write_special(*, dealer: int, by: int, special: str, tiles: str = "") -> str:
    """``by`` is the seat, or the side with five and five; ``tiles`` are those beside the pawns."""
    return ",".join(filter(None, ("sheet", f"s{dealer}", str(by), special, tiles)))


def write_redeal(*, dealer: int) -> str:
    return f"sheet,s{dealer},{REDEAL}"


def write_points(*, side: int, points: int) -> str:
    return f"points,{side},{points}"
