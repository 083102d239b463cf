"""Rounds, matches, deals and standings as the API shows them: what the pages show, as plain values."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from rest_framework import serializers

from clubs.api.shapes import MomentField, Shape, choice
from scoring.domain.facts import Result, RulingEffect
from scoring.enums import DealState
from tournaments.api.shapes import EntryShape
from tournaments.domain.settings import MOST_SIDES
from tournaments.enums import MatchState, RankingKey, RoundState


class NumberField(serializers.FloatField):
    """A whole number as one, anything between as a decimal fraction."""

    def to_representation(self, value: int | Fraction) -> int | float:  # type: ignore[override]
        return int(value) if value == int(value) else float(value)


class CellsField(serializers.DictField):
    """The values of a row by ranking key, in the order of weight; null where a key decides nothing."""

    child = NumberField(allow_null=True)

    def to_representation(self, value: Iterable[tuple[RankingKey, int | Fraction | None]]) -> Any:
        return super().to_representation(dict(value))


def by_side(**options: Any) -> serializers.ListField:
    """A number for each side: two, at a table of three three."""
    child = serializers.IntegerField()
    return serializers.ListField(child=child, min_length=2, max_length=MOST_SIDES, **options)


class SideShape(Shape):
    number = serializers.IntegerField()
    name = serializers.CharField()
    entry = EntryShape(allow_null=True, help_text="Null where partners change")
    entries = EntryShape(many=True, help_text="The entry, or those whose persons sit there")
    totals = serializers.ListField(child=serializers.IntegerField(), help_text="Of each game")
    games_won = serializers.IntegerField()
    result = choice(Result, allow_null=True)


class MatchShape(Shape):
    """``table`` is null for a bye; ``scored`` says that totals are shown at all."""

    code = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    round_number = serializers.IntegerField()
    state = choice(MatchState)
    sides = SideShape(many=True)
    best_of = serializers.IntegerField()
    scored = serializers.BooleanField()
    forfeited = serializers.BooleanField()
    deals = serializers.IntegerField()
    last_entry_at = MomentField(allow_null=True)


class ReasonShape(Shape):
    code = serializers.CharField()
    params = serializers.DictField()


class DrawnMatchShape(MatchShape):
    reasons = ReasonShape(many=True, help_text="Why the draw made this table")


class RoundShape(Shape):
    number = serializers.IntegerField()
    state = choice(RoundState)
    published_at = MomentField(allow_null=True)
    closed_at = MomentField(allow_null=True)


class DrawShape(RoundShape):
    """A round as the desk sees it; another draw of the same round has another uuid."""

    uuid = serializers.UUIDField()
    matches = DrawnMatchShape(many=True)


class SeatShape(Shape):
    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    name = serializers.CharField()


class DealRowShape(Shape):
    uuid = serializers.UUIDField()
    number = serializers.IntegerField()
    state = choice(DealState)
    record = serializers.CharField()
    dealer = SeatShape(allow_null=True)
    out = SeatShape(allow_null=True)
    side = serializers.IntegerField(allow_null=True)
    end = serializers.CharField()
    tile = serializers.CharField()
    doubled = serializers.BooleanField()
    special = serializers.CharField()
    reason = serializers.CharField()
    points = serializers.IntegerField(allow_null=True)
    running = by_side(allow_null=True, help_text="The totals after this deal, when it counts")
    typed_score = by_side(allow_null=True)
    typed_score_differs = serializers.BooleanField()
    fault_code = serializers.CharField()
    fault_ply = serializers.IntegerField(allow_null=True)
    fault_rule = serializers.CharField()
    warnings = serializers.ListField(child=serializers.CharField())
    corrected = serializers.BooleanField()


class GameShape(Shape):
    number = serializers.IntegerField()
    rows = DealRowShape(many=True)
    totals = by_side(allow_null=True)
    finished = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True)
    totals_only = serializers.BooleanField()
    awarded = serializers.BooleanField()
    surplus_deals = serializers.IntegerField()
    standing = by_side(allow_null=True, help_text="The totals as rulings leave them")
    ruled = serializers.CharField(help_text="A ruling has made the whole game void or lost; else empty")


class RulingShape(Shape):
    """裁定, beside the record. Why and by whom is empty for the public."""

    uuid = serializers.UUIDField()
    effect = choice(RulingEffect)
    game = serializers.IntegerField(allow_null=True)
    deal = serializers.IntegerField(allow_null=True)
    who = serializers.CharField(help_text="The side or the entry")
    in_standings = serializers.BooleanField(help_text="In the standings alone")
    points = serializers.IntegerField()
    reason = serializers.CharField()
    by = serializers.CharField()
    at = MomentField()
    stands = serializers.BooleanField(help_text="Not cancelled")


class SheetShape(Shape):
    """``hidden``: a gate is closed. ``disputed``: nothing counts until the desk has chosen."""

    games = GameShape(many=True)
    seats = SeatShape(many=True)
    outcome = serializers.CharField()
    ended_by = serializers.CharField()
    outcome_reason = serializers.CharField()
    disputed = serializers.BooleanField()
    hidden = serializers.BooleanField()
    rulings = RulingShape(many=True)


class StandingShape(Shape):
    entry = EntryShape()
    group = serializers.IntegerField(help_text="From 1; 0 where there are no groups")
    rank = serializers.IntegerField(help_text="Within the group")
    is_ranked = serializers.BooleanField(help_text="Not in a league with too few matches played")
    tied = serializers.BooleanField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()
    ruling = serializers.IntegerField(help_text="Points by rulings in the standings alone; in the values")
    values = CellsField(source="cells", help_text="By ranking key, in the order of weight")


class StepShape(Shape):
    """One match of an entry, and where the entry stood after its round."""

    round_number = serializers.IntegerField()
    mark = serializers.CharField()
    points = by_side(allow_null=True, help_text="The own ones first")
    partners = EntryShape(many=True)
    opponents = EntryShape(many=True)
    code = serializers.CharField()
    rank = serializers.IntegerField()
    tied = serializers.BooleanField()
    values = CellsField(source="cells")


class MarkShape(Shape):
    mark = serializers.CharField()
    points = by_side(allow_null=True, help_text="The own ones first")
    partners = EntryShape(many=True)
    opponents = EntryShape(many=True)
    code = serializers.CharField()


class CrossCellShape(Shape):
    marks = MarkShape(many=True)
    is_self = serializers.BooleanField()


class CrossRowShape(Shape):
    standing = StandingShape()
    cells = CrossCellShape(many=True)
