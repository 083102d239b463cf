"""A drawn round read back: its tables as entry numbers for the next draw, as uuids for the ledger."""

from collections.abc import Iterator
from typing import Any

from ledger.models import Act
from scoring.selectors.lines import DRAWS_EVERYBODY
from scoring.selectors.sittings import with_sittings
from tournaments.domain.draw import Key, Rules, Sides
from tournaments.domain.field import is_by_lot
from tournaments.domain.seating import side_of
from tournaments.domain.settings import FirstRound, RotationMode
from tournaments.enums import Format, RoundState
from tournaments.models import Match, Round, Stage

# Round one of these holds the lines, and those may be changed until it is announced.
HAVE_LINES = {Format.KNOCKOUT, Format.TWO_WINS_TWO_LOSSES}

# Of two wins, two losses: the blocks are drawn, and in round three who has one win.
SHUFFLED = {1, 3}


def is_drawn_anew(stage: Stage) -> bool:
    """Whether every round is a new draw: tables can be pinned, a bye chosen, the standing followed."""
    return Format(stage.format) in DRAWS_EVERYBODY


def bars_rematch(stage: Stage) -> bool:
    """Whether opponents who meet again break a hard rule: not where partners change."""
    return stage.format != Format.ROTATION.value or stage.settings.shape[0] == 1


def is_by_score(stage: Stage, number: int) -> bool:
    """Whether scores decide who meets whom in this round."""
    by_standing = stage.format == Format.SWISS.value or (
        stage.format == Format.ROTATION.value and stage.settings.mode is RotationMode.STANDING
    )
    return by_standing and not is_by_lot(Rules(settings=stage.settings), number)


def has_lots(round: Round) -> bool:
    """Whether new lots would make another round of it; later rounds may be settled by what was played."""
    stage = round.stage
    match Format(stage.format):
        case Format.SWISS | Format.ROTATION:
            return True
        case Format.KNOCKOUT:
            return round.number == 1 and stage.settings.first_round is FirstRound.LOT
        case Format.TWO_WINS_TWO_LOSSES:
            return round.number in SHUFFLED
        case Format.TITLE:
            return False
        case _:
            return round.number == 1


def is_open_to_changes(round: Round) -> bool:
    """Whether people may say who meets whom in this draft; elsewhere the format says it."""
    lines = Format(round.stage.format) in HAVE_LINES and round.number == 1
    return round.state == RoundState.DRAFT.value and (lines or is_drawn_anew(round.stage))


def asked_of(round: Round) -> dict[str, Any]:
    """What people asked of this one draw: rules given up by name, who is kept apart; empty where unknown."""
    drawn = Act.objects.filter(subject=round.uuid, kind="round_drawn").select_related("payload").last()
    payload = getattr(drawn, "payload", None)
    return payload.content if payload else {}


def kept_apart_once(round: Round) -> frozenset[frozenset[Key]]:
    """Sets of two, by entry number, whom people keep apart in this draft alone."""
    return frozenset(frozenset(pair) for pair in asked_of(round).get("apart", []))


def circle_of(first: Round) -> dict[Key, int]:
    """The place of each entry round the circle of a round robin, by number, as round one was drawn."""
    return {key: place for place, key in enumerate(asked_of(first).get("circle", []), start=1)}


def drawn_sides(round: Round) -> Iterator[tuple[Match, Sides]]:
    """Every table of the round with its sides as entry numbers, house pairs and floaters too; no byes."""
    return ((match, sides) for match, sides in places_of(round) if not match.is_bye)


def places_of(round: Round) -> Iterator[tuple[Match, Sides]]:
    """The same with byes, which have one side."""
    for match in with_sittings(round.matches.all()):
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
