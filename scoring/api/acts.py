"""Acts as a table sends them: each under a uuid of its own, naming the last act it has seen.

Sent again, an act is answered again and not done again; docs/api.md is the protocol.
"""

from functools import cached_property
from typing import Any
from unicodedata import normalize
from uuid import UUID

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.authentication import DeskSession
from clubs.api.shapes import Shape, choice, validated
from clubs.api.view import DeskApi, account_of
from ledger.models import Act
from scoring.api.permissions import KeysMatch, SitsAtMatch, coded_match
from scoring.enums import ActKind, DealState
from scoring.errors import (
    ActConflict,
    DealRefused,
    DeliveredLate,
    EndedAtBell,
    GameFinished,
    GameUnknown,
    LevelAtBell,
    MatchClosed,
    NothingAtBell,
    NothingToRetract,
    NotToConfirm,
    Overtaken,
    RoundNotPublished,
    TimeLeft,
    UuidReused,
)
from scoring.models import Deal
from scoring.selectors.acts import applied_acts, last_act
from scoring.selectors.confirmations import sides_missing
from scoring.services.acts import Enterer
from scoring.services.bell import end_at_bell
from scoring.services.confirmations import confirm_side
from scoring.services.deals import record_deal, retract_deal
from tournaments.api.phone_cookie import PhoneCookie
from tournaments.domain.phone_secrets import CODE_DIGITS
from tournaments.domain.settings import MOST_SIDES
from tournaments.enums import MatchState
from tournaments.errors import CodesLocked, CodeWrong, LinkRevoked
from tournaments.models import Match, PhoneAccess

RECORD_LENGTH = 2_000
MOST_GAMES = 99
OF_PHONES = [ActKind.CONFIRM.value, ActKind.TIME_UP.value]
SENT = [ActKind.DEAL.value, ActKind.REDEAL.value, ActKind.RETRACT.value, *OF_PHONES]
WITHOUT_RECORD = {ActKind.RETRACT.value, *OF_PHONES}
REFUSALS = (
    ActConflict,
    DealRefused,
    DeliveredLate,
    EndedAtBell,
    GameFinished,
    GameUnknown,
    LinkRevoked,
    MatchClosed,
    NothingToRetract,
    RoundNotPublished,
    UuidReused,
)


class DealInput(Shape):
    game = serializers.IntegerField(min_value=1, max_value=MOST_GAMES, default=1)
    after = serializers.UUIDField(allow_null=True, help_text="The last act seen; null: none yet")
    record = serializers.CharField(max_length=RECORD_LENGTH, help_text="In any form of one deal")
    masked = serializers.CharField(
        max_length=RECORD_LENGTH,
        default="",
        allow_blank=True,
        help_text="Line form with unseen tiles: kept beside the record, never scores",
    )
    keep_rejected = serializers.BooleanField(
        default=False, help_text="Keep an unlawful record as a row that does not count"
    )


class DigitsField(serializers.RegexField):
    """Digits as they are typed, a Japanese keyboard's wide ones too."""

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(normalize("NFKC", data) if isinstance(data, str) else data)


