"""Who may run the event named in the address."""

from django.shortcuts import get_object_or_404
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.models import Account
from tournaments.models import Tournament
from tournaments.selectors.roles import can_run


class RunsEvent(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        account = request.user
        return isinstance(account, Account) and can_run(
            account, get_object_or_404(Tournament, slug=view.kwargs["slug"])
        )
