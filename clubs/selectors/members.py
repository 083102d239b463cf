"""Finding people while their name is being typed."""

import re

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from clubs.models import Member
from ledger.collation import fold, sort_key

# What an input method has not turned into kana yet: the "t" of "さt".
_UNFINISHED = re.compile(r"(?<=[^\x00-\x7f])[a-z]+$", re.IGNORECASE)


def namesakes(name: str, reading: str = "") -> QuerySet[Member]:
    """Everybody of this name or this reading, however they are written, in 五十音 order (T43)."""
    same = Q(folded=fold(name))
    if reading.strip():
        same |= Q(sort_key=sort_key(reading, name))
    return Member.objects.filter(same).prefetch_related("memberships__branch")


def people_like(text: str) -> QuerySet[Member]:
    """Everybody whose reading or name holds the text, those that begin with it first, in 五十音 order.

    Variants of characters, widths and kana are folded; nothing typed finds nobody.
    """
    text = _UNFINISHED.sub("", text.replace("\0", "").strip())  # PostgreSQL knows no \0
    name = fold(text)
    if not name:
        return Member.objects.none()
    reading = sort_key(text).split()[0].lstrip("～")
    begins = Q(sort_key__startswith=reading) | Q(folded__startswith=name)
    holds = Q(folded__contains=name) | Q(sort_key__contains=reading)
    order = Case(When(begins, then=Value(0)), default=Value(1), output_field=IntegerField())
    return (
        Member.objects.filter(holds)
        .annotate(order=order)
        .order_by("order", "sort_key", "id")
        .prefetch_related("memberships__branch")
    )
