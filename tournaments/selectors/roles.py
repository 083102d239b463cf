"""Who may run an event."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from clubs.enums import Scope
from clubs.models import Account, Club
from clubs.selectors.roles import can_run_club, is_admin
from tournaments.models import Tournament


def can_run(account: Account | AnonymousUser, tournament: Tournament) -> bool:
    """True for those who run the organising club and for organisers of this event."""
    if can_run_club(account, tournament.club):
        return True
    return isinstance(account, Account) and (
        account.roles.filter(scope=Scope.EVENT.value, scope_uuid=tournament.uuid).exists()
    )


def events_run_by(account: Account) -> QuerySet[Tournament]:
    """The events whose desk this account may open."""
    if is_admin(account):
        return Tournament.objects.all()
    places = account.roles.exclude(scope=Scope.INSTALLATION.value).values_list("scope_uuid")
    clubs = Club.objects.filter(uuid__in=places)
    return Tournament.objects.filter(Q(uuid__in=places) | Q(club__in=clubs))
