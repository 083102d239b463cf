"""What stands in an act, in words: people, tables, days, sides and seats by their names of today."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from hall.listing import bracketed, listed
from hall.round_names import round_name
from hall.words import FORMATS, Words
from ledger.models import Act
from scoring.models import Deal
from scoring.selectors.act_names import ActNames
from tournaments.enums import AbsenceKind, Format
from tournaments.models import Match, Seat

GONE = "–"
"""Said of what is not there any more, or was erased."""


class Spoken:
    """The parts of one act in words, by the names that its pattern asks for."""

    def __init__(self, act: Act, names: ActNames) -> None:
        self.act, self.names = act, names
        self.content: Mapping[str, Any] = act.payload.content if hasattr(act, "payload") else {}

    def __getitem__(self, name: str) -> str:
        if name == "subject":
            return self.of_uuid(str(self.act.subject))
        value = self.content.get(name)
        told = PARTS.get(name)
        return str(told(self, value)) if told else self.said(value)

    def said(self, value: object) -> str:
        """A uuid by its name of today, a list one by one, anything else as it is."""
        if isinstance(value, list):
            return listed(self.said(each) for each in value) or GONE
        if isinstance(value, str) and len(value) == 36:
            return self.of_uuid(value)
        return GONE if value in (None, "") else str(value)

    def of_uuid(self, uuid: str) -> str:
        names = self.names
        if entry := names.entries.get(uuid):
            return gettext("no. %(number)s %(name)s") % {"number": entry.number, "name": entry.shown_name}
        if person := names.people.get(uuid):
            return person.shown_name
        if match := names.matches.get(uuid):
            return place_words(match)
        if round := names.rounds.get(uuid):
            return round_name(round.stage, round.number)
        if stage := names.stages.get(uuid):
            return str(FORMATS[Format(stage.format)])
        if link := names.links.get(uuid):
            return table_words(link.table) if link.table else gettext("the link of a match")
        if account := names.accounts.get(uuid):
            return account.username
        named = names.teams.get(uuid) or names.branches.get(uuid)
        return named.name if named else GONE

    @property
    def match(self) -> Match | None:
        return self.names.matches.get(str(self.act.subject))

    @property
    def deal(self) -> Deal | None:
        return self.names.deals.get(str(self.content.get("deal") or self.act.uuid))


# Parts


def table_words(table: object) -> str:
    return gettext("table %(table)s") % {"table": table} if table else gettext("no table")


def place_words(match: Match) -> str:
    return gettext("table %(table)s (%(code)s)") % {"table": match.place, "code": match.code}


def day_words(value: object) -> str:
    day = parse_date(str(value)) if value else None
    return date_format(day) if day else gettext("no day")


def moment_words(spoken: Spoken, value: object) -> str:
    if not value:
        return gettext("no day")
    moment = datetime.fromisoformat(str(value))
    zone = spoken.match.tournament.venue_timezone if spoken.match else "UTC"
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def side_words(spoken: Spoken, side: object) -> str:
    sides = spoken.match.sides.all() if spoken.match else ()
    names = (one.shown_name for one in sides if one.number == side)
    return next(names, gettext("side %(side)s") % {"side": side or GONE})


def seat_words(spoken: Spoken, seat: object) -> str:
    name = name_at(spoken.match, seat, int(spoken.content.get("game") or 1)) if spoken.match else ""
    words = gettext("seat %(seat)s") % {"seat": seat or GONE}
    return bracketed(words, name) if name else words


def name_at(match: Match, seat: object, game: int) -> str:
    """Who sits there in this game: the last one who sat down at or before it."""
    rows: list[Seat] = [row for row in match.seats.all() if row.number == seat and row.from_game <= game]
    return max(rows, key=lambda row: row.from_game).person.short_name if rows else ""


def yes_or_no(spoken: Spoken, value: object) -> Words:
    return OPEN if value else HIDDEN


OPEN, HIDDEN = _("open"), _("hidden")
BYES: Mapping[str, Words] = {
    AbsenceKind.FULL_BYE: _("a win"),
    AbsenceKind.HALF_BYE: _("half a win"),
    AbsenceKind.ZERO_BYE: _("nothing"),
}
PARTS: Mapping[str, Callable[[Spoken, Any], object]] = {
    "from": lambda spoken, value: table_words(value),
    "to": lambda spoken, value: table_words(value),
    "day": lambda spoken, value: day_words(value),
    "at": moment_words,
    "side": side_words,
    "seat": seat_words,
    "draw": yes_or_no,
    "standings": yes_or_no,
    "format": lambda spoken, value: FORMATS[Format(value)] if value else GONE,
    "worth": lambda spoken, value: BYES.get(value, GONE),
}
