"""Somebody stands at the reception: entered, here and paid in one act."""

from collections.abc import Sequence

from clubs.models import Account, Member
from ledger.transactions import writing
from tournaments.models import Division
from tournaments.services.entries import enter_pair, enter_person
from tournaments.services.reception import mark_present, take_fee


def receive(
    division: Division, people: Sequence[Member], *, present: bool, fee_taken: bool, by: Account
) -> None:
    """One person waits for a partner, two are a pair; all or nothing is written.

    Raises what entering, marking and booking raise.
    """
    with writing():
        if len(people) == 2:
            enter_pair(division, first=people[0], second=people[1], by=by)
        else:
            enter_person(division, person=people[0], by=by)
        for person in people:
            if present:
                mark_present(division.tournament, person=person, by=by)
            if fee_taken:
                take_what_is_owed(division, person, by=by)


def take_what_is_owed(division: Division, person: Member, *, by: Account) -> None:
    attendance = division.tournament.attendances.get(member=person)
    if attendance.owes:
        take_fee(attendance, amount=attendance.owes, by=by)
