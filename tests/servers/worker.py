"""A Celery worker as a process of its own, as beside a hall on Redis."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.hall import ROOT, STOPPING_SECONDS, hall_environment


@contextmanager
def running_worker(*, home: Path, **environment: str) -> Iterator[None]:
    """Tasks that reach the broker of this environment are done; the worker has ended afterwards."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "config", "worker", "--pool", "solo"],
        cwd=ROOT, env=hall_environment(home, **environment),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield
    finally:
        worker.terminate()
        worker.wait(STOPPING_SECONDS)
