"""People: found by name or reading, and put on the books of a club."""

from collections.abc import Sequence

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.permissions import RunsAnything, RunsClub
from clubs.api.shapes import NAME_LENGTH, READING_LENGTH, Query, Shape, validated
from clubs.api.view import DeskApi, account_of
from clubs.errors import NameMissing
from clubs.models import Branch
from clubs.selectors.members import people_like
from clubs.services.members import register_member


class MemberShape(Shape):
    uuid = serializers.UUIDField()
    name = serializers.CharField()
    reading = serializers.CharField()
    public_name = serializers.CharField()
    in_newspaper = serializers.BooleanField()
    minor = serializers.BooleanField()
    branch = serializers.CharField(source="home.name", default="", help_text="At home there")


class MemberSearchApi(DeskApi):
    """The people whose name or reading holds these letters, in the order of the readings."""

    permission_classes = (RunsAnything,)

    class QuerySerializer(Query):
        search = serializers.CharField(max_length=NAME_LENGTH)
        limit = serializers.IntegerField(min_value=1, max_value=100, default=20)

    class OutputSerializer(Shape):
        members = MemberShape(many=True)

    def get(self, request: Request) -> Response:
        query = validated(self.QuerySerializer, request.query_params)
        members = people_like(query["search"])[: query["limit"]]
        return Response(self.OutputSerializer({"members": members}).data)


class MemberRegisterApi(DeskApi):
    """A new person is on the books; namesakes are never refused."""

    permission_classes: Sequence[type[BasePermission]] = (RunsClub,)
    refusals = (NameMissing,)

    class InputSerializer(Shape):
        name = serializers.CharField(max_length=NAME_LENGTH)
        reading = serializers.CharField(max_length=READING_LENGTH, default="", allow_blank=True)
        branch = serializers.UUIDField(allow_null=True, default=None, help_text="At home there")
        public_name = serializers.CharField(max_length=NAME_LENGTH, default="", allow_blank=True)
        in_newspaper = serializers.BooleanField(default=False)
        minor = serializers.BooleanField(default=False)

    OutputSerializer = MemberShape

    def post(self, request: Request, slug: str) -> Response:
        fields = validated(self.InputSerializer, request.data)
        if fields["branch"]:
            fields["branch"] = get_object_or_404(Branch, uuid=fields["branch"])
        member = register_member(**fields, by=account_of(request))
        return Response(self.OutputSerializer(member).data)
