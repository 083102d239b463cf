"""Reading on SQLite what a thousand rows and more refer to.

There Django 5.2 asks for the rows behind a foreign key by ``id = 1 OR id = 2 OR …``, and SQLite's
expressions are a thousand deep at most; a hall of 250 tables has 1,000 people. Of a single column it is
the same as ``id IN (1, 2, …)``.
"""

from typing import Any

from django.db.models.fields.tuple_lookups import TupleIn  # type: ignore[import-untyped]
from django.db.models.lookups import In


def allow_many() -> None:
    """From now on any number of rows can be prefetched along a foreign key."""
    TupleIn.as_sqlite = _as_sqlite


def _as_sqlite(lookup: Any, compiler: Any, connection: Any) -> Any:
    if len(lookup.lhs) > 1 or not lookup.rhs_is_direct_value():
        return lookup.as_sql(compiler, connection)
    (column,) = lookup.lhs
    return compiler.compile(In(column, [value for (value,) in lookup.rhs]))
