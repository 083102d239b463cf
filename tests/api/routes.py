"""Every address of the API with the class that answers, filled in so that it can be called."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.urls import URLPattern, URLResolver
from rest_framework.views import APIView

from config.api_urls import NothingHereApi, urlpatterns
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    path: str
    view: type[APIView]

    def filled(self, match: Match) -> str:
        """The path as it is for this match, its event and its club."""
        places = {
            "<slug:slug>": match.tournament.club.slug
            if self.path.startswith("clubs/")
            else match.tournament.slug,
            "<slug:code>": match.code,
            "<int:number>": str(match.round.number),
            "<uuid:draw>": str(match.round.uuid),
            "<uuid:uuid>": str(uuid4()),
            "<uuid:person>": str(uuid4()),
            "<uuid:account>": str(uuid4()),
        }
        path = self.path
        for place, value in places.items():
            path = path.replace(place, value)
        return path


def routes() -> Iterator[Route]:
    """All of them but the answer for unknown addresses."""
    for path, view in _views(urlpatterns):
        if view is not NothingHereApi:
            for method in ("get", "post", "put", "patch", "delete"):
                if hasattr(view, method):
                    yield Route(method, path, view)


def _views(patterns: list[Any]) -> Iterator[tuple[str, type[APIView]]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _views(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            view: Any = pattern.callback
            yield str(pattern.pattern), view.view_class
