"""The plan of a rotation: all rounds for everybody, the card of one person, and the desk's own page."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from hall.forms.plan import PlanRest
from hall.views.desk_page import LOOK, EventPage
from hall.views.public import PUBLIC, chosen_stage, event_page, versioned, whole
from scoring.selectors.desk import desk_stage
from scoring.selectors.plans import ShownPlan, card_of, follows_plan, is_planned, plan_for
from scoring.selectors.viewer import Viewer
from tournaments.enums import TournamentState
from tournaments.models import Stage, Tournament
from tournaments.selectors.entrants import coming_round
from tournaments.selectors.roles import can_read, can_run


@versioned
def plan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stage, shown = _asked(request, tournament)
    return event_page(request, tournament, stage, "plan", {"plan": shown})


@versioned
def plan_card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One person's own rounds: table, partner, opponents."""
    stage, shown = _asked(request, tournament)
    rows = card_of(shown, number)
    person = next((name for name in shown.persons if name.number == number), None)
    if person is None:
        raise Http404
    context = {"plan": shown, "rows": rows, "person": person}
    return event_page(request, tournament, stage, "plan_card", context)


def _asked(request: HttpRequest, tournament: Tournament) -> tuple[Stage, ShownPlan]:
    stage = chosen_stage(request, tournament)
    version = whole(request.GET.get("version"))
    shown = plan_for(stage, PUBLIC, version=version) if stage else None
    if stage is None or shown is None:
        raise Http404
    return stage, shown


class PlanPage(EventPage):
    """What is planned, whether it still holds, and the button that plans the rest anew."""

    template_name = "hall/desk/plan.html"
    acts = {"plan": PlanRest}
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        stage = desk_stage(self.tournament)
        if stage is None or not is_planned(stage):
            raise Http404
        shown = plan_for(stage, Viewer.STAFF, version=whole(self.request.GET.get("version") or None))
        coming = coming_round(stage)
        ahead = coming <= stage.rounds_planned and self.tournament.state == TournamentState.RUNNING.value
        return super().get_context_data(
            stage=stage,
            plan=shown,
            coming=coming,
            has_draft=stage.rounds.filter(number=coming).exists(),
            is_ahead=ahead,
            holds=ahead and follows_plan(stage),
            **kwargs,
        )
