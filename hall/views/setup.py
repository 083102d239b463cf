"""Setting up: a new event, how it is played, the society's branches, accounts and roles."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from clubs.models import Account, Club, Role
from clubs.selectors.roles import can_run_any_club, clubs_run_by, is_admin
from hall.conditions import conditions_of
from hall.forms.settings import ChangeStage, Foresee, PlayAct
from hall.forms.setup import (
    AddBranch,
    CloseAccount,
    FoundClub,
    GrantRole,
    OpenAccount,
    RevokeRole,
    SetUpEvent,
)
from hall.role_words import ROLE_WORDS
from hall.settings_words import ranked_and_drawn
from hall.views.desk_page import LOOK, DeskPage, EventPage
from hall.ways import RARER, USUAL, WAYS, Play, Way, play_of
from hall.words import Words
from scoring.selectors.cuts import expected_entrants
from scoring.selectors.desk import desk_stage
from tournaments.models import Stage, Tournament
from tournaments.selectors.roles import can_read, can_run


class NewEvent(DeskPage):
    """First the way to play is chosen, then everything about it; each step is one page of its own."""

    template_name = "hall/desk/new_event.html"
    acts = {"set_up": SetUpEvent}
    may = {LOOK: can_run_any_club} | dict.fromkeys(acts, can_run_any_club)

    @property
    def way(self) -> Way | None:
        return chosen_way(self.request)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.way is None:
            return redirect("desk-new-event")
        return super().post(request, *args, **kwargs)

    def subject(self) -> Play:
        return (self.way or USUAL[0]).play

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(
            clubs=clubs_run_by(self.account), way=self.way, ways=ways_to_choose(), **kwargs
        )
        form = context["forms"]["set_up"]
        return context | forecast_beside(form, self.request)


class SettingsPage(EventPage):
    """How the stage is played: changed until it begins, afterwards only read."""

    template_name = "hall/desk/settings.html"
    acts = {"change_stage": ChangeStage}
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run)

    @property
    def way(self) -> Way | None:
        return chosen_way(self.request)

    @property
    def stage(self) -> Stage | None:
        return desk_stage(self.tournament)

    def subject(self) -> Play:
        stage = self.stage
        if stage is None:
            raise Http404
        return replace(self.way.play, stage=stage) if self.way else play_of(stage)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(way=self.way, ways=ways_of_stage(), **kwargs)
        stage: Stage = context["subject"].stage
        event = self.tournament
        hall = {"tables": event.tables, "begins": event.local_start.time()}
        form = context["forms"]["change_stage"]
        beside = forecast_beside(form, self.request, people=expected_entrants(stage), hall=hall)
        return context | beside | {"stage": stage, "articles": conditions_of(stage)}


def chosen_way(request: HttpRequest) -> Way | None:
    return WAYS.get(request.POST.get("way") or request.GET.get("way", ""))


def ways_to_choose() -> list[tuple[Words, list[tuple[Way, str]]]]:
    """Every way under its heading, with who is ranked in it and what is drawn."""
    return [
        (heading, [(way, ranked_and_drawn(way.play.format, way.play.settings)) for way in ways])
        for heading, ways in ((_("Usual"), USUAL), (_("Rarer"), RARER))
    ]


def ways_of_stage() -> list[tuple[Words, list[tuple[Way, str]]]]:
    """The ways to play that are a single stage."""
    return [
        (heading, [(way, ranked) for way, ranked in rows if way.play.final is None])
        for heading, rows in ways_to_choose()
    ]


def forecast_beside(
    form: PlayAct, request: HttpRequest, *, people: int = 0, hall: Mapping[str, object] | None = None
) -> dict[str, Any]:
    """The forecast of what was typed so far, in the address or in a form that came back.

    Where nothing was typed, of the ``people`` there are in this ``hall``.
    """
    initial = {"people": people or "", **(hall or {})}
    foreseen = partial(Foresee, initial=initial, auto_id="foresee-%s", subject=form.subject, by=form.by)
    if request.POST or "people" in request.GET:
        foresee = foreseen(request.POST or request.GET)
    else:
        foresee = foreseen(as_shown(foreseen()) if people else None)
    if not form.is_bound and "people" in request.GET:
        form.initial = {**form.initial, **as_typed(form, request.GET)}
    return {"foresee": foresee, "told": foresee.told if foresee.is_valid() else None}


def as_shown(form: Form) -> dict[str, Any]:
    """What the form would send as it is."""
    shown = {bound.html_name: bound.value() for bound in form}
    return {name: value for name, value in shown.items() if value is not None and value is not False}


def as_typed(form: Form, data: QueryDict) -> dict[str, Any]:
    """What each field was sent, right or wrong."""
    return {
        name: field.widget.value_from_datadict(data, MultiValueDict(), name)
        for name, field in form.fields.items()
    }


class Society(DeskPage):
    template_name = "hall/desk/society.html"
    acts = {"found_club": FoundClub, "add_branch": AddBranch}
    may = {LOOK: is_admin} | dict.fromkeys(acts, is_admin)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        clubs = Club.objects.prefetch_related("branches")
        return super().get_context_data(clubs=clubs, **kwargs)


class Accounts(DeskPage):
    template_name = "hall/desk/accounts.html"
    acts = {
        "open_account": OpenAccount,
        "grant_role": GrantRole,
        "revoke_role": RevokeRole,
        "close_account": CloseAccount,
    }
    may = {LOOK: is_admin} | dict.fromkeys(acts, is_admin)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        accounts = Account.objects.prefetch_related("roles").order_by("username")
        places = place_names()
        return super().get_context_data(
            accounts=[(account, held_by(account, places)) for account in accounts.filter(is_active=True)],
            closed=accounts.filter(is_active=False),
            **kwargs,
        )


def held_by(account: Account, places: Mapping[Any, str]) -> list[tuple[Role, Words, str]]:
    """The account's roles in words, each with the place that it reaches."""
    return [(role, ROLE_WORDS[role.role], places.get(role.scope_uuid, "")) for role in account.roles.all()]


def place_names() -> dict[Any, str]:
    """The names of everything that a role may reach; nothing for the whole installation."""
    clubs = dict(Club.objects.values_list("uuid", "name"))
    return clubs | dict(Tournament.objects.values_list("uuid", "name"))
