"""裁定 of one match: those that stand, those that were cancelled, and a new one."""

from functools import cached_property
from typing import Any

from hall.forms.rulings import CancelRuling, MakeRuling
from hall.ruling_words import ruling_words
from hall.views.desk_page import LOOK, EventPage
from scoring.api.permissions import asked_match
from scoring.selectors.deals import deal_sheet
from scoring.selectors.matches import match_card, public_match
from scoring.selectors.viewer import Viewer
from tournaments.models import Match, Tournament
from tournaments.selectors.names import named_entries
from tournaments.selectors.roles import can_referee, can_see


class MatchPage(EventPage):
    """A page about one match beside its keying."""

    @cached_property
    def tournament(self) -> Tournament:
        return self.subject().tournament

    def subject(self) -> Match:
        return asked_match(self.kwargs["code"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        match = public_match(self.kwargs["code"], Viewer.STAFF)
        assert match is not None  # subject has found it
        names = named_entries(match.round.stage.division)
        return context | {"match": match, "card": match_card(match, names, Viewer.STAFF)}


class RulingsPage(MatchPage):
    template_name = "hall/desk/rulings.html"
    acts = {"rule": MakeRuling, "cancel": CancelRuling}
    may = {LOOK: can_see, "rule": can_referee, "cancel": can_referee}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        sheet = deal_sheet(context["match"], Viewer.STAFF)
        return context | {
            "sheet": sheet,
            "rulings": [(row, ruling_words(row)) for row in sheet.rulings],
        }
