"""Who is here: coming late, leaving, byes that are asked for, withdrawing, sitting in. Each is an ``Act``."""

from scoring.enums import LeftMatch
from scoring.selectors.real_seats import seats_at
from scoring.services.substitutes import replace_member, sit_in
from scoring.services.withdrawals import withdraw_entry
from tests.busy_event.event import BusyEvent
from tests.busy_event.places import chosen
from tests.events import make_member
from tournaments.enums import AbsenceKind
from tournaments.models import Absence
from tournaments.services.entries import enter_floater, enter_house_pair, enter_together
from tournaments.services.presence import ask_for_bye, come_back, leave, take_bye_back
from tournaments.services.reception import mark_present
from tournaments.services.teams import assign_team, make_team

LAST_ROUND = 30


def enters_late(event: BusyEvent, pick: int) -> None:
    """Somebody new, or who withdrew before: they may enter anew."""
    people = [make_member() for _ in range(event.stage.entry_size)]
    left = [entry for entry in event.entries() if entry.number in event.gone]
    if left and pick % 3 == 0:
        people = list(chosen(left, pick).people)
    enter_together(event.stage.division, people=people)
    for person in people:
        mark_present(event.stage.tournament, person=person)


def house_comes(event: BusyEvent, _pick: int) -> None:
    people = [make_member() for _ in range(event.stage.entry_size)]
    if len(people) == 1:
        enter_floater(event.stage.division, person=people[0])
    else:
        enter_house_pair(event.stage.division, first=people[0], second=people[1])
    event.house = set(event.stage.division.entries.filter(is_house=True).values_list("number", flat=True))


def leaves(event: BusyEvent, pick: int) -> None:
    entry, number = chosen(event.entries(), pick), event.coming + pick % 2
    leave(entry, event.fresh, from_round=number, reason="急用")
    for later in range(number, LAST_ROUND):
        event.away[entry.number, later] = AbsenceKind.AWAY


def comes_back(event: BusyEvent, pick: int) -> None:
    absent = {unit for unit, _number in event.away}
    if rows := [entry for entry in event.entries() if entry.number in absent]:
        entry, number = chosen(rows, pick), event.coming + pick % 3 // 2
        come_back(entry, event.fresh, from_round=number)
        for later in range(number, LAST_ROUND):
            if event.away.get((entry.number, later)) is AbsenceKind.AWAY:
                del event.away[entry.number, later]


def misses_one(event: BusyEvent, pick: int) -> None:
    entry, number = chosen(event.entries(), pick), event.coming
    leave(entry, event.fresh, from_round=number, reason="昼食")
    come_back(entry, event.fresh, from_round=number + 1)
    for later in range(number, LAST_ROUND):
        event.away.pop((entry.number, later), None)
    event.away[entry.number, number] = AbsenceKind.AWAY


def asks_for_bye(event: BusyEvent, pick: int) -> None:
    entry, number = chosen(event.entries(), pick), event.coming + pick % 2
    kind = chosen([AbsenceKind.FULL_BYE, AbsenceKind.HALF_BYE, AbsenceKind.ZERO_BYE], pick)
    ask_for_bye(entry, event.fresh, round=number, kind=kind)
    event.away[entry.number, number] = kind


def takes_bye_back(event: BusyEvent, pick: int) -> None:
    own = Absence.objects.filter(stage=event.stage).exclude(kind=AbsenceKind.AWAY.value)
    if rows := list(own.order_by("pk")):
        asked = chosen(rows, pick)
        take_bye_back(asked.entry, event.fresh, round=asked.first_round)
        del event.away[asked.entry.number, asked.first_round]


def withdraws(event: BusyEvent, pick: int) -> None:
    entry = chosen(event.entries(), pick)
    withdraw_entry(entry, reason="体調", left_match=chosen([*LeftMatch, None], pick // 7))
    event.gone.add(entry.number)


def member_changes(event: BusyEvent, pick: int) -> None:
    entry = chosen(event.entries(), pick)
    leaving = chosen(list(entry.people), pick)
    replace_member(entry, leaving=leaving, joining=make_member(), reason="交代")


def sits_in(event: BusyEvent, pick: int) -> None:
    if matches := event.open_matches():
        match = chosen(matches, pick)
        seat = chosen(sorted(seats_at(match)), pick // 3)
        sit_in(match, seat=seat, person=make_member(), from_game=1)


def joins_team(event: BusyEvent, pick: int) -> None:
    """The entry plays for one of two teams, or for none any more."""
    entry, division = chosen(event.entries(), pick), event.stage.division
    assign_team(entry, make_team(division, chosen(["東", "西"], pick // 3)) if pick % 3 else None)
