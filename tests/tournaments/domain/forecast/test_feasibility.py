import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.forecast.duration import Times
from tournaments.domain.forecast.feasibility import Forecast, Plan, foresee
from tournaments.domain.forecast.notes import notes_on
from tournaments.domain.forecast.remedies import Remedies, remedies_for
from tournaments.domain.settings import SHAPES, Remainder, Settings
from tournaments.enums import Format


def notes(forecast: Forecast) -> dict[str, dict[str, int | str]]:
    return {note.code: dict(note.params) for note in notes_on(forecast)}


def test_thirty_persons_sit_out_unless_two_officials_play() -> None:
    forecast = foresee(Plan(Format.ROTATION, 30, rounds=4))
    assert (forecast.floaters, forecast.sitting_out, forecast.course.byes) == (2, (2, 2), (0, 1))
    first = notes_on(forecast)[0]
    assert (first.code, first.params) == ("floaters_avoid_sit_out", {"entrants": 30, "count": 2})
    assert notes(forecast)["byes_each"] == {"least": 0, "most": 1}


@pytest.mark.parametrize(
    ("plan", "code", "count"),
    [
        (Plan(Format.SWISS, 9, rounds=5), "house_pairs_avoid_byes", 1),
        (Plan(Format.SWISS, 7, Settings(shape=(1, 1, 1)), rounds=2), "floaters_avoid_sit_out", 2),
        (Plan(Format.SWISS, 7, Settings(shape=(1, 1)), rounds=2), "floaters_avoid_sit_out", 1),
        (Plan(Format.ROUND_ROBIN, 10, Settings(groups=2)), "house_pairs_avoid_byes", 2),
        (Plan(Format.ROTATION, 30, Settings(remainder=Remainder.FLOATER), rounds=4), "floaters_needed", 2),
        (
            Plan(Format.ROTATION, 5, Settings(remainder=Remainder.THREE_SEATS), rounds=4),
            "floaters_avoid_sit_out",
            1,  # six are two tables of three
        ),
        (Plan(Format.FREE, 3, rounds=1), "floaters_avoid_sit_out", 1),
    ],
)
def test_first_is_said_what_leaves_nobody_out(plan: Plan, code: str, count: int) -> None:
    note = notes_on(foresee(plan))[0]
    assert (note.code, note.params["count"]) == (code, count)


@pytest.mark.parametrize(
    "plan",
    [
        Plan(Format.ROTATION, 16, rounds=3),
        Plan(Format.ROTATION, 30, Settings(remainder=Remainder.THREE_SEATS), rounds=1),
        Plan(Format.SWISS, 16, rounds=5, hall_minutes=300),
        Plan(Format.ROUND_ROBIN, 8, Settings(cycles=2)),
        Plan(Format.LEAGUE, 7, tables=1),
        Plan(Format.TITLE, 2, best_of=7),
        Plan(Format.KNOCKOUT, 32, tables=16),
    ],
)
def test_nothing_is_said_where_all_is_as_expected(plan: Plan) -> None:
    assert notes_on(foresee(plan)) == ()


def test_t16_partner_repeats_are_said_before_the_draw() -> None:
    assert notes(foresee(Plan(Format.ROTATION, 8, rounds=9))) == {
        "partner_again": {"round": 8},
        "opponent_again": {"round": 4},
        "meeting_again": {"round": 2},
    }


def test_swiss_longer_than_the_field_is_said_at_set_up() -> None:
    # lila#7675: the event ended early and nobody had been told.
    forecast = foresee(Plan(Format.SWISS, 6, rounds=7))
    assert notes(forecast) == {"opponent_again": {"round": 6}, "opponents_may_run_out": {"round": 4}}
    assert foresee(Plan(Format.SWISS, 6, rounds=3)).runs_out is None
    assert foresee(Plan(Format.SWISS, 6, Settings(shape=(1, 1, 1)), rounds=3)).runs_out is None


def test_day_of_a_swiss_in_minutes() -> None:
    # Opening 30, lunch 45, five rounds of 25 with four times 10 between them.
    times = Times(ceremony=30, lunch=45)
    forecast = foresee(Plan(Format.SWISS, 16, rounds=5, times=times, hall_minutes=240))
    assert forecast.round_minutes == (25,) * 5
    assert (forecast.finish, forecast.rounds_that_fit, forecast.fits) == (240, 5, True)


def test_day_that_is_too_long_says_what_would_fit() -> None:
    forecast = foresee(Plan(Format.SWISS, 16, rounds=6, hall_minutes=180))
    # 25, then five times 35; six games of 21 and five times 10 are 176.
    assert notes(forecast) == {
        "over_hours": {"finish": 200, "hall": 180},
        "fewer_rounds_fit": {"rounds": 5},
        "shorter_games_fit": {"game": 21},
        "earlier_start_fits": {"begin": -20},
    }
    assert not forecast.fits


