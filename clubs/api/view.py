"""The two kinds of API class: reads for everybody, and everything that needs a role."""

from typing import ClassVar

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.models import Account
from ledger.errors import Refusal


class PublicApi(APIView):
    """A read that is the same for everybody; no session is looked at."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class DeskApi(APIView):
    """Needs a session and, from each class, a permission; ``refusals`` are what its service raises."""

    refusals: ClassVar[tuple[type[Refusal], ...]] = ()

    @property
    def default_response_headers(self) -> dict[str, str]:
        """No browser of a shared laptop keeps what only staff may see."""
        return {**super().default_response_headers, "Cache-Control": "no-store"}


def account_of(request: Request) -> Account:
    """Who is signed in; the permission has seen to it that somebody is."""
    assert isinstance(request.user, Account)
    return request.user
