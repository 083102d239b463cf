"""Acts as a table sends them: each under a uuid of its own, naming the last act it has seen.

Sent again, an act is answered again and not done again; docs/api.md is the protocol.
"""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import Shape, choice, validated
from clubs.api.view import DeskApi, account_of
from scoring.api.permissions import RunsMatch, asked_match
from scoring.enums import ActKind, DealState
from scoring.errors import (
    ActConflict,
    DealRefused,
    GameFinished,
    GameUnknown,
    MatchClosed,
    NothingToRetract,
    RoundNotPublished,
    UuidReused,
)
from scoring.models import Deal
from scoring.selectors.acts import last_act
from scoring.services.deals import record_deal, retract_deal
from tournaments.enums import MatchState
from tournaments.models import Match

RECORD_LENGTH = 2_000
MOST_GAMES = 99
SENT = [ActKind.DEAL.value, ActKind.REDEAL.value, ActKind.RETRACT.value]
REFUSALS = (
    ActConflict,
    DealRefused,
    GameFinished,
    GameUnknown,
    MatchClosed,
    NothingToRetract,
    RoundNotPublished,
    UuidReused,
)


class DealInput(Shape):
    game = serializers.IntegerField(min_value=1, max_value=MOST_GAMES, default=1)
    after = serializers.UUIDField(allow_null=True, help_text="The last act seen; null: none yet")
    record = serializers.CharField(max_length=RECORD_LENGTH, help_text="In any form of one deal")
    keep_rejected = serializers.BooleanField(
        default=False, help_text="Keep an unlawful record as a row that does not count"
    )


class ActInput(DealInput):
    act = serializers.ChoiceField(SENT)
    record = serializers.CharField(
        max_length=RECORD_LENGTH, default="", allow_blank=True, help_text="Empty for retract"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["act"] != ActKind.RETRACT.value and not attrs["record"]:
            raise ValidationError({"record": gettext("A deal has a record.")}, "required")
        return attrs


class FaultShape(Shape):
    fault = serializers.CharField()
    ply = serializers.IntegerField()
    rule = serializers.CharField()


class ActShape(Shape):
    """The deal that the act made or took back, and what the next act has to name."""

    deal = serializers.UUIDField(help_text="Another act's, where that came first and said the same")
    game = serializers.IntegerField()
    number = serializers.IntegerField()
    state = choice(DealState)
    record = serializers.CharField(help_text="In normal form: equal deals are equal text")
    outcome = serializers.DictField(allow_null=True)
    fault = FaultShape(allow_null=True, help_text="Why the row does not count")
    warnings = serializers.ListField(child=serializers.CharField())
    last_act = serializers.UUIDField(help_text="The next act's ``after``")
    match_state = choice(MatchState)


class ActPutApi(DeskApi):
    """One act on a match: a deal, a redeal, or the last deal taken back."""

    permission_classes = (RunsMatch,)
    refusals = REFUSALS

    InputSerializer = ActInput
    OutputSerializer = ActShape

    def put(self, request: Request, code: str, uuid: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        deal = act_on(asked_match(code), uuid=uuid, by=account_of(request), **fields)
        return Response(self.OutputSerializer(done(deal)).data)


class DealPutApi(DeskApi):
    """The same resource with ``act: deal``."""

    permission_classes = (RunsMatch,)
    refusals = REFUSALS

    InputSerializer = DealInput
    OutputSerializer = ActShape

    def put(self, request: Request, code: str, uuid: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        match = asked_match(code)
        deal = act_on(match, uuid=uuid, by=account_of(request), act=ActKind.DEAL.value, **fields)
        return Response(self.OutputSerializer(done(deal)).data)


def act_on(match: Match, *, act: str, record: str, keep_rejected: bool, **place: Any) -> Deal:
    """The deal that the act made or took back; ``place`` is uuid, game, after and by."""
    if act == ActKind.RETRACT.value:
        taken_back = retract_deal(match, **place)
        assert taken_back is not None  # else it was held, and refused
        return taken_back
    return record_deal(match, kind=ActKind(act), record=record, keep_rejected=keep_rejected, **place)


def done(deal: Deal) -> dict[str, Any]:
    """What is answered about a deal, as it is now."""
    match = asked_match(deal.game.match.code)
    last = last_act(match)
    fault = {"fault": deal.fault_code, "ply": deal.fault_ply, "rule": deal.fault_rule}
    return {
        "deal": deal.uuid,
        "game": deal.game.leg,
        "number": deal.number,
        "state": deal.state,
        "record": deal.normal_record,
        "outcome": deal.outcome,
        "fault": fault if deal.fault_code else None,
        "warnings": deal.warnings,
        "last_act": last and last.uuid,
        "match_state": match.state,
    }
