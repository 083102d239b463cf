"""How many there are, with the word for what is counted: Japanese never counts without one."""

from django.utils.translation import ngettext


def counted(number: int, *, persons: bool) -> str:
    """So many persons, or so many entries: pairs and teams."""
    if persons:
        words = ngettext("%(number)s person", "%(number)s people", number)
    else:
        words = ngettext("%(number)s entry", "%(number)s entries", number)
    return words % {"number": number}
