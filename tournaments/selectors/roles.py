"""Who may do what at an event: each right is one predicate, and docs/roles.md is their table.

Admins and organisers of the club that holds the event may do all of it.
"""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from clubs.enums import RoleName, Scope
from clubs.models import Account, Club, Role
from clubs.selectors.roles import ADMIN, has_role, is_admin, organises
from tournaments.models import Tournament

SEE = (RoleName.ORGANISER, RoleName.REFEREE, RoleName.KEYER, RoleName.READER)
READ = (RoleName.ORGANISER, RoleName.REFEREE, RoleName.READER)
KEY = (RoleName.ORGANISER, RoleName.REFEREE, RoleName.KEYER)
REFEREE = (RoleName.ORGANISER, RoleName.REFEREE)
RUN = (RoleName.ORGANISER,)


def can_see(account: Account | AnonymousUser, tournament: Tournament) -> bool:
    """The hall and its matches, the drafts too: everybody who works at this event."""
    return _has(account, tournament, SEE)


def can_read(account: Account | AnonymousUser, tournament: Tournament) -> bool:
    """Every page of its desk: people, presence, fees, draws, settings."""
    return _has(account, tournament, READ)


def can_key(account: Account | AnonymousUser, tournament: Tournament) -> bool:
    """Deals and totals of open matches, and confirming what somebody else has entered."""
    return _has(account, tournament, KEY)


def can_referee(account: Account | AnonymousUser, tournament: Tournament) -> bool:
    """What is decided at a table: disputes, corrections, rulings, who really sat there, links and codes."""
    return _has(account, tournament, REFEREE)


def can_run(account: Account | AnonymousUser, tournament: Tournament) -> bool:
    """Everything of the event: settings, money, draws, what is published."""
    return _has(account, tournament, RUN)


def others_who_confirm(account: Account, tournament: Tournament) -> QuerySet[Account]:
    """Everybody else who was given a role at this very event by which results are confirmed."""
    roles = Role.objects.filter(_at(tournament, KEY))
    return Account.objects.filter(roles__in=roles, is_active=True).exclude(pk=account.pk).distinct()


def events_seen_by(account: Account) -> QuerySet[Tournament]:
    """The events whose desk this account may open."""
    if is_admin(account):
        return Tournament.objects.all()
    places = account.roles.exclude(ADMIN).values_list("scope_uuid")
    clubs = Club.objects.filter(uuid__in=places)
    return Tournament.objects.filter(Q(uuid__in=places) | Q(club__in=clubs))


def _has(account: Account | AnonymousUser, tournament: Tournament, roles: tuple[RoleName, ...]) -> bool:
    return has_role(account, organises(tournament.club) | _at(tournament, roles))


def _at(tournament: Tournament, roles: tuple[RoleName, ...]) -> Q:
    return Q(scope=Scope.EVENT.value, scope_uuid=tournament.uuid, role__in=[role.value for role in roles])
