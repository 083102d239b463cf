"""The hall at the desk: the next step, drawing, publishing and closing rounds, the end of an event."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import Query, Shape, choice, validated
from clubs.api.view import DeskApi, account_of
from scoring.api.reads import MOST_ROUNDS
from scoring.api.shapes import DrawShape
from scoring.errors import (
    AllRoundsPlayed,
    DrawFailed,
    DrawNotPossible,
    DrawStale,
    NoRoundFits,
    PartnersMustRepeat,
    ResultsMissing,
    RoundNotDraft,
    RoundNotPublished,
)
from scoring.selectors.desk import Step, latest_round, next_step
from scoring.selectors.matches import match_cards
from scoring.selectors.viewer import Viewer
from scoring.services.drafts import pair_next_round, redraw_round
from scoring.services.events import close_tournament
from scoring.services.rounds import close_round, publish_round
from tournaments.api.permissions import RunsEvent, SeesEvent
from tournaments.api.shapes import EventShape, asked_stage
from tournaments.domain.draw import Relaxation
from tournaments.errors import EventClosed, ReceptionOpen, TooFewEntries
from tournaments.models import Round, Tournament

DRAWING = (NoRoundFits, PartnersMustRepeat, TooFewEntries, DrawNotPossible, DrawFailed)


class TablesField(serializers.ListField):
    """Numbers of tables; a match that still waits for one has none."""

    child = serializers.IntegerField()

    def to_representation(self, data: Iterable[int | str]) -> list[int]:
        return [table for table in data if isinstance(table, int)]


class NextStepShape(Shape):
    step = choice(Step)
    round = serializers.IntegerField(allow_null=True)
    tables = TablesField(help_text="Still in its way")


class RelaxedInput(Shape):
    relaxed = serializers.ListField(
        child=choice(Relaxation),
        max_length=len(Relaxation),
        default=list,
        help_text="Hard rules that may be broken, for this draw only",
    )


class HallApi(DeskApi):
    """The next step of the event, and a round with all its tables, the draft too."""

    permission_classes = (SeesEvent,)

    class QuerySerializer(Query):
        round = serializers.IntegerField(
            min_value=1, max_value=MOST_ROUNDS, required=False, help_text="Its number; else the latest"
        )

    class OutputSerializer(Shape):
        next_step = NextStepShape()
        draw = DrawShape(allow_null=True)

    def get(self, request: Request, slug: str) -> Response:
        number = validated(self.QuerySerializer, request.query_params).get("round")
        event = get_object_or_404(Tournament, slug=slug)
        stage = asked_stage(event)
        round = get_object_or_404(stage.rounds, number=number) if number else latest_round(stage)
        found = {"next_step": next_step(event, stage), "draw": drawn(round) if round else None}
        return Response(self.OutputSerializer(found).data)


class RoundDrawApi(DeskApi):
    """The next round is drafted; a draft that is there already is answered as it is."""

    permission_classes = (RunsEvent,)
    refusals = (*DRAWING, ReceptionOpen, ResultsMissing, AllRoundsPlayed, EventClosed)

    InputSerializer = RelaxedInput
    OutputSerializer = DrawShape

    def post(self, request: Request, slug: str) -> Response:
        relaxed = validated(self.InputSerializer, request.data)["relaxed"]
        stage = asked_stage(get_object_or_404(Tournament, slug=slug))
        round = pair_next_round(stage, relaxed=map(Relaxation, relaxed), by=account_of(request))
        return Response(self.OutputSerializer(drawn(round)).data)


class RoundRedrawApi(DeskApi):
    """This draft is thrown away and drawn again, by the same lots unless new ones are asked for."""

    permission_classes = (RunsEvent,)
    refusals = (*DRAWING, RoundNotDraft)

    class InputSerializer(RelaxedInput):
        new_lots = serializers.BooleanField(default=False)

    OutputSerializer = DrawShape

    def post(self, request: Request, slug: str, draw: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        round = redraw_round(
            asked_round(slug, uuid=draw),
            new_lots=fields["new_lots"],
            relaxed=map(Relaxation, fields["relaxed"]),
            by=account_of(request),
        )
        return Response(self.OutputSerializer(drawn(round)).data)


class RoundPublishApi(DeskApi):
    """Exactly this draw is announced and play may begin."""

    permission_classes = (RunsEvent,)
    refusals = (RoundNotDraft, DrawStale)

    OutputSerializer = DrawShape

    def post(self, request: Request, slug: str, draw: UUID) -> Response:
        round = asked_round(slug, uuid=draw)
        publish_round(round, by=account_of(request))
        return Response(self.OutputSerializer(drawn(round)).data)


class RoundCloseApi(DeskApi):
    """The results of this round count for good."""

    permission_classes = (RunsEvent,)
    refusals = (RoundNotPublished, ResultsMissing)

    OutputSerializer = DrawShape

    def post(self, request: Request, slug: str, draw: UUID) -> Response:
        round = asked_round(slug, uuid=draw)
        close_round(round, by=account_of(request))
        return Response(self.OutputSerializer(drawn(round)).data)


class EventCloseApi(DeskApi):
    """The places are awarded and the event is over; closing again changes nothing."""

    permission_classes = (RunsEvent,)
    refusals = (ResultsMissing,)

    OutputSerializer = EventShape

    def post(self, request: Request, slug: str) -> Response:
        event = get_object_or_404(Tournament, slug=slug)
        close_tournament(event, by=account_of(request))
        return Response(self.OutputSerializer(event).data)


def asked_round(slug: str, *, uuid: UUID) -> Round:
    """This very draw of a round of the event. Raises Http404, also once it was drawn again."""
    rounds = Round.objects.select_related("stage__division__tournament")
    return get_object_or_404(rounds, stage__division__tournament__slug=slug, uuid=uuid)


def drawn(round: Round) -> dict[str, Any]:
    """The round with its tables as the desk sees them."""
    facts = ("uuid", "number", "state", "published_at", "closed_at")
    return {name: getattr(round, name) for name in facts} | {"matches": match_cards(round, Viewer.STAFF)}
