from django.urls import path

from tournaments.api import accounts, events, reception

EVENT = "events/<slug:slug>"

urlpatterns = [
    path("accounts", accounts.AccountOpenApi.as_view()),
    path("accounts/<uuid:account>/close", accounts.AccountCloseApi.as_view()),
    path("accounts/<uuid:account>/roles", accounts.RoleGrantApi.as_view()),
    path("accounts/<uuid:account>/roles/revoke", accounts.RoleRevokeApi.as_view()),
    path("events", events.EventListApi.as_view()),
    path(EVENT, events.EventApi.as_view()),
    path(f"{EVENT}/conditions", events.EventConditionsApi.as_view()),
    path("clubs/<slug:slug>/events", events.EventCreateApi.as_view()),
    path(f"{EVENT}/gates", events.GatesSetApi.as_view()),
    path(f"{EVENT}/reception", reception.ReceptionApi.as_view()),
    path(f"{EVENT}/reception/close", reception.ReceptionCloseApi.as_view()),
    path(f"{EVENT}/reception/reopen", reception.ReceptionReopenApi.as_view()),
    path(f"{EVENT}/reception/pool", reception.PoolJoinApi.as_view()),
    path(f"{EVENT}/members", reception.WalkInRegisterApi.as_view()),
    path(f"{EVENT}/pairs", reception.PairEnterApi.as_view()),
    path(f"{EVENT}/persons", reception.PersonEnterApi.as_view()),
    path(f"{EVENT}/persons/<uuid:person>", reception.PersonCorrectApi.as_view()),
    path(f"{EVENT}/attendances/<uuid:person>", reception.PresenceSetApi.as_view()),
    path(f"{EVENT}/attendances/<uuid:person>/fees", reception.FeeTakeApi.as_view()),
]
