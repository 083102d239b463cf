"""Accounts and what they may do."""

import uuid

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from clubs.enums import RoleName, Scope
from clubs.errors import AccountExists, NameMissing, PasswordTooWeak
from clubs.models import Account, Role
from ledger.acts import append_act
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
    """The account has the role in that scope; granting twice is granting once."""
    with writing():
        granted, created = Role.objects.get_or_create(
            account=account, role=role.value, scope=scope.value, scope_uuid=scope_uuid
        )
        if created:
            append_act(
                "role_granted",
                subject=account.uuid,
                by=by,
                payload={
                    "role": role,
                    "scope": scope,
                    "scope_uuid": str(scope_uuid or ""),
                },
            )
    return granted
