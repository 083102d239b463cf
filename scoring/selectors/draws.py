"""A drawn round read back: its tables as entry numbers for the next draw, as uuids for the ledger."""

from collections.abc import Iterator

from scoring.selectors.sittings import with_sittings
from tournaments.domain.draw import Sides
from tournaments.domain.seating import side_of
from tournaments.models import Match, Round


def drawn_sides(round: Round) -> Iterator[tuple[Match, Sides]]:
    """Every table of the round with its sides as entry numbers, house pairs and floaters too; no byes."""
    for match in with_sittings(round.matches.all()):
        if not match.is_bye:
            yield match, tuple(_keys(match, side.number) for side in match.sides.all())


def drawn_tables(round: Round) -> dict[str, object]:
    """What the draw says, by uuids: tables with sides and seats, and byes."""
    matches = round.matches.prefetch_related("sides__entry", "seats__person")
    return {
        "seed": round.seed,
        "tables": [
            {
                "match": str(match.uuid),
                "table": match.table,
                "sides": [str(side.entry.uuid) if side.entry else None for side in match.sides.all()],
                "seats": [[seat.number, str(seat.person.uuid)] for seat in match.seats.all()],
            }
            for match in matches
        ],
    }


def _keys(match: Match, number: int) -> tuple[int, ...]:
    """The entry of a side, or those whose seats it has."""
    sides = match.sides.all()
    whole = next((side.entry for side in sides if side.number == number and side.entry), None)
    if whole:
        return (whole.number,)
    seats = [seat for seat in match.seats.all() if side_of(seat.number, sides=len(sides)) == number]
    return tuple(dict.fromkeys(seat.entry.number for seat in seats if seat.entry))
