"""A file of records comes into one match: chosen, looked at, entered."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.http import Http404, HttpResponse

from hall.forms.act import Act, Done
from hall.forms.match_file import EnterFile, ReadFile
from hall.views.desk_page import LOOK, EventPage
from scoring.api.permissions import asked_match
from scoring.selectors.keying import KeyingSheet, keying_sheet
from scoring.services.match_files import JudgedFile
from tournaments.models import Tournament
from tournaments.selectors.roles import can_key


class MatchFilePage(EventPage):
    template_name = "hall/desk/match_file.html"
    acts = {"read": ReadFile, "enter": EnterFile}
    may = dict.fromkeys([LOOK, *acts], can_key)

    @cached_property
    def tournament(self) -> Tournament:
        return asked_match(self.kwargs["code"]).tournament

    def subject(self) -> KeyingSheet:
        keyed = keying_sheet(self.kwargs["code"])
        if keyed is None:
            raise Http404
        return keyed

    def form(self, name: str, subject: object, data: Mapping[str, Any] | None = None) -> Act[Any]:
        files = self.request.FILES if data is not None else None
        return self.acts[name](data, files, auto_id=f"{name}-%s", subject=subject, by=self.account)

    def answer(self, form: Act[Any], done: Done) -> HttpResponse:
        if not isinstance(form, ReadFile) or form.found is None:
            return super().answer(form, done)
        enter = self.form("enter", form.subject)
        enter.initial.update(form.kept)
        return self.render_to_response(
            self.get_context_data(sent={"read": form, "enter": enter}, found=form.found)
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        found: JudgedFile | None = context.get("found")
        keyed: KeyingSheet = context["subject"]
        seated = zip(keyed.seats.items(), found.players if found else (), strict=False)
        return context | {
            "keyed": keyed,
            "players": [(seat, name, written) for (seat, name), written in seated],
        }
