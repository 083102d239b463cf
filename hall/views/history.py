"""記録の経過: what happened to a match, and to an event, in words; and one key that undoes the last."""

from typing import Any

from django.core.paginator import Paginator

from hall.act_words import chain_words, lines_of
from hall.forms.history import SeeLate, UndoLast
from hall.undo_words import undo_key
from hall.views.desk_page import LOOK, EventPage
from hall.views.rulings import MatchPage
from ledger.acts import chain_faults
from ledger.models import Act
from scoring.selectors.acts import undone_acts, undone_by
from scoring.selectors.late_acts import unseen_late_acts
from scoring.selectors.match_history import event_acts, match_acts
from tournaments.models import Match
from tournaments.selectors.roles import can_read, can_referee, can_see

A_PAGE = 60


class MatchHistoryPage(MatchPage):
    template_name = "hall/desk/history.html"
    acts = {"undo": UndoLast, "see_late": SeeLate}
    may = {LOOK: can_see, "undo": can_referee, "see_late": can_referee}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        match: Match = context["match"]
        undone = undone_acts(match)
        return context | {
            "undo": undo_key(match),
            "lines": lines_of(match_acts(match), match.tournament, undone=undone),
            "late": unseen_late_acts(match).count(),
        }


class EventHistoryPage(EventPage):
    template_name = "hall/desk/event_history.html"
    may = {LOOK: can_read}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        acts = event_acts(self.tournament)
        page = Paginator(acts, A_PAGE).get_page(self.request.GET.get("page"))
        undone = undone_by(Act.objects.filter(scope=self.tournament.uuid))
        return super().get_context_data(
            page=page,
            lines=lines_of(page.object_list, self.tournament, undone=undone),
            acts_in_all=acts.count(),
            faults=[chain_words(fault) for fault in chain_faults(self.tournament.uuid)],
            **kwargs,
        )
