"""The clubs of this installation and their branches."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import Shape
from clubs.api.view import PublicApi
from clubs.models import Club


class BranchShape(Shape):
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
