"""What people, tables, rounds and hours lead to, in sentences, before anything is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from hall.words import Words
from tournaments.domain.draw import Reason
from tournaments.domain.forecast.feasibility import Forecast
from tournaments.domain.forecast.notes import notes_on

# What the organiser should change or explain before play begins.
GRAVE = {"floaters_needed", "nobody_can_play", "partner_again", "opponents_may_run_out", "over_hours"}


@dataclass(frozen=True, slots=True)
class Note:
    text: str
    is_grave: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of the forecast with its heading."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Told:
    """A forecast as it is shown: numbers on top, then what they mean."""

    figures: tuple[Figure, ...]
    notes: tuple[Note, ...]


def told(forecast: Forecast, begins: time) -> Told:
    """The forecast in words, its times by the clock of the hall."""
    return Told(
        tuple(figures(forecast, begins)), tuple(note(reason, begins) for reason in notes_on(forecast))
    )


def figures(forecast: Forecast, begins: time) -> list[Figure]:
    course = forecast.course
    found = [
        Figure(gettext("Rounds"), str(len(course.matches))),
        Figure(gettext("Tables at once"), str(tables_at_once(forecast))),
        Figure(gettext("Matches in all"), str(sum(course.matches))),
    ]
    if forecast.finish is not None:
        found.append(Figure(gettext("Ends at about"), clock(begins, forecast.finish)))
    if forecast.rounds_that_fit is not None:
        found.append(Figure(gettext("Rounds that fit"), str(forecast.rounds_that_fit)))
    return found


def tables_at_once(forecast: Forecast) -> int:
    most = max(forecast.course.matches, default=0)
    return min(most, forecast.plan.tables or most)


def clock(begins: time, minutes: int) -> str:
    """The time of day so many minutes later."""
    return f"{datetime.combine(date.min, begins) + timedelta(minutes=minutes):%H:%M}"


def note(reason: Reason, begins: time) -> Note:
    params = dict(reason.params)
    for moment in ("finish", "hall"):
        if moment in params:
            params[moment] = clock(begins, int(params[moment]))
    is_even = "least" in params and params["least"] == params["most"]
    words = EVENLY[reason.code] if is_even else NOTES[reason.code]
    return Note(str(words % params), reason.code in GRAVE)


NOTES: Mapping[str, Words] = {
    "floaters_avoid_sit_out": ngettext_lazy(
        "%(entrants)s people: nobody sits out if %(count)s of the staff plays too.",
        "%(entrants)s people: nobody sits out if %(count)s of the staff play too.",
        "count",
    ),
    "house_pairs_avoid_byes": ngettext_lazy(
        "%(entrants)s entries: nobody sits out if %(count)s house pair plays too.",
        "%(entrants)s entries: nobody sits out if %(count)s house pairs play too.",
        "count",
    ),
    "floaters_needed": ngettext_lazy(
        "%(entrants)s people: %(count)s floater has to fill the tables in each round.",
        "%(entrants)s people: %(count)s floaters have to fill the tables in each round.",
        "count",
    ),
    "sit_out_each_round": _("From %(least)s to %(most)s sit out in a round."),
    "byes_each": _("In the end each has sat out %(least)s to %(most)s times."),
    "nobody_can_play": _("%(entrants)s are too few for a single table."),
    "partner_again": _(
        "Round %(round)s must repeat a partner: by then the new ones are used up. "
        "The one of longest ago comes again."
    ),
    "opponent_again": _("Round %(round)s at the latest must repeat an opponent."),
    "meeting_again": _("From round %(round)s on some sit together again, as partners or as opponents."),
    "opponents_may_run_out": _(
        "From round %(round)s on it can happen that no round without a second meeting is left; then the desk "
        "names who is in the way. Fewer rounds are safe."
    ),
    "matches_in_waves": _(
        "%(matches)s matches at %(tables)s tables: they are played in %(waves)s waves, one after the other."
    ),
    "over_hours": _("It ends at %(finish)s; the hall is there until %(hall)s. %(rounds)s rounds would fit."),
}
EVENLY: Mapping[str, Words] = {
    "sit_out_each_round": ngettext_lazy(
        "%(most)s sits out in each round.", "%(most)s sit out in each round.", "most"
    ),
    "byes_each": ngettext_lazy(
        "In the end each has sat out once.", "In the end each has sat out %(most)s times.", "most"
    ),
}
"""Where the least and the most are the same."""
