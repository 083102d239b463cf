"""Accounts of the desk: opened and closed by an admin, with roles for a club, an event, or everything."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.permissions import IsAdmin
from clubs.api.shapes import Shape, choice, validated
from clubs.api.view import DeskApi, account_of
from clubs.enums import ROLES, RoleName, Scope
from clubs.errors import AccountExists, LastAdmin, NameMissing, PasswordTooWeak, RoleNotThere
from clubs.models import Account, Club, Role
from clubs.services.accounts import close_account, grant_role, open_account, revoke_role
from tournaments.models import Tournament


class AccountOpenApi(DeskApi):
    """An account that may sign in, but may do nothing until it has a role."""

    permission_classes = (IsAdmin,)
    refusals = (AccountExists, NameMissing, PasswordTooWeak)

    class InputSerializer(Shape):
        username = serializers.CharField(max_length=60)
        password = serializers.CharField(max_length=200, trim_whitespace=False, write_only=True)

    class OutputSerializer(Shape):
        uuid = serializers.UUIDField()
        username = serializers.CharField()

    def post(self, request: Request) -> Response:
        fields = validated(self.InputSerializer, request.data)
        account = open_account(**fields, by=account_of(request))
        return Response(self.OutputSerializer(account).data)


class AccountCloseApi(DeskApi):
    """Nobody signs in with the account any more, whoever is signed in is out, and its roles are revoked."""

    permission_classes = (IsAdmin,)
    refusals = (LastAdmin,)

    OutputSerializer = AccountOpenApi.OutputSerializer

    def post(self, request: Request, account: UUID) -> Response:
        closed = get_object_or_404(Account, uuid=account)
        close_account(closed, by=account_of(request))
        return Response(self.OutputSerializer(closed).data)


class RoleShape(Shape):
    role = choice(RoleName)
    scope = choice(Scope)


class RoleInput(Shape):
    scope = choice(Scope)
    slug = serializers.SlugField(max_length=60, default="", help_text="Of the club or the event")
    role = choice(RoleName, required=False, help_text="Else the one that may do most there")


class RoleGrantApi(DeskApi):
    """A role at one event, organiser of a club, or admin of everything; granting twice is granting once."""

    permission_classes = (IsAdmin,)
    refusals = (RoleNotThere,)

    InputSerializer = RoleInput
    OutputSerializer = RoleShape

    def post(self, request: Request, account: UUID) -> Response:
        asked = role_of(validated(self.InputSerializer, request.data))
        holder = get_object_or_404(Account, uuid=account, is_active=True)
        role = grant_role(holder, **asked, by=account_of(request))
        return Response(self.OutputSerializer(role).data)


class RoleRevokeApi(DeskApi):
    """The account no longer has the role, from its next request on; answers what it was."""

    permission_classes = (IsAdmin,)
    refusals = (LastAdmin,)

    InputSerializer = RoleInput
    OutputSerializer = RoleShape

    def post(self, request: Request, account: UUID) -> Response:
        asked = role_of(validated(self.InputSerializer, request.data))
        role = get_object_or_404(Role, account__uuid=account, **asked)
        revoke_role(role, by=account_of(request))
        return Response(self.OutputSerializer(role).data)


def role_of(fields: dict[str, Any]) -> dict[str, Any]:
    """The role that was named, as it is stored. Raises Http404."""
    scope = Scope(fields["scope"])
    role = RoleName(fields.get("role") or ROLES[scope][0])
    return {"role": role, "scope": scope, "scope_uuid": place_of(scope, fields["slug"])}


def place_of(scope: Scope, slug: str) -> UUID | None:
    """The club or event that the role is for; none when it is for everything. Raises Http404."""
    match scope:
        case Scope.CLUB:
            return get_object_or_404(Club, slug=slug).uuid
        case Scope.EVENT:
            return get_object_or_404(Tournament, slug=slug).uuid
        case Scope.INSTALLATION:
            return None
