"""Somebody stands at the reception: entered, here and paid in one act, or taking leave in one."""

from collections.abc import Sequence

from django.utils.translation import gettext

from clubs.models import Account, Member
from ledger.transactions import writing
from scoring.enums import LeftMatch
from scoring.services.substitutes import replace_member
from scoring.services.withdrawals import withdraw_entry
from tournaments.models import Division, Entry
from tournaments.selectors.reception import entry_size, missing_of
from tournaments.services.entries import enter_floater, enter_house_pair, enter_person, enter_together
from tournaments.services.reception import mark_present, take_fee


def receive(
    division: Division, people: Sequence[Member], *, present: bool, fee_taken: bool, by: Account
) -> None:
    """One waits for a partner, two are a pair; each for himself where persons are ranked. All or nothing.

    Raises what entering, marking and booking raise.
    """
    with writing():
        if len(people) > 1 and entry_size(division) > 1:
            enter_together(division, people=people, by=by)
        else:
            for person in people:
                enter_person(division, person=person, by=by)
        _check_in(division, people, present=present, fee_taken=fee_taken, by=by)


def receive_house(division: Division, people: Sequence[Member], *, present: bool, by: Account) -> None:
    """Two are a house pair, one is a floater; nobody of them is ranked. Raises what entering raises."""
    with writing():
        if len(people) == 2 == entry_size(division):
            enter_house_pair(division, first=people[0], second=people[1], by=by)
        else:
            for person in people:
                enter_floater(division, person=person, by=by)
        _check_in(division, people, present=present, fee_taken=False, by=by)


def join_orphan(orphan: Entry, person: Member, *, present: bool, fee_taken: bool, by: Account) -> Entry:
    """The person has the place of whoever of the entry did not come. Raises what the change raises."""
    with writing():
        missing = missing_of(orphan)[0]
        reason = gettext("did not come")
        entry = replace_member(orphan, leaving=missing, joining=person, reason=reason, by=by)
        _check_in(entry.division, [person], present=present, fee_taken=fee_taken, by=by)
    return entry


def withdraw(entry: Entry, *, reason: str, left_match: LeftMatch | None, gone: bool, by: Account) -> None:
    """The entry is withdrawn; when its people are ``gone``, none of them waits for a new partner.

    Raises what the withdrawal raises.
    """
    with writing():
        withdraw_entry(entry, reason=reason, left_match=left_match, by=by)
        for person in entry.people if gone else ():
            mark_present(entry.division.tournament, person=person, present=False, by=by)


def _check_in(
    division: Division, people: Sequence[Member], *, present: bool, fee_taken: bool, by: Account
) -> None:
    for person in people:
        if present:
            mark_present(division.tournament, person=person, by=by)
        if fee_taken:
            take_what_is_owed(division, person, by=by)


def take_what_is_owed(division: Division, person: Member, *, by: Account) -> None:
    attendance = division.tournament.attendances.get(member=person)
    if attendance.owes:
        take_fee(attendance, amount=attendance.owes, by=by)
