"""Guessing is slow: attempts are counted in windows of five minutes, before anything is looked at."""

import hashlib

from django.core.cache import cache
from django.utils import timezone

from hall.errors import TooManyAttempts

WINDOW_SECONDS = 300


def count_attempt(*whose: str, limit: int) -> str:
    """One attempt more; returns the cache's key, for whoever takes it back.

    Raises TooManyAttempts with the seconds to wait.
    """
    key = _key(*whose)
    cache.add(key, 0, timeout=2 * WINDOW_SECONDS)
    if cache.incr(key) > limit:
        raise TooManyAttempts(seconds=WINDOW_SECONDS - _now() % WINDOW_SECONDS)
    return key


def _key(*whose: str) -> str:
    digest = hashlib.sha256("\n".join(whose).encode()).hexdigest()
    return f"attempts:{_now() // WINDOW_SECONDS}:{digest}"


def _now() -> int:
    return int(timezone.now().timestamp())
