"""Turning a draw into matches: tables, sides, seats, first games."""

from collections.abc import Mapping
from dataclasses import asdict

from tournaments.domain.draw import ByeDrawn, Draw, TablePairing
from tournaments.models import Entry, Game, Match, Round, Seat, Side, Tournament

# Side 1 sits on seats 1 and 3, side 2 on 2 and 4 (tournaments.md §2, Seats).
SEATS_OF_SIDE = {1: (1, 3), 2: (2, 4)}


def lock_match(match: Match) -> Match:
    """The match as it is now; other writers of it wait until this transaction ends.

    Order of locks everywhere: division, stage, round or match → event → chain of acts.
    """
    locked = (
        Match.objects.select_for_update(of=("self",))
        .select_related("round__stage__division__tournament")
        .get(pk=match.pk)
    )
    Tournament.objects.select_for_update().get(pk=locked.tournament.pk)
    return locked


def create_matches(round: Round, *, draw: Draw, entries: Mapping[str, Entry]) -> list[Match]:
    """Every entry of the draw stands at one table of the round or has its bye.

    Call inside ``writing()``; keys of the draw are entry uuids.
    """
    tables = [_create_match(round, pairing, entries) for pairing in draw.tables]
    byes = [_create_bye(round, bye, entries) for bye in draw.byes]
    return tables + byes


def _create_match(round: Round, pairing: TablePairing, entries: Mapping[str, Entry]) -> Match:
    reasons = [asdict(reason) for reason in pairing.reasons]
    match = Match.objects.create(round=round, table=pairing.number, reasons=reasons)
    for number, (key,) in enumerate(pairing.sides, 1):
        seat_entry(match, number, entries[str(key)])
    Game.objects.create(match=match, leg=1)
    return match


def seat_entry(match: Match, side: int, entry: Entry) -> None:
    """The entry is this side of the match and its members sit on the side's seats."""
    Side.objects.create(match=match, number=side, entry=entry)
    for seat, person in zip(SEATS_OF_SIDE[side], entry.people, strict=True):
        Seat.objects.create(match=match, number=seat, person=person)


def _create_bye(round: Round, bye: ByeDrawn, entries: Mapping[str, Entry]) -> Match:
    reasons = [asdict(reason) for reason in bye.reasons]
    match = Match.objects.create(round=round, table=None, reasons=reasons)
    Side.objects.create(match=match, number=1, entry=entries[str(bye.key)])
    return match
