"""Who may do what. Deny by default: no role, no right."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from clubs.enums import RoleName, Scope
from clubs.models import Account, Club, Role

ADMIN = Q(scope=Scope.INSTALLATION.value, role=RoleName.ADMIN.value)
"""The roles that reach everything on this installation."""


def organises(club: Club) -> Q:
    """The roles that reach everything of this club and of its events."""
    return ADMIN | Q(scope=Scope.CLUB.value, scope_uuid=club.uuid, role=RoleName.ORGANISER.value)


def has_role(account: Account | AnonymousUser, roles: Q) -> bool:
    """True when one of these is the account's; a closed account has none."""
    if not isinstance(account, Account) or not account.is_active:
        return False
    return Role.objects.filter(roles, account=account).exists()


def is_admin(account: Account | AnonymousUser) -> bool:
    """A society admin may do everything on this installation."""
    return has_role(account, ADMIN)


def can_run_club(account: Account | AnonymousUser, club: Club) -> bool:
    """True for the society's admins and for organisers of this club."""
    return has_role(account, organises(club))


def can_run_any_club(account: Account | AnonymousUser) -> bool:
    """True when there is a club that the account may set up events for, or may be one."""
    return has_role(account, ADMIN | Q(scope=Scope.CLUB.value, role=RoleName.ORGANISER.value))


def can_run_anything(account: Account | AnonymousUser) -> bool:
    """True for admins and for organisers of any club or event: they find guests in the books."""
    return has_role(account, Q(role__in=[RoleName.ADMIN.value, RoleName.ORGANISER.value]))


def has_any_role(account: Account | AnonymousUser) -> bool:
    """True when the account may see the desk at all."""
    return has_role(account, Q())


def clubs_run_by(account: Account) -> QuerySet[Club]:
    """The clubs that this account may set up events for."""
    if is_admin(account):
        return Club.objects.all()
    roles = account.roles.filter(scope=Scope.CLUB.value, role=RoleName.ORGANISER.value)
    return Club.objects.filter(uuid__in=roles.values_list("scope_uuid"))


def admin_roles() -> QuerySet[Role]:
    """The roles of those who can still sign in and may do everything."""
    return Role.objects.filter(ADMIN, account__is_active=True)
