from contextlib import nullcontext

import pytest
from django.db import connection

from hall.errors import HallIsRunning
from hall.lock import hall_lock

pytestmark = pytest.mark.django_db


def test_lock_is_refused_while_held_on_sqlite_only() -> None:
    second = pytest.raises(HallIsRunning) if connection.vendor == "sqlite" else nullcontext()
    with hall_lock(), second, hall_lock():
        pass


def test_lock_is_free_after_use() -> None:
    with hall_lock():
        pass
    with hall_lock():
        pass
