"""Accounts and what they may do: opened and closed, roles granted and revoked."""

import uuid
from collections.abc import Iterable

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from clubs.enums import ROLES, RoleName, Scope
from clubs.errors import AccountExists, LastAdmin, NameMissing, PasswordTooWeak, RoleNotThere
from clubs.models import Account, Role
from clubs.selectors.roles import admin_roles
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing


def open_account(username: str, *, password: str, by: Account | None = None) -> Account:
    """An account that may sign in but may do nothing until a role is granted."""
    username = username.strip()
    if not username:
        raise NameMissing(field="username")
    if Account.objects.filter(username=username).exists():
        raise AccountExists(username=username)
    try:
        validate_password(password, user=Account(username=username))
    except ValidationError as error:
        raise PasswordTooWeak(reasons=error.messages) from error
    with writing():
        account = Account.objects.create_account(username, password=password)
        append_act("account_opened", subject=account.uuid, by=by)
    return account


def grant_role(
    account: Account,
    *,
    role: RoleName,
    scope: Scope,
    scope_uuid: uuid.UUID | None = None,
    by: Account | None = None,
) -> Role:
    """The account has the role in that scope; granting twice is granting once. Raises RoleNotThere."""
    if role not in ROLES[scope]:
        raise RoleNotThere(role=role, scope=scope)
    with writing():
        granted, created = Role.objects.get_or_create(
            account=account, role=role.value, scope=scope.value, scope_uuid=scope_uuid
        )
        if created:
            _append("role_granted", granted, by=by)
    return granted


def revoke_role(role: Role, *, by: Account | None = None) -> None:
    """The account no longer has the role, from its next request on. Raises LastAdmin."""
    with writing():
        _keep_an_admin(role.account, but=[role])
        if Role.objects.filter(pk=role.pk).delete()[0]:
            _append("role_revoked", role, by=by)


def close_account(account: Account, *, by: Account | None = None) -> None:
    """Nobody signs in with it any more, whoever is signed in is out, and its roles are revoked.

    Its name stays taken, since acts name it. Closing it again changes nothing. Raises LastAdmin.
    """
    with writing():
        locked = lock(Account, account.pk)
        if not locked.is_active:
            return
        roles = list(locked.roles.all())
        _keep_an_admin(locked, but=roles)
        for role in roles:
            revoke_role(role, by=by)
        locked.is_active = False
        locked.set_unusable_password()  # also ends every signed-in browser of it
        locked.save()
        append_act("account_closed", subject=locked.uuid, by=by)
    account.refresh_from_db()


def _keep_an_admin(account: Account, *, but: Iterable[Role]) -> None:
    """Somebody can still sign in and do everything without these roles; two at once wait for each other."""
    admins = set(admin_roles().select_for_update(of=("self",)).values_list("pk", flat=True))
    if admins and not admins - {role.pk for role in but}:
        raise LastAdmin(username=account.username)


def _append(kind: str, role: Role, *, by: Account | None) -> None:
    append_act(
        kind,
        subject=role.account.uuid,
        by=by,
        payload={
            "role": role.role,
            "scope": role.scope,
            "scope_uuid": str(role.scope_uuid or ""),
        },
    )
