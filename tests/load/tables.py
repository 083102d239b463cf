"""A full hall of phones against a real server on this machine: ``python -m tests.load.tables``.

Two runs, each in a hall of its own: so many deals a second, sent when they are due whatever is still
unanswered; and all tables in the same instant, again and again. Some acts are sent twice, some answers
are not waited for. With ``--kill`` the server is killed in the midst of it and started again. At the
end every acknowledged deal stands there once and in order, and the chain of acts holds.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from uuid import uuid4

from tests.load.line import Line
from tests.servers.hall import ROOT, HallProcess, hall_environment, running_hall
from tests.servers.postgres import IN_EARNEST, new_database, postgres_server
from tests.servers.valkey import valkey_server

AGAIN_SECONDS = 0.5
SENT_TWICE, NOT_WAITED_FOR = 0.10, 0.05
LOOKED_AT = 0.02
CUT = (OSError, asyncio.IncompleteReadError, TimeoutError)
# Ten points to either side in turn: nobody reaches the target within a run.
RECORDS = ("sheet,s1,1,1,received", "sheet,s1,2,1,received")


@dataclass(slots=True)
class Table:
    """A phone at its table, the deals it has sent, and how long each took to be answered."""

    line: Line
    code: str
    dice: random.Random
    sent: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    until_public: list[float] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def deal(self, due: float) -> None:
        """One deal more, sent until it is answered; its time runs from when it was due."""
        async with self.turn:
            uuid = str(uuid4())
            body = {"act": "deal", "after": self.sent[-1] if self.sent else None}
            content = json.dumps(body | {"record": RECORDS[len(self.sent) % 2]}).encode()
            if self.dice.random() < NOT_WAITED_FOR:
                await self.say_and_leave(uuid, content)
            answered = await self.until_answered(uuid, content)
            self.seconds.append(time.perf_counter() - due)
            if answered:
                self.sent.append(uuid)
            if self.dice.random() < LOOKED_AT:
                await self.look(due)
            if self.dice.random() < SENT_TWICE:
                await self.until_answered(uuid, content)

    async def look(self, due: float) -> None:
        """How long after the deal was due a visitor's page of the match shows it."""
        try:
            page = await self.line.ask("GET", f"/ja/matches/{self.code}/", headers={})
        except CUT:
            return self.line.cut()
        if f"<tr><td>{len(self.sent)}</td>".encode() not in page.content:
            self.errors.append(f"{self.code}: the public page lacks a deal")
        self.until_public.append(time.perf_counter() - due)

    async def until_answered(self, uuid: str, content: bytes) -> bool:
        while True:
            try:
                answer = await self.line.ask("PUT", self.act(uuid), headers=self.headers, content=content)
            except CUT:
                self.line.cut()
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            if answer.status != 200:
                self.errors.append(f"{answer.status} {answer.content.decode()[:200]}")
            return answer.status == 200

    async def say_and_leave(self, uuid: str, content: bytes) -> None:
        with suppress(OSError):
            await self.line.say("PUT", self.act(uuid), headers=self.headers, content=content)
        self.line.cut()

    def act(self, uuid: str) -> str:
        return f"/api/v1/matches/{self.code}/acts/{uuid}"

    @property
    def headers(self) -> dict[str, str]:
        here = f"http://127.0.0.1:{self.line.port}"
        return {"Content-Type": "application/json", "X-Banzuke-Table": "1", "Origin": here}


@dataclass(frozen=True, slots=True)
class Report:
    """What came out of one run."""

    name: str
    deals: int
    seconds: list[float]
    until_public: list[float]
    errors: list[str]
    wrong: list[str]

    def __str__(self) -> str:
        p95 = quantiles(self.seconds, n=20)[-1]
        return (
            f"{self.name}: {self.deals} deals, median {median(self.seconds):.3f} s, p95 {p95:.3f} s, "
            f"worst {max(self.seconds):.3f} s, until a public page shows it {max(self.until_public):.3f} s, "
            f"{len(self.errors)} errors, {len(self.wrong)} lost or doubled"
        )

    @property
    def is_clean(self) -> bool:
        return not self.errors and not self.wrong


async def sustained(tables: list[Table], *, rate: int, seconds: int) -> None:
    """So many deals a second, table after table, each due at its own moment."""
    begin, sending = time.perf_counter(), []
    for number in range(rate * seconds):
        due = begin + number / rate
        await asyncio.sleep(max(0, due - time.perf_counter()))
        sending.append(asyncio.create_task(tables[number % len(tables)].deal(due)))
    await asyncio.gather(*sending)


