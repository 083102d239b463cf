"""The lock of the hall: on SQLite one process at a time writes.

`hall` holds it while it serves, a writing command while it runs. The operating system
frees it with the process, however that ends. PostgreSQL locks rows and needs none of this.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from django.conf import settings
from django.db import connection

from hall.errors import HallIsRunning


@contextmanager
def hall_lock() -> Iterator[None]:
    """Nobody else writes below this home while inside.

    Raises HallIsRunning at once, without waiting, when another process holds it.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with (settings.HOME / "hall.lock").open("ab") as file:
        _take(file)
        yield


if sys.platform == "win32":
    import msvcrt

    def _take(file: BinaryIO) -> None:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise HallIsRunning from error
else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise HallIsRunning from error
