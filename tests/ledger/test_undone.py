"""What is only tried out leaves nothing: no row, no message, and what was written before stays."""

import pytest
from django.db import transaction

from ledger.models import OutboxItem
from ledger.outbox import do_later
from ledger.transactions import undone, writing


@pytest.mark.django_db(transaction=True)
def test_what_is_written_inside_is_taken_back_and_nothing_is_sent() -> None:
    sent: list[str] = []
    with writing():
        OutboxItem.objects.create(task="before")
        with undone():
            OutboxItem.objects.create(task="tried")
            transaction.on_commit(lambda: sent.append("tried"))
            assert OutboxItem.objects.count() == 2
        assert [item.task for item in OutboxItem.objects.all()] == ["before"]
        transaction.on_commit(lambda: sent.append("kept"))
    assert [item.task for item in OutboxItem.objects.all()] == ["before"]
    assert sent == ["kept"]


@pytest.mark.django_db(transaction=True)
def test_a_refusal_inside_goes_on_and_leaves_nothing() -> None:
    def tried() -> None:
        with undone():
            do_later("tried")
            raise LookupError

    with writing():
        OutboxItem.objects.create(task="before")
        with pytest.raises(LookupError):
            tried()
    assert [item.task for item in OutboxItem.objects.all()] == ["before"]
