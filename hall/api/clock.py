"""The clock of the hall for programs; what it shows, every phone at a table reads with its match."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from enum import StrEnum
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import Shape, choice, validated
from clubs.api.view import DeskApi, account_of
from hall.api.table import ClockShape
from hall.forms.clock import MOST_MINUTES
from scoring.selectors.desk import desk_stage, round_in_play
from tournaments.api.permissions import RefereesEvent
from tournaments.errors import ClockNotRunning
from tournaments.models import Tournament
from tournaments.selectors.clocks import clock_face
from tournaments.services.clocks import pause_clock, prolong_clock, resume_clock, start_clock


class ClockAction(StrEnum):
    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    PROLONG = "prolong"


ACTIONS: Mapping[ClockAction, Callable[..., object]] = {
    ClockAction.START: start_clock,
    ClockAction.PAUSE: pause_clock,
    ClockAction.RESUME: resume_clock,
    ClockAction.PROLONG: prolong_clock,
}
WITH_MINUTES = {ClockAction.START: 1, ClockAction.PROLONG: -MOST_MINUTES}
"""The actions that say how many, with the fewest."""


class ClockSetApi(DeskApi):
    """The clock of the round in play is started, stopped, or changed for everybody. 404 between rounds."""

    permission_classes = (RefereesEvent,)
    refusals = (ClockNotRunning,)

    class InputSerializer(Shape):
        action = choice(ClockAction)
        minutes = serializers.IntegerField(
            min_value=-MOST_MINUTES,
            max_value=MOST_MINUTES,
            default=None,
            allow_null=True,
            help_text="Of start and prolong; negative: taken back from everybody",
        )

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            fewest = WITH_MINUTES.get(attrs["action"])
            if fewest is not None and (attrs["minutes"] is None or attrs["minutes"] < fewest):
                raise ValidationError({"minutes": gettext("Say how many minutes.")}, "required")
            return attrs

    OutputSerializer = ClockShape

    def put(self, request: Request, slug: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        round = round_in_play(desk_stage(get_object_or_404(Tournament, slug=slug)))
        if round is None:
            raise Http404
        action = ClockAction(fields["action"])
        minutes = {"minutes": fields["minutes"]} if action in WITH_MINUTES else {}
        ACTIONS[action](round, **minutes, by=account_of(request))
        face = clock_face(round)
        assert face is not None  # each action leaves one behind
        return Response(ClockShape(asdict(face) | {"left": face.left.total_seconds()}).data)
