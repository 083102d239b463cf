"""Who may do what. Deny by default: no role, no right."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from clubs.enums import RoleName, Scope
from clubs.models import Account, Club, Role


def is_admin(account: Account | AnonymousUser) -> bool:
    """A society admin may do everything on this installation."""
    return _has(account, Q(scope=Scope.INSTALLATION.value, role=RoleName.ADMIN.value))


def can_run_club(account: Account | AnonymousUser, club: Club) -> bool:
    """True for the society's admins and for organisers of this club."""
    return is_admin(account) or _has(account, Q(scope=Scope.CLUB.value, scope_uuid=club.uuid))


def clubs_run_by(account: Account) -> QuerySet[Club]:
    """The clubs that this account may set up events for."""
    if is_admin(account):
        return Club.objects.all()
    places = account.roles.filter(scope=Scope.CLUB.value).values_list("scope_uuid")
    return Club.objects.filter(uuid__in=places)


def has_any_role(account: Account | AnonymousUser) -> bool:
    """True when the account may see the desk at all."""
    return _has(account, Q())


def _has(account: Account | AnonymousUser, condition: Q) -> bool:
    if not isinstance(account, Account) or not account.is_active:
        return False
    return Role.objects.filter(condition, account=account).exists()
