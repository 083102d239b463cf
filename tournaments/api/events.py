"""Events: their list, one of them, its conditions; setting one up, and its two gates."""

from collections.abc import Mapping

from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.permissions import RunsClub
from clubs.api.shapes import MomentField, Shape, choice, validated
from clubs.api.view import DeskApi, PublicApi, account_of
from clubs.models import Club
from tournaments.api.permissions import RunsEvent
from tournaments.api.shapes import EventShape, StageQuery, StageShape, asked_stage, placed_stages
from tournaments.api.versions import answer_version
from tournaments.domain.profile import PRESETS
from tournaments.domain.records import InvalidRecord
from tournaments.domain.settings import Settings, settings_from
from tournaments.enums import Format
from tournaments.errors import SettingsRefused, SlugTaken
from tournaments.models import Tournament
from tournaments.selectors.events import calendar
from tournaments.services.events import set_up_event
from tournaments.services.versions import set_gates

MOST_ROUNDS = 99
MOST_TABLES = 1_000
MOST_YEN = 1_000_000
MOST_GAMES = 99
DRAWN_FORMATS = [format.value for format in Format if format is not Format.IMPORTED]


class EventListApi(PublicApi):
    """All events: those of today or running, those to come, and the past, newest first."""

    class OutputSerializer(Shape):
        now = EventShape(many=True)
        soon = EventShape(many=True)
        past = EventShape(many=True)

    def get(self, request: Request) -> Response:
        events = calendar(timezone.localdate())
        past = [event for _year, of_year in events.past for event in of_year]
        found = {"now": events.now, "soon": events.soon, "past": past}
        return Response(self.OutputSerializer(found).data, headers={"Cache-Control": "no-cache"})


class EventApi(PublicApi):
    """One event and its stages."""

    class OutputSerializer(Shape):
        event = EventShape()
        stages = StageShape(many=True)

    def get(self, request: Request, slug: str) -> Response:
        event = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
        return answer_version(
            request,
            event,
            lambda: self.OutputSerializer({"event": event, "stages": placed_stages(event)}).data,
        )


class EventConditionsApi(PublicApi):
    """What decides a result in one stage: its frozen profile and the options of the engine."""

    QuerySerializer = StageQuery

    class OutputSerializer(Shape):
        format = choice(Format)
        rounds_planned = serializers.IntegerField()
        settings = serializers.DictField(source="stored_settings", help_text="How the format is played")
        ruleset = serializers.CharField(source="ruleset_key")
        rules_version = serializers.CharField()
        options = serializers.DictField(help_text="Those that differ from the ruleset's defaults")
        profile = serializers.DictField(source="stored_profile")
        started_at = MomentField(allow_null=True, help_text="Frozen from then on")

    def get(self, request: Request, slug: str) -> Response:
        query = validated(self.QuerySerializer, request.query_params)
        event = get_object_or_404(Tournament, slug=slug)
        stage = asked_stage(event, query.get("stage"))
        return answer_version(request, event, lambda: self.OutputSerializer(stage).data)


class EventCreateApi(DeskApi):
    """A new event of this club with one division and one stage, open for reception."""

    permission_classes = (RunsClub,)
    refusals = (SettingsRefused, SlugTaken)

    class InputSerializer(Shape):
        name = serializers.CharField(max_length=120)
        slug = serializers.SlugField(max_length=60, help_text="For its address; never changes")
        starts_at = MomentField()
        venue = serializers.CharField(max_length=120, default="", allow_blank=True)
        fee = serializers.IntegerField(min_value=0, max_value=MOST_YEN, default=0)
        tables = serializers.IntegerField(min_value=0, max_value=MOST_TABLES, default=0)
        format = serializers.ChoiceField(DRAWN_FORMATS)
        preset = serializers.ChoiceField(list(PRESETS), default="society_pairs")
        rounds_planned = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS, default=5)
        best_of = serializers.IntegerField(
            min_value=1, max_value=MOST_GAMES, required=False, help_text="Else as the preset has it"
        )
        settings = serializers.DictField(
            default=dict, help_text="How the format is played; what is left out has its default"
        )

    OutputSerializer = EventShape

    def post(self, request: Request, slug: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        club = get_object_or_404(Club, slug=slug)
        format, settings = Format(fields.pop("format")), read_settings(fields.pop("settings"))
        event = set_up_event(
            fields.pop("name"),
            club=club,
            format=format,
            settings=settings,
            **fields,
            by=account_of(request),
        )
        return Response(self.OutputSerializer(event).data)


def read_settings(sent: Mapping[str, object]) -> Settings:
    """Raises SettingsRefused with the field and the fault."""
    try:
        return settings_from(sent)
    except InvalidRecord as error:
        raise SettingsRefused(fault=error.code, **error.params) from error


class GatesSetApi(DeskApi):
    """The draw and the standings are public or not, each on its own."""

    permission_classes = (RunsEvent,)

    class InputSerializer(Shape):
        draw = serializers.BooleanField()
        standings = serializers.BooleanField()

    OutputSerializer = EventShape

    def put(self, request: Request, slug: str) -> Response:
        gates = validated(self.InputSerializer, request.data)
        event = get_object_or_404(Tournament, slug=slug)
        set_gates(event, **gates, by=account_of(request))
        return Response(self.OutputSerializer(event).data)
