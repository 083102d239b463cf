"""裁定 and 元に戻す at one match: a ruling, its cancellation, and the last act taken back."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import Shape, choice, validated
from clubs.api.view import DeskApi, account_of
from scoring.api.acts import MOST_GAMES
from scoring.api.matches import MOST_POINTS, DeskMatchShape, ReasonInput, asked_deal, kept
from scoring.api.permissions import RefereesMatch, asked_match
from scoring.domain.facts import RulingEffect
from scoring.errors import (
    DealNotCurrent,
    ForfeitNeedsTwoSides,
    GameUnknown,
    LastActDiffers,
    NothingToUndo,
    RoundNotPublished,
    RulingNotPossible,
    RulingNotStanding,
    SideNotHere,
    TableTaken,
    UndoNotPossible,
)
from scoring.selectors.rulings import entries_at, rulings_at
from scoring.services.deals import live_game
from scoring.services.rulings import Target, cancel_ruling, rule, rule_in_standings
from scoring.services.undo import undo_last
from tournaments.domain.settings import MOST_SIDES
from tournaments.errors import ReasonMissing
from tournaments.models import Match

TARGETS = ("match", "game", "deal", "entry")


class RulingInput(ReasonInput):
    target = serializers.ChoiceField(TARGETS)
    game = serializers.IntegerField(min_value=1, max_value=MOST_GAMES, default=None, allow_null=True)
    deal = serializers.UUIDField(default=None, allow_null=True)
    entry = serializers.IntegerField(
        min_value=1, max_value=MOST_POINTS, default=None, allow_null=True, help_text="Its number"
    )
    effect = choice(RulingEffect)
    side = serializers.IntegerField(min_value=1, max_value=MOST_SIDES, default=None, allow_null=True)
    points = serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS, default=0)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        target = attrs["target"]
        if target != "match" and attrs[target] is None:
            raise ValidationError({target: gettext("Say which.")}, "required")
        return attrs


class RulingMakeApi(DeskApi):
    """The ruling stands beside the record; what was typed stays as it was typed."""

    permission_classes = (RefereesMatch,)
    refusals = (
        DealNotCurrent,
        ForfeitNeedsTwoSides,
        GameUnknown,
        ReasonMissing,
        RoundNotPublished,
        RulingNotPossible,
        SideNotHere,
    )

    InputSerializer = RulingInput
    OutputSerializer = DeskMatchShape

    def post(self, request: Request, code: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        match, by = asked_match(code), account_of(request)
        told = {"reason": fields["reason"], "points": fields["points"], "by": by}
        if fields["target"] == "entry":
            if fields["effect"] != RulingEffect.POINTS.value:
                raise RulingNotPossible(fault="standings_points_only")
            entry = get_object_or_404(entries_at(match), number=fields["entry"])
            rule_in_standings(entry, match, **told)
        else:
            effect, on = RulingEffect(fields["effect"]), target_of(match, fields)
            rule(match, on=on, effect=effect, side=fields["side"], **told)
        return Response(self.OutputSerializer(kept(code)).data)


class RulingCancelApi(DeskApi):
    """The ruling stands no more; both rows stay."""

    permission_classes = (RefereesMatch,)
    refusals = (ReasonMissing, RulingNotPossible, RulingNotStanding)

    InputSerializer = ReasonInput
    OutputSerializer = DeskMatchShape

    def post(self, request: Request, code: str, uuid: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        ruling = get_object_or_404(rulings_at(asked_match(code)), uuid=uuid)
        cancel_ruling(ruling, **fields, by=account_of(request))
        return Response(self.OutputSerializer(kept(code)).data)


class UndoApi(DeskApi):
    """The last act is taken back; ``act`` is the one that the caller has seen as the last."""

    permission_classes = (RefereesMatch,)
    refusals = (LastActDiffers, NothingToUndo, RulingNotPossible, TableTaken, UndoNotPossible)

    class InputSerializer(Shape):
        act = serializers.UUIDField()

    OutputSerializer = DeskMatchShape

    def post(self, request: Request, code: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        undo_last(asked_match(code), **fields, by=account_of(request))
        return Response(self.OutputSerializer(kept(code)).data)


def target_of(match: Match, fields: dict[str, Any]) -> Target:
    """What is ruled on. Raises GameUnknown, Http404."""
    if fields["target"] == "deal":
        return asked_deal(match.code, fields["deal"])
    return live_game(match, fields["game"]) if fields["target"] == "game" else match
