"""The same deal with everybody some seats further: expected by moving each seat by hand."""

import pytest

from engine import RULESETS


@pytest.mark.parametrize(
    ("steps", "record", "expected"),
    [
        (1, "1,2,3,4,s4,1p,245,R", "4,1,2,3,s1,2p,345,R"),
        (2, "1,2,3,4,s1,145,4p", "3,4,1,2,s3,345,2p"),
        (1, "sheet,s4,3,7,led", "sheet,s1,4,7,led"),
        (3, "sheet,s2,1,six,45", "sheet,s1,4,six,45"),
        (1, "sheet,s1,1,five_five", "sheet,s2,2,five_five"),  # side 1 sits on seats 2 and 4 now
        (2, "sheet,s1,1,five_five", "sheet,s3,1,five_five"),
        (1, "sheet,s1,R", "sheet,s2,R"),
        (1, "points,2,30", "points,1,30"),
        (0, "1,2,3,4,s4,1p", "1,2,3,4,s4,1p"),
        (1, "what is this", "what is this"),
    ],
)
def test_four_seats(steps: int, record: str, expected: str) -> None:
    assert RULESETS["goita"].turned(record, steps=steps) == expected


def test_of_three_seats_each_is_a_side() -> None:
    three = RULESETS["goita3"]
    assert three.turned("1,2,3,s3,1p,345", steps=1) == "3,1,2,s1,2p,145"
    assert three.turned("points,3,30", steps=2) == "points,2,30"
