import threading
from collections.abc import Iterator

import pytest
from celery import current_app
from pytest_django import Settings

from hall.worker import worker_at_hand
from ledger.models import OutboxItem
from ledger.outbox import do_later, mark_done, send_waiting
from ledger.transactions import writing

TASK = "tests.hall.worker.note"
done = threading.Event()


@pytest.fixture
def _note_task() -> Iterator[None]:
    @current_app.task(name=TASK)  # type: ignore[untyped-decorator]
    def note(*, word: str, outbox_item: int) -> None:
        assert threading.current_thread().name == "embedded worker"
        mark_done(outbox_item)
        done.set()

    done.clear()
    yield
    current_app.tasks.unregister(TASK)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_note_task")
def test_embedded_worker_does_what_was_put_off(settings: Settings) -> None:
    settings.REDIS_URL = ""
    with worker_at_hand():
        with writing():
            item = do_later(TASK, word="銀")
        assert done.wait(20)
    item.refresh_from_db()
    assert item.done_at


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_note_task")
def test_what_was_left_over_is_done_at_the_next_start(settings: Settings) -> None:
    settings.REDIS_URL = ""
    OutboxItem.objects.create(task=TASK, arguments={"word": "銀"})
    with worker_at_hand():
        assert send_waiting() == 1
        assert done.wait(20)
    assert not OutboxItem.objects.filter(done_at=None).exists()
