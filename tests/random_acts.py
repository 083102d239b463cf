"""Acts in any order on something in the database, which is forgotten afterwards."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias, TypeVar

from django.db import transaction
from hypothesis import strategies as st

Subject = TypeVar("Subject")
Act: TypeAlias = Callable[[Subject, int], None]
"""Something that people do; the number says which of those it could be done to, and how."""

PICKS = 2**16


def orders_of(
    acts: Sequence[Act[Subject]], *, most: int
) -> st.SearchStrategy[list[tuple[Act[Subject], int]]]:
    """So many acts at most, each with its number; what stands twice among them comes twice as often."""
    return st.lists(st.tuples(st.sampled_from(acts), st.integers(0, PICKS)), max_size=most)


@contextmanager
def forgotten_afterwards() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
