"""Entering pairs, single persons and teams of three; house pairs and floaters, who are never ranked."""

from collections.abc import Sequence
from uuid import UUID

from clubs.models import Account, Member
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from tournaments.domain.pairing import KEEPS_PLACES
from tournaments.enums import TournamentState
from tournaments.errors import (
    AlreadyEntered,
    EntrySizeWrong,
    EventClosed,
    SamePersonTwice,
    StageStarted,
)
from tournaments.models import Attendance, Division, Entry, EntryMember, Stage, Team, Tournament
from tournaments.selectors.reception import entry_size
from tournaments.services.versions import raise_public_version


def enter_pair(
    division: Division,
    *,
    first: Member,
    second: Member,
    name: str = "",
    drawn_by_lot: bool = False,
    also_elsewhere: bool = False,
    by: Account | None = None,
) -> Entry:
    """The two stand in the list as one entry, as ``enter_together`` says. Raises SamePersonTwice too."""
    return enter_together(
        division,
        people=(first, second),
        name=name,
        drawn_by_lot=drawn_by_lot,
        also_elsewhere=also_elsewhere,
        by=by,
    )


def enter_together(
    division: Division,
    *,
    people: Sequence[Member],
    name: str = "",
    drawn_by_lot: bool = False,
    also_elsewhere: bool = False,
    by: Account | None = None,
) -> Entry:
    """These people stand in the list as one entry, named in the order given, with the next number.

    Raises AlreadyEntered naming the entry in which one of them stands (T42), unless ``also_elsewhere``:
    old records of many days may show one person with several partners. Raises EntrySizeWrong,
    StageStarted when the field is fixed, EventClosed when all is over.
    """
    with writing():
        _lock(division)
        _refuse_fixed_field(division)
        _refuse_size(division, people)
        if not also_elsewhere:
            refuse_entered(division, people)
        entry = _create(division, people, name=name.strip(), drawn_by_lot=drawn_by_lot)
        for person in people:
            expect_player(division.tournament, person)
        kind = "pair_entered" if len(people) > 1 else "person_entered"
        _append(kind, division.tournament, entry.uuid, entry.people, by=by)
    return entry


def enter_person(division: Division, *, person: Member, by: Account | None = None) -> Attendance:
    """The person is expected and waits in the pool for a partner; an entry at once where persons are ranked.

    Raises what ``enter_together`` raises.
    """
    with writing():
        if entry_size(division) == 1:
            enter_together(division, people=[person], by=by)
            return division.tournament.attendances.get(member=person)
        _lock(division)
        _refuse_fixed_field(division)
        refuse_entered(division, [person])
        attendance = expect_player(division.tournament, person)
        _append("person_entered", attendance.tournament, attendance.uuid, [person], by=by)
    return attendance


def enter_house_pair(
    division: Division, *, first: Member, second: Member, by: Account | None = None
) -> Entry:
    """The two play in place of a bye from the next draw on and are never ranked (役員ペア).

    They owe no fee. Raises AlreadyEntered, SamePersonTwice, EntrySizeWrong, EventClosed.
    """
    return _enter_house(division, (first, second), by=by)


def enter_floater(division: Division, *, person: Member, by: Account | None = None) -> Attendance:
    """The person fills gaps, is never ranked and owes no fee (フローター).

    Where persons are ranked the draw itself may call for floaters, so there they have a number.
    Raises AlreadyEntered, EventClosed.
    """
    with writing():
        if entry_size(division) == 1:
            _enter_house(division, [person], by=by)
            return division.tournament.attendances.get(member=person)
        _lock(division)
        _refuse_over(division)
        refuse_entered(division, [person])
        attendance = _expect_floater(division.tournament, person)
        _append("floater_entered", attendance.tournament, attendance.uuid, [person], by=by)
    return attendance


