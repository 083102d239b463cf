"""A table's phone, as the server sees it: one connection, JSON in and out."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from threading import Barrier
from typing import Any
from uuid import uuid4

TOKEN = "a" * 32
PATIENCE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Any


class Phone:
    """Signed in as the desk; acts on one match and remembers the last act it has seen."""

    def __init__(self, port: int, *, session: str, code: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        self.path = f"/api/v1/matches/{code}"
        self.headers = {
            "Content-Type": "application/json",
            "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
        }
        self.after: str | None = None

    def put_deal(self, record: str, *, uuid: str) -> Answer:
        return self.call("PUT", f"/deals/{uuid}", {"after": self.after, "record": record})

    def deal(self, record: str) -> list[Answer]:
        """One deal sent twice, as after an answer that got lost."""
        uuid = str(uuid4())
        answers = [self.put_deal(record, uuid=uuid) for _ in range(2)]
        self.after = uuid
        return answers

    def sheet(self) -> Any:
        """Everything kept of the match, over a fresh connection: the server ends idle ones."""
        self.connection.close()
        return self.call("GET", "/desk").body

    def call(self, method: str, rest: str, body: object = None) -> Answer:
        content = None if body is None else json.dumps(body)
        self.connection.request(method, self.path + rest, content, self.headers)
        response = self.connection.getresponse()
        return Answer(response.status, json.loads(response.read()))


def at_once(phones: list[Phone], act: Any) -> list[Any]:
    """Everybody does it in the same moment; what each of them got, in their order."""
    start = Barrier(len(phones))

    def run(numbered: tuple[int, Phone]) -> Any:
        number, phone = numbered
        start.wait(PATIENCE_SECONDS)
        return act(number, phone)

    with ThreadPoolExecutor(len(phones)) as pool:
        return list(pool.map(run, enumerate(phones)))


def rows_of(sheet: Any) -> Iterator[Any]:
    """Every deal that is kept of the match, whatever its state."""
    for game in sheet["sheet"]["games"]:
        yield from game["rows"]
