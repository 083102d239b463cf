"""Fifty tables at once, and several phones at one: no error, nothing lost, nothing double."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.conftest import StartHall
from tests.load.client import Answer, Phone, at_once, rows_of
from tests.servers.hall import ROOT, HallProcess, hall_environment
from tests.servers.postgres import new_database

TABLES = 50
# Three deals a match: 40 + 60 + 60 points for side 1, a win.
RECORDS = ("points,1,40", "points,1,60", "points,1,60")
STATES = ["current"] * len(RECORDS)


@dataclass(frozen=True, slots=True)
class FullHall:
    """A running server with a published round."""

    process: HallProcess
    session: str
    codes: list[str]
    tables: list[dict[str, Any]]
    phones: ExitStack

    def phone(self, table: int = 1, *, port: int | None = None) -> Phone:
        code = self.codes[table - 1]
        phone = Phone(port or self.process.port, session=self.session, code=code)
        self.phones.callback(phone.connection.close)
        return phone


FillHall = Callable[[int], FullHall]


@pytest.fixture(params=["sqlite", pytest.param("servers", marks=pytest.mark.servers)])
def place(request: pytest.FixtureRequest) -> dict[str, str]:
    """The environment that says where the database is."""
    if request.param == "sqlite":
        return {}
    return {
        "DATABASE_URL": new_database(request.getfixturevalue("postgres_url")),
        "REDIS_URL": request.getfixturevalue("valkey_url"),
    }


@pytest.fixture
def fill_hall(place: dict[str, str], tmp_path: Path, start_hall: StartHall) -> Iterator[FillHall]:
    """Starts a server in which so many tables wait for their first deal."""
    with ExitStack() as phones:

        def fill(tables: int) -> FullHall:
            home = tmp_path / "home"
            prepared = subprocess.run(
                [sys.executable, "-m", "tests.load.full_hall", str(tables)],
                cwd=ROOT, env=hall_environment(home, **place), check=True, capture_output=True, text=True,
            )  # fmt: skip
            return FullHall(start_hall(home=home, **place), **json.loads(prepared.stdout), phones=phones)

        yield fill


def play_match(_number: int, phone: Phone) -> list[Answer]:
    return [answer for record in RECORDS for answer in phone.deal(record)]


def test_full_hall(fill_hall: FillHall) -> None:
    """One start of the server for all of it: the order of what follows does not matter."""
    hall = fill_hall(TABLES + 2)
    fifty_matches_at_once(hall)
    same_act_from_many_phones(hall)
    different_deals_for_one_number(hall)


def fifty_matches_at_once(hall: FullHall) -> None:
    phones = [hall.phone(table) for table in range(1, TABLES + 1)]
    for phone, answers in zip(phones, at_once(phones, play_match), strict=True):
        assert [answer.status for answer in answers] == [200] * 2 * len(RECORDS), answers
        first, again = answers[0::2], answers[1::2]
        assert [answer.body["deal"] for answer in first] == [answer.body["deal"] for answer in again]
        sheet = phone.sheet()
        assert [row["state"] for row in rows_of(sheet)] == STATES
        assert [row["number"] for row in rows_of(sheet)] == [1, 2, 3]
        assert sheet["match"]["state"] == "to_confirm"
        assert [side["totals"] for side in sheet["match"]["sides"]] == [[160], [0]]


def same_act_from_many_phones(hall: FullHall) -> None:
    uuid = str(uuid4())
    phones = [hall.phone(TABLES + 1) for _ in range(8)]
    answers = at_once(phones, lambda _number, phone: phone.put_deal("points,1,40", uuid=uuid))
    assert [answer.status for answer in answers] == [200] * len(phones), answers
    assert {answer.body["deal"] for answer in answers} == {uuid}
    assert [row["state"] for row in rows_of(phones[0].sheet())] == ["current"]


def different_deals_for_one_number(hall: FullHall) -> None:
    phones = [hall.phone(TABLES + 2) for _ in range(2)]
    records = ["points,1,40", "points,2,60"]

    def act(number: int, phone: Phone) -> Any:
        return phone.put_deal(records[number], uuid=str(uuid4()))

    answers = at_once(phones, act)
    assert sorted(answer.status for answer in answers) == [200, 409], answers
    sheet = phones[0].sheet()
    assert sorted(row["state"] for row in rows_of(sheet)) == ["current", "held"]
    assert [row["number"] for row in rows_of(sheet)] == [1, 1]
    assert sheet["match"]["state"] == "disputed"


def test_what_was_answered_is_there_after_a_power_cut(
    fill_hall: FillHall, place: dict[str, str], tmp_path: Path, start_hall: StartHall
) -> None:
    hall = fill_hall(1)
    before = hall.phone()
    acknowledged = [answer.body["deal"] for answer in before.deal(RECORDS[0])]
    hall.process.kill()
    again = start_hall(home=tmp_path / "home", **place)
    after = hall.phone(port=again.port)
    assert [row["uuid"] for row in rows_of(after.sheet())] == acknowledged[:1]
    after.after = before.after
    assert [answer.status for answer in after.deal(RECORDS[1])] == [200, 200]
