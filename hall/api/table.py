"""The phone at a table: the match as it is, what can be entered, its own seat, and the call for a referee.

Its acts go to the same address as everybody's (scoring.api.acts).
"""

from functools import cached_property

from django.http import Http404
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import MomentField, Shape, choice, validated
from clubs.api.view import DeskApi
from hall.table_book import table_book
from hall.table_state import table_state
from scoring.api.permissions import ReadsMatch, asked_match
from scoring.services.calls import answer_call, call_referee
from tournaments.api.phone_cookie import PhoneCookie
from tournaments.enums import MatchState
from tournaments.errors import LinkExpired, LinkRevoked
from tournaments.models import Match, PhoneAccess
from tournaments.services.phones import take_seat

MOST_SEATS = 6


class TableSeatShape(Shape):
    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    name = serializers.CharField()


class TableSideShape(Shape):
    side = serializers.IntegerField()
    name = serializers.CharField()
    games_won = serializers.IntegerField()


class TableDealShape(Shape):
    uuid = serializers.UUIDField()
    number = serializers.IntegerField()
    dealer = serializers.IntegerField(allow_null=True)
    out = serializers.IntegerField(allow_null=True, help_text="Seat that went out or declared")
    running = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Totals by side after it; null: the match has no score",
    )
    words = serializers.CharField()


class TableGameShape(Shape):
    number = serializers.IntegerField()
    finished = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True)
    totals = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="As rulings leave them"
    )
    deals = TableDealShape(many=True)


class ClockShape(Shape):
    now = MomentField(help_text="The server's time: a phone's own may be wrong")
    ends_at = MomentField()
    left = serializers.FloatField(help_text="Seconds; negative once the time is up")
    is_paused = serializers.BooleanField()


class TableShape(Shape):
    """``after`` is what the next act has to name; ``missing`` are the sides that still have to confirm."""

    code = serializers.CharField()
    event = serializers.CharField()
    round = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    state = choice(MatchState)
    takes_deals = serializers.BooleanField()
    seat = serializers.IntegerField(allow_null=True, help_text="From which this phone looks")
    seats = TableSeatShape(many=True)
    sides = TableSideShape(many=True)
    target = serializers.IntegerField(allow_null=True)
    best_of = serializers.IntegerField()
    games = TableGameShape(many=True)
    game = serializers.IntegerField(help_text="In play")
    dealer = serializers.IntegerField(allow_null=True, help_text="Null: the table says who deals first")
    after = serializers.UUIDField(allow_null=True)
    missing = serializers.ListField(child=serializers.IntegerField())
    referee_called_at = MomentField(allow_null=True, help_text="Null: nobody calls, or somebody is coming")
    dispute = serializers.CharField(help_text="Which values stand against each other; empty: none")
    is_ruled_void = serializers.BooleanField(help_text="By the referee; else the desk has made it void")
    next_places = serializers.ListField(
        child=serializers.CharField(), help_text="Where its people play next, once it is announced"
    )
    clock = ClockShape(allow_null=True)
    now = MomentField()


class AtTableApi(DeskApi):
    """For the phone at the table alone, while its link lets in."""

    authentication_classes = (PhoneCookie,)
    permission_classes = (ReadsMatch,)
    refusals = (LinkExpired, LinkRevoked)

    @cached_property
    def match(self) -> Match:
        """The match in the address, as it was when the request came."""
        return asked_match(self.kwargs["code"])

    def access(self, request: Request) -> PhoneAccess:
        assert isinstance(request.auth, PhoneAccess)  # the permission has seen to it
        return request.auth

    def shown(self, request: Request, code: str) -> Response:
        state = table_state(code, access=self.access(request))
        if state is None:
            raise Http404
        return Response(TableShape(state).data)


class TableApi(AtTableApi):
    """The match as it is now."""

    OutputSerializer = TableShape

    def get(self, request: Request, code: str) -> Response:
        return self.shown(request, code)


class SeatSetApi(AtTableApi):
    """From which seat the phone looks, and so for which side it speaks; null: for nobody."""

    OutputSerializer = TableShape

    class InputSerializer(Shape):
        seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, allow_null=True)

    def put(self, request: Request, code: str) -> Response:
        seat = validated(self.InputSerializer, request.data)["seat"]
        if seat and not self.match.seats.filter(number=seat).exists():
            raise ValidationError({"seat": gettext("There is no such seat at this table.")}, "invalid")
        take_seat(self.access(request), seat=seat)
        return self.shown(request, code)


class RefereeCallApi(AtTableApi):
    """審判を呼ぶ, or the call taken back; saying it again changes nothing."""

    OutputSerializer = TableShape

    class InputSerializer(Shape):
        called = serializers.BooleanField()

    def put(self, request: Request, code: str) -> Response:
        called = validated(self.InputSerializer, request.data)["called"]
        act = call_referee if called else answer_call
        act(self.match, by=self.access(request))
        return self.shown(request, code)


class BookShape(Shape):
    deals = serializers.DictField(help_text="By what is tapped, such as ``3,7,led``: points, words, dealers")
    fives = serializers.DictField(help_text="By dealer and by the seats that show five pawns: whom to ask")


class BookApi(AtTableApi):
    """Every deal that can be entered in taps, judged beforehand: the same for a whole stage."""

    OutputSerializer = BookShape

    def get(self, request: Request, code: str) -> Response:
        return Response(BookShape(table_book(self.match)).data)
