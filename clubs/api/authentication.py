"""The desk's session, as the API takes it: a write needs the CSRF token too."""

from drf_spectacular.authentication import SessionScheme
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request


class CsrfFailed(PermissionDenied):
    """The session is good, but the request does not show that a page of ours has sent it."""


class DeskSession(SessionAuthentication):
    def authenticate_header(self, request: Request) -> str:
        """A challenge, so that somebody who is not signed in gets 401 and not 403."""
        return "Session"

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            raise CsrfFailed from error


class DeskSessionScheme(SessionScheme):  # type: ignore[no-untyped-call]
    """Tells the schema that this is a cookie."""

    target_class = "clubs.api.authentication.DeskSession"
