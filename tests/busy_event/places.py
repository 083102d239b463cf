"""Places of drawn rounds as they are stored, read apart from the product."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias, TypeVar

from django.db.models import QuerySet

from tournaments.domain.draw import Sides
from tournaments.models import Match, Round

Place: TypeAlias = tuple[int, Sides]
"""The number of a place in the draw, and the entries of each side; a bye has one side."""

Something = TypeVar("Something")


def told(round: Round) -> list[Place]:
    """What the draw says: each place with its sides."""
    return [(match.number, sides) for match, sides in places_in(round.matches.all())]


def places_in(matches: QuerySet[Match]) -> list[tuple[Match, Sides]]:
    """The matches with the entries of each side, by whom the side is, or by whom its seats count for."""
    rows = matches.select_related("round").prefetch_related("sides__entry", "seats__entry")
    return [(match, sides_at(match)) for match in rows.order_by("round__number", "number", "pk")]


def sides_at(match: Match) -> Sides:
    sides = match.sides.all()
    units: list[list[int]] = [[side.entry.number] if side.entry else [] for side in sides]
    for seat in match.seats.all():
        of_side = units[(seat.number - 1) % len(sides)]
        if seat.entry and seat.entry.number not in of_side:
            of_side.append(seat.entry.number)
    return tuple(map(tuple, units))


def chosen(of: Sequence[Something], pick: int) -> Something:
    return of[pick % len(of)]


def units_of(places: Iterable[Place]) -> list[int]:
    return [int(unit) for _number, sides in places for unit in chain(*sides)]
