import pytest

from tournaments.domain.forecast.repeats import ForcedRepeat, forced_repeats, rounds_always_found
from tournaments.domain.pairing import NoLawfulDraw, Seed, draw_round
from tournaments.domain.rotation.bounds import Repeat
from tournaments.domain.settings import Remainder, Settings, Shape
from tournaments.enums import Format


def repeats(stage_format: Format, entrants: int, rounds: int, **settings: object) -> list[tuple[str, int]]:
    found = forced_repeats(
        stage_format,
        entrants,
        Settings(**settings),  # type: ignore[arg-type]
        rounds=rounds,
    )
    return [(repeat.kind.value, repeat.round) for repeat in found]


def test_t16_eight_persons_in_nine_rounds_repeat_a_partner_in_round_eight() -> None:
    found = forced_repeats(Format.ROTATION, 8, Settings(), rounds=9)
    assert found[0] == ForcedRepeat(Repeat.PARTNER, 8)
    # Seven others give two opponents in three rounds; the second table holds two who met at the first.
    assert found[1:] == (ForcedRepeat(Repeat.OPPONENT, 4), ForcedRepeat(Repeat.MEETING, 2))
    assert repeats(Format.ROTATION, 8, 7)[0] == ("opponent", 4)
    assert repeats(Format.ROTATION, 16, 5) == []


@pytest.mark.parametrize(
    ("entrants", "rounds", "expected"),
    [
        (8, 7, []),
        (8, 8, [("opponent", 8)]),
        (7, 7, []),  # with a bye each
        (7, 8, [("opponent", 8)]),
        (2, 2, [("opponent", 2)]),
        (1, 5, []),
        (0, 5, []),
    ],
)
def test_swiss_ends_with_the_opponents(entrants: int, rounds: int, expected: list[tuple[str, int]]) -> None:
    assert repeats(Format.SWISS, entrants, rounds) == expected
    # The seats of a pair change nothing: pairs meet pairs.
    assert repeats(Format.SWISS, entrants, rounds, shape=(1, 1)) == expected


@pytest.mark.parametrize(
    ("persons", "shape", "rounds", "expected"),
    [
        (9, (1, 1, 1), 5, [("opponent", 5)]),  # eight others, two at a time
        (8, (1, 1), 8, [("opponent", 8)]),
        (3, (2, 2), 9, []),
    ],
)
def test_rotation_of_other_shapes(
    persons: int, shape: Shape, rounds: int, expected: list[tuple[str, int]]
) -> None:
    assert repeats(Format.ROTATION, persons, rounds, shape=shape) == expected


def test_floaters_are_new_partners_too() -> None:
    assert ("partner", 8) in repeats(Format.ROTATION, 7, 9, remainder=Remainder.FLOATER)


def test_tables_of_three_need_fewer_partners() -> None:
    # Seven: 21 pairs, two of partners each round: ten rounds. Opponents 4 + 3 of 21; meetings 6 + 3.
    assert repeats(Format.ROTATION, 7, 11, remainder=Remainder.THREE_SEATS) == [
        ("partner", 11),
        ("opponent", 4),
        ("meeting", 3),
    ]
    # Nine sit at three tables of three, where nobody has a partner.
    assert repeats(Format.ROTATION, 9, 5, remainder=Remainder.THREE_SEATS) == [("opponent", 5)]


def test_formats_that_repeat_by_intent_or_never_force_nothing() -> None:
    for stage_format in set(Format) - {Format.SWISS, Format.ROTATION}:
        assert repeats(stage_format, 4, 99) == []


def test_swiss_of_six_may_run_out_in_round_four_only() -> None:
    # Three played everybody of the other three: those who are left are two triangles.
    assert rounds_always_found(6) == 3
    ours, theirs = ("A", "B", "C"), ("D", "E", "F")
    seeds = [Seed(key, rank, met=theirs) for rank, key in enumerate(ours, start=1)]
    seeds += [Seed(key, rank, met=ours) for rank, key in enumerate(theirs, start=4)]
    with pytest.raises(NoLawfulDraw):
        draw_round(Format.SWISS, seeds, round_number=4, seed=1)