class ActInput(DealInput):
    act = serializers.ChoiceField(SENT)
    record = serializers.CharField(
        max_length=RECORD_LENGTH, default="", allow_blank=True, help_text="Empty for retract and confirm"
    )
    side = serializers.IntegerField(
        min_value=1, max_value=MOST_SIDES, default=None, allow_null=True, help_text="Which side confirms"
    )
    code = DigitsField(
        rf"\A[0-9]{{{CODE_DIGITS}}}\Z", default="", allow_blank=True, help_text="On a card of that side"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["act"] not in WITHOUT_RECORD and not attrs["record"]:
            raise ValidationError({"record": gettext("A deal has a record.")}, "required")
        if attrs["act"] == ActKind.CONFIRM.value and not (attrs["side"] and attrs["code"]):
            raise ValidationError({"code": gettext("A side confirms by its code.")}, "required")
        return attrs


class FaultShape(Shape):
    fault = serializers.CharField()
    ply = serializers.IntegerField()
    rule = serializers.CharField()


class ActShape(Shape):
    """The deal that the act made or took back, and what the next act has to name.

    ``act`` is what stands for the one that was sent: itself, or another that came first and said the same.
    """

    act = serializers.UUIDField()
    deal = serializers.UUIDField(
        allow_null=True, help_text="Another act's, where that came first and said the same; null: confirmed"
    )
    game = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    state = choice(DealState, allow_null=True)
    record = serializers.CharField(help_text="In normal form: equal deals are equal text")
    outcome = serializers.DictField(allow_null=True)
    fault = FaultShape(allow_null=True, help_text="Why the row does not count")
    warnings = serializers.ListField(child=serializers.CharField())
    last_act = serializers.UUIDField(allow_null=True, help_text="The next act's ``after``")
    match_state = choice(MatchState)
    missing = serializers.ListField(
        child=serializers.IntegerField(), help_text="Sides that still have to confirm"
    )


class ActsApi(DeskApi):
    """For the desk and for the phone at the table."""

    authentication_classes = (PhoneCookie, DeskSession)
    permission_classes = (SitsAtMatch | KeysMatch,)

    @cached_property
    def match(self) -> Match:
        """The match in the address, as it was when the request came."""
        return coded_match(self.kwargs["code"])


class ActPutApi(ActsApi):
    """One act on a match: a deal, a redeal, the last deal taken back, or a side confirms."""

    refusals = (
        *REFUSALS,
        CodesLocked,
        CodeWrong,
        LevelAtBell,
        NothingAtBell,
        NotToConfirm,
        Overtaken,
        TimeLeft,
    )

    InputSerializer = ActInput
    OutputSerializer = ActShape

    def put(self, request: Request, code: str, uuid: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        side, digits = fields.pop("side"), fields.pop("code")
        by = enterer_of(request)
        if fields["act"] in OF_PHONES:
            phone, place = phone_of(by), {"uuid": uuid, "after": fields["after"]}
            if fields["act"] == ActKind.CONFIRM.value:
                confirm_side(self.match, side=side, code=digits, by=phone, **place)
            else:
                end_at_bell(self.match, by=phone, **place)
            return Response(self.OutputSerializer(done(None, self.match, act=uuid)).data)
        deal = act_on(self.match, uuid=uuid, by=by, **fields)
        standing = retraction_of(deal, uuid) if fields["act"] == ActKind.RETRACT.value else deal.uuid
        return Response(self.OutputSerializer(done(deal, deal.game.match, act=standing)).data)


class DealPutApi(ActsApi):
    """The same resource with ``act: deal``."""

    refusals = REFUSALS

    InputSerializer = DealInput
    OutputSerializer = ActShape

    def put(self, request: Request, code: str, uuid: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        by = enterer_of(request)
        deal = act_on(self.match, uuid=uuid, by=by, act=ActKind.DEAL.value, **fields)
        return Response(self.OutputSerializer(done(deal, deal.game.match, act=deal.uuid)).data)


def enterer_of(request: Request) -> Enterer:
    """The phone at the table, else who is signed in."""
    return request.auth if isinstance(request.auth, PhoneAccess) else account_of(request)


def act_on(match: Match, *, act: str, record: str, masked: str, keep_rejected: bool, **place: Any) -> Deal:
    """The deal that the act made or took back; ``place`` is uuid, game, after and by."""
    if act == ActKind.RETRACT.value:
        taken_back = retract_deal(match, **place)
        assert taken_back is not None  # else it was held, and refused
        return taken_back
    return record_deal(
        match, kind=ActKind(act), record=record, masked=masked, keep_rejected=keep_rejected, **place
    )


def phone_of(by: Enterer) -> PhoneAccess:
    """What only a phone says; whoever sits at the desk has a page for it."""
    if not isinstance(by, PhoneAccess):
        raise ValidationError({"act": gettext("The desk has a page of its own for this.")}, "invalid")
    return by


def done(deal: Deal | None, match: Match, *, act: UUID) -> dict[str, Any]:
    """What is answered about a deal, as it is now; after a confirmation about the match alone."""
    fault = {"fault": deal.fault_code, "ply": deal.fault_ply, "rule": deal.fault_rule} if deal else None
    return {
        "act": act,
        "deal": deal and deal.uuid,
        "game": deal and deal.game.leg,
        "number": deal and deal.number,
        "state": deal and deal.state,
        "record": deal.normal_record if deal else "",
        "outcome": deal and deal.outcome,
        "fault": fault if deal and deal.fault_code else None,
        "warnings": deal.warnings if deal else [],
        "last_act": last_act(match),
        "match_state": match.state,
        "missing": sides_missing(match),
    }


def retraction_of(deal: Deal, uuid: UUID) -> UUID:
    """The sent act, or the one of somebody else that came first and took the same deal back."""
    if Act.objects.filter(uuid=uuid).exists():
        return uuid
    acts = applied_acts(deal.game.match).filter(payload__content__deal=str(deal.uuid))
    return acts.latest("number").uuid
