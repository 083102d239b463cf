"""How long a reader's copy is good: for one version of the event, in one language."""

from collections.abc import Callable
from http import HTTPStatus

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import Tournament
from tournaments.selectors.versions import etag_of


def answer_version(request: Request, tournament: Tournament, read: Callable[[], object]) -> Response:
    """304 while the copy has the event's version and language, else what is read now."""
    etag = etag_of(tournament)
    held = parse_etags(request.headers.get("If-None-Match", ""))
    if held == ["*"] or etag in (tag.removeprefix("W/") for tag in held):
        response = Response(status=HTTPStatus.NOT_MODIFIED)
    else:
        response = Response(read())
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response
