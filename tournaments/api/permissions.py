"""What an account needs at the event named in the address; each class names one right."""

from django.shortcuts import get_object_or_404
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.models import Account
from tournaments.models import Tournament
from tournaments.selectors.roles import can_read, can_referee, can_run, can_see


class AtEvent(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        account = request.user
        return isinstance(account, Account) and self.may(
            account, get_object_or_404(Tournament.objects.select_related("club"), slug=view.kwargs["slug"])
        )

    def may(self, account: Account, tournament: Tournament) -> bool:
        return False


class SeesEvent(AtEvent):
    """Everybody who works there."""

    def may(self, account: Account, tournament: Tournament) -> bool:
        return can_see(account, tournament)


class ReadsEvent(AtEvent):
    """Those who may read all of its desk."""

    def may(self, account: Account, tournament: Tournament) -> bool:
        return can_read(account, tournament)


class RefereesEvent(AtEvent):
    """Those who decide in its hall."""

    def may(self, account: Account, tournament: Tournament) -> bool:
        return can_referee(account, tournament)


class RunsEvent(AtEvent):
    """Those who run it."""

    def may(self, account: Account, tournament: Tournament) -> bool:
        return can_run(account, tournament)
