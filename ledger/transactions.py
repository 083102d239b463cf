"""The one door to writing, and a quiet one to reading.

On SQLite one process serves, so one lock in this process, taken *outside* the
transaction, makes writers queue in order instead of failing with "database is locked".
PostgreSQL needs no such lock; rows are locked where a service asks for it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from django.db import connection, transaction

_sqlite_writers = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """Everything inside is written together or not at all."""
    lock = _sqlite_writers if connection.vendor == "sqlite" else nullcontext()
    with lock, transaction.atomic():
        yield


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written inside is taken back at the end, and nothing is sent of it: what would be is read.

    Call inside ``writing()``.
    """
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read inside is of one moment; no writer waits for it. Nothing is written inside."""
    if connection.in_atomic_block:
        yield
        return
    with _reading_mode(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _reading_mode() -> Iterator[None]:
    """SQLite's transactions begin as readers instead of taking the write lock at once."""
    if connection.vendor != "sqlite":
        yield
        return
    database: Any = connection  # only SQLite's has a transaction mode
    mode = database.transaction_mode
    database.transaction_mode = "DEFERRED"
    try:
        yield
    finally:
        database.transaction_mode = mode
