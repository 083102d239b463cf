"""One match at the desk: everything kept of it, and what the desk decides about it."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import REASON_LENGTH, Shape, validated
from clubs.api.view import DeskApi, account_of
from scoring.api.acts import MOST_GAMES, RECORD_LENGTH
from scoring.api.permissions import KeysMatch, RefereesMatch, SeesMatch, asked_match
from scoring.api.reads import told
from scoring.api.shapes import DrawnMatchShape, SheetShape
from scoring.errors import (
    ConfirmByAnother,
    DealNotCurrent,
    DealRefused,
    GameUnknown,
    MatchClosed,
    NothingHeld,
    NotToConfirm,
    ResultDecidesLater,
    RoundNotPublished,
    TotalsRefused,
)
from scoring.models import Deal
from scoring.selectors.acts import last_act
from scoring.selectors.matches import public_match
from scoring.selectors.undoable import last_undoable
from scoring.selectors.viewer import Viewer
from scoring.services.brackets import reopen_result
from scoring.services.confirmations import confirm_at_desk
from scoring.services.deals import correct_deal, resolve_dispute
from scoring.services.outcomes import record_forfeit, record_totals, withdraw_outcome
from tournaments.domain.settings import MOST_SIDES
from tournaments.errors import ReasonMissing

MOST_POINTS = 10_000
MARKS = ["time_up", "forfeit", "ruling"]


class DeskMatchShape(Shape):
    """Deals in every state, the held and rejected ones too; ``last_act`` is the next act's ``after``."""

    match = DrawnMatchShape()
    sheet = SheetShape()
    last_act = serializers.UUIDField(allow_null=True)
    undoable = serializers.UUIDField(allow_null=True, help_text="The act that would be undone")


def totals_of_games(**options: Any) -> serializers.ListField:
    """Points of each game by side."""
    points = serializers.IntegerField(min_value=0, max_value=MOST_POINTS)
    return serializers.ListField(
        child=serializers.ListField(child=points, min_length=2, max_length=MOST_SIDES),
        min_length=1,
        max_length=MOST_GAMES,
        help_text="Of each game: side 1, side 2, at a table of three side 3",
        **options,
    )


class ReasonInput(Shape):
    reason = serializers.CharField(max_length=REASON_LENGTH)


class MatchDeskApi(DeskApi):
    """Everything that is kept of one match."""

    permission_classes = (SeesMatch,)

    OutputSerializer = DeskMatchShape

    def get(self, request: Request, code: str) -> Response:
        return Response(self.OutputSerializer(kept(code)).data)


class MatchConfirmApi(DeskApi):
    """The result stands; confirming again changes nothing. Whoever has keyed it leaves this to others."""

    permission_classes = (KeysMatch,)
    refusals = (ConfirmByAnother, NotToConfirm)

    OutputSerializer = DeskMatchShape

    def post(self, request: Request, code: str) -> Response:
        confirm_at_desk(asked_match(code), by=account_of(request))
        return Response(self.OutputSerializer(kept(code)).data)


class MatchReopenApi(DeskApi):
    """The match may be changed again while its round is open, in a bracket also later.

    ``with_later`` takes back what has been played since and hangs on its result.
    """

    permission_classes = (RefereesMatch,)
    refusals = (MatchClosed, ResultDecidesLater, ReasonMissing)

    class InputSerializer(ReasonInput):
        with_later = serializers.BooleanField(default=False)

    OutputSerializer = DeskMatchShape

    def post(self, request: Request, code: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        reopen_result(asked_match(code), **fields, by=account_of(request))
        return Response(self.OutputSerializer(kept(code)).data)


class TotalsSetApi(DeskApi):
    """合計のみ: the totals of each game stand as typed; deals win over them."""

    permission_classes = (KeysMatch,)
    refusals = (GameUnknown, TotalsRefused, MatchClosed, RoundNotPublished)

    class InputSerializer(Shape):
        totals = totals_of_games()
        ended_by = serializers.ChoiceField(MARKS, default="", allow_blank=True)

    OutputSerializer = DeskMatchShape

    def put(self, request: Request, code: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        record_totals(asked_match(code), **fields, by=account_of(request))
        return Response(self.OutputSerializer(kept(code)).data)


class ForfeitSetApi(DeskApi):
    """不戦勝: the side wins without play."""

    permission_classes = (RefereesMatch,)
    refusals = (ReasonMissing, MatchClosed, RoundNotPublished)

    class InputSerializer(ReasonInput):
        winner = serializers.ChoiceField([1, 2], help_text="Side")

    OutputSerializer = DeskMatchShape

    def put(self, request: Request, code: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        record_forfeit(asked_match(code), **fields, by=account_of(request))
        return Response(self.OutputSerializer(kept(code)).data)


class OutcomeWithdrawApi(DeskApi):
    """What was typed without deals no longer counts; the deals alone do."""

    permission_classes = (RefereesMatch,)
    refusals = (ReasonMissing, MatchClosed, RoundNotPublished)

    InputSerializer = ReasonInput
    OutputSerializer = DeskMatchShape

    def post(self, request: Request, code: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        withdraw_outcome(asked_match(code), **fields, by=account_of(request))
        return Response(self.OutputSerializer(kept(code)).data)


class DealCorrectApi(DeskApi):
    """A new row stands in the place of this deal, which stays as superseded."""

    permission_classes = (RefereesMatch,)
    refusals = (DealRefused, DealNotCurrent, ReasonMissing, MatchClosed)

    class InputSerializer(ReasonInput):
        record = serializers.CharField(max_length=RECORD_LENGTH)

    OutputSerializer = DeskMatchShape

    def post(self, request: Request, code: str, uuid: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        correct_deal(asked_deal(code, uuid), **fields, by=account_of(request))
        return Response(self.OutputSerializer(kept(code)).data)


class DisputeResolveApi(DeskApi):
    """One of the held deals is chosen, or none: then what was there first stands."""

    permission_classes = (RefereesMatch,)
    refusals = (NothingHeld,)

    class InputSerializer(Shape):
        held = serializers.UUIDField(allow_null=True)

    OutputSerializer = DeskMatchShape

    def post(self, request: Request, code: str) -> Response:
        held = validated(self.InputSerializer, request.data)["held"]
        chosen = asked_deal(code, held) if held else None
        resolve_dispute(asked_match(code), held=chosen, by=account_of(request))
        return Response(self.OutputSerializer(kept(code)).data)


def asked_deal(code: str, uuid: UUID) -> Deal:
    """This deal of this match. Raises Http404."""
    return get_object_or_404(Deal, game__match__code=code.upper(), uuid=uuid)


def kept(code: str) -> dict[str, object]:
    """The match as it is now, for its desk."""
    match = public_match(code, Viewer.STAFF)
    assert match is not None  # the permission has found it
    undoable = last_undoable(match)
    return {
        **told(match, Viewer.STAFF),
        "last_act": last_act(match),
        "undoable": undoable and undoable.act.uuid,
    }
