"""団体: the public table of the teams, and the desk's sheet of who plays for which."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from hall.forms.teams import AssignTeams, DropTeam, MakeTeam, RenameTeam, TeamsFromBranches
from hall.views.desk_page import LOOK, EventPage
from hall.views.public import PUBLIC, chosen_stage, event_page, versioned
from scoring.selectors.team_standings import has_teams, team_standings_for
from tournaments.models import Tournament
from tournaments.selectors.roles import can_read, can_run


@versioned
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stage = chosen_stage(request, tournament)
    if stage is None or not has_teams(stage):
        raise Http404
    context = {"table": team_standings_for(stage, PUBLIC)}
    return event_page(request, tournament, stage, "teams", context)


class TeamsPage(EventPage):
    template_name = "hall/desk/teams.html"
    acts = {
        "make": MakeTeam,
        "rename": RenameTeam,
        "drop": DropTeam,
        "branches": TeamsFromBranches,
        "assign": AssignTeams,
    }
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        teams = self.tournament.divisions.earliest("number").teams.prefetch_related("entries")
        return super().get_context_data(teams=teams, **kwargs)
