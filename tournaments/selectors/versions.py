"""How long a reader's copy of a page or answer is good."""

from django.conf import settings
from django.utils import timezone
from django.utils.http import quote_etag
from django.utils.translation import get_language

from clubs.models import Account
from ledger.models import ChainHead
from tournaments.models import Tournament


def etag_of(tournament: Tournament) -> str:
    """The same for one version of the event, in one language, of one installation and program.

    Another laptop that continues the event, and a newer program, count versions anew.
    """
    return quote_etag(f"{tournament.public_version}-{get_language()}-{settings.PAGES_STAMP}")


def desk_etag(tournament: Tournament, account: Account) -> str:
    """The same for this account until something is done at the event, and for a minute at most.

    Every act counts, also one that the public never sees; what time alone changes is a minute old at most.
    """
    done = ChainHead.objects.filter(scope=tournament.uuid).values_list("number", flat=True).first()
    minute = int(timezone.now().timestamp()) // 60
    parts = (done or 0, minute, account.pk, get_language(), settings.PAGES_STAMP)
    return quote_etag("-".join(map(str, parts)))
