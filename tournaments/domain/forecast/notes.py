"""What a forecast makes worth saying before the start: codes and parameters, no sentences."""

from collections.abc import Iterator
from dataclasses import replace

from tournaments.domain.draw import Reason
from tournaments.domain.forecast.feasibility import WITHOUT_HOURS, Forecast, Plan, course_for
from tournaments.domain.forecast.remedies import Remedies, remedies_for
from tournaments.domain.ranked import PARTNERS_CHANGE
from tournaments.domain.settings import Remainder


def notes_on(forecast: Forecast) -> tuple[Reason, ...]:
    """Codes with parameters, what avoids sitting out first; nothing where all is as anybody expects."""
    notes = (sitting_out_notes, repeat_notes, hall_notes)
    return tuple(note for say in notes for note in say(forecast))


def sitting_out_notes(forecast: Forecast) -> Iterator[Reason]:
    plan, byes = forecast.plan, forecast.course.byes
    if forecast.floaters:
        yield Reason(floater_code(plan), {"entrants": plan.entrants, "count": forecast.floaters})
    if forecast.sitting_out.most:
        least, most = forecast.sitting_out
        yield Reason("sit_out_each_round", {"least": least, "most": most})
        yield Reason("byes_each", {"least": byes.least, "most": byes.most})
    if not any(course_for(replace(plan, rounds=1)).matches):
        yield Reason("nobody_can_play", {"entrants": plan.entrants})


def floater_code(plan: Plan) -> str:
    if plan.format in PARTNERS_CHANGE and plan.settings.remainder is Remainder.FLOATER:
        return "floaters_needed"
    is_person = plan.format in PARTNERS_CHANGE or max(plan.settings.shape) == 1
    return "floaters_avoid_sit_out" if is_person else "house_pairs_avoid_byes"


def repeat_notes(forecast: Forecast) -> Iterator[Reason]:
    for forced in forecast.repeats:
        yield Reason(f"{forced.kind}_again", {"round": forced.round})
    if forecast.runs_out:
        yield Reason("opponents_may_run_out", {"round": forecast.runs_out})


def hall_notes(forecast: Forecast) -> Iterator[Reason]:
    plan = forecast.plan
    waves = max(forecast.waves, default=0)
    if waves > 1 and plan.format not in WITHOUT_HOURS:
        matches = max(forecast.course.matches)
        yield Reason("matches_in_waves", {"waves": waves, "matches": matches, "tables": plan.tables})
    if not forecast.fits:
        yield Reason("over_hours", {"finish": forecast.finish or 0, "hall": plan.hall_minutes or 0})
        yield from remedy_notes(forecast)


def remedy_notes(forecast: Forecast) -> Iterator[Reason]:
    """What would make it fit, each by itself."""
    remedies = remedies_for(forecast)
    if remedies.rounds:
        yield Reason("fewer_rounds_fit", {"rounds": remedies.rounds})
    if remedies.tables:
        yield Reason("more_tables_fit", {"tables": remedies.tables})
    if remedies.game:
        yield Reason("shorter_games_fit", {"game": remedies.game})
    if remedies.earlier:
        yield Reason("earlier_start_fits", {"begin": -remedies.earlier})
    if remedies == Remedies():
        yield Reason("nothing_fits")
