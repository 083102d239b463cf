"""A real PostgreSQL from the system's binaries, in a folder and on a port of its own."""

import os
import shutil
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT
from typing import Any
from urllib.parse import urlsplit

import psycopg

from tests.servers.missing import ServerMissing
from tests.servers.ports import free_port

DEBIAN = Path("/usr/lib/postgresql")
IN_EARNEST = ("max_connections=200",)
FAST = (*IN_EARNEST, "fsync=off", "synchronous_commit=off", "full_page_writes=off")
STARTING_SECONDS = 30


@contextmanager
def postgres_server(settings: tuple[str, ...] = FAST) -> Iterator[str]:
    """Yields the address of an empty database; nothing of the server is left afterwards."""
    binaries = _binaries()
    folder = Path(tempfile.mkdtemp(prefix="banzuke-postgres-"))
    try:
        with _running(binaries, folder, settings) as port:
            yield new_database(f"postgres://banzuke@127.0.0.1:{port}/postgres")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(url: str) -> str:
    """The address of another empty database on the same server."""
    name = f"banzuke_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def _binaries() -> Path:
    """The folder of the newest server on this machine."""
    packaged = sorted(DEBIAN.glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    on_path = shutil.which("postgres")
    if found := packaged[-1:] or ([Path(on_path)] if on_path else []):
        return found[0].parent
    raise ServerMissing("PostgreSQL: no server found; on Debian: apt-get install postgresql")


@contextmanager
def _running(binaries: Path, folder: Path, settings: tuple[str, ...]) -> Iterator[int]:
    who = _unprivileged(folder)
    data, port = folder / "data", free_port()
    make = ["initdb", "--username=banzuke", "--auth=trust", "--locale=C", "--encoding=UTF8"]
    subprocess.run(
        [binaries / make[0], *make[1:], "--no-sync", data],
        check=True, cwd=folder, stdout=subprocess.DEVNULL, **who,
    )  # fmt: skip
    settings = (*settings, f"port={port}", f"unix_socket_directories={folder}")
    options = [part for setting in settings for part in ("-c", setting)]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, *options], cwd=folder, stderr=log, **who
        )
    try:
        _wait_until_ready(server, port)
        yield port
    finally:
        server.send_signal(SIGINT)
        server.wait(timeout=STARTING_SECONDS)


def _unprivileged(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root: its own user takes over the folder."""
    if os.name == "nt" or os.geteuid() != 0:
        return {}
    shutil.chown(folder, "postgres", "postgres")
    return {"user": "postgres", "group": "postgres", "extra_groups": []}


def _wait_until_ready(server: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            psycopg.connect(f"postgres://banzuke@127.0.0.1:{port}/postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise ServerMissing(f"PostgreSQL: the server did not start (exit code {server.poll()})")
