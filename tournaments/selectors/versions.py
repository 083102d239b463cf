"""How long a reader's copy of a page or answer is good."""

from django.conf import settings
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.models import Tournament


def etag_of(tournament: Tournament) -> str:
    """The same for one version of the event, in one language, of one installation and program.

    Another laptop that continues the event, and a newer program, count versions anew.
    """
    return quote_etag(f"{tournament.public_version}-{get_language()}-{settings.PAGES_STAMP}")
