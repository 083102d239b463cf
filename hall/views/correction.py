"""訂正 of a confirmed match: the doors of entry, then the list of what follows, then the choice."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from hall.consequence_words import result_words
from hall.forms import correction as acts
from hall.forms.act import Act
from hall.phrases import sentence_for
from hall.views.desk_page import LOOK
from hall.views.keying import KeyingPage
from hall.views.public import whole
from ledger.errors import Refusal
from scoring.domain.correction import Change
from scoring.enums import Later
from scoring.selectors.consequences import Consequences
from scoring.selectors.desk import desk_stage, latest_round
from scoring.selectors.keying import KeyingSheet, keying_sheet
from scoring.services.corrections import preview_correction
from tournaments.enums import RoundState
from tournaments.models import Match, Round
from tournaments.selectors.roles import can_referee


class CorrectingPage(KeyingPage):
    """A page about a match that is confirmed or void; an open one is changed on its own page."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not self.subject().may_correct:
            return redirect("desk-match", self.kwargs["code"])
        return super().get(request, *args, **kwargs)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What has been gathered so far."""
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        try:
            return acts.read(sent.get("changes", ""))
        except ValueError as error:
            raise Http404 from error

    def form(self, name: str, subject: object, data: Mapping[str, Any] | None = None) -> Act[Any]:
        form = super().form(name, subject, data)
        form.initial["changes"] = acts.written(self.changes)
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        match = context["subject"].match
        return context | {
            "gathered": acts.written(self.changes),
            "gathered_query": urlencode({"changes": acts.written(self.changes)}),
            "elsewhere": round_in_play_behind(match),
        }


def round_in_play_behind(match: Match) -> Round | None:
    """The round that people play while an earlier one is corrected (T33)."""
    stage = desk_stage(match.tournament)
    round = latest_round(stage) if stage else None
    if round is None or round.state != RoundState.PUBLISHED.value or round == match.round:
        return None
    return round


class CorrectMatchPage(CorrectingPage):
    """The doors by which a result is entered, each of which leads to the list of what follows."""

    template_name = "hall/desk/correct.html"
    acts = {
        "deal": acts.ChangeDeal,
        "combination": acts.ChangeCombination,
        "redeal": acts.ChangeRedeal,
        "record": acts.ChangeRecord,
        "points": acts.ChangePoints,
        "take_back": acts.LastDealBack,
        "totals": acts.ChangeTotals,
        "forfeit": acts.ChangeForfeit,
        "double_loss": acts.DoubleLoss,
        "void": acts.MakeVoid,
        "withdraw": acts.OutcomeBack,
        "count_again": acts.CountAgain,
    }
    may = dict.fromkeys([LOOK, *acts], can_referee)

    def subject(self) -> KeyingSheet:
        keyed = keying_sheet(self.kwargs["code"], correcting=self.chosen)
        if keyed is None:
            raise Http404
        return keyed

    @property
    def chosen(self) -> UUID | None:
        """The deal that is to say something else; none: one is added, or the whole is typed."""
        try:
            return UUID(self.request.GET["deal"]) if "deal" in self.request.GET else None
        except ValueError as error:
            raise Http404 from error

    def form(self, name: str, subject: object, data: Mapping[str, Any] | None = None) -> Act[Any]:
        form = super().form(name, subject, data)
        if game := whole(self.request.GET.get("game")):
            form.initial["game"] = game
        return form


class ConsequencesPage(CorrectingPage):
    """What differs through the changes, and what becomes of later rounds; nothing is written before that."""

    template_name = "hall/desk/consequences.html"
    acts = {"save": acts.SaveCorrection}
    may = dict.fromkeys([LOOK, *acts], can_referee)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        keyed: KeyingSheet = context["subject"]
        found = self.found(keyed)
        shown = found if isinstance(found, Consequences) else None
        return context | {
            "found": shown,
            "refusal": sentence_for(found) if isinstance(found, Refusal) else "",
            "was": result_words(shown.was, keyed.card) if shown else "",
            "will_be": result_words(shown.result, keyed.card) if shown else "",
            "keeps": shown is not None and Later.KEEP in shown.choices,
            "redraws": shown is not None and Later.REDRAW in shown.choices,
        }

    def found(self, keyed: KeyingSheet) -> Consequences | Refusal:
        try:
            return preview_correction(keyed.match, self.changes)
        except Refusal as refusal:
            return refusal
