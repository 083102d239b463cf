"""Work for later that survives a crash: a row first, the message to a worker second."""

import logging
from uuid import UUID

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from ledger.models import OutboxItem

logger = logging.getLogger(__name__)


def do_later(task: str, **arguments: str | int | UUID) -> OutboxItem:
    """The task is sent when the transaction commits, and again at the next start until done."""
    plain = {name: str(value) for name, value in arguments.items()}
    item = OutboxItem.objects.create(task=task, arguments=plain)
    transaction.on_commit(lambda: _send(item))
    return item


def send_waiting() -> int:
    """Everything not yet done is sent again; returns how many."""
    waiting = list(OutboxItem.objects.filter(done_at=None).order_by("created_at"))
    for item in waiting:
        _send(item)
    return len(waiting)


def mark_done(item_id: int, *, outcome: str = "") -> None:
    """The item is not sent again and tells what came of it."""
    OutboxItem.objects.filter(pk=item_id).update(done_at=timezone.now(), outcome=outcome, failure="")


def mark_failed(item_id: int, *, failure: str) -> None:
    """The item stays waiting and tells why."""
    OutboxItem.objects.filter(pk=item_id).update(failure=failure)


def _send(item: OutboxItem) -> None:
    arguments = {**item.arguments, "outbox_item": item.pk}
    try:
        current_app.send_task(item.task, kwargs=arguments, retry=False)
    except (OperationalError, ConnectionError):
        # The row stays; the broker's absence must not fail what was just written.
        logger.warning("broker unreachable, %s waits in the outbox", item)
