"""The clubs of this installation and their branches."""

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.permissions import IsAdmin
from clubs.api.shapes import NAME_LENGTH, Shape, validated
from clubs.api.view import DeskApi, PublicApi, account_of
from clubs.errors import NameMissing
from clubs.models import Club
from clubs.services.members import add_branch, found_club


class BranchShape(Shape):
    uuid = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()


class ClubShape(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    branches = BranchShape(many=True)


class ClubListApi(PublicApi):
    """Every club with its branches in their order."""

    class OutputSerializer(Shape):
        clubs = ClubShape(many=True)

    def get(self, request: Request) -> Response:
        clubs = Club.objects.prefetch_related("branches").order_by("name", "slug")
        return Response(self.OutputSerializer({"clubs": clubs}).data)


class NameInput(Shape):
    name = serializers.CharField(max_length=NAME_LENGTH)


class ClubFoundApi(DeskApi):
    """The club is on the books; founding it again changes nothing."""

    permission_classes = (IsAdmin,)
    InputSerializer = NameInput
    OutputSerializer = ClubShape

    def put(self, request: Request, slug: str) -> Response:
        club = found_club(validated(self.InputSerializer, request.data)["name"], slug=slug, branches={})
        return Response(self.OutputSerializer(club).data)


class BranchAddApi(DeskApi):
    """The branch stands last in its club's list; adding one name twice is adding it once."""

    permission_classes = (IsAdmin,)
    refusals = (NameMissing,)
    InputSerializer = NameInput
    OutputSerializer = BranchShape

    def post(self, request: Request, slug: str) -> Response:
        name = validated(self.InputSerializer, request.data)["name"]
        branch = add_branch(get_object_or_404(Club, slug=slug), name=name, by=account_of(request))
        return Response(self.OutputSerializer(branch).data)
