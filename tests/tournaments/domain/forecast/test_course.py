import pytest

from tournaments.domain.forecast.course import Course, Span, course_of
from tournaments.domain.pairing import Draw, Rules, Seed, draw_round
from tournaments.domain.settings import Remainder, Settings, Shape, ThirdPlace
from tournaments.enums import Format


def course(stage_format: Format, entrants: int, rounds: int = 0, **settings: object) -> Course:
    return course_of(stage_format, entrants, Settings(**settings), rounds=rounds)  # type: ignore[arg-type]


def of_draws(draws: list[Draw]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(len(draw.tables) for draw in draws), tuple(len(draw.byes) for draw in draws)


@pytest.mark.parametrize("entrants", range(2, 10))
@pytest.mark.parametrize("cycles", [1, 2])
def test_round_robin_runs_as_it_is_drawn(entrants: int, cycles: int) -> None:
    seeds = [Seed(number, number) for number in range(1, entrants + 1)]
    planned = course(Format.ROUND_ROBIN, entrants, cycles=cycles)
    rules = Rules(settings=Settings(cycles=cycles))
    draws = [
        draw_round(Format.ROUND_ROBIN, seeds, round_number=number, rules=rules, seed=1)
        for number in range(1, len(planned.matches) + 1)
    ]
    assert of_draws(draws) == (planned.matches, planned.sitting_out)
    byes = [sum(bye.key == seed.key for draw in draws for bye in draw.byes) for seed in seeds]
    assert planned.byes == (min(byes), max(byes))


def test_groups_of_unequal_size_end_at_their_own_time() -> None:
    # 5 and 4: five rounds of two matches and a bye, three rounds of two matches.
    planned = course(Format.ROUND_ROBIN, 9, groups=2)
    assert planned == Course((4, 4, 4, 2, 2), (1, 1, 1, 1, 1), Span(0, 1))


@pytest.mark.parametrize("entrants", range(9))
def test_swiss_runs_as_it_is_drawn(entrants: int) -> None:
    seeds = [Seed(number, number) for number in range(1, entrants + 1)]
    draw = draw_round(Format.SWISS, seeds, round_number=1, seed=1)
    planned = course(Format.SWISS, entrants, 1)
    assert of_draws([draw]) == (planned.matches, planned.sitting_out)


def test_byes_of_a_swiss_go_round() -> None:
    # T10: three entrants, six rounds.
    assert course(Format.SWISS, 3, 6) == Course((1,) * 6, (1,) * 6, Span(2, 2))
    # 9 pairs, 5 rounds: five of nine have one.
    assert course(Format.SWISS, 9, 5).byes == (0, 1)
    assert course(Format.SWISS, 8, 4, shape=(1, 1, 1)) == Course((2,) * 4, (2,) * 4, Span(1, 1))


@pytest.mark.parametrize(
    ("persons", "shape", "remainder", "tables", "out", "byes"),
    [
        (30, (2, 2), Remainder.SIT_OUT, 7, 2, (0, 1)),
        (30, (2, 2), Remainder.FLOATER, 8, 0, (0, 0)),
        (30, (2, 2), Remainder.THREE_SEATS, 8, 0, (0, 0)),  # six of four and two of three
        (5, (2, 2), Remainder.THREE_SEATS, 1, 1, (0, 1)),
        (5, (2, 2), Remainder.SIT_OUT, 1, 1, (0, 1)),
        (3, (2, 2), Remainder.SIT_OUT, 0, 3, (3, 3)),
        (8, (1, 1, 1), Remainder.SIT_OUT, 2, 2, (0, 1)),
        (13, (3, 3), Remainder.SIT_OUT, 2, 1, (0, 1)),
        (7, (1, 1), Remainder.SIT_OUT, 3, 1, (0, 1)),
        (0, (2, 2), Remainder.SIT_OUT, 0, 0, (0, 0)),
    ],
)
@pytest.mark.parametrize("stage_format", [Format.ROTATION, Format.FREE])
def test_persons_fill_tables_in_each_of_three_rounds(
    stage_format: Format,
    persons: int,
    shape: Shape,
    remainder: Remainder,
    tables: int,
    out: int,
    byes: tuple[int, int],
) -> None:
    planned = course(stage_format, persons, 3, shape=shape, remainder=remainder)
    assert planned == Course((tables,) * 3, (out,) * 3, Span(*byes))


@pytest.mark.parametrize(
    ("entrants", "third_place", "second_game", "matches", "out"),
    [
        (1, ThirdPlace.MATCH, False, (), ()),
        (2, ThirdPlace.MATCH, False, (1,), (0,)),
        (3, ThirdPlace.MATCH, False, (1, 1), (1, 0)),
        (4, ThirdPlace.MATCH, False, (2, 2), (0, 0)),
        (4, ThirdPlace.SHARED, False, (2, 1), (0, 0)),
        (6, ThirdPlace.SHARED, False, (2, 2, 1), (2, 0, 0)),
        (8, ThirdPlace.MATCH, True, (4, 4, 2), (0, 0, 0)),  # four losers of round one meet beside round two
        (4, ThirdPlace.MATCH, True, (2, 2), (0, 0)),  # their second game is the match for third place
        (37, ThirdPlace.MATCH, False, (5, 16, 8, 4, 2, 2), (27, 0, 0, 0, 0, 0)),
    ],
)
def test_knockout_halves_the_field(
    entrants: int,
    third_place: ThirdPlace,
    second_game: bool,
    matches: tuple[int, ...],
    out: tuple[int, ...],
) -> None:
    planned = course(Format.KNOCKOUT, entrants, third_place=third_place, second_game=second_game)
    assert (planned.matches, planned.sitting_out) == (matches, out)
    assert planned.byes == (0, int(any(out)))


@pytest.mark.parametrize(
    ("entrants", "matches", "out"),
    [
        (8, (4, 4, 2), (0, 0, 0)),
        (37, (17, 17, 10), (3, 3, 0)),  # rules-shogi.md: seven blocks of four, three of three
        (3, (1, 1, 1), (1, 1, 0)),
        (1, (), ()),
        (2, (), ()),
        (5, (), ()),  # neither fours nor threes
        (0, (), ()),
    ],
)
def test_blocks_of_two_wins(entrants: int, matches: tuple[int, ...], out: tuple[int, ...]) -> None:
    planned = course(Format.TWO_WINS_TWO_LOSSES, entrants)
    assert (planned.matches, planned.sitting_out) == (matches, out)


def test_league_is_one_long_round() -> None:
    # Groups of 4 and 3, twice: (6 + 3) · 2.
    assert course(Format.LEAGUE, 7, groups=2, cycles=2) == Course((18,), (0,))
    assert course(Format.LEAGUE, 1) == Course()


def test_title_is_one_match_and_an_imported_event_none() -> None:
    assert course(Format.TITLE, 2) == Course((1,), (0,))
    assert course(Format.TITLE, 1) == Course()
    assert course(Format.IMPORTED, 9) == Course()
