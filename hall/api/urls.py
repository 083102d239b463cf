from django.urls import path

from hall.api.clock import ClockSetApi
from hall.api.record import LawfulApi, RecordSheetApi
from hall.api.table import BookApi, RefereeCallApi, SeatSetApi, TableApi

TABLE = "matches/<slug:code>/table"

urlpatterns = [
    path("events/<slug:slug>/clock", ClockSetApi.as_view()),
    path(TABLE, TableApi.as_view()),
    path(f"{TABLE}/seat", SeatSetApi.as_view()),
    path(f"{TABLE}/referee", RefereeCallApi.as_view()),
    path(f"{TABLE}/book", BookApi.as_view()),
    path("matches/<slug:code>/record", RecordSheetApi.as_view()),
    path("matches/<slug:code>/lawful", LawfulApi.as_view()),
]
