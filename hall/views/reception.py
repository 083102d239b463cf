"""Reception: ten seconds a walk-in, who is here, what was paid, and its closing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from clubs.models import Member
from clubs.selectors.members import people_like
from hall.forms.reception import (
    CorrectPerson,
    Enter,
    MarkPresent,
    RegisterMember,
    TakeFee,
    WithdrawPair,
    chosen_address,
)
from hall.forms.rounds import CloseReception
from hall.views.desk_page import EventPage
from ledger.collation import hiragana
from tournaments.enums import TournamentState
from tournaments.models import Attendance, Division, Entry
from tournaments.selectors.reception import (
    active_entries,
    attendance_list,
    entry_of,
    fee_totals,
    incomplete_entries,
    partner_pool,
)

FOUND_AT_MOST = 12
FILTERS = ("all", "absent", "owing", "alone")


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person with what the reception knows of them at this event."""

    person: Member
    attendance: Attendance | None
    entry: Entry | None

    def shows(self, wanted: str) -> bool:
        """Whether this row belongs to the list under one of the filters."""
        if self.attendance is None:
            return False
        return {
            "absent": not self.attendance.present,
            "owing": self.attendance.owes > 0,
            "alone": self.entry is None and self.attendance.present,
        }.get(wanted, True)


def person_rows(division: Division, people: Iterable[Member]) -> list[PersonRow]:
    """Each of these people with attendance and entry, where they have them."""
    attendances = {row.member_id: row for row in division.tournament.attendances.all()}
    entries = {place.member_id: entry for entry in active_entries(division) for place in entry.members.all()}
    return [PersonRow(person, attendances.get(person.pk), entries.get(person.pk)) for person in people]


class Reception(EventPage):
    template_name = "hall/desk/reception.html"
    acts = {
        "register": RegisterMember,
        "enter": Enter,
        "present": MarkPresent,
        "fee": TakeFee,
        "close_reception": CloseReception,
    }

    @property
    def division(self) -> Division:
        return self.tournament.divisions.earliest("number")

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
        """Whom the typed letters find, without those who are chosen already."""
        chosen = self.chosen
        people = people_like(self.request.GET.get("q", ""))[: FOUND_AT_MOST + len(chosen)]
        return person_rows(self.division, [person for person in people if person not in chosen])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        division = self.division
        is_open = self.tournament.state == TournamentState.RECEPTION.value
        show = self.request.GET.get("show") or ("absent" if is_open else "all")
        people = [row.member for row in attendance_list(self.tournament)]
        rows = person_rows(division, people)
        context = super().get_context_data(
            typed=self.request.GET.get("q", ""),
            found=self.found(),
            chosen=person_rows(division, self.chosen),
            rows=[row for row in rows if row.shows(show)],
            show=show,
            filters=[(name, sum(row.shows(name) for row in rows)) for name in FILTERS],
            here=sum(row.shows("all") and not row.shows("absent") for row in rows),
            expected=len(rows),
            entries=list(active_entries(division)),
            incomplete=list(incomplete_entries(division)),
            pool=person_rows(division, partner_pool(division)),
            fees=fee_totals(self.tournament),
            by_lot=list(active_entries(division).filter(drawn_by_lot=True)),
            **kwargs,
        )
        register = context["forms"]["register"]
        if not register.is_bound:
            typed = newcomer(context["typed"])
            register.initial |= typed | {"chosen": self.chosen}
            if context["typed"] and not context["found"]:
                asked = "name" if "reading" in typed else "reading"
                register.fields[asked].widget.attrs["autofocus"] = True
        return context


class PersonPage(EventPage):
    """One person of the reception: facts put right, a pair taken back."""

    template_name = "hall/desk/person.html"
    acts = {"correct": CorrectPerson, "withdraw": WithdrawPair}

    def subject(self) -> Attendance:
        people = Attendance.objects.select_related("member", "tournament")
        return get_object_or_404(people, tournament=self.tournament, uuid=self.kwargs["uuid"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(entry=entry_of(self.subject()), **kwargs)


class PeopleFound(Reception):
    """The same search as a piece of the page, while it is being typed."""

    template_name = "hall/desk/_found.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.render_to_response(
            {
                "tournament": self.tournament,
                "typed": request.GET.get("q", ""),
                "found": self.found(),
                "chosen": person_rows(self.division, self.chosen),
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
