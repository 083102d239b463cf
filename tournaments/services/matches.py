"""Turning a draw into matches: tables, sides, seats, first games."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from ledger.locks import hold_row, lock
from tournaments.domain.draw import ByeDrawn, Draw, Key, Sides, TablePairing
from tournaments.domain.profile import FirstDealer
from tournaments.domain.seating import first_dealer, seats_for
from tournaments.enums import GameState
from tournaments.models import Entry, Game, Match, Round, Seat, Side

# Rules that need nothing from the table; the others are known when the first deal is entered.
SETTLED_BEFORE = {FirstDealer.RANDOM, FirstDealer.SEAT_ONE}


def lock_match(match: Match) -> Match:
    """The match as it is now; other writers of it wait until this transaction ends. Raises Gone.

    Order of locks everywhere: division, stage, round or match → event → chain of acts.
    """
    locked = lock_match_alone(match)
    hold_row(locked.tournament)
    return locked


def lock_match_alone(match: Match) -> Match:
    """The same while the event is free, so that many tables judge at once.

    Hold the event, or raise its public version, before an act is appended. Raises Gone.
    """
    return lock(Match, match.pk, "round__stage__division__tournament")


def create_matches(
    round: Round,
    *,
    draw: Draw,
    entries: Mapping[Key, Entry],
    tables: Mapping[int, int | None] | None = None,
) -> list[Match]:
    """Every entry of the draw stands at one table of the round or has its bye.

    ``tables`` says which table of the hall each number of the draw has, None while it waits for one;
    left out, they are the numbers themselves. Call inside ``writing()``; keys are entry numbers.
    """
    drawn = [_create_match(round, pairing, entries, tables) for pairing in draw.tables]
    byes = draw.numbered_byes.items()
    return drawn + [_create_bye(round, bye, entries, number=number) for number, bye in byes]


def _create_match(
    round: Round,
    pairing: TablePairing,
    entries: Mapping[Key, Entry],
    tables: Mapping[int, int | None] | None,
) -> Match:
    match = Match.objects.create(
        round=round,
        number=pairing.number,
        table=pairing.number if tables is None else tables[pairing.number],
        reasons=[asdict(reason) for reason in pairing.reasons],
    )
    seat_sides(match, pairing.sides, entries)
    Game.objects.create(match=match, leg=1, first_dealer=_first_dealer(match))
    return match


def begin_anew(match: Match) -> None:
    """What was played is kept and counts no more; the match has a first game again."""
    match.games.filter(state=GameState.LIVE.value).update(state=GameState.REPLACED.value)
    Game.objects.create(match=match, leg=1, first_dealer=_first_dealer(match))


def reseat_match(match: Match, sides: Sides, entries: Mapping[Key, Entry]) -> None:
    """The match has these sides instead, while nothing is played there."""
    match.seats.all().delete()
    match.sides.all().delete()
    seat_sides(match, sides, entries)


def seat_sides(match: Match, sides: Sides, entries: Mapping[Key, Entry]) -> None:
    """The match has these sides, and unless it is a bye their people sit at the table."""
    members = [[entries[key] for key in side] for side in sides]
    for number, side in enumerate(members, 1):
        Side.objects.create(match=match, number=number, entry=side[0] if len(side) == 1 else None)
    if len(sides) > 1:
        seat_people(match, members)


def seat_people(match: Match, sides: Sequence[Sequence[Entry]]) -> None:
    """The people of each side sit at the table; where a side is several entries, each seat counts for one."""
    people = [
        [(person, entry if len(members) > 1 else None) for entry in members for person in entry.people]
        for members in sides
    ]
    places = seats_for([[f"{side}/{place}" for place in range(len(row))] for side, row in enumerate(people)])
    for seat, place in places.items():
        side, _slash, number = str(place).partition("/")
        person, entry = people[int(side)][int(number)]
        Seat.objects.create(match=match, number=seat, person=person, entry=entry)


def _first_dealer(match: Match) -> int | None:
    stage = match.round.stage
    rule = stage.profile.first_dealer
    if rule not in SETTLED_BEFORE:
        return None
    seats = sorted(set(match.seats.values_list("number", flat=True)))
    seed = stage.lot(f"first-dealer/{match.round.number}/{match.number}")
    return first_dealer(rule, seed=seed, seats=seats or (1, 2, 3, 4)).seat


def _create_bye(round: Round, bye: ByeDrawn, entries: Mapping[Key, Entry], *, number: int) -> Match:
    reasons = [asdict(reason) for reason in bye.reasons]
    match = Match.objects.create(round=round, number=number, table=None, reasons=reasons)
    seat_sides(match, ((bye.key,),), entries)
    return match