def _enter_house(division: Division, people: Sequence[Member], *, by: Account | None) -> Entry:
    with writing():
        _lock(division)
        _refuse_over(division)
        _refuse_size(division, people)
        refuse_entered(division, people)
        entry = _create(division, people, is_house=True)
        for person in people:
            _expect_floater(division.tournament, person)
        _append("house_entered", entry.division.tournament, entry.uuid, entry.people, by=by)
    return entry


def enter_joined(stage: Stage, entries: Sequence[Entry], *, by: Account | None = None) -> Entry:
    """The people of these entries play in the stage as one, with the next number; call inside ``writing()``.

    They belong to a team only where all of them do.
    """
    _lock(stage.division)
    people = [person for entry in entries for person in entry.people]
    teams = {entry.team for entry in entries}
    team = teams.pop() if len(teams) == 1 else None
    joined = _create(stage.division, people, made_for=stage, team=team)
    _append("pair_joined", joined.division.tournament, joined.uuid, joined.people, by=by)
    return joined


def expect(tournament: Tournament, person: Member) -> Attendance:
    """The person is on the reception list with the event's fee due; call inside ``writing()``."""
    attendance, _ = Attendance.objects.get_or_create(
        tournament=tournament, member=person, defaults={"fee_due": tournament.fee}
    )
    return attendance


def expect_player(tournament: Tournament, person: Member) -> Attendance:
    """The person is on the reception list to play, a floater no longer; call inside ``writing()``."""
    attendance = expect(tournament, person)
    if attendance.is_floater:
        attendance.is_floater, attendance.fee_due = False, tournament.fee
        attendance.save()
    return attendance


def _expect_floater(tournament: Tournament, person: Member) -> Attendance:
    attendance = expect(tournament, person)
    attendance.is_floater, attendance.fee_due = True, attendance.fee_taken
    attendance.save()
    return attendance


def refuse_entered(division: Division, people: Sequence[Member]) -> None:
    """Raises AlreadyEntered when one of them stands in an entry of the event, naming both."""
    taken = (
        EntryMember.objects.filter(
            member__in=people,
            entry__division__tournament=division.tournament,
            entry__withdrawn_at=None,
        )
        .select_related("entry", "member")
        .first()
    )
    if taken:
        raise AlreadyEntered(person=taken.member.name, entry=taken.entry.number)


def _lock(division: Division) -> None:
    """Two desks wait for each other: numbers have no twins."""
    lock(Division, division.pk)


def _refuse_over(division: Division) -> None:
    if division.tournament.state == TournamentState.CLOSED.value:
        raise EventClosed(event=division.tournament.name)


def _refuse_fixed_field(division: Division) -> None:
    """Where all matches follow from the first draw nobody joins any more, nor what is over."""
    _refuse_over(division)
    if division.stages.filter(format__in=KEEPS_PLACES, started_at__isnull=False).exists():
        raise StageStarted(event=division.tournament.name)


def _refuse_size(division: Division, people: Sequence[Member]) -> None:
    if len(set(people)) < len(people):
        raise SamePersonTwice(person=people[0].name)
    needed = entry_size(division)
    if len(people) != needed:
        raise EntrySizeWrong(needed=needed, given=len(people))


def _create(
    division: Division,
    people: Sequence[Member],
    *,
    name: str = "",
    drawn_by_lot: bool = False,
    is_house: bool = False,
    made_for: Stage | None = None,
    team: Team | None = None,
) -> Entry:
    last = division.entries.order_by("-number").first()
    entry = Entry.objects.create(
        division=division,
        number=last.number + 1 if last else 1,
        name=name,
        drawn_by_lot=drawn_by_lot,
        is_house=is_house,
        made_for=made_for,
        team=team,
    )
    for number, person in enumerate(people, 1):
        EntryMember.objects.create(entry=entry, member=person, number=number)
    raise_public_version(division.tournament)
    return entry


def _append(
    kind: str, event: Tournament, subject: UUID, people: Sequence[Member], *, by: Account | None
) -> None:
    append_act(
        kind,
        subject=subject,
        scope=event.uuid,
        by=by,
        payload={"people": [str(person.uuid) for person in people]},
    )
