"""What phones have delivered too late: kept as they sent it, counted nowhere."""

from uuid import UUID

from django.db.models import QuerySet

from ledger.models import Act
from scoring.enums import ActKind
from scoring.selectors.acts import LATE_SEEN
from tournaments.models import Match, Round, Tournament


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


def matches_with_unseen(round: Round) -> set[UUID]:
    """The matches of the round at which the desk has not yet looked at all that came too late."""
    kinds = [ActKind.LATE.value, LATE_SEEN]
    acts = Act.objects.filter(subject__in=round.matches.values("uuid"), kind__in=kinds).order_by("number")
    last = dict(acts.values_list("subject", "kind"))
    return {subject for subject, kind in last.items() if kind == ActKind.LATE.value}


def _late(acts: QuerySet[Act]) -> QuerySet[Act]:
    return acts.filter(kind=ActKind.LATE.value).order_by("number").select_related("payload")
