"""Addresses of the public pages; each stands under its language."""

from django.urls import path

from hall.views import bracket, plan, public, teams
from hall.views.record_files import public_record_file

urlpatterns = [
    path("", public.home, name="home"),
    path("events/<slug:slug>/", public.event, name="event"),
    path("events/<slug:slug>/round/<int:number>/", public.event, name="event-round"),
    path("events/<slug:slug>/standings/", public.standings, name="standings"),
    path("events/<slug:slug>/cross-table/", public.cross_table, name="cross-table"),
    path("events/<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("events/<slug:slug>/plan/", plan.plan, name="plan"),
    path("events/<slug:slug>/plan/<int:number>/", plan.plan_card, name="plan-card"),
    path("events/<slug:slug>/teams/", teams.teams, name="teams"),
    path("events/<slug:slug>/records/", public.records, name="records"),
    path("events/<slug:slug>/conditions/", public.conditions, name="conditions"),
    path("events/<slug:slug>/entries/<int:number>/", public.entry, name="entry"),
    path("matches/<str:code>/", public.match, name="match"),
    path("matches/<str:code>/record.txt", public_record_file, {"form": "txt"}, name="match-record-txt"),
    path("matches/<str:code>/record.yaml", public_record_file, {"form": "yaml"}, name="match-record-yaml"),
]
