"""Who may change the match named in the address: those who run its event."""

from django.shortcuts import get_object_or_404
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.models import Account
from tournaments.models import Match
from tournaments.selectors.roles import can_run


class RunsMatch(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        account = request.user
        return isinstance(account, Account) and can_run(account, asked_match(view.kwargs["code"]).tournament)


def asked_match(code: str) -> Match:
    """The match with this code, however its letters are written. Raises Http404."""
    matches = Match.objects.select_related("round__stage__division__tournament__club")
    return get_object_or_404(matches, code=code.upper())
