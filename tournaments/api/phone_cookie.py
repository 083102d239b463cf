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
from tournaments.models import PhoneAccess, Tournament
from tournaments.selectors.phones import access_of

HEADER = "X-Banzuke-Table"
COOKIE = "table-"


def cookie_name(tournament: Tournament) -> str:
    """One cookie an event, so that two events on one phone do not push each other out."""
    return f"{COOKIE}{tournament.slug}"


def phone_keys(request: Request | HttpRequest) -> list[str]:
    """What the phone's cookies hold, one for each event that it has come to."""
    return [key for name, key in request.COOKIES.items() if name.startswith(COOKIE)]


class PhoneCookie(BaseAuthentication):
    """``request.auth`` is the phone's access to the ``match`` of the view.

    Asked for by a header that no other site can send; a write also says that a page of ours sends it.
    """

    def authenticate(self, request: Request) -> tuple[AnonymousUser, PhoneAccess] | None:
        if HEADER not in request.headers:
            return None
        keys = phone_keys(request)
        if not keys:
            return None
        if request.method not in SAFE_METHODS and not is_from_here(request):
            raise CsrfFailed
        access = access_of(keys, request.parser_context["view"].match)
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
