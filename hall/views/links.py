"""The links by which phones come to a table: for all tables on paper, for one on the screen."""

from typing import Any

from django.http import Http404

from hall.forms.links import MakeLinks, RenewLink, UnlockLink
from hall.slips import Slip, slips_for
from hall.views.desk_page import LOOK, EventPage
from scoring.selectors.desk import desk_stage, round_in_play
from tournaments.enums import Format
from tournaments.models import Round
from tournaments.selectors.phones import links_of, tables_without_link
from tournaments.selectors.roles import can_referee


class LinksPage(EventPage):
    template_name = "hall/desk/links.html"
    acts = {"renew": RenewLink, "unlock": UnlockLink, "make": MakeLinks}
    may = dict.fromkeys([LOOK, *acts], can_referee)

    @property
    def round(self) -> Round | None:
        return round_in_play(desk_stage(self.tournament))

    def slips(self, round: Round) -> list[Slip]:
        return slips_for((shown for shown in links_of(round) if shown.link.table), self.request)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        round = self.round
        is_league = round is not None and round.stage.format == Format.LEAGUE.value
        slips = self.slips(round) if round else []
        return super().get_context_data(
            round=round,
            stage=round and round.stage,
            is_league=is_league,
            slips=slips,
            missing=tables_without_link(round) if round and not is_league else [],
            reaches_phones=all(slip.reaches_phones for slip in slips),
            **kwargs,
        )


class TableLinkPage(LinksPage):
    """One table's link, large, for phones held up to the screen."""

    template_name = "hall/desk/links_one.html"
    acts = {}
    may = {LOOK: can_referee}

    def slips(self, round: Round) -> list[Slip]:
        return [slip for slip in super().slips(round) if slip.link.table == self.kwargs["table"]]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        if not context["slips"]:
            raise Http404
        return context | {"slip": context["slips"][0]}
