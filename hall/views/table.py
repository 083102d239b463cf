"""The phone at a table: it comes in by link and PIN, and from then on shows its match."""

from http import HTTPStatus
from pathlib import Path
from typing import Any
from unicodedata import normalize

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from engine import RULESETS
from hall.errors import TooManyAttempts
from hall.phrases import sentence_for
from hall.services.attempts import count_attempt
from hall.table_words import TABLE_WORDS
from hall.words import COMBINATIONS
from ledger.errors import Refusal
from scoring.api.permissions import asked_match
from tournaments.api.phone_cookie import cookie_name, phone_keys
from tournaments.domain.phone_secrets import digest_of
from tournaments.errors import LinkExpired, LinkLocked, LinkOrPinWrong, LinkRevoked
from tournaments.models import Match, TableLink
from tournaments.selectors.phones import LinkState, access_of, match_at, state_of
from tournaments.services.phones import Entered, enter_by_link

ATTEMPTS_FROM_AN_ADDRESS = 100
COOKIE_LASTS = 60 * 60 * 24 * 30
LONGEST_TOKEN = 100
LONGEST_PIN = 20
REFUSED = {
    TooManyAttempts: HTTPStatus.TOO_MANY_REQUESTS,
    LinkLocked: HTTPStatus.TOO_MANY_REQUESTS,
    LinkRevoked: HTTPStatus.GONE,
    LinkExpired: HTTPStatus.FORBIDDEN,
    LinkOrPinWrong: HTTPStatus.FORBIDDEN,
}


@method_decorator([never_cache, sensitive_post_parameters("pin")], name="dispatch")
class EnterByLink(View):
    """The PIN is asked for whatever the token is; what is wrong with the two is never told apart."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        link = _link(token)
        keys = phone_keys(request)
        if link and keys and state_of(link) is LinkState.LIVE and (match := match_at(link)):
            access = access_of(keys, match)
            if access and access.link_id == link.pk:
                return redirect("table", code=match.code)
        return render(request, "hall/table/enter.html")

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        # A Japanese keyboard types wide digits.
        pin = "".join(normalize("NFKC", request.POST.get("pin", "")[:LONGEST_PIN]).split())
        try:
            attempt = count_attempt("pin", request.META["REMOTE_ADDR"], limit=ATTEMPTS_FROM_AN_ADDRESS)
            entered = enter_by_link(token[:LONGEST_TOKEN], pin=pin, key=_known_key(request, token))
            cache.decr(attempt)  # a hall behind one address may come in at once
        except Refusal as refusal:
            context = {"sentence": sentence_for(refusal)}
            return render(request, "hall/table/enter.html", context, status=REFUSED[type(refusal)])
        return _let_in(entered)


def _known_key(request: HttpRequest, token: str) -> str:
    """The cookie that this phone has from an earlier table of the same event."""
    link = _link(token)
    return request.COOKIES.get(cookie_name(link.tournament), "") if link else ""


def _link(token: str) -> TableLink | None:
    """Read at once with its event: whether there is one makes no difference to the database."""
    links = TableLink.objects.select_related("round__stage__division__tournament")
    return links.filter(token_digest=digest_of(token)).first()


def _let_in(entered: Entered) -> HttpResponse:
    """On to the table, with the key in a cookie that no script and no other site can read."""
    link = entered.access.link
    match = match_at(link)
    answer = redirect("table", code=match.code) if match else redirect("event", slug=link.tournament.slug)
    answer.set_cookie(
        cookie_name(link.tournament),
        entered.key,
        max_age=COOKIE_LASTS,
        httponly=True,
        samesite="Strict",
        secure=settings.HTTPS,
    )
    return answer


@method_decorator(never_cache, name="dispatch")
class TablePage(View):
    """The page of one match for the phone that came to it; what it shows, it asks for itself."""

    template_name = "hall/table/table.html"

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        match = asked_match(code)
        access = access_of(phone_keys(request), match)
        if access is None or match.is_bye:
            return render(
                request, "hall/table/not_here.html", {"code": match.code}, status=HTTPStatus.FORBIDDEN
            )
        if state_of(access.link) is LinkState.REVOKED:
            told = {"code": match.code, "sentence": sentence_for(LinkRevoked())}
            return render(request, "hall/table/not_here.html", told, status=HTTPStatus.GONE)
        return render(request, self.template_name, self.shown(match))

    def shown(self, match: Match) -> dict[str, Any]:
        return {
            "match": match,
            "tiles": RULESETS[match.ruleset_key].tiles,
            "combinations": COMBINATIONS,
            "words": {name: str(words) for name, words in TABLE_WORDS.items()},
            "seats": range(1, 1 + match.seats.values("number").distinct().count()),
        }


@require_safe
def queue_worker(request: HttpRequest) -> HttpResponse:
    """The script that opens the page without network; it reaches as far as the address it lies at."""
    found = finders.find("js/table/worker.js")
    return HttpResponse(Path(str(found)).read_bytes(), content_type="text/javascript")
