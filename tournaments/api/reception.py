"""Reception: who is expected, who is here, the fee, and the closing that makes the pairs."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.members import MemberRegisterApi, MemberShape
from clubs.api.shapes import MomentField, Shape, validated
from clubs.api.view import DeskApi, account_of
from clubs.errors import NameMissing
from clubs.models import Branch, Member
from tournaments.api.events import MOST_YEN
from tournaments.api.permissions import ReadsEvent, RunsEvent
from tournaments.api.shapes import EntryShape, asked_division
from tournaments.errors import (
    AlreadyEntered,
    EntrySizeWrong,
    EventClosed,
    FeeTaken,
    FeeTooHigh,
    NobodyEntered,
    NoPartnersFit,
    PlayBegun,
    ReceptionClosed,
    ReceptionOpen,
    SamePersonTwice,
    StageStarted,
)
from tournaments.models import Attendance, Tournament
from tournaments.selectors.names import named_entries
from tournaments.selectors.reception import attendance_list, fee_totals, partner_pool
from tournaments.services.entries import enter_pair, enter_person
from tournaments.services.people import correct_person
from tournaments.services.reception import (
    close_reception,
    join_pool,
    mark_present,
    reopen_reception,
    take_fee,
)

MOST_DIVISIONS = 99


class AttendanceShape(Shape):
    person = MemberShape(source="member")
    present = serializers.BooleanField()
    arrived_at = MomentField(allow_null=True)
    fee_due = serializers.IntegerField()
    fee_taken = serializers.IntegerField()
    owes = serializers.IntegerField()
    receipt_number = serializers.IntegerField(allow_null=True)


class FeesShape(Shape):
    due = serializers.IntegerField()
    taken = serializers.IntegerField()
    owed = serializers.IntegerField()


class DivisionInput(Shape):
    division = serializers.IntegerField(min_value=1, max_value=MOST_DIVISIONS, default=1)


class ReceptionApi(DeskApi):
    """Everybody expected in 五十音 order, the entries, the pool for the partner lot, the till."""

    permission_classes = (ReadsEvent,)

    class OutputSerializer(Shape):
        attendances = AttendanceShape(many=True)
        entries = EntryShape(many=True)
        pool = MemberShape(many=True)
        fees = FeesShape()

    def get(self, request: Request, slug: str) -> Response:
        event = get_object_or_404(Tournament, slug=slug)
        division = event.divisions.earliest("number")
        found = {
            "attendances": attendance_list(event),
            "entries": [name for name in named_entries(division).values() if not name.withdrawn],
            "pool": partner_pool(division),
            "fees": fee_totals(event),
        }
        return Response(self.OutputSerializer(found).data)


class WalkInRegisterApi(MemberRegisterApi):
    """A new person is on the books, put there at the reception of this event."""

    permission_classes = (RunsEvent,)


class PairEnterApi(DeskApi):
    """The two are one entry, named in this order, with the next number."""

    permission_classes = (RunsEvent,)
    refusals = (AlreadyEntered, EntrySizeWrong, EventClosed, SamePersonTwice, StageStarted)

    class InputSerializer(DivisionInput):
        first = serializers.UUIDField()
        second = serializers.UUIDField()
        name = serializers.CharField(max_length=120, default="", allow_blank=True)

    OutputSerializer = EntryShape

    def post(self, request: Request, slug: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        entry = enter_pair(
            asked_division(slug, fields["division"]),
            first=get_object_or_404(Member, uuid=fields["first"]),
            second=get_object_or_404(Member, uuid=fields["second"]),
            name=fields["name"],
            by=account_of(request),
        )
        return Response(self.OutputSerializer(named_entries(entry.division)[entry.pk]).data)


class PersonEnterApi(DeskApi):
    """The person is expected: in the pool for a partner, or entered at once where persons are ranked."""

    permission_classes = (RunsEvent,)
    refusals = (AlreadyEntered, EventClosed, StageStarted)

    class InputSerializer(DivisionInput):
        person = serializers.UUIDField()

    OutputSerializer = AttendanceShape

    def post(self, request: Request, slug: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        attendance = enter_person(
            asked_division(slug, fields["division"]),
            person=get_object_or_404(Member, uuid=fields["person"]),
            by=account_of(request),
        )
        return Response(self.OutputSerializer(attendance).data)


class PresenceSetApi(DeskApi):
    """The person is here, or not after all."""

    permission_classes = (RunsEvent,)

    class InputSerializer(Shape):
        present = serializers.BooleanField()

    OutputSerializer = AttendanceShape

    def put(self, request: Request, slug: str, person: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        attendance = mark_present(
            get_object_or_404(Tournament, slug=slug),
            person=get_object_or_404(Member, uuid=person),
            present=fields["present"],
            by=account_of(request),
        )
        return Response(self.OutputSerializer(attendance).data)


class PersonCorrectApi(DeskApi):
    """The facts about somebody who is at this event are these from now on, on every page."""

    permission_classes = (RunsEvent,)
    refusals = (NameMissing,)
    InputSerializer = MemberRegisterApi.InputSerializer
    OutputSerializer = MemberShape

    def put(self, request: Request, slug: str, person: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        if fields["branch"]:
            fields["branch"] = get_object_or_404(Branch, uuid=fields["branch"])
        member = get_object_or_404(Member, uuid=person, attendances__tournament__slug=slug)
        corrected = correct_person(member, **fields, by=account_of(request))
        return Response(self.OutputSerializer(corrected).data)


class FeeTakeApi(DeskApi):
    """So many yen are taken, and the receipt has the event's next number."""

    permission_classes = (RunsEvent,)
    refusals = (FeeTaken, FeeTooHigh)

    class InputSerializer(Shape):
        amount = serializers.IntegerField(min_value=1, max_value=MOST_YEN)

    OutputSerializer = AttendanceShape

    def post(self, request: Request, slug: str, person: UUID) -> Response:
        fields = validated(self.InputSerializer, request.data)
        attendance = get_object_or_404(Attendance, tournament__slug=slug, member__uuid=person)
        take_fee(attendance, amount=fields["amount"], by=account_of(request))
        return Response(self.OutputSerializer(attendance).data)