def test_more_tables_make_a_day_fit() -> None:
    # Five tables: two waves a round, 60 + 10 + 60. Two rounds of three games of 16 and 20 between are 146.
    forecast = foresee(Plan(Format.SWISS, 18, rounds=2, tables=4, hall_minutes=150))
    assert remedies_for(forecast) == Remedies(rounds=1, tables=5, game=16, earlier=50)


def test_a_knockout_is_not_played_in_fewer_rounds() -> None:
    # Five rounds of 25 and four times 10 are 165.
    assert remedies_for(foresee(Plan(Format.KNOCKOUT, 32, hall_minutes=60))) == Remedies(earlier=105)
    too_long = foresee(Plan(Format.KNOCKOUT, 32, hall_minutes=30))
    assert set(notes(too_long)) == {"over_hours", "nothing_fits"}


def test_hours_decide_how_many_rounds_there_are_until_somebody_does() -> None:
    forecast = foresee(Plan(Format.ROTATION, 16, hall_minutes=180))
    assert (forecast.plan.rounds, forecast.finish, forecast.fits) == (5, 165, True)
    assert foresee(Plan(Format.SWISS, 16)).plan.rounds == 0


def test_few_tables_make_waves_and_a_longer_day() -> None:
    # 9 matches at 4 tables: 4, 4, 1.
    forecast = foresee(Plan(Format.SWISS, 18, rounds=2, tables=4))
    assert forecast.waves == (3, 3)
    assert forecast.round_minutes == (95, 95)
    assert forecast.finish == 200
    assert notes(forecast) == {"matches_in_waves": {"waves": 3, "matches": 9, "tables": 4}}


def test_median_of_the_day_takes_the_place_of_the_guess() -> None:
    plan = Plan(Format.SWISS, 16, rounds=5, times=Times(game=19), hall_minutes=180)
    assert foresee(plan).finish == 135


def test_series_grow_towards_the_final() -> None:
    settings = Settings(best_of_from=((2, 7), (4, 3)))
    forecast = foresee(Plan(Format.KNOCKOUT, 12, settings))
    assert forecast.round_minutes == (25, 25, 75, 175)
    assert forecast.finish == 330
    assert foresee(Plan(Format.KNOCKOUT, 8, settings, hall_minutes=135)).rounds_that_fit == 2


def test_title_is_as_long_as_its_seven_games() -> None:
    forecast = foresee(Plan(Format.TITLE, 2, best_of=7, hall_minutes=100))
    assert (forecast.finish, forecast.rounds_that_fit, forecast.fits) == (175, 0, False)


def test_league_has_no_hours() -> None:
    forecast = foresee(Plan(Format.LEAGUE, 8, hall_minutes=60))
    assert (forecast.finish, forecast.rounds_that_fit, forecast.fits) == (None, None, True)
    assert forecast.course.matches == (28,)


@pytest.mark.parametrize(
    ("stage_format", "entrants"),
    [
        (Format.SWISS, 1),
        (Format.ROTATION, 2),
        (Format.FREE, 0),
        (Format.ROUND_ROBIN, 1),
        (Format.LEAGUE, 0),
        (Format.KNOCKOUT, 1),
        (Format.TWO_WINS_TWO_LOSSES, 5),
        (Format.TITLE, 1),
    ],
)
def test_field_that_cannot_play_is_said_not_refused(stage_format: Format, entrants: int) -> None:
    forecast = foresee(Plan(stage_format, entrants, hall_minutes=300))
    assert notes(forecast)["nobody_can_play"] == {"entrants": entrants}
    assert not any(forecast.course.matches)


plans = st.builds(
    Plan,
    format=st.sampled_from(Format),
    entrants=st.integers(0, 70),
    settings=st.builds(
        Settings,
        shape=st.sampled_from(SHAPES),
        remainder=st.sampled_from(Remainder),
        groups=st.integers(1, 8),
        cycles=st.integers(1, 3),
        second_game=st.booleans(),
    ),
    rounds=st.integers(0, 12),
    tables=st.integers(0, 20),
    best_of=st.sampled_from([1, 3, 7]),
    times=st.builds(
        Times, game=st.integers(1, 60), changeover=st.integers(0, 20), ceremony=st.integers(0, 60)
    ),
    hall_minutes=st.none() | st.integers(0, 600),
)


@given(plans)
def test_every_plan_has_a_forecast_that_adds_up(plan: Plan) -> None:
    forecast = foresee(plan)
    course = forecast.course
    assert len(course.matches) == len(course.sitting_out) == len(forecast.waves) == forecast.plan.rounds
    assert course.byes.least * plan.entrants <= sum(course.sitting_out) or plan.settings.groups > 1
    if forecast.rounds_that_fit is not None and any(course.matches):
        assert forecast.fits == ((forecast.finish or 0) <= (plan.hall_minutes or 0))
    assert {note.code for note in notes_on(forecast)} or forecast.fits
