"""Entries at the desk: one withdraws, and the match it leaves behind is settled."""

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import REASON_LENGTH, choice, validated
from clubs.api.view import DeskApi, account_of
from scoring.enums import LeftMatch
from scoring.errors import ForfeitNeedsTwoSides, NobodySitsIn
from scoring.services.withdrawals import withdraw_entry
from tournaments.api.permissions import RunsEvent
from tournaments.api.reception import DivisionInput
from tournaments.api.shapes import EntryShape, asked_division
from tournaments.errors import EntryPlays, EventClosed, ReasonMissing
from tournaments.models import Entry
from tournaments.selectors.names import named_entries


class EntryWithdrawApi(DeskApi):
    """The entry is drawn no more; what it played stays, but where the rule of a round robin annuls it."""

    permission_classes = (RunsEvent,)
    refusals = (EntryPlays, EventClosed, ForfeitNeedsTwoSides, NobodySitsIn, ReasonMissing)

    class InputSerializer(DivisionInput):
        reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True)
        left_match = choice(
            LeftMatch, required=False, allow_null=True, help_text="What becomes of the match it sits in"
        )

    OutputSerializer = EntryShape

    def post(self, request: Request, slug: str, number: int) -> Response:
        fields = validated(self.InputSerializer, request.data)
        division = asked_division(slug, fields["division"])
        entry = get_object_or_404(Entry, division=division, number=number, withdrawn_at=None)
        left = fields.get("left_match")
        withdraw_entry(
            entry,
            reason=fields["reason"],
            left_match=LeftMatch(left) if left else None,
            by=account_of(request),
        )
        return Response(self.OutputSerializer(named_entries(division)[entry.pk]).data)