class ReceptionCloseApi(DeskApi):
    """Everybody present stands in an entry, but for one of an odd pool; answers the pairs by lot."""

    permission_classes = (RunsEvent,)
    refusals = (ReceptionClosed, NobodyEntered, NoPartnersFit)

    class InputSerializer(DivisionInput):
        avoid_same_branch = serializers.BooleanField(default=False)

    class OutputSerializer(Shape):
        pairs_by_lot = EntryShape(many=True)

    def post(self, request: Request, slug: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        division = asked_division(slug, fields["division"])
        pairs = close_reception(
            division, avoid_same_branch=fields["avoid_same_branch"], by=account_of(request)
        )
        names = named_entries(division)
        return Response(self.OutputSerializer({"pairs_by_lot": [names[pair.pk] for pair in pairs]}).data)


class ReceptionReopenApi(DeskApi):
    """Reception is open as it was before it closed; answers the entries that are back."""

    permission_classes = (RunsEvent,)
    refusals = (PlayBegun, EventClosed)
    InputSerializer = DivisionInput

    class OutputSerializer(Shape):
        back = EntryShape(many=True)

    def post(self, request: Request, slug: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        division = asked_division(slug, fields["division"])
        back = reopen_reception(division, by=account_of(request))
        names = named_entries(division)
        return Response(self.OutputSerializer({"back": [names[entry.pk] for entry in back]}).data)


class PoolJoinApi(DeskApi):
    """Whoever waits after the closing has a partner by lot; answers the new pairs."""

    permission_classes = (RunsEvent,)
    refusals = (ReceptionOpen, NoPartnersFit, StageStarted, EventClosed)
    InputSerializer = ReceptionCloseApi.InputSerializer
    OutputSerializer = ReceptionCloseApi.OutputSerializer

    def post(self, request: Request, slug: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        division = asked_division(slug, fields["division"])
        pairs = join_pool(division, avoid_same_branch=fields["avoid_same_branch"], by=account_of(request))
        names = named_entries(division)
        return Response(self.OutputSerializer({"pairs_by_lot": [names[pair.pk] for pair in pairs]}).data)
