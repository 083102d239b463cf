"""What phones have delivered too late: kept as they sent it, counted nowhere."""

from django.db.models import QuerySet

from ledger.models import Act
from scoring.enums import ActKind
from scoring.selectors.acts import LATE_SEEN
from tournaments.models import Match, Tournament


def late_acts(match: Match) -> QuerySet[Act]:
    """Those on the match, oldest first."""
    return _late(Act.objects.filter(subject=match.uuid))


def unseen_late_acts(match: Match) -> QuerySet[Act]:
    """Those that came after the desk last looked."""
    seen = Act.objects.filter(subject=match.uuid, kind=LATE_SEEN).order_by("number").last()
    return late_acts(match).filter(number__gt=seen.number if seen else 0)


def late_acts_of(tournament: Tournament) -> QuerySet[Act]:
    """Those on all matches of the event, oldest first."""
    return _late(Act.objects.filter(scope=tournament.uuid))


def _late(acts: QuerySet[Act]) -> QuerySet[Act]:
    return acts.filter(kind=ActKind.LATE.value).order_by("number").select_related("payload")
