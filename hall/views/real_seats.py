"""実際の対戦に直す: which tables, who sat there, what that changes, and only then saving."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404

from clubs.models import Member
from hall.draw_phrases import ReasonWords, reason_words
from hall.forms.act import Act
from hall.forms.real_seats import ChosenTables, StateSeats
from hall.views.desk_page import LOOK, EventPage
from hall.views.public import whole
from scoring.selectors.desk import desk_stage
from scoring.selectors.matches import MatchCard, match_cards
from scoring.selectors.real_seats import RealSeats, RealTable, changed_seats, has_real_seats
from scoring.selectors.viewer import Viewer
from tournaments.domain.seating import side_of
from tournaments.models import Round
from tournaments.selectors.names import named_entries
from tournaments.selectors.roles import can_read, can_referee


@dataclass(frozen=True, slots=True)
class TableAsSat:
    """One table as it would be: seats that change (seat, drawn, sat), and each side with its total."""

    place: str
    changes: list[tuple[int, str, str]]
    sides: list[tuple[str, int | None]]


class RealSeatsPage(EventPage):
    template_name = "hall/desk/real_seats.html"
    acts = {"state": StateSeats}
    may = {LOOK: can_read} | dict.fromkeys(acts, can_referee)

    @property
    def sent(self) -> Any:
        return self.request.POST if self.request.method == "POST" else self.request.GET

    @cached_property
    def round(self) -> Round:
        """The one that was named, else the latest that is announced."""
        stage = desk_stage(self.tournament)
        rounds = stage.rounds.order_by("-number") if stage else []
        number = whole(self.sent.get("round") or None)
        announced = [round for round in rounds if has_real_seats(round)]
        found = next((round for round in announced if number in (None, round.number)), None)
        if found is None:
            raise Http404
        return found

    @cached_property
    def cards(self) -> list[MatchCard]:
        return [card for card in match_cards(self.round, Viewer.STAFF) if not card.is_bye]

    def subject(self) -> ChosenTables:
        codes = set(self.sent.getlist("match"))
        matches = {match.code: match for match in self.round.matches.filter(code__in=codes)}
        chosen = [(matches[card.code], card) for card in self.cards if card.code in matches]
        return ChosenTables(self.tournament, self.round, chosen)

    def form(self, name: str, subject: object, data: Mapping[str, Any] | None = None) -> Act[Any]:
        """As the desk looks at it, the form is filled with what it would save."""
        empty = super().form(name, subject, data)
        if data is not None or "look" not in self.request.GET:
            return empty
        looks = self.request.GET.copy()
        for field in ("games", "reason"):
            looks.setdefault(field, empty[field].value())
        return super().form(name, subject, looks)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        form: StateSeats = context["forms"]["state"]
        real, cards = form.look(), dict(context["subject"].tables)
        stage = self.round.stage
        return context | {
            "round": self.round,
            "rounds": [round for round in stage.rounds.order_by("number") if has_real_seats(round)],
            "cards": self.cards,
            "chosen": context["subject"].tables,
            "form": form,
            "real": real,
            "as_sat": [_as_sat(table, cards[table.match], form) for table in real.tables] if real else [],
            "broken": _broken(real, stage.division) if real else [],
        }


def _as_sat(table: RealTable, card: MatchCard, form: StateSeats) -> TableAsSat:
    labels = {member.pk: label for member, label in form.people.values()}

    def named(person: Member) -> str:
        return labels.get(person.pk, person.shown_name)

    return TableAsSat(
        place=card.place,
        changes=[(seat, named(drawn), named(sat)) for seat, drawn, sat in changed_seats(table)],
        sides=[
            (
                "・".join(
                    named(person)
                    for seat, person in sorted(table.people.items())
                    if side_of(seat, sides=len(card.sides)) == side.number
                ),
                side.total if card.scored else None,
            )
            for side in card.sides
        ],
    )


def _broken(real: RealSeats, division: Any) -> list[tuple[str, ReasonWords]]:
    """Each rule once, by its code."""
    names = {entry.number: entry.name for entry in named_entries(division).values()}
    told = {
        reason.code: reason_words({"code": reason.code, "params": reason.params}, names)
        for reason in real.broken
    }
    return list(told.items())
