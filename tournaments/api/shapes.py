"""Events, stages and entries as the API shows them: slugs, numbers and uuids, never database ids."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from clubs.api.shapes import MomentField, Query, Shape, choice
from tournaments.enums import Format, TournamentState
from tournaments.models import Division, Stage, Tournament
from tournaments.selectors.events import stage_in_play, stages_of

MOST_STAGES = 99


class StageShape(Shape):
    """``place`` counts the stages of all divisions and is what ``?stage=`` asks for."""

    place = serializers.IntegerField()
    division = serializers.CharField(source="stage.division.name")
    format = choice(Format, source="stage.format")
    rounds_planned = serializers.IntegerField(source="stage.rounds_planned")
    ruleset = serializers.CharField(source="stage.ruleset_key")


class ClubNameShape(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()


class EventShape(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    club = ClubNameShape()
    venue = serializers.CharField()
    venue_timezone = serializers.CharField()
    starts_at = MomentField()
    local_date = serializers.DateField(help_text="The day on the clock of the hall")
    fee = serializers.IntegerField(help_text="Yen a person")
    state = choice(TournamentState, help_text="running: since reception was closed, drawn or not")
    draw_is_public = serializers.BooleanField()
    standings_are_public = serializers.BooleanField()
    public_version = serializers.IntegerField()


class EntryShape(Shape):
    number = serializers.IntegerField()
    name = serializers.CharField()
    branches = serializers.CharField()


class StageQuery(Query):
    stage = serializers.IntegerField(
        min_value=1, max_value=MOST_STAGES, required=False, help_text="Its place; else the one in play"
    )


def placed_stages(tournament: Tournament) -> list[dict[str, Any]]:
    return [{"place": place, "stage": stage} for place, stage in enumerate(stages_of(tournament), 1)]


def asked_stage(tournament: Tournament, place: int | None = None) -> Stage:
    """The stage with this place, else the one in play. Raises Http404 when there is none."""
    stages = stages_of(tournament)
    asked = stages[place - 1 : place] if place else [stage_in_play(stages)]
    stage = next(iter(asked), None)
    if stage is None:
        raise Http404
    return stage


def asked_division(slug: str, number: int) -> Division:
    """The division of this event with this number. Raises Http404 when there is none."""
    return get_object_or_404(
        Division.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
