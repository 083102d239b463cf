"""Waiting for what another process is about to do."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def wait_for(look: Callable[[], Found | None], *, seconds: float = 60) -> Found:
    """What ``look`` finds, as soon as it finds something; AssertionError when it never does."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"nothing in {seconds} seconds"
        time.sleep(0.1)
    return found
