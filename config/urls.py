"""Joins the addresses of the apps. Public pages stand under their language; desk and interface do not."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from hall.views.public import root

urlpatterns = [
    path("", root, name="root"),
    path("api/v1/", include("config.api_urls")),
    path("", include("hall.sign_in_urls")),
    path("desk/", include("hall.desk_urls")),
    path("", include("hall.table_urls")),
    *i18n_patterns(path("", include("hall.urls"))),
]
