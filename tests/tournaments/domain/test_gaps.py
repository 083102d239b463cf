"""Filling gaps: how many floaters make every table full, and how many are missing."""

import pytest

from tournaments.domain.gaps import floaters_missing, floaters_needed
from tournaments.domain.settings import Remainder, Settings, Shape


@pytest.mark.parametrize(
    ("persons", "ready", "shape", "taken"),
    [
        (8, 3, (2, 2), 0),  # all tables are full without them
        (7, 3, (2, 2), 1),
        (6, 2, (2, 2), 2),
        (6, 1, (2, 2), 0),  # one would leave three people out instead of two
        (11, 1, (1, 1, 1), 1),
    ],
)
def test_floaters_play_only_where_they_make_every_table_full(
    persons: int, ready: int, shape: Shape, taken: int
) -> None:
    assert floaters_needed(persons, ready, shape) == taken


@pytest.mark.parametrize(("persons", "ready", "missing"), [(8, 0, 0), (7, 1, 0), (5, 1, 2), (6, 0, 2)])
def test_missing_floaters_are_counted_where_the_settings_count_on_them(
    persons: int, ready: int, missing: int
) -> None:
    assert floaters_missing(persons, ready, Settings(remainder=Remainder.FLOATER)) == missing
    assert floaters_missing(persons, ready, Settings(remainder=Remainder.SIT_OUT)) == 0
