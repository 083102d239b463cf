"""Accounts of the desk: opened by an admin, each with roles for a club, an event, or everything."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.permissions import IsAdmin
from clubs.api.shapes import Shape, choice, validated
from clubs.api.view import DeskApi, account_of
from clubs.enums import RoleName, Scope
from clubs.errors import AccountExists, NameMissing, PasswordTooWeak
from clubs.models import Account, Club
from clubs.services.accounts import grant_role, open_account
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


class RoleGrantApi(DeskApi):
    """Organiser of a club or of one event, or admin of everything; granting twice is granting once."""

    permission_classes = (IsAdmin,)

    class InputSerializer(Shape):
        scope = choice(Scope)
        slug = serializers.SlugField(max_length=60, default="", help_text="Of the club or the event")

    class OutputSerializer(Shape):
        role = choice(RoleName)
        scope = choice(Scope)

    def post(self, request: Request, account: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        scope = Scope(fields["scope"])
        role = grant_role(
            get_object_or_404(Account, uuid=account, is_active=True),
            role=RoleName.ADMIN if scope is Scope.INSTALLATION else RoleName.ORGANISER,
            scope=scope,
            scope_uuid=place_of(scope, fields["slug"]),
            by=account_of(request),
        )
        return Response(self.OutputSerializer(role).data)


def place_of(scope: Scope, slug: str) -> UUID | None:
    """The club or event that the role is for; none when it is for everything. Raises Http404."""
    match scope:
        case Scope.CLUB:
            return get_object_or_404(Club, slug=slug).uuid
        case Scope.EVENT:
            return get_object_or_404(Tournament, slug=slug).uuid
        case Scope.INSTALLATION:
            return None
