"""The embedded worker: a real Celery worker in a thread of the hall, on memory://."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from celery import current_app
from celery.worker import WorkController, state
from django.conf import settings

STOPPING_SECONDS = 5


@contextmanager
def worker_at_hand() -> Iterator[None]:
    """While inside, tasks are done: by a thread of this process, or by the workers on Redis.

    What a task leaves undone at the end stays in the outbox for the next start.
    """
    if settings.REDIS_URL:
        yield
        return
    worker = WorkController(
        app=current_app._get_current_object(),
        pool_cls="solo",
        concurrency=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    thread = threading.Thread(target=worker.start, name="embedded worker", daemon=True)
    thread.start()
    try:
        yield
    finally:
        state.should_stop = 0  # an exit code: the worker's own loop reads it and ends
        thread.join(STOPPING_SECONDS)
        state.should_stop = None
