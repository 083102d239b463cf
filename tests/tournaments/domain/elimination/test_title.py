from dataclasses import replace

import pytest

from tournaments.domain.pairing import DrawImpossible, Seed, draw_round
from tournaments.enums import Format

HOLDER, CHALLENGER = Seed("holder", 1), Seed("challenger", 2)


def test_title_is_one_table_with_the_holder_on_side_one() -> None:
    drawn = draw_round(Format.TITLE, [CHALLENGER, HOLDER], round_number=1, seed=1)
    (table,) = drawn.tables
    assert (table.number, table.sides) == (1, (("holder",), ("challenger",)))
    assert [reason.code for reason in table.reasons] == ["title_match"]
    assert drawn.byes == ()


def test_whoever_holds_the_title_is_on_side_one_whatever_the_ranks() -> None:
    drawn = draw_round(
        Format.TITLE,
        [replace(CHALLENGER, rank=1), replace(HOLDER, rank=2, holds=True)],
        round_number=1,
        seed=1,
    )
    (table,) = drawn.tables
    assert table.sides == (("holder",), ("challenger",))
    assert [(reason.code, dict(reason.params)) for reason in table.reasons] == [
        ("title_match", {}),
        ("holder", {"unit": "holder"}),
        ("challenger", {"unit": "challenger"}),
    ]


def test_title_has_no_second_round() -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw_round(Format.TITLE, [HOLDER, CHALLENGER], round_number=2, seed=1)
    assert (refused.value.code, refused.value.params) == ("no_such_round", {"round": 2, "rounds": 1})


@pytest.mark.parametrize(
    ("seeds", "there"),
    [
        ([], 0),
        ([replace(HOLDER, present=False), CHALLENGER], 1),
        ([HOLDER, CHALLENGER, Seed("second", 3)], 3),
    ],
)
def test_title_needs_exactly_two(seeds: list[Seed], there: int) -> None:
    with pytest.raises(DrawImpossible) as refused:
        draw_round(Format.TITLE, seeds, round_number=1, seed=1)
    assert (refused.value.code, refused.value.params) == ("title_needs_two", {"units": there})
