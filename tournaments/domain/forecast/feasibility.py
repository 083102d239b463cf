"""What people, tables, rounds and hours allow, said before the start (tournaments.md §4).

Nothing here draws and nothing is refused; ``forecast_notes`` says what the organiser has to know.
"""

from dataclasses import dataclass, field, replace
from itertools import count, repeat

from tournaments.domain.forecast.course import Course, Span, course_of
from tournaments.domain.forecast.duration import Times, event_length, round_length, rounds_within, waves_for
from tournaments.domain.forecast.repeats import ForcedRepeat, forced_repeats, rounds_always_found
from tournaments.domain.ranked import PARTNERS_CHANGE
from tournaments.domain.rotation.bounds import sit_outs
from tournaments.domain.settings import Remainder, Settings
from tournaments.enums import Format

# The organiser chooses how many rounds these have; in free play, how many games for each person.
ROUNDS_CHOSEN = {Format.SWISS, Format.ROTATION, Format.FREE}
# These do not fill a hall for hours: their matches have dates of their own, or are played already.
WITHOUT_HOURS = {Format.LEAGUE, Format.IMPORTED}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is known before the start.

    ``entrants`` are persons in rotation and free play, elsewhere entries. ``rounds`` 0: as many as the
    hours hold. ``tables`` 0: enough. ``best_of`` is the profile's; ``hall_minutes`` are those we have.
    """

    format: Format
    entrants: int
    settings: Settings = field(default_factory=Settings)
    rounds: int = 0
    tables: int = 0
    best_of: int = 1
    times: Times = field(default_factory=Times)
    hall_minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the plan, with its rounds filled in, leads to.

    ``runs_out`` is the first round that results could leave without a lawful draw. ``finish`` counts
    minutes from the start and, like ``rounds_that_fit``, is None where there are no hours to fill.
    ``floaters`` are the persons, in formats that draw entries the pairs, who would leave nobody out.
    """

    plan: Plan
    course: Course
    repeats: tuple[ForcedRepeat, ...]
    runs_out: int | None
    waves: tuple[int, ...]
    round_minutes: tuple[int, ...]
    finish: int | None
    rounds_that_fit: int | None
    floaters: int

    @property
    def sitting_out(self) -> Span:
        """The fewest and the most who sit out in a round."""
        each = self.course.sitting_out or (0,)
        return Span(min(each), max(each))

    @property
    def fits(self) -> bool:
        return self.rounds_that_fit is None or self.plan.rounds <= self.rounds_that_fit


def foresee(plan: Plan) -> Forecast:
    """The forecast of any plan; one that cannot be played has no matches."""
    fit = rounds_that_fit(plan)
    course = course_for(replace(plan, rounds=plan.rounds or fit or 0))
    plan = replace(plan, rounds=len(course.matches))
    minutes = round_minutes(plan, course)
    return Forecast(
        plan=plan,
        course=course,
        repeats=forced_repeats(plan.format, plan.entrants, plan.settings, rounds=plan.rounds),
        runs_out=runs_out(plan),
        waves=tuple(waves_for(matches, plan.tables) for matches in course.matches),
        round_minutes=minutes,
        finish=event_length(minutes, plan.times) if minutes else None,
        rounds_that_fit=fit,
        floaters=floaters(plan, course),
    )


def course_for(plan: Plan) -> Course:
    return course_of(plan.format, plan.entrants, plan.settings, rounds=plan.rounds)


# Hours


def round_minutes(plan: Plan, course: Course) -> tuple[int, ...]:
    if plan.format in WITHOUT_HOURS:
        return ()
    return tuple(
        round_length(waves_for(matches, plan.tables), best_of=series(plan, left), times=plan.times)
        for left, matches in zip(range(len(course.matches), 0, -1), course.matches, strict=True)
    )


def series(plan: Plan, rounds_left: int) -> int:
    """The best of how many with so many rounds to go: in a knockout twice as many units for each of them."""
    overrides = plan.settings.best_of_from if plan.format is Format.KNOCKOUT else ()
    begun = [(units, best_of) for units, best_of in overrides if units >= 1 << rounds_left]
    return min(begun)[1] if begun else plan.best_of


def rounds_that_fit(plan: Plan) -> int | None:
    if plan.hall_minutes is None or plan.format in WITHOUT_HOURS:
        return None
    one = replace(plan, rounds=1)
    minutes = round_minutes(one, course_for(one))
    if not any(minutes):
        return 0
    return rounds_within(
        repeat(minutes[0]) if plan.format in ROUNDS_CHOSEN else minutes, plan.hall_minutes, plan.times
    )


# Opponents


def runs_out(plan: Plan) -> int | None:
    """Nothing is known of more than two sides, where a table holds more than one meeting."""
    if plan.format is not Format.SWISS or len(plan.settings.shape) != 2:
        return None
    always = rounds_always_found(plan.entrants)
    return always + 1 if always < plan.rounds else None


# Sitting out


def floaters(plan: Plan, course: Course) -> int:
    """How many more fill every table; 0 where nobody sits out, or where byes belong to the format."""
    settings = plan.settings
    if plan.format in PARTNERS_CHANGE:
        if settings.remainder is Remainder.FLOATER:
            return -plan.entrants % sum(settings.shape)
        return next(
            more for more in count() if not sit_outs(plan.entrants + more, settings.shape, settings.remainder)
        )
    if plan.format is Format.SWISS:
        return -plan.entrants % len(settings.shape)
    # Every group of odd size needs one.
    return max(course.sitting_out, default=0) if plan.format is Format.ROUND_ROBIN else 0
