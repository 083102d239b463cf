"""An announced round in which nothing has begun is drawn again from results that were corrected.

The round stays the same one: its matches keep their numbers, their links and their codes; only who sits at
them differs. What was announced stays as its version, and the new draw is announced as the next one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from clubs.models import Account
from scoring.domain.correction import fits
from scoring.errors import DrawNotPossible, RoundBegun
from scoring.selectors.basis import basis_of_round
from scoring.selectors.consequences import begun_tables
from scoring.selectors.draws import places_of
from scoring.services.drafts import drawn_again, redraw_round
from scoring.services.queue import entries_by_number, hall_plan, seat_next
from scoring.services.rounds import announce_draw
from tournaments.domain.drafts.by_hand import units_at
from tournaments.domain.draw import Draw, Key, Reason, Sides
from tournaments.enums import RoundState
from tournaments.models import Entry, Match, Round
from tournaments.services.matches import begin_anew, reseat_match


def redraw_later(round: Round, *, reason: str, by: Account | None) -> None:
    """The draft, or the announced round, is what its own lots draw from the results as they are now.

    Call inside ``writing()``. Raises RoundBegun, DrawNotPossible where others are here than it was drawn
    for, and what a draw raises.
    """
    if round.state == RoundState.DRAFT.value:
        redraw_round(round, by=by)
        return
    if tables := begun_tables(round):
        raise RoundBegun(round=round.number, tables=tables)
    basis = basis_of_round(round.stage, round.number)
    draw = drawn_again(round, basis)
    matches = {match.number: (match, sides) for match, sides in places_of(round)}
    if not fits({number: sides for number, (_match, sides) in matches.items()}, draw.places):
        raise DrawNotPossible(round=round.number, fault="field_changed")
    _seat(round, draw, matches)
    round.basis = basis.digest
    round.save(update_fields=["basis"])
    seat_next(round)
    announce_draw(round, reason=reason, by=by)


def _seat(round: Round, draw: Draw, matches: Mapping[int, tuple[Match, Sides]]) -> None:
    entries = entries_by_number(round.stage)
    plan = hall_plan(round.stage, {table.number: units_at(table.sides) for table in draw.tables}, entries)
    why = {table.number: table.reasons for table in draw.tables}
    why |= {number: bye.reasons for number, bye in draw.numbered_byes.items()}
    round.matches.update(table=None)  # no table is taken twice while they change places
    for number, (match, before) in matches.items():
        match.table = plan.tables.get(number)
        _reseat(match, before, draw.places[number], why[number], entries)


def _reseat(
    match: Match, before: Sides, sides: Sides, reasons: Sequence[Reason], entries: Mapping[Key, Entry]
) -> None:
    match.reasons = [asdict(reason) for reason in reasons]
    match.save(update_fields=["table", "reasons"])
    if sides == before:
        return
    reseat_match(match, sides, entries)
    if match.games.exists():
        begin_anew(match)  # what others had entered here and taken back stays with them
