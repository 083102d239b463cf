"""Who really sat where in an announced round, where that is not as it was drawn: what it makes of the round.

Nothing is written here: the desk reads what will change before it says so.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from django.db.models import QuerySet

from clubs.models import Member
from scoring.domain.facts import OutcomeKind
from scoring.errors import OpponentsFixed, PersonSeated, SideOfTwoEntries
from scoring.selectors.draws import bars_rematch, is_drawn_anew, places_of
from scoring.selectors.history import numbers_of, pasts_of
from tournaments.domain.drafts.by_hand import broken_at, broken_by_bye, units_at
from tournaments.domain.draw import Key, Reason, Rules, Seed, Sides, key_order
from tournaments.domain.seating import side_of
from tournaments.enums import MatchState, RoundState
from tournaments.models import Attendance, Entry, Match, Round, Seat, Stage
from tournaments.selectors.entrants import entrants, forbidden_sets
from tournaments.selectors.reception import floaters_first

Seated = Mapping[int, Member]
"""The person at each seat of a table."""

AtHome: TypeAlias = Mapping[int, Set[tuple[int, int]]]
"""The sides (match, side) at which people of an entry sit, all by database id."""

DRAWN_BYES = {OutcomeKind.BYE.value, OutcomeKind.SIT_OUT.value}


@dataclass(frozen=True, slots=True)
class RealTable:
    """A table as people sat: whom each seat counts for, the entry of each side where a side is one.

    ``sides`` are their entry numbers, ``broken`` the hard rules that they break.
    """

    match: Match
    people: Seated
    seats: Mapping[int, Entry | None]
    whole: Mapping[int, Entry | None]
    sides: Sides
    broken: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class RealSeats:
    """The round as it was: tables that differ, byes in other hands (None: nobody's), who has no place.

    ``broken`` are all rules that this breaks.
    """

    tables: tuple[RealTable, ...]
    byes: tuple[tuple[Match, Entry | None], ...]
    without_place: tuple[Entry, ...]
    bye_broken: tuple[Reason, ...]

    @property
    def broken(self) -> tuple[Reason, ...]:
        return (*(reason for table in self.tables for reason in table.broken), *self.bye_broken)


def has_real_seats(round: Round) -> bool:
    """Whether people can state who really sat where: the round is announced and drawn by itself."""
    return round.state != RoundState.DRAFT.value and is_drawn_anew(round.stage)


def seats_at(match: Match) -> dict[int, Member]:
    """Who sits where from the first game on."""
    rows = match.seats.filter(from_game=1).select_related("person").order_by("number")
    return {row.number: row.person for row in rows}


def people_for_seats(round: Round) -> QuerySet[Attendance]:
    """Everybody who is here or has a seat in the round, floaters first."""
    everybody = round.stage.tournament.attendances
    seated = Seat.objects.filter(match__round=round).values("person")
    return floaters_first(everybody.filter(present=True) | everybody.filter(member__in=seated))


def real_seats(round: Round, stated: Mapping[Match, Seated]) -> RealSeats:
    """What these seats make of the round. Raises PersonSeated where somebody would sit twice,
    SideOfTwoEntries where the people of a side play for different pairs, OpponentsFixed.
    """
    if not has_real_seats(round):
        raise OpponentsFixed(round=round.number)
    drawn = {match: seats_at(match) for match in round.matches.all()}
    sitting = {**drawn, **stated}
    _refuse_twice(sitting)
    stage = round.stage
    entries = _entry_of_person(round)
    at_home = _sides_by_entry(sitting, entries)
    units, rules = _units_and_rules(stage, round.number, entries.values())
    tables = tuple(
        _table(stage, match, people, entries, at_home, units, rules)
        for match, people in sitting.items()
        if people != drawn[match] or _is_left_alone(match, people, entries, at_home)
    )
    byes, without = _byes(round, tables, {entry.number: entry for entry in entries.values()})
    resting = [entry.number for _match, entry in byes if entry]
    return RealSeats(
        tables=tables,
        byes=byes,
        without_place=without,
        bye_broken=tuple(reason for key in resting for reason in broken_by_bye(units[key], units)),
    )


def _refuse_twice(sitting: Mapping[Match, Seated]) -> None:
    times = Counter(person for people in sitting.values() for person in people.values())
    for match, people in sitting.items():
        for person in people.values():
            if times[person] > 1:
                raise PersonSeated(person=person.name, table=match.place)


def _entry_of_person(round: Round) -> dict[int, Entry]:
    """The entry for which each person plays: the one drawn in this round, else one that has not withdrawn."""
    stage, drawn = round.stage, set[Key]().union(*(units_at(sides) for _match, sides in places_of(round)))
    house = stage.division.entries.filter(is_house=True).prefetch_related("members__member")
    everybody = sorted(
        [*entrants(stage), *house], key=lambda entry: (entry.number in drawn, entry.withdrawn_at is None)
    )
    return {person.pk: entry for entry in everybody for person in entry.people}


def _sides_by_entry(sitting: Mapping[Match, Seated], entries: Mapping[int, Entry]) -> AtHome:
    at_home: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for match, people in sitting.items():
        count = match.sides.count()
        for number, person in people.items():
            if person.pk in entries:
                at_home[entries[person.pk].pk].add((match.pk, side_of(number, sides=count)))
    return at_home


def _is_left_alone(match: Match, people: Seated, entries: Mapping[int, Entry], at_home: AtHome) -> bool:
    """Whether somebody sits in here for one who, as it turns out, sat elsewhere."""
    return any(
        person.pk not in entries
        and _sat_in_for(match, number, person) is not None
        and _counts_for(match, number, person, entries, at_home) is None
        for number, person in people.items()
    )


def _units_and_rules(stage: Stage, number: int, entries: Iterable[Entry]) -> tuple[Mapping[Key, Seed], Rules]:
    """Everybody with what they played in all other rounds."""
    distinct = list(dict.fromkeys(entries))
    pasts = pasts_of(stage, numbers_of(stage), without=number)
    units: dict[Key, Seed] = {
        entry.number: Seed(
            entry.number,
            rank=entry.number,
            team=str(entry.team_id) if entry.team_id else None,
            met=tuple(pasts[entry.number].met),
            partners=tuple(pasts[entry.number].partners),
            byes=len(pasts[entry.number].byes),
        )
        for entry in distinct
        if not entry.is_house
    }
    opponents, partners = forbidden_sets(stage, distinct)
    return units, Rules(settings=stage.settings, forbidden=opponents, apart=partners)


def _table(
    stage: Stage,
    match: Match,
    people: Seated,
    entries: Mapping[int, Entry],
    at_home: AtHome,
    units: Mapping[Key, Seed],
    rules: Rules,
) -> RealTable:
    count = len(match.sides.all())
    seats = {
        number: _counts_for(match, number, person, entries, at_home) for number, person in people.items()
    }
    by_side = {
        side: [seats[number] for number in sorted(seats) if side_of(number, sides=count) == side]
        for side in range(1, count + 1)
    }
    is_one = {side: stage.entry_size > 1 or len(rows) == 1 for side, rows in by_side.items()}
    whole = {side: _one_entry(match, side, rows) for side, rows in by_side.items() if is_one[side]}
    sides = tuple(tuple(entry.number for entry in dict.fromkeys(rows) if entry) for rows in by_side.values())
    return RealTable(
        match=match,
        people=people,
        seats={
            number: None if is_one[side_of(number, sides=count)] else entry for number, entry in seats.items()
        },
        whole={side: whole.get(side) for side in by_side},
        sides=sides,
        broken=broken_at(sides, units, rules, bars_rematch=bars_rematch(stage)),
    )


def _counts_for(
    match: Match, number: int, person: Member, entries: Mapping[int, Entry], at_home: AtHome
) -> Entry | None:
    """Whoever has an entry plays for it; a floater who stays on a seat for whom he did.

    But for nobody where the people of that entry sit elsewhere: it has one place in a round.
    """
    if person.pk in entries:
        return entries[person.pk]
    entry = _sat_in_for(match, number, person)
    here = (match.pk, side_of(number, sides=match.sides.count()))
    return None if entry and at_home.get(entry.pk, set()) - {here} else entry


def _sat_in_for(match: Match, number: int, person: Member) -> Entry | None:
    seat = match.seats.filter(number=number, from_game=1, person=person).select_related("entry").first()
    if seat is None:
        return None
    side = match.sides.get(number=side_of(number, sides=match.sides.count()))
    return side.entry or seat.entry


def _one_entry(match: Match, side: int, rows: Sequence[Entry | None]) -> Entry:
    named = list(dict.fromkeys(entry for entry in rows if entry))
    if len(named) != 1:
        raise SideOfTwoEntries(table=match.place, side=side, entries=[entry.number for entry in named])
    return named[0]


def _byes(
    round: Round, tables: Sequence[RealTable], entries: Mapping[Key, Entry]
) -> tuple[tuple[tuple[Match, Entry | None], ...], tuple[Entry, ...]]:
    """Whoever lost their seat has the bye of whoever took one; a bye that nobody takes is void."""
    before = {match: units_at(sides) for match, sides in places_of(round)}
    after = before | {table.match: units_at(table.sides) for table in tables}
    seated = {key for match, keys in after.items() if not match.is_bye for key in keys}
    lost = set[Key]().union(*before.values()) - set[Key]().union(*after.values())
    waiting = [entries[key] for key in sorted(lost, key=key_order) if not entries[key].is_house]
    free = [match for match, keys in after.items() if match.is_bye and _is_given(match) and keys <= seated]
    byes = [(match, waiting.pop(0) if waiting and _is_drawn(match) else None) for match in free]
    return tuple(byes), tuple(waiting)


def _is_given(match: Match) -> bool:
    return match.state != MatchState.VOID.value


def _is_drawn(match: Match) -> bool:
    """A bye that somebody asked for is nobody else's."""
    last = match.outcomes.order_by("version").last()
    return last is not None and last.kind in DRAWN_BYES


def changed_seats(table: RealTable) -> Iterator[tuple[int, Member, Member]]:
    """Seat, who was drawn there, who sat there."""
    before = seats_at(table.match)
    for number, person in table.people.items():
        if before.get(number) != person:
            yield number, before[number], person
