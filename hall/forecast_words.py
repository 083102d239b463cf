"""What people, tables, rounds and hours lead to, in sentences, before anything is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from hall.counting import counted
from hall.words import Words
from tournaments.domain.draw import Reason
from tournaments.domain.forecast.feasibility import ROUNDS_CHOSEN, Forecast
from tournaments.domain.forecast.notes import notes_on
from tournaments.domain.ranked import ranks_persons

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
    persons = ranks_persons(forecast.plan.format, forecast.plan.settings)
    notes = tuple(note(reason, begins, persons=persons) for reason in notes_on(forecast))
    return Told(tuple(figures(forecast, begins)), notes)


def figures(forecast: Forecast, begins: time) -> list[Figure]:
    course = forecast.course
    found = [
        Figure(gettext("Rounds"), str(len(course.matches))),
        Figure(gettext("Tables at once"), str(tables_at_once(forecast))),
        Figure(gettext("Matches in all"), str(sum(course.matches))),
    ]
    if forecast.finish is not None:
        found.append(Figure(gettext("Ends at about"), clock(begins, forecast.finish)))
    if forecast.rounds_that_fit and forecast.plan.format in ROUNDS_CHOSEN:
        found.append(Figure(gettext("Rounds that fit"), str(forecast.rounds_that_fit)))
    return found


def tables_at_once(forecast: Forecast) -> int:
    most = max(forecast.course.matches, default=0)
    return min(most, forecast.plan.tables or most)


def clock(begins: time, minutes: int) -> str:
    """The time of day so many minutes later."""
    return f"{datetime.combine(date.min, begins) + timedelta(minutes=minutes):%H:%M}"


def note(reason: Reason, begins: time, *, persons: bool) -> Note:
    """``who`` in the words are the most who sit out, else all there are."""
    params = dict(reason.params)
    for moment in ("begin", "finish", "hall"):
        if moment in params:
            params[moment] = clock(begins, int(params[moment]))
    if who := params.get("most", params.get("entrants")):
        params["who"] = counted(int(who), persons=persons)
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
    "sit_out_each_round": _("From %(least)s to %(who)s sit out in a round."),
    "byes_each": _("In the end each has sat out %(least)s to %(most)s times."),
    "nobody_can_play": _("%(who)s: too few for a single table."),
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
    "over_hours": _("It ends at %(finish)s; the hall is there until %(hall)s."),
    "fewer_rounds_fit": ngettext_lazy(
        "%(rounds)s round would fit.", "%(rounds)s rounds would fit.", "rounds"
    ),
    "more_tables_fit": ngettext_lazy(
        "With %(tables)s table it would fit.", "With %(tables)s tables it would fit.", "tables"
    ),
    "shorter_games_fit": _("With games of %(game)s minutes it would fit."),
    "earlier_start_fits": _("Begun at %(begin)s it would fit."),
    "nothing_fits": _(
        "Neither more tables nor shorter games nor an earlier start is enough: play on two days, or another "
        "way."
    ),
}
EVENLY: Mapping[str, Words] = {
    "sit_out_each_round": ngettext_lazy(
        "%(who)s sits out in each round.", "%(who)s sit out in each round.", "most"
    ),
    "byes_each": ngettext_lazy(
        "In the end each has sat out once.", "In the end each has sat out %(most)s times.", "most"
    ),
}
"""Where the least and the most are the same."""
