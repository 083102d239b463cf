"""訂正: a confirmed match is changed, in any round; first the list of what differs, then the choice."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import REASON_LENGTH, Shape, choice, validated
from clubs.api.view import DeskApi, account_of
from scoring.api.acts import MOST_GAMES, RECORD_LENGTH
from scoring.api.matches import MARKS, DeskMatchShape, kept, totals_of_games
from scoring.api.permissions import RefereesMatch, asked_match
from scoring.api.rounds import DRAWING
from scoring.domain.correction import Change, ChangeKind, change_from
from scoring.enums import Later
from scoring.errors import (
    ConsequencesChanged,
    CorrectionIncomplete,
    DealNotCurrent,
    DealRefused,
    GameUnknown,
    MatchOpen,
    NothingToRetract,
    ResultDecidesLater,
    RoundBegun,
    SideNotHere,
    TablesFollow,
    TotalsRefused,
)
from scoring.selectors.consequences import Consequences
from scoring.services.corrections import correct_match, preview_correction
from tournaments.domain.settings import MOST_SIDES
from tournaments.errors import EventClosed, ReasonMissing
from tournaments.models import Match

MOST_CHANGES = 40
MOST_DEALS = 999
LIST_LENGTH = 32
NEEDED = {
    ChangeKind.DEAL: ("deal", "record"),
    ChangeKind.ADD: ("record",),
    ChangeKind.TOTALS: ("totals",),
    ChangeKind.FORFEIT: ("winner",),
    ChangeKind.RESTORE: ("version",),
}
"""The fields without which a change says nothing."""


class ChangeInput(Shape):
    """One change; only the fields that it needs."""

    change = choice(ChangeKind)
    deal = serializers.UUIDField(required=False, help_text="Of `deal`: which one is replaced")
    version = serializers.UUIDField(required=False, help_text="Of `restore`: what counts again")
    game = serializers.IntegerField(min_value=1, max_value=MOST_GAMES, required=False)
    number = serializers.IntegerField(
        min_value=0,
        max_value=MOST_DEALS,
        required=False,
        help_text="Of `add`; 0: behind the last",
    )
    record = serializers.CharField(max_length=RECORD_LENGTH, required=False)
    totals = totals_of_games(required=False)
    ended_by = serializers.ChoiceField(MARKS, required=False, allow_blank=True)
    winner = serializers.IntegerField(min_value=1, max_value=MOST_SIDES, required=False, help_text="Side")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        missing = [name for name in NEEDED.get(ChangeKind(attrs["change"]), ()) if name not in attrs]
        if missing:
            raise ValidationError({name: gettext("This change needs it.") for name in missing}, "required")
        return attrs


class ToldResultShape(Shape):
    totals = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    winner = serializers.IntegerField(allow_null=True, help_text="Side")
    ended = serializers.CharField(help_text="How it ended where no game says it")


class OtherTablesShape(Shape):
    round = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.CharField())


class RankMoveShape(Shape):
    number = serializers.IntegerField(help_text="Of the entry")
    name = serializers.CharField()
    group = serializers.IntegerField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class OtherCutShape(Shape):
    stage = serializers.IntegerField()
    coming = serializers.ListField(child=serializers.CharField())
    going = serializers.ListField(child=serializers.CharField())


class OtherPlaceShape(Shape):
    number = serializers.IntegerField(help_text="Of the entry")
    name = serializers.CharField()
    awarded = serializers.IntegerField()
    now = serializers.IntegerField()


class ConsequencesShape(Shape):
    """What differs. ``after`` names this list; saving names it, and is refused once it is another."""

    result = ToldResultShape()
    was = ToldResultShape()
    tables = OtherTablesShape(many=True, help_text="Of later rounds, at which others would meet")
    ranks = RankMoveShape(many=True)
    cuts = OtherCutShape(many=True, help_text="Announced lists that would no longer agree")
    places = OtherPlaceShape(many=True, help_text="Places awarded that would no longer agree")
    played = serializers.ListField(
        child=serializers.CharField(), help_text="Tables of a bracket (round/table) that hang on the result"
    )
    begun = serializers.IntegerField(allow_null=True, help_text="The first later round that people play")
    choices = serializers.ListField(child=choice(Later))
    after = serializers.CharField()


class MatchCorrectApi(DeskApi):
    """A confirmed match says something else from now on, and everybody sees before what follows.

    With ``preview`` the list is answered and nothing is done.
    """

    permission_classes = (RefereesMatch,)
    refusals = (
        ConsequencesChanged,
        CorrectionIncomplete,
        DealNotCurrent,
        DealRefused,
        EventClosed,
        GameUnknown,
        MatchOpen,
        NothingToRetract,
        ReasonMissing,
        ResultDecidesLater,
        RoundBegun,
        SideNotHere,
        TablesFollow,
        TotalsRefused,
        *DRAWING,
    )

    class InputSerializer(Shape):
        changes = serializers.ListField(child=ChangeInput(), min_length=1, max_length=MOST_CHANGES)
        reason = serializers.CharField(max_length=REASON_LENGTH, default="", allow_blank=True)
        later = choice(Later, default=Later.KEEP.value)
        after = serializers.CharField(max_length=LIST_LENGTH, default="", allow_blank=True)
        preview = serializers.BooleanField(default=False)

    class OutputSerializer(Shape):
        consequences = ConsequencesShape()
        kept = DeskMatchShape(help_text="The match as it is now")

    def post(self, request: Request, code: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        match = asked_match(code)
        if match.is_bye:
            raise Http404
        changes = [change_from(said) for said in fields.pop("changes")]
        found = corrected(match, changes, by=account_of(request), **fields)
        return Response(self.OutputSerializer({"consequences": found, "kept": kept(code)}).data)


def corrected(
    match: Match, changes: list[Change], *, preview: bool, later: str, **facts: Any
) -> Consequences:
    """The list, after it was saved or only looked at."""
    if preview:
        return preview_correction(match, changes)
    return correct_match(match, changes, later=Later(later), **facts)
