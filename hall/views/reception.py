"""Reception: ten seconds a walk-in, who is here, what was paid, and its closing."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from clubs.models import Member
from clubs.selectors.members import people_like
from hall.forms.closing import CloseReception, JoinPool, ReopenReception
from hall.forms.presence import (
    AskForBye,
    ComeBack,
    Leave,
    ReplaceMember,
    SitIn,
    TakeByeBack,
    WithdrawEntry,
)
from hall.forms.reception import (
    CorrectPerson,
    Enter,
    MarkPresent,
    PlayAgain,
    RegisterMember,
    TakeFee,
    chosen_address,
)
from hall.views.desk_page import LOOK, EventPage
from ledger.collation import hiragana
from scoring.selectors.desk import desk_stage
from scoring.selectors.presence import Standpoint, absences_ahead
from tournaments.enums import Format, TournamentState
from tournaments.models import Absence, Attendance, Division, Entry
from tournaments.selectors.entrants import coming_round
from tournaments.selectors.reception import (
    active_entries,
    attendance_list,
    can_reopen,
    entry_size,
    fee_totals,
    floaters,
    incomplete_entries,
    pairs_from_box,
    partner_pool,
    withdrawn_entries,
)
from tournaments.selectors.roles import can_read, can_run
from tournaments.services.presence import GIVES_BYES_ASKED_FOR

FOUND_AT_MOST = 12
FILTERS = ("all", "absent", "owing", "alone", "away")


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person with what the reception knows of them at this event.

    ``absence`` keeps the entry from the coming draw or a later one; ``withdrawn`` is an entry given up.
    """

    person: Member
    attendance: Attendance | None
    entry: Entry | None
    absence: Absence | None
    withdrawn: Entry | None

    def shows(self, wanted: str) -> bool:
        """Whether this row belongs to the list under one of the filters."""
        if self.attendance is None:
            return False
        return {
            "expected": not self.is_gone,
            "absent": not self.attendance.present and not self.is_gone,
            "owing": self.attendance.owes > 0 and not self.is_gone,
            "alone": self.is_alone,
            "away": self.absence is not None,
        }.get(wanted, True)

    @property
    def is_here(self) -> bool:
        return self.attendance is not None and self.attendance.present

    @property
    def is_gone(self) -> bool:
        """Of an entry that was given up, and not here: nobody waits for this person."""
        return self.withdrawn is not None and not self.is_here

    @property
    def is_alone(self) -> bool:
        floats = self.attendance is not None and self.attendance.is_floater
        return self.is_here and not floats and self.entry is None


@dataclass(frozen=True, slots=True)
class Incomplete:
    """An entry of which somebody is not here."""

    entry: Entry
    missing: tuple[PersonRow, ...]

    @property
    def waits_for_one(self) -> bool:
        """Whether a walk-in may have the place of the one who did not come."""
        return len(self.missing) == 1 < len(self.entry.people) and not self.entry.is_house


class Roll:
    """What the reception knows of everybody at an event, read once: a few queries for all the rows."""

    def __init__(self, division: Division) -> None:
        self.attendances = {row.member_id: row for row in division.tournament.attendances.all()}
        self.entries = _by_member(active_entries(division))
        self.withdrawn = _by_member(withdrawn_entries(division))
        stage = desk_stage(division.tournament)
        self.absences = absences_ahead(stage, coming_round(stage)) if stage else {}

    def rows(self, people: Iterable[Member]) -> list[PersonRow]:
        return [self._row(person) for person in people]

    def _row(self, person: Member) -> PersonRow:
        entry = self.entries.get(person.pk)
        return PersonRow(
            person,
            self.attendances.get(person.pk),
            entry,
            self.absences.get(entry.pk) if entry else None,
            None if entry else self.withdrawn.get(person.pk),
        )


def _by_member(entries: Iterable[Entry]) -> dict[int, Entry]:
    """The entry of each person, the latest of several."""
    return {place.member_id: entry for entry in entries for place in entry.members.all()}


