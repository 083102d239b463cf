"""Who signs in at the desk. An account is not a member, though it may belong to one."""

import uuid

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models

from clubs.enums import RoleName, Scope


class AccountManager(BaseUserManager["Account"]):
    def create_account(self, username: str, *, password: str) -> "Account":
        """A new account with a hashed password and no role yet."""
        account = self.model(username=self.model.normalize_username(username))
        account.set_password(password)
        account.save()
        return account


class Account(AbstractBaseUser):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    username = models.CharField(max_length=60, unique=True)
    member = models.OneToOneField(
        "clubs.Member",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="account",
    )
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = AccountManager()
    USERNAME_FIELD = "username"

    def __str__(self) -> str:
        return self.username


class Role(models.Model):
    """What one account may do, and where: the whole installation, one club, one event."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="roles")
    scope = models.CharField(max_length=20, choices=[(s.value, s.value) for s in Scope])
    scope_uuid = models.UUIDField(null=True, blank=True)
    role = models.CharField(max_length=20, choices=[(r.value, r.value) for r in RoleName])

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "scope", "scope_uuid", "role"],
                name="one_role_a_place",
            ),
            models.UniqueConstraint(
                fields=["account", "role"],
                condition=models.Q(scope_uuid__isnull=True),
                name="one_role_of_the_installation",
            ),
            models.CheckConstraint(
                condition=models.Q(scope=Scope.INSTALLATION.value) ^ models.Q(scope_uuid__isnull=False),
                name="role_scope_names_its_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.role} of {self.scope} {self.scope_uuid or ''}"
