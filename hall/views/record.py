"""The page on which a full record is tapped, for the phone at the table and for the desk."""

from functools import cached_property
from typing import Any

from django.http import Http404
from django.urls import reverse

from engine import RULESETS
from hall.record_words import RECORD_WORDS
from hall.views.desk_page import LOOK, EventPage
from hall.views.table import TablePage
from scoring.api.permissions import asked_match
from tournaments.models import Match, Tournament
from tournaments.selectors.roles import can_key


def record_page(match: Match, *, back: str) -> dict[str, Any]:
    """What the page holds of the match; the rest it asks for itself."""
    ruleset = RULESETS[match.ruleset_key]
    return {
        "match": match,
        "tiles": ruleset.tiles,
        "seats": ruleset.seats,
        "set": {"inventory": ruleset.inventory, "seats": ruleset.seats},
        "words": {name: str(words) for name, words in RECORD_WORDS.items()},
        "back": back,
    }


class TableRecordPage(TablePage):
    template_name = "hall/table/record.html"

    def shown(self, match: Match) -> dict[str, Any]:
        return record_page(match, back=reverse("table", args=[match.code]))


class DeskRecordPage(EventPage):
    template_name = "hall/table/record.html"
    may = {LOOK: can_key}

    @cached_property
    def match(self) -> Match:
        return asked_match(self.kwargs["code"])

    @cached_property
    def tournament(self) -> Tournament:
        return self.match.tournament

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if self.match.is_bye:
            raise Http404
        back = reverse("desk-match", args=[self.match.code])
        page = record_page(self.match, back=back)
        return super().get_context_data(is_desk=True, **page, **kwargs)
