"""The addresses of a phone at a table. No language in them, so that one QR serves everybody."""

from django.urls import path

from hall.views.record import TableRecordPage
from hall.views.table import EnterByLink, TablePage, queue_worker

urlpatterns = [
    path("t/<str:token>/", EnterByLink.as_view(), name="table-link"),
    path("table/queue-worker.js", queue_worker, name="table-worker"),
    path("table/<match:code>/", TablePage.as_view(), name="table"),
    path("table/<match:code>/record/", TableRecordPage.as_view(), name="table-record"),
]
