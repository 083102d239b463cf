"""What is done after the answer has gone out. Tasks are sent by name (``ledger.outbox``)."""

from celery import shared_task

from hall.copies import write_copy
from hall.phrases import sentence_for
from ledger.errors import Refusal
from ledger.models import OutboxItem
from ledger.outbox import mark_done, mark_failed
from scoring.services.rounds import COPY_TASK
from tournaments.models import Tournament


@shared_task(name=COPY_TASK)  # type: ignore[untyped-decorator]
def copy_event(*, tournament: str, outbox_item: int) -> None:
    """The event has a copy, and the outbox tells where, or why not; doing it again does nothing.

    One copy is enough for everything that waited when it began: all of that is in it.
    """
    waiting = OutboxItem.objects.filter(task=COPY_TASK, arguments__tournament=tournament, done_at=None)
    covered = list(waiting.values_list("pk", flat=True))
    if outbox_item not in covered:
        return
    try:
        place = write_copy(Tournament.objects.get(uuid=tournament))
    except Refusal as refusal:
        mark_failed(outbox_item, failure=sentence_for(refusal))
        return
    for item in covered:
        mark_done(item, outcome=str(place))