class Reception(EventPage):
    template_name = "hall/desk/reception.html"
    acts = {
        "register": RegisterMember,
        "enter": Enter,
        "present": MarkPresent,
        "play_again": PlayAgain,
        "fee": TakeFee,
        "close_reception": CloseReception,
        "reopen_reception": ReopenReception,
        "join_pool": JoinPool,
    }
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run)

    @property
    def division(self) -> Division:
        return self.tournament.divisions.earliest("number")

    @cached_property
    def is_meeting(self) -> bool:
        stage = desk_stage(self.tournament)
        return stage is not None and stage.format == Format.FREE.value

    @property
    def is_open(self) -> bool:
        """At a meeting as long as it lasts."""
        state = self.tournament.state
        return state == TournamentState.RECEPTION or (self.is_meeting and state == TournamentState.RUNNING)

    @cached_property
    def roll(self) -> Roll:
        return Roll(self.division)

    @property
    def chosen(self) -> list[Member]:
        """Those whom the address or the form sent names, in that order."""
        named = [*self.request.GET.getlist("chosen"), *self.request.POST.getlist("chosen")]
        uuids = [UUID(text) for text in dict.fromkeys(named) if is_uuid(text)]
        people = Member.objects.filter(uuid__in=uuids).prefetch_related("memberships__branch")
        return sorted(people, key=lambda person: uuids.index(person.uuid))

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """A search that finds exactly one free person chooses them: the Enter key is enough."""
        found = self.found()
        if len(found) == 1 and found[0].entry is None:
            return redirect(chosen_address(self.tournament, [*self.chosen, found[0].person]))
        return super().get(request, *args, **kwargs)

    def found(self) -> list[PersonRow]:
        """Whom the typed letters find, without those who are chosen already; the books are for organisers."""
        if not self.asks(can_run):
            return []
        chosen = self.chosen
        people = people_like(self.request.GET.get("q", ""))[: FOUND_AT_MOST + len(chosen)]
        return self.roll.rows([person for person in people if person not in chosen])

    def incomplete(self) -> list[Incomplete]:
        """The entries that the closing would take back, with whoever of them is not here."""
        return [
            Incomplete(entry, tuple(row for row in self.roll.rows(entry.people) if not row.is_here))
            for entry in incomplete_entries(self.division)
        ]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        division = self.division
        show = self.request.GET.get("show") or ("absent" if self.is_open else "all")
        people = [row.member for row in attendance_list(self.tournament)]
        rows = self.roll.rows(people)
        size = entry_size(division)
        filters = [name for name in FILTERS if name != "alone" or size > 1]
        incomplete = self.incomplete()
        pool = list(partner_pool(division)) if size > 1 else []
        entries = list(active_entries(division))
        by_lot = [entry for entry in entries if entry.drawn_by_lot]
        from_box = pairs_from_box(self.tournament)
        context = super().get_context_data(
            typed=self.request.GET.get("q", ""),
            found=self.found(),
            chosen=self.roll.rows(self.chosen),
            rows=[row for row in rows if row.shows(show)],
            show=show,
            filters=[(name, sum(row.shows(name) for row in rows)) for name in filters],
            here=sum(row.is_here for row in rows),
            expected=sum(row.shows("expected") for row in rows),
            size=size,
            entries=[entry for entry in entries if not entry.is_house],
            house=[entry for entry in entries if entry.is_house],
            incomplete=incomplete,
            orphans=[pair for pair in incomplete if pair.waits_for_one],
            is_open=self.is_open,
            is_meeting=self.is_meeting,
            can_reopen=can_reopen(self.tournament),
            floaters=self.roll.rows(row.member for row in floaters(self.tournament)),
            pool=self.roll.rows(pool),
            odd=bool(len(pool) % 2),
            fees=fee_totals(self.tournament),
            by_lot=[entry for entry in by_lot if str(entry.uuid) not in from_box],
            from_box=[entry for entry in by_lot if str(entry.uuid) in from_box],
            **kwargs,
        )
        register = context["forms"]["register"]
        context["namesakes"] = self.roll.rows(register.namesakes)
        if not register.is_bound:
            typed = newcomer(context["typed"])
            register.initial |= typed | {"chosen": self.chosen}
            if context["typed"] and not context["found"]:
                asked = "name" if "reading" in typed else "reading"
                register.fields[asked].widget.attrs["autofocus"] = True
        return context


class PersonPage(EventPage):
    """One person of the reception: presence of the entry, substitutes, withdrawal, facts put right."""

    template_name = "hall/desk/person.html"
    acts = {
        "leave": Leave,
        "come_back": ComeBack,
        "bye": AskForBye,
        "no_bye": TakeByeBack,
        "sit_in": SitIn,
        "replace": ReplaceMember,
        "withdraw": WithdrawEntry,
        "correct": CorrectPerson,
    }
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run)

    def subject(self) -> Attendance:
        people = Attendance.objects.select_related("member", "tournament")
        return get_object_or_404(people, tournament=self.tournament, uuid=self.kwargs["uuid"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        at = Standpoint(self.subject())
        return super().get_context_data(
            at=at,
            entry=at.entry,
            members=at.entry.members.count() if at.entry else 0,
            gives_byes=at.stage is not None and at.stage.format in GIVES_BYES_ASKED_FOR,
            **kwargs,
        )


class PeopleFound(Reception):
    """The same search as a piece of the page, while it is being typed."""

    template_name = "hall/desk/_found.html"
    may = dict.fromkeys([LOOK, *Reception.acts], can_run)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.render_to_response(
            {
                "tournament": self.tournament,
                "allowed": self.allowed,
                "typed": request.GET.get("q", ""),
                "found": self.found(),
                "chosen": self.roll.rows(self.chosen),
                "size": entry_size(self.division),
            }
        )


def newcomer(typed: str) -> dict[str, str]:
    """What was typed and not found stands in the field where it belongs."""
    is_reading = bool(typed) and all("ぁ" <= char <= "ー" or char.isspace() for char in hiragana(typed))
    return {"reading" if is_reading else "name": typed}


def is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
