"""Who of the ranked sat on which side of a match."""

from collections.abc import Iterator

from django.db.models import Prefetch, QuerySet

from scoring.domain.lines import Sitting
from tournaments.domain.seating import side_of
from tournaments.models import Entry, Match, Seat

SITTINGS = ("sides__entry", Prefetch("seats", queryset=Seat.objects.select_related("entry")))
"""What a queryset of matches prefetches for ``sittings_of``."""


def with_sittings(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.prefetch_related(*SITTINGS)


def sittings_of(match: Match) -> list[Sitting]:
    """The ranked entries at the table; a house pair or a floater has none and gains nothing."""
    return [sitting for entry, sitting in everybody_at(match) if not entry.is_house]


def everybody_at(match: Match) -> list[tuple[Entry, Sitting]]:
    """Every entry at the table with its place, house pairs and entered floaters too.

    Where partners change, a side is no entry and each seat counts for its own.
    """
    return [*_whole_sides(match), *_single_seats(match)]


def _whole_sides(match: Match) -> Iterator[tuple[Entry, Sitting]]:
    for side in match.sides.all():
        if side.entry:
            yield side.entry, Sitting(entry=str(side.entry.uuid), side=side.number)


def _single_seats(match: Match) -> Iterator[tuple[Entry, Sitting]]:
    """One for each entry: somebody who took a seat over counts for the same one."""
    sides = len(match.sides.all())
    seats: dict[Entry, set[int]] = {}
    for seat in match.seats.all():
        if seat.entry:
            seats.setdefault(seat.entry, set()).add(seat.number)
    for entry, numbers in seats.items():
        side = side_of(min(numbers), sides=sides)
        yield entry, Sitting(entry=str(entry.uuid), side=side, seats=frozenset(numbers))
