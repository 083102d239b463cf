"""Who may call an API class. The default allows nothing until the class says what is allowed."""

from typing import TYPE_CHECKING

from django.shortcuts import get_object_or_404
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from clubs.models import Account, Club
from clubs.selectors.roles import can_run_anything, can_run_club, is_admin

if TYPE_CHECKING:
    # The module of APIView reads the default permission, which is in this one.
    from rest_framework.views import APIView


class DenyUnlessDeclared(BasePermission):
    def has_permission(self, request: Request, view: "APIView") -> bool:
        return False


class IsAdmin(BasePermission):
    """The society's admins."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return isinstance(request.user, Account) and is_admin(request.user)


class RunsAnything(BasePermission):
    """Organisers of any club or event."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return isinstance(request.user, Account) and can_run_anything(request.user)


class RunsClub(BasePermission):
    """Those who run the club named in the address."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        account = request.user
        return isinstance(account, Account) and can_run_club(
            account, get_object_or_404(Club, slug=view.kwargs["slug"])
        )
