"""A full record as it is tapped, at the table or at the desk: the match, and what the engine allows next.

The finished record goes to the same address as every act (scoring.api.acts).
"""

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import Shape, validated
from hall.api.table import TableShape
from hall.record_position import record_position
from hall.table_state import table_state
from scoring.api.acts import RECORD_LENGTH, ActsApi
from scoring.api.permissions import KeysMatch, ReadsMatch
from tournaments.errors import LinkExpired, LinkRevoked
from tournaments.models import PhoneAccess


class RecordFaultShape(Shape):
    ply = serializers.IntegerField(help_text="0: the deal itself")
    code = serializers.CharField()
    rule = serializers.CharField()
    words = serializers.CharField()


class PositionShape(Shape):
    """After a fault ``legal`` is empty, and the rest is how it stood before the faulty event."""

    plies = serializers.IntegerField(help_text="Lawful events")
    hands = serializers.ListField(child=serializers.CharField(), help_text="What each seat still holds")
    to_play = serializers.IntegerField(allow_null=True)
    leads = serializers.BooleanField()
    legal = serializers.ListField(child=serializers.CharField(), help_text="Events that may come next")
    outcome = serializers.DictField(allow_null=True, help_text="As in the book, with end, seat, tile, how")
    fault = RecordFaultShape(allow_null=True)


class RecordApi(ActsApi):
    permission_classes = (ReadsMatch | KeysMatch,)
    refusals = (LinkExpired, LinkRevoked)


class RecordSheetApi(RecordApi):
    """The match as its record is entered: seats, who deals, ``after``."""

    OutputSerializer = TableShape

    def get(self, request: Request, code: str) -> Response:
        state = table_state(code, access=request.auth if isinstance(request.auth, PhoneAccess) else None)
        if state is None:
            raise Http404
        return Response(self.OutputSerializer(state).data)


class LawfulApi(RecordApi):
    """Where the record so far stands by the rules of this table; nothing is stored."""

    OutputSerializer = PositionShape

    class InputSerializer(Shape):
        record = serializers.CharField(max_length=RECORD_LENGTH, help_text="Line form, as far as it goes")

    def post(self, request: Request, code: str) -> Response:
        record = validated(self.InputSerializer, request.data)["record"]
        return Response(self.OutputSerializer(record_position(self.match, record)).data)