async def bursts(tables: list[Table], *, every: int, seconds: int) -> None:
    """All tables in the same instant."""
    begin = time.perf_counter()
    for number in range(seconds // every):
        due = begin + number * every
        await asyncio.sleep(max(0, due - time.perf_counter()))
        await asyncio.gather(*(table.deal(due) for table in tables))


async def lost_or_doubled(tables: list[Table], port: int) -> list[str]:
    """Where what stands is not what was acknowledged, in its order."""
    wrong, line = [], Line(port)
    for table in tables:
        answer = await line.ask("GET", f"/api/v1/matches/{table.code}", headers={})
        rows = [row["uuid"] for game in answer.body["sheet"]["games"] for row in game["rows"]]
        if rows != table.sent:
            wrong.append(f"{table.code}: {len(rows)} stand, {len(table.sent)} acknowledged")
    line.cut()
    return wrong


@contextmanager
def places(which: str) -> Iterator[dict[str, str]]:
    """The environment that says where the database is; PostgreSQL writes to the disk as in earnest."""
    with ExitStack() as servers:
        if which == "sqlite":
            yield {}
            return
        database = new_database(servers.enter_context(postgres_server(IN_EARNEST)))
        yield {"DATABASE_URL": database, "REDIS_URL": servers.enter_context(valkey_server())}


@dataclass(frozen=True, slots=True)
class FullHall:
    """A hall with so many tables: started as often as it was killed, and what lies on the tables."""

    home: Path
    place: dict[str, str]
    tables: list[dict[str, Any]]
    processes: ExitStack

    def start(self) -> HallProcess:
        return self.processes.enter_context(running_hall(home=self.home, typed="", wait=True, **self.place))

    def broken_chain(self) -> list[str]:
        """What the audit says where the chain of acts does not hold."""
        checked = subprocess.run(
            [sys.executable, "manage.py", "verify_audit"],
            cwd=ROOT, env=hall_environment(self.home, **self.place), capture_output=True, text=True,
        )  # fmt: skip
        return [checked.stdout + checked.stderr] if checked.returncode else []


@contextmanager
def full_hall(which: str, tables: int) -> Iterator[FullHall]:
    with ExitStack() as stack:
        place = stack.enter_context(places(which))
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banzuke-load-")))
        prepared = subprocess.run(
            [sys.executable, "-m", "tests.load.full_hall", str(tables)],
            cwd=ROOT, env=hall_environment(home, **place), check=True, capture_output=True, text=True,
        )  # fmt: skip
        yield FullHall(home, place, json.loads(prepared.stdout)["tables"], stack)


Run = Callable[[list[Table]], Awaitable[None]]


async def play(full: FullHall, run: Run, *, kills: int, name: str) -> Report:
    """One run from coming in to counting what stands."""
    hall, dice = full.start(), random.Random(name)
    tables = [Table(Line(hall.port), table["code"], random.Random(table["code"])) for table in full.tables]
    for table, at_table in zip(tables, full.tables, strict=True):
        await table.line.come_in(at_table["token"], at_table["pin"])
    running = asyncio.ensure_future(run(tables))
    for _ in range(kills):
        await asyncio.sleep(dice.uniform(3, 8))
        hall.kill()
        hall = await asyncio.to_thread(full.start)
        for table in tables:
            table.line.port = hall.port
    await running
    wrong = await lost_or_doubled(tables, hall.port)
    for table in tables:
        table.line.cut()
    hall.stop()
    return Report(
        name,
        deals=sum(len(table.sent) for table in tables),
        seconds=[second for table in tables for second in table.seconds],
        until_public=[second for table in tables for second in table.until_public] or [0],
        errors=[error for table in tables for error in table.errors],
        wrong=wrong + full.broken_chain(),
    )


def runs_on(which: str, asked: argparse.Namespace) -> dict[str, Run]:
    def steadily(tables: list[Table]) -> Awaitable[None]:
        return sustained(tables, rate=asked.rate, seconds=asked.seconds)

    def at_once(tables: list[Table]) -> Awaitable[None]:
        return bursts(tables, every=asked.every, seconds=asked.seconds)

    return {f"{which}, {asked.rate} a second": steadily, f"{which}, {asked.tables} at once": at_once}


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--on", choices=["sqlite", "postgresql"], action="append")
    ask.add_argument("--tables", type=int, default=250)
    ask.add_argument("--rate", type=int, default=50, help="deals a second")
    ask.add_argument("--seconds", type=int, default=60, help="of each run")
    ask.add_argument("--every", type=int, default=10, help="seconds between two bursts")
    ask.add_argument("--kill", type=int, default=0, metavar="TIMES", help="kill the server in every run")
    asked = ask.parse_args()
    reports = []
    for which in asked.on or ["sqlite", "postgresql"]:
        for name, run in runs_on(which, asked).items():
            with full_hall(which, asked.tables) as full:
                reports.append(asyncio.run(play(full, run, kills=asked.kill, name=name)))
            print(reports[-1], flush=True)
            for fault in [*reports[-1].errors, *reports[-1].wrong][:5]:
                print("  ", fault)
    sys.exit(not all(report.is_clean for report in reports))


if __name__ == "__main__":
    main()
