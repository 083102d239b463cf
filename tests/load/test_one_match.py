"""Three senders at one match in the same moment, at many tables: the record is one that some order gives."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

import pytest

from tests.conftest import StartHall
from tests.load.client import PATIENCE_SECONDS, Phone, rows_of
from tests.senders.model import BACK, DEALS, Made, deliver, made_offline, outcomes
from tests.servers.hall import ROOT, hall_environment
from tests.servers.postgres import new_database

TABLES, SENDERS = 24, 3


@pytest.fixture(params=["sqlite", pytest.param("servers", marks=pytest.mark.servers)])
def place(request: pytest.FixtureRequest) -> dict[str, str]:
    if request.param == "sqlite":
        return {}
    return {
        "DATABASE_URL": new_database(request.getfixturevalue("postgres_url")),
        "REDIS_URL": request.getfixturevalue("valkey_url"),
    }


def test_record_is_what_some_order_gives(
    place: dict[str, str], tmp_path: Path, start_hall: StartHall
) -> None:
    home = tmp_path / "home"
    prepared = subprocess.run(
        [sys.executable, "-m", "tests.load.full_hall", str(TABLES)],
        cwd=ROOT, env=hall_environment(home, **place), check=True, capture_output=True, text=True,
    )  # fmt: skip
    facts, hall = json.loads(prepared.stdout), start_hall(home=home, **place)
    for table, code in enumerate(facts["codes"]):
        phones = [Phone(hall.port, session=facts["session"], code=code) for _ in range(SENDERS)]
        base = play_first(phones[0], Random(table))
        queues = [made_offline(Random(f"{table}/{sender}"), base) for sender in range(SENDERS)]
        send_at_once(phones, queues)
        assert outcome(phones[0]) in outcomes(queues, [(base, DEALS[0])]), (table, queues)
        for phone in phones:
            phone.connection.close()


def play_first(phone: Phone, dice: Random) -> str:
    (act,) = made_offline(dice, None)[:1]
    assert put(phone, Made(act.uuid, DEALS[0], None)).status == 200
    return act.uuid


def send_at_once(phones: list[Phone], queues: list[list[Made]]) -> None:
    start = Barrier(len(phones))

    def run(sender: int) -> None:
        start.wait(PATIENCE_SECONDS)
        deliver(
            [queues[sender]], [0] * len(queues[sender]), lambda _sender, act: answered(phones[sender], act)
        )

    with ThreadPoolExecutor(len(phones)) as pool:
        list(pool.map(run, range(len(phones))))


def answered(phone: Phone, act: Made) -> tuple[int, str]:
    answer = put(phone, act)
    assert answer.status in {200, 409}, answer
    return answer.status, answer.body.get("act", act.uuid)


def put(phone: Phone, act: Made) -> Any:
    is_back = act.content == BACK
    body = {
        "act": "retract" if is_back else "deal",
        "after": act.after,
        "record": "" if is_back else act.content,
    }
    return phone.call("PUT", f"/acts/{act.uuid}", body)


def outcome(phone: Phone) -> object:
    """As the model tells it."""
    sheet = phone.sheet()
    if sheet["match"]["state"] == "disputed":
        return "disputed"
    rows = [row for row in rows_of(sheet) if row["state"] == "current"]
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    return tuple(row["record"] for row in rows)
