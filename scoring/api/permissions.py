"""Who may do what at the match named in the address: those who work at its event, and its phone."""

from django.shortcuts import get_object_or_404
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.models import Account
from tournaments.errors import LinkExpired, LinkRevoked
from tournaments.models import Match, PhoneAccess, Tournament
from tournaments.selectors.phones import LinkState, state_of
from tournaments.selectors.roles import can_key, can_referee, can_see


class AtMatch(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        account = request.user
        return isinstance(account, Account) and self.may(account, asked_match(view.kwargs["code"]).tournament)

    def may(self, account: Account, tournament: Tournament) -> bool:
        return False


class SeesMatch(AtMatch):
    """Everybody who works there."""

    def may(self, account: Account, tournament: Tournament) -> bool:
        return can_see(account, tournament)


class KeysMatch(AtMatch):
    """Those who enter deals and totals."""

    def may(self, account: Account, tournament: Tournament) -> bool:
        return can_key(account, tournament)


class RefereesMatch(AtMatch):
    """Those who decide at the table."""

    def may(self, account: Account, tournament: Tournament) -> bool:
        return can_referee(account, tournament)


class SitsAtMatch(BasePermission):
    """A phone whose link is not revoked. It may send what was made before its link expired.

    Raises LinkRevoked, so that the phone keeps its queue and offers it as a file.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not isinstance(request.auth, PhoneAccess):
            return False
        if state_of(request.auth.link) is LinkState.REVOKED:
            raise LinkRevoked
        return True


class ReadsMatch(SitsAtMatch):
    """A phone whose link lets in now. Raises LinkRevoked, LinkExpired."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not super().has_permission(request, view):
            return False
        assert isinstance(request.auth, PhoneAccess)  # else it does not sit at the match
        link = request.auth.link
        if state_of(link) is LinkState.EXPIRED:
            raise LinkExpired(round=link.round.number)
        return True


def asked_match(code: str) -> Match:
    """The match with this code, however its letters are written. Raises Http404."""
    matches = Match.objects.select_related("round__stage__division__tournament__club")
    return get_object_or_404(matches, code=code.upper())


def coded_match(code: str) -> Match:
    """The same, its own row alone, for who reads it again under a lock. Raises Http404."""
    return get_object_or_404(Match, code=code.upper())
