"""A phone at a table, as the interface knows it: by its cookie, and only for the match it sits at."""

from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from clubs.api.authentication import CsrfFailed
from tournaments.models import Match, PhoneAccess, Tournament
from tournaments.selectors.phones import access_of

HEADER = "X-Banzuke-Table"


def cookie_name(tournament: Tournament) -> str:
    """One cookie an event, so that two events on one phone do not push each other out."""
    return f"table-{tournament.slug}"


def phone_key(request: Request | HttpRequest, tournament: Tournament) -> str:
    """What the phone's cookie holds; empty where it has none."""
    return request.COOKIES.get(cookie_name(tournament), "")


class PhoneCookie(BaseAuthentication):
    """``request.auth`` is the phone's access to the ``match`` of the view.

    Asked for by a header that no other site can send; a write also says that a page of ours sends it.
    """

    def authenticate(self, request: Request) -> tuple[AnonymousUser, PhoneAccess] | None:
        if HEADER not in request.headers:
            return None
        match: Match = request.parser_context["view"].match
        key = phone_key(request, match.tournament)
        if not key:
            return None
        if request.method not in SAFE_METHODS and not is_from_here(request):
            raise CsrfFailed
        access = access_of(key, match)
        if access is None:
            raise PermissionDenied
        return AnonymousUser(), access

    def authenticate_header(self, request: Request) -> str:
        return "Session"


def is_from_here(request: Request) -> bool:
    """Whether the browser says that a page of this very address sends it."""
    return urlsplit(request.headers.get("Origin", "")).netloc == request.get_host()


class PhoneCookieScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tells the schema that this is a cookie, whose name ends in the event's address."""

    target_class = "tournaments.api.phone_cookie.PhoneCookie"
    name = "tablePhone"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "table-{event}"}
