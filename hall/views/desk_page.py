"""What all pages of the desk share: who may come in, and one way to act and to be refused."""

from collections.abc import Callable, Mapping
from functools import cached_property
from http import HTTPStatus
from typing import Any, TypeAlias

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.generic import TemplateView

from clubs.errors import NotAllowed
from clubs.models import Account
from hall.forms.act import Act, Done
from hall.phrases import sentence_for
from ledger.errors import Refusal
from tournaments.models import Tournament

LOOK = "look"
"""Opening a page, beside the acts that can be done on it."""

May: TypeAlias = Callable[..., bool]
"""A predicate about an account, and an event where the page belongs to one."""


class DeskPage(TemplateView):
    """A page and the acts that can be done on it, by the name that their buttons send.

    After an act the browser is sent on, so that reloading does nothing twice. What was refused
    comes back on the same page, in its form, with everything that was typed. Who may look at the page
    and who may do each of its acts stands in ``may``; what does not stand there, nobody may.
    """

    acts: Mapping[str, type[Act[Any]]] = {}
    may: Mapping[str, May] = {}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not isinstance(request.user, Account):
            return redirect_to_login(request.get_full_path())
        self.account = request.user
        if not self.allows(LOOK):
            return self.refuse()
        return super().dispatch(request, *args, **kwargs)

    def allows(self, name: str) -> bool:
        """Whether who is signed in may do this here."""
        may = self.may.get(name)
        return may is not None and self.asks(may)

    def asks(self, may: May) -> bool:
        return may(self.account)

    def refuse(self) -> HttpResponse:
        told = {"sentence": sentence_for(NotAllowed())}
        return render(self.request, "hall/refused.html", told, status=HTTPStatus.FORBIDDEN)

    def subject(self) -> object:
        """What the acts of this page are about, as it is now."""
        return None

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        name = request.POST.get("act", "")
        if not self.allows(name):
            return self.refuse()
        if name not in self.acts:  # not at this stage
            return HttpResponse(status=HTTPStatus.BAD_REQUEST)
        form = self.form(name, self.subject(), request.POST)
        done, status = self.perform(form)
        if done is None:
            return self.render_to_response(self.get_context_data(sent={name: form}), status=status)
        return self.answer(form, done)

    def answer(self, form: Act[Any], done: Done) -> HttpResponse:
        """What the browser gets for an act that was done."""
        if done.sentence:
            messages.success(self.request, done.sentence)
        return redirect(done.address or self.request.path)

    def perform(self, form: Act[Any]) -> tuple[Done | None, HTTPStatus]:
        if not form.is_valid():
            form.point_out()
            return None, HTTPStatus.UNPROCESSABLE_ENTITY
        try:
            return form.do(), HTTPStatus.OK
        except Refusal as refusal:
            form.refuse(refusal)
            return None, HTTPStatus.CONFLICT

    def form(self, name: str, subject: object, data: Mapping[str, Any] | None = None) -> Act[Any]:
        return self.acts[name](data, auto_id=f"{name}-%s", subject=subject, by=self.account)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        subject = self.subject()
        forms = {name: self.form(name, subject) for name in self.acts} | kwargs.pop("sent", {})
        return super().get_context_data(subject=subject, forms=forms, allowed=self.allowed, **kwargs)

    @cached_property
    def allowed(self) -> set[str]:
        """The acts that who is signed in may do here; each right is asked for once."""
        rights = {may: self.asks(may) for may in set(self.may.values())}
        return {name for name, may in self.may.items() if rights[may]}


class EventPage(DeskPage):
    """A page about one event."""

    @cached_property
    def tournament(self) -> Tournament:
        return get_object_or_404(Tournament.objects.select_related("club"), slug=self.kwargs["slug"])

    def asks(self, may: May) -> bool:
        return may(self.account, self.tournament)

    def subject(self) -> object:
        self.tournament.refresh_from_db()
        return self.tournament

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(tournament=self.tournament, **kwargs)
