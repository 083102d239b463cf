"""/api/v1/: the apps' API addresses, their schema, and an answer in the one shape for all others."""

from django.http import Http404
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from clubs.api.view import PublicApi


class NothingHereApi(PublicApi):
    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise Http404


urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(authentication_classes=[]), name="api-schema"),
    path("", include("clubs.api.urls")),
    path("", include("tournaments.api.urls")),
    path("", include("scoring.api.urls")),
    path("", include("hall.api.urls")),
    re_path("", NothingHereApi.as_view()),
]
