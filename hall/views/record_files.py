"""Downloads of a match's records: for everybody behind the gate of results, and for the desk."""

from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from engine import RULESETS
from hall.record_text import record_text
from hall.views.desk_page import LOOK, EventPage
from hall.views.public import conditional
from scoring.api.permissions import asked_match
from scoring.selectors.deals import deal_sheet
from scoring.selectors.matches import public_match
from scoring.selectors.viewer import Viewer
from tournaments.models import Match, Tournament
from tournaments.selectors.roles import can_see


def record_file(match: Match, form: str, viewer: Viewer) -> HttpResponse:
    """Raises Http404 where there is nothing to tell, or nothing that may be told."""
    text = record_text(deal_sheet(match, viewer), RULESETS[match.ruleset_key], form)
    if not text:
        raise Http404
    name = f'attachment; filename="{match.code}.{form}"'
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


@require_safe
def public_record_file(request: HttpRequest, code: str, form: str) -> HttpResponseBase:
    found = public_match(code, Viewer.PUBLIC)
    if found is None:
        raise Http404
    return conditional(request, found.tournament, lambda: record_file(found, form, Viewer.PUBLIC))


class DeskRecordFile(EventPage):
    may = {LOOK: can_see}

    @cached_property
    def match(self) -> Match:
        return asked_match(self.kwargs["code"])

    @cached_property
    def tournament(self) -> Tournament:
        return self.match.tournament

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return record_file(self.match, kwargs["form"], Viewer.STAFF)
