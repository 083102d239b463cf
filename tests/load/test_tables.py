"""The load script in small: nothing is lost or doubled, also when the server is killed in the midst of it."""

import argparse
import asyncio

import pytest

from tests.load.tables import full_hall, play, runs_on


@pytest.mark.parametrize("which", ["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
@pytest.mark.parametrize("place", [0, 1], ids=["steadily", "at once"])
def test_full_hall_of_phones_survives_a_killed_server(which: str, place: int) -> None:
    asked = argparse.Namespace(rate=10, seconds=10, tables=8, every=2)
    name, run = list(runs_on(which, asked).items())[place]
    with full_hall(which, asked.tables) as full:
        report = asyncio.run(play(full, run, kills=1, name=name))
    assert report.errors == []
    assert report.wrong == []
    assert report.deals == {0: 100, 1: 40}[place]
