"""The same deal with everybody some seats further counter-clockwise."""

from engine.goita.variant import Seat, Variant


def turned(variant: Variant, record: str, *, steps: int) -> str:
    """A record of any form of one deal; what is in none is left as it is."""
    match record.split(","):
        case ["sheet", dealer, *facts]:
            return ",".join(["sheet", _mark(variant, dealer, steps), *_facts(variant, facts, steps)])
        case ["points", side, points]:
            return ",".join(["points", _side(variant, side, steps), points])
        case parts if len(parts) > len(variant.seats):
            return _turned_line(variant, parts, steps)
    return record


def _facts(variant: Variant, facts: list[str], steps: int) -> list[str]:
    """What stands after the dealer: a side, a seat, or R."""
    match facts:
        case [side, "five_five"]:
            return [_side(variant, side, steps), "five_five"]
        case [seat, *rest]:
            return [_seat(variant, seat, steps), *rest]
    return facts


def _turned_line(variant: Variant, parts: list[str], steps: int) -> str:
    count = len(variant.seats)
    hands = [parts[(place - steps) % count] for place in range(count)]
    events = [_seat(variant, event[:1], steps) + event[1:] for event in parts[count + 1 :]]
    return ",".join([*hands, _mark(variant, parts[count], steps), *events])


def _mark(variant: Variant, mark: str, steps: int) -> str:
    return mark[:1] + _seat(variant, mark[1:], steps)


def _seat(variant: Variant, seat: str, steps: int) -> str:
    """What is no seat, such as the event R, stays."""
    number = int(seat) if seat.isdecimal() else 0
    return str(_further(variant, Seat(number), steps)) if number in variant.seats else seat


def _side(variant: Variant, side: str, steps: int) -> str:
    """Where the seats of this side come to sit."""
    seats = [seat for seat in variant.seats if str(variant.sides[seat]) == side]
    return str(variant.sides[_further(variant, seats[0], steps)]) if seats else side


def _further(variant: Variant, seat: Seat, steps: int) -> Seat:
    return variant.seats[(seat - 1 + steps) % len(variant.seats)]
