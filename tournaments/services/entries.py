"""Entering pairs and single persons."""

from collections.abc import Sequence

from django.utils import timezone

from clubs.models import Account, Member
from ledger.acts import append_act
from ledger.transactions import writing
from tournaments.enums import Format, MatchState, RoundState, TournamentState
from tournaments.errors import (
    AlreadyEntered,
    EntryPlays,
    EventClosed,
    ReasonMissing,
    SamePersonTwice,
    StageStarted,
)
from tournaments.models import Attendance, Division, Entry, EntryMember, Match, Tournament
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
    """The two stand in the list as one entry, named in the order given, with the next number.

    Raises AlreadyEntered naming the entry in which one of them stands (T42), unless ``also_elsewhere``:
    old records of many days may show one person with several partners. Raises StageStarted when a
    round robin is under way, EventClosed when all is over.
    """
    if first == second:
        raise SamePersonTwice(person=first.name)
    with writing():
        # The row lock makes two desks wait for each other: numbers have no twins.
        Division.objects.select_for_update().get(pk=division.pk)
        _refuse_started(division)
        if not also_elsewhere:
            _refuse_entered(division, [first, second])
        last = division.entries.order_by("-number").first()
        entry = Entry.objects.create(
            division=division,
            number=last.number + 1 if last else 1,
            name=name.strip(),
            drawn_by_lot=drawn_by_lot,
        )
        for number, person in enumerate((first, second), 1):
            EntryMember.objects.create(entry=entry, member=person, number=number)
            expect(division.tournament, person)
        raise_public_version(division.tournament)
        _append("pair_entered", division, entry.uuid, by=by, people=[first, second])
    return entry


def enter_person(division: Division, *, person: Member, by: Account | None = None) -> Attendance:
    """The person is expected and waits in the pool for a partner."""
    with writing():
        _refuse_started(division)
        _refuse_entered(division, [person])
        attendance = expect(division.tournament, person)
        _append("person_entered", division, attendance.uuid, by=by, people=[person])
    return attendance


def expect(tournament: Tournament, person: Member) -> Attendance:
    """The person is on the reception list with the event's fee due; call inside ``writing()``."""
    attendance, _ = Attendance.objects.get_or_create(
        tournament=tournament, member=person, defaults={"fee_due": tournament.fee}
    )
    return attendance


def withdraw_entry(entry: Entry, *, reason: str, by: Account | None = None) -> None:
    """The pair plays no further round; what it played stays, and its members may find new partners.

    Raises ReasonMissing, StageStarted in a round robin under way, EventClosed, EntryPlays while it
    sits at a table that is not settled.
    """
    if not reason.strip():
        raise ReasonMissing(number=entry.number)
    with writing():
        Division.objects.select_for_update().get(pk=entry.division_id)
        _refuse_started(entry.division)
        _refuse_playing(entry)
        entry.withdrawn_at = timezone.now()
        entry.save()
        raise_public_version(entry.division.tournament)
        append_act(
            "entry_withdrawn",
            subject=entry.uuid,
            scope=entry.division.tournament.uuid,
            by=by,
            payload={"reason": reason},
        )


def _refuse_playing(entry: Entry) -> None:
    settled = [MatchState.CONFIRMED.value, MatchState.VOID.value]
    published = Match.objects.filter(sides__entry=entry, round__state=RoundState.PUBLISHED.value)
    for match in published.exclude(state__in=settled):
        raise EntryPlays(entry=entry.number, table=match.table)


def _refuse_started(division: Division) -> None:
    """A round robin turns by the order of its first round: nobody joins or leaves it, nor what is over."""
    if division.tournament.state == TournamentState.CLOSED.value:
        raise EventClosed(event=division.tournament.name)
    if division.stages.filter(format=Format.ROUND_ROBIN.value, started_at__isnull=False).exists():
        raise StageStarted(event=division.tournament.name)


def _refuse_entered(division: Division, people: Sequence[Member]) -> None:
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


def _append(
    kind: str,
    division: Division,
    subject: object,
    *,
    by: Account | None,
    people: Sequence[Member],
) -> None:
    append_act(
        kind,
        subject=subject,  # type: ignore[arg-type]
        scope=division.tournament.uuid,
        by=by,
        payload={"people": [str(person.uuid) for person in people]},
    )
