"""Rows kept from others until the transaction ends."""

from typing import TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import Model

from ledger.errors import Gone

Row = TypeVar("Row", bound=Model)


def lock(model: type[Row], pk: int, *related: str) -> Row:
    """The row as it is now, read with its ``related`` ones; whoever else wants it waits.

    Call inside ``writing()``. Raises Gone when it was taken away meanwhile: a draft that was drawn again,
    a stage that was dropped.
    """
    rows = model._default_manager.select_for_update(of=("self",)).filter(pk=pk)
    try:
        found: Row = (rows.select_related(*related) if related else rows).get()
    except ObjectDoesNotExist as error:
        raise Gone from error
    return found


def hold_row(row: Model) -> None:
    """Whoever else wants to write the row waits; it is not read. Call inside ``writing()``.

    Where a database knows no locks of rows, ``writing()`` has let nobody else in.
    """
    if connection.features.has_select_for_update:
        rows = type(row)._default_manager.select_for_update().filter(pk=row.pk)
        rows.order_by().values_list("pk", flat=True).get()
