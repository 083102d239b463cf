"""実際の対戦に直す: seat by seat who really sat there, and whether the games count."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import Member
from hall.draw_phrases import GIVEN_UP
from hall.forms.act import Act, Done
from hall.forms.presence import attendance_label
from hall.round_names import round_name
from ledger.errors import Refusal
from scoring.selectors.matches import MatchCard
from scoring.selectors.real_seats import RealSeats, Seated, people_for_seats, real_seats, seats_at
from scoring.selectors.seated import finished_games
from scoring.services.real_seats import state_real_seats
from tournaments.models import Match, Round, Tournament
from tournaments.selectors.names import named_entries

COUNT, REPLAY = "count", "replay"
GAMES = [
    (COUNT, gettext_lazy("they count for whoever sat there")),
    (REPLAY, gettext_lazy("they are kept, count no more, and are played again")),
]


@dataclass(frozen=True, slots=True)
class ChosenTables:
    """The tables of a round that the desk looks at, each with its card."""

    tournament: Tournament
    round: Round
    tables: Sequence[tuple[Match, MatchCard]]


class StateSeats(Act[ChosenTables]):
    games = forms.ChoiceField(
        choices=GAMES, widget=forms.RadioSelect, required=False, label=gettext_lazy("The games played there")
    )
    reason = forms.CharField(max_length=200, required=False, label=gettext_lazy("Reason"))
    accept = forms.MultipleChoiceField(
        choices=list(GIVEN_UP.items()), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        finished = any(finished_games(match) for match, _card in self.subject.tables)
        self.fields["games"].initial = COUNT if finished else REPLAY
        self.fields["reason"].initial = _("They sat differently from the draw.")
        for match, _card in self.subject.tables:
            for seat, person in seats_at(match).items():
                self.fields[name_of(match, seat)] = forms.ChoiceField(
                    choices=self.choices, initial=str(person.uuid), label=_("Seat %(seat)s") % {"seat": seat}
                )

    @cached_property
    def people(self) -> dict[str, tuple[Member, str]]:
        """By uuid, with the name that tells them apart."""
        rows = people_for_seats(self.subject.round)
        entries = named_entries(self.subject.round.stage.division).values()
        names = {person.member: person.name for entry in entries for person in entry.people}
        return {
            str(row.member.uuid): (row.member, names.get(row.member_id) or attendance_label(row))
            for row in rows
        }

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [(uuid, label) for uuid, (_member, label) in self.people.items()]

    def seats(self) -> list[tuple[MatchCard, list[Any]]]:
        """Each table with the field of every seat."""
        return [
            (card, [self[name_of(match, seat)] for seat in seats_at(match)])
            for match, card in self.subject.tables
        ]

    @property
    def stated(self) -> dict[Match, Seated]:
        return {
            match: {seat: self.people[self.cleaned_data[name_of(match, seat)]][0] for seat in seats_at(match)}
            for match, _card in self.subject.tables
        }

    def look(self) -> RealSeats | None:
        """What saving would change; None where the seats cannot be like this, and the form says why."""
        if not self.is_bound or set(self.errors) - {NON_FIELD_ERRORS} or not self.subject.tables:
            return None
        try:
            return real_seats(self.subject.round, self.stated)
        except Refusal as refusal:
            if self.refusal is None:
                self.refuse(refusal)
            return None

    def do(self) -> Done:
        round = self.subject.round
        announced = state_real_seats(
            round,
            self.stated,
            replay=self.cleaned_data["games"] == REPLAY,
            reason=self.cleaned_data["reason"],
            accept=self.cleaned_data["accept"],
            by=self.by,
        )
        if announced is None:
            return Done(_("Everybody sits as drawn; nothing was changed."))
        count = len(self.subject.tables)
        words = ngettext(
            "%(round)s: %(count)s table is put right; the draw is announced as version %(version)s.",
            "%(round)s: %(count)s tables are put right; the draw is announced as version %(version)s.",
            count,
        )
        name = round_name(round.stage, round.number)
        facts = {"count": count, "round": name, "version": announced.version}
        return Done(words % facts, reverse("desk-draw", args=[self.subject.tournament.slug]))


def name_of(match: Match, seat: int) -> str:
    return f"{match.code}-{seat}"
