"""Keying the slips: one match, its deals, and what the desk may do with them."""

from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from engine import RULESETS
from hall.consequence_words import origin_words, outcome_words
from hall.deal_words import WARNINGS, deal_words
from hall.forms import keying as acts
from hall.forms.clock import GiveMinutes
from hall.record_text import record_forms
from hall.views.desk_page import LOOK, EventPage
from hall.words import Words
from scoring.api.permissions import asked_match
from scoring.selectors.attachments import attached_records
from scoring.selectors.confirmations import is_confirmed_alone
from scoring.selectors.deals import DealRow
from scoring.selectors.keying import KeyingSheet, keying_sheet
from scoring.selectors.versions import Version, versions_of
from tournaments.models import Tournament
from tournaments.selectors.roles import can_key, can_referee, can_see


class KeyingPage(EventPage):
    template_name = "hall/desk/match.html"
    acts = {
        "deal": acts.EnterDeal,
        "combination": acts.EnterCombination,
        "redeal": acts.EnterRedeal,
        "record": acts.EnterRecord,
        "points": acts.EnterPoints,
        "take_back": acts.TakeBack,
        "totals": acts.EnterTotals,
        "forfeit": acts.EnterForfeit,
        "withdraw": acts.Withdraw,
        "choose_totals": acts.ChooseTotals,
        "confirm": acts.Confirm,
        "reopen": acts.Reopen,
        "resolve": acts.Resolve,
        "minutes": GiveMinutes,
    }
    may = {
        LOOK: can_see,
        **dict.fromkeys(["deal", "combination", "redeal", "record", "points"], can_key),
        **dict.fromkeys(["take_back", "totals", "confirm"], can_key),
        **dict.fromkeys(["forfeit", "withdraw", "choose_totals", "reopen", "resolve"], can_referee),
        "minutes": can_referee,
    }

    def subject(self) -> KeyingSheet:
        keyed = keying_sheet(self.kwargs["code"], correcting=self.kwargs.get("uuid"))
        if keyed is None:
            raise Http404
        return keyed

    @cached_property
    def tournament(self) -> Tournament:
        return asked_match(self.kwargs["code"]).tournament

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        keyed: KeyingSheet = context["subject"]
        return context | {
            "keyed": keyed,
            "alone": is_confirmed_alone(keyed.match),
            "versions": [version_words(version, keyed) for version in versions_of(keyed.match, keyed.sheet)],
            "attached": list(attached_records(keyed.match, keyed.sheet)),
            "record_forms": record_forms(keyed.sheet, RULESETS[keyed.match.ruleset_key]),
            "games": [(game, [row_words(row) for row in game.rows]) for game in keyed.sheet.games],
            "contested": [
                (row_words(standing) if standing else None, row_words(held))
                for standing, held in keyed.contested
            ],
        }


class CorrectionPage(KeyingPage):
    template_name = "hall/desk/correction.html"
    acts = {
        "deal": acts.CorrectDeal,
        "combination": acts.CorrectCombination,
        "redeal": acts.CorrectRedeal,
        "record": acts.CorrectRecord,
        "points": acts.CorrectPoints,
    }
    may = dict.fromkeys([LOOK, *acts], can_referee)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.subject().may_correct:
            doors = reverse("desk-correction", args=[self.kwargs["code"]])
            return redirect(f"{doors}?deal={self.kwargs['uuid']}")
        return super().get(request, *args, **kwargs)


def version_words(version: Version, keyed: KeyingSheet) -> tuple[Version, str, str]:
    """A version with what it says, and where it came from."""
    said = deal_words(version.row) if version.row else ""
    if version.outcome:
        said = outcome_words(version.outcome, keyed.card)
    return version, said, origin_words(version)


def row_words(row: DealRow) -> tuple[DealRow, str, list[Words]]:
    """A row with what it says, and what the engine remarked about it."""
    return row, deal_words(row), [WARNINGS.get(code, code) for code in row.warnings]
