"""Turning a draw into matches: tables, sides, seats, first games."""

from collections.abc import Mapping
from dataclasses import asdict

from tournaments.domain.draw import ByeDrawn, Draw, Key, TablePairing
from tournaments.domain.profile import FirstDealer
from tournaments.domain.seating import first_dealer, seats_for
from tournaments.models import Entry, Game, Match, Round, Seat, Side, Tournament

# Rules that need nothing from the table; the others are known when the first deal is entered.
SETTLED_BEFORE = {FirstDealer.RANDOM, FirstDealer.SEAT_ONE}


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


def create_matches(round: Round, *, draw: Draw, entries: Mapping[Key, Entry]) -> list[Match]:
    """Every entry of the draw stands at one table of the round or has its bye.

    Call inside ``writing()``; keys of the draw are entry numbers.
    """
    tables = [_create_match(round, pairing, entries) for pairing in draw.tables]
    byes = [_create_bye(round, bye, entries) for bye in draw.byes]
    return tables + byes


def _create_match(round: Round, pairing: TablePairing, entries: Mapping[Key, Entry]) -> Match:
    reasons = [asdict(reason) for reason in pairing.reasons]
    match = Match.objects.create(round=round, table=pairing.number, reasons=reasons)
    sides = [entries[key] for (key,) in pairing.sides]
    for number, entry in enumerate(sides, 1):
        Side.objects.create(match=match, number=number, entry=entry)
    people = {str(person.uuid): person for entry in sides for person in entry.people}
    for seat, key in seats_for([[str(p.uuid) for p in entry.people] for entry in sides]).items():
        Seat.objects.create(match=match, number=seat, person=people[str(key)])
    Game.objects.create(match=match, leg=1, first_dealer=_first_dealer(match))
    return match


def _first_dealer(match: Match) -> int | None:
    stage = match.round.stage
    rule = stage.profile.first_dealer
    if rule not in SETTLED_BEFORE:
        return None
    return first_dealer(rule, seed=stage.lot(f"first-dealer/{match.round.number}/{match.table}")).seat


def _create_bye(round: Round, bye: ByeDrawn, entries: Mapping[Key, Entry]) -> Match:
    reasons = [asdict(reason) for reason in bye.reasons]
    match = Match.objects.create(round=round, table=None, reasons=reasons)
    Side.objects.create(match=match, number=1, entry=entries[bye.key])
    return match
