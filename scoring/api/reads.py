"""What everybody may read of draws and results, through the selectors that keep the gates."""

from collections.abc import Mapping

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.shapes import Shape, choice, validated
from clubs.api.view import PublicApi
from scoring.api.shapes import (
    CrossRowShape,
    MatchShape,
    RoundShape,
    SheetShape,
    StandingShape,
    StepShape,
)
from scoring.selectors.cross_table import cross_table_for
from scoring.selectors.deals import deal_sheet
from scoring.selectors.matches import match_card, match_cards, public_match
from scoring.selectors.standings import derivation_of, standings_for
from scoring.selectors.viewer import Viewer, sees_draws, visible_rounds
from tournaments.api.shapes import EntryShape, StageQuery, asked_stage
from tournaments.api.versions import answer_version
from tournaments.enums import RankingKey
from tournaments.models import Match, Stage, Tournament
from tournaments.selectors.names import named_entries

PUBLIC = Viewer.PUBLIC
MOST_ROUNDS = 999


class StageReadApi(PublicApi):
    """A read of one stage of the event in the address; each class says what it reads."""

    QuerySerializer = StageQuery

    OutputSerializer: type[Shape]

    def get(self, request: Request, slug: str, **place: int) -> Response:
        query = validated(self.QuerySerializer, request.query_params)
        event = get_object_or_404(Tournament, slug=slug)
        stage = asked_stage(event, query.pop("stage", None))
        return answer_version(
            request, event, lambda: self.OutputSerializer(self.read(stage, place | query)).data
        )

    def read(self, stage: Stage, asked: Mapping[str, int]) -> object:
        raise NotImplementedError


class EntryListApi(StageReadApi):
    """Who plays, by number; withdrawn entries are not among them."""

    class OutputSerializer(Shape):
        entries = EntryShape(many=True)

    def read(self, stage: Stage, asked: Mapping[str, int]) -> object:
        names = named_entries(stage.division).values()
        return {"entries": [name for name in names if not name.withdrawn]}


class EntryApi(StageReadApi):
    """Match by match, how one entry came to its place; ``row`` is null while standings are hidden."""

    class OutputSerializer(Shape):
        entry = EntryShape()
        ranking = serializers.ListField(child=choice(RankingKey), source="keys")
        row = StandingShape(allow_null=True)
        steps = StepShape(many=True)
        opponents_hidden = serializers.BooleanField()

    def read(self, stage: Stage, asked: Mapping[str, int]) -> object:
        derivation = derivation_of(stage, asked["number"], PUBLIC)
        if derivation is None:
            raise Http404
        return derivation


class RoundListApi(StageReadApi):
    """The rounds that are announced, in order; none while the draw is hidden."""

    class OutputSerializer(Shape):
        rounds = RoundShape(many=True)
        hidden = serializers.BooleanField()

    def read(self, stage: Stage, asked: Mapping[str, int]) -> object:
        return {
            "rounds": visible_rounds(stage, PUBLIC),
            "hidden": not sees_draws(PUBLIC, stage.tournament),
        }


class RoundApi(StageReadApi):
    """対戦: the tables of one round in the order of the hall, byes last."""

    class OutputSerializer(Shape):
        round = RoundShape()
        matches = MatchShape(many=True)

    def read(self, stage: Stage, asked: Mapping[str, int]) -> object:
        round = get_object_or_404(visible_rounds(stage, PUBLIC), number=asked["number"])
        return {"round": round, "matches": match_cards(round, PUBLIC)}


class StandingsApi(StageReadApi):
    """順位 after a round; provisional while a round that counts is not closed."""

    class QuerySerializer(StageQuery):
        through = serializers.IntegerField(
            min_value=1, max_value=MOST_ROUNDS, required=False, help_text="After this round"
        )

    class OutputSerializer(Shape):
        ranking = serializers.ListField(child=choice(RankingKey), source="keys")
        rows = StandingShape(many=True)
        through = serializers.IntegerField()
        provisional = serializers.BooleanField()
        hidden = serializers.BooleanField()

    def read(self, stage: Stage, asked: Mapping[str, int]) -> object:
        return standings_for(stage, through=asked.get("through"), viewer=PUBLIC)


class CrossTableApi(StageReadApi):
    """星取表: by opponent in a round robin, else by round; rows in the order of the standings."""

    class OutputSerializer(Shape):
        rows = CrossRowShape(many=True)
        rounds = serializers.ListField(child=serializers.IntegerField())
        opponents = EntryShape(many=True)
        provisional = serializers.BooleanField()
        hidden = serializers.BooleanField()

    def read(self, stage: Stage, asked: Mapping[str, int]) -> object:
        return cross_table_for(stage, PUBLIC)


class MatchApi(PublicApi):
    """記録: one match with its deals and the running score; no totals of a disputed one."""

    class OutputSerializer(Shape):
        match = MatchShape()
        sheet = SheetShape()

    def get(self, request: Request, code: str) -> Response:
        match = public_match(code, PUBLIC)
        if match is None:
            raise Http404
        return answer_version(
            request, match.tournament, lambda: self.OutputSerializer(told(match, PUBLIC)).data
        )


def told(match: Match, viewer: Viewer) -> dict[str, object]:
    """The match and its deals as this viewer may see them."""
    names = named_entries(match.round.stage.division)
    return {"match": match_card(match, names, viewer), "sheet": deal_sheet(match, viewer)}
