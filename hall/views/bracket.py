"""The bracket of a stage, or its blocks: the public page, and the same for the desk with what is drafted."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from hall.views.desk_page import LOOK, EventPage
from hall.views.public import PUBLIC, chosen_stage, event_page, versioned
from scoring.selectors.block_sheet import block_sheet
from scoring.selectors.bracket_sheet import bracket_sheet
from scoring.selectors.brackets import has_bracket
from scoring.selectors.desk import desk_stage
from scoring.selectors.viewer import Viewer
from tournaments.enums import Format
from tournaments.models import Stage, Tournament
from tournaments.selectors.roles import can_read


@versioned
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stage = chosen_stage(request, tournament)
    return event_page(request, tournament, stage, "bracket", sheets_of(stage, PUBLIC))


class BracketPage(EventPage):
    template_name = "hall/desk/bracket.html"
    may = {LOOK: can_read}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        stage = desk_stage(self.tournament)
        sheets = sheets_of(stage, Viewer.STAFF)
        return super().get_context_data(stage=stage, **sheets, **kwargs)


def sheets_of(stage: Stage | None, viewer: Viewer) -> dict[str, object]:
    """The drawing of this format; a format without one has no such page."""
    if stage is None or not has_bracket(stage):
        raise Http404
    if stage.format == Format.TWO_WINS_TWO_LOSSES.value:
        return {"sheet": block_sheet(stage, viewer)}
    return {"sheet": bracket_sheet(stage, viewer)}
