"""``manage.py draw`` as a process of its own, asked line by line, and how its answers are read."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any

from tests.servers.hall import ROOT, hall_environment

Answer = dict[str, Any]
NO_DATABASE = "postgresql://nobody@127.0.0.1:9/nothing"


class Asked:
    """One running command; an answer is there before the next line goes in."""

    def __init__(self, lines: IO[bytes], answers: IO[bytes]) -> None:
        self.lines, self.answers = lines, answers

    def __call__(self, state: Mapping[str, object] | str | bytes) -> Answer:
        text = json.dumps(state, ensure_ascii=False) if isinstance(state, Mapping) else state
        line = text.encode() if isinstance(text, str) else text
        self.lines.write(line + b"\n")
        self.lines.flush()
        found = json.loads(self.answers.readline())
        assert isinstance(found, dict)
        return found


@contextmanager
def running_draw(home: Path, complaints: Path, **environment: str) -> Iterator[Asked]:
    with (
        complaints.open("wb") as errors,
        subprocess.Popen(
            [sys.executable, "manage.py", "draw"],
            cwd=ROOT, env=hall_environment(home, **environment),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
        ) as process,
    ):  # fmt: skip
        assert process.stdin
        assert process.stdout
        yield Asked(process.stdin, process.stdout)
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0
    assert complaints.read_bytes() == b""


def swiss(units: object, **more: object) -> dict[str, object]:
    return {"id": "s", "format": "swiss", "units": units, **more}


def pairs(answer: Answer) -> set[frozenset[str]]:
    return {frozenset(table) for table in answer["tables"]}


def seated(tables: Sequence[Any]) -> list[str]:
    """Everybody at these tables, whichever the shape."""
    sides = chain.from_iterable(tables)
    return list(chain.from_iterable([side] if isinstance(side, str) else side for side in sides))
