"""Several things in one line, parted as the reader's language parts them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _


def separator() -> str:
    return _(", ")


def colon() -> str:
    """What stands between a name and what is said of it."""
    return _(": ")


def listed(parts: Iterable[object]) -> str:
    return separator().join(map(str, parts))


def bracketed(words: str, more: object) -> str:
    """The words, and in brackets what says more of them."""
    return _("%(words)s (%(more)s)") % {"words": words, "more": more}
