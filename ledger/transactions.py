"""The one door to writing.

On SQLite one process serves, so one lock in this process, taken *outside* the
transaction, makes writers queue in order instead of failing with "database is locked".
PostgreSQL needs no such lock; rows are locked where a service asks for it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

_sqlite_writers = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """Everything inside is written together or not at all."""
    lock = _sqlite_writers if connection.vendor == "sqlite" else nullcontext()
    with lock, transaction.atomic():
        yield
