"""Everything that happened to a match, in order: acts on it, on its round, on the links to it."""

from django.db.models import Q, QuerySet

from ledger.models import Act
from tournaments.models import Match, TableLink, Tournament

OF_ROUND = [
    "play_opened",
    "tables_formed",
    "round_published",
    "real_seats_stated",
    "round_closed",
    "round_closed_without",
    "round_reopened",
]


def match_acts(match: Match) -> QuerySet[Act]:
    """The acts from the draw's announcement to today, oldest first."""
    at_table = Q(match=None, table=match.table) & Q(table__isnull=False)
    links = TableLink.objects.filter(Q(match=match) | at_table, round=match.round).values("uuid")
    mine = Q(subject=match.uuid) | Q(subject__in=links) | Q(subject=match.round.uuid, kind__in=OF_ROUND)
    return _told(Act.objects.filter(mine).order_by("number"))


def event_acts(tournament: Tournament) -> QuerySet[Act]:
    """The whole chain of the event, newest first."""
    return _told(Act.objects.filter(scope=tournament.uuid).order_by("-number"))


def _told(acts: QuerySet[Act]) -> QuerySet[Act]:
    return acts.select_related("payload")
