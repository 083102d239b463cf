"""Public pages: no sign-in, no cookie. Selectors keep the gates; a view only chooses the page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response, set_response_etag
from django.views.decorators.http import require_safe

from engine import RULESETS
from hall.charts import score_chart
from hall.conditions import conditions_of
from hall.record_text import record_forms
from scoring.selectors.attachments import attached_records
from scoring.selectors.corrected import corrections_in, corrections_of
from scoring.selectors.cross_table import cross_table_for
from scoring.selectors.deals import deal_sheet, unlawful_deals
from scoring.selectors.league import Matchday, cards_by_group, matchdays
from scoring.selectors.matches import (
    MatchCard,
    cards_by_round,
    match_card,
    match_cards,
    places_by_name,
    public_match,
)
from scoring.selectors.placing import AwardedPlace, awarded_places
from scoring.selectors.plans import has_plan
from scoring.selectors.progress import progress_by_event, progress_of
from scoring.selectors.standings import (
    Standings,
    derivation_of,
    ranking_keys,
    stage_entries,
    standings_for,
)
from scoring.selectors.viewer import Viewer, sees_draws, sees_results, visible_rounds
from tournaments.enums import Format, MatchState, RoundState
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.selectors.clocks import clock_face
from tournaments.selectors.events import calendar, clubs_with_branches, stage_in_play, stages_of
from tournaments.selectors.names import EntryName, named_entries
from tournaments.selectors.versions import etag_of

Params = ParamSpec("Params")
PUBLIC = Viewer.PUBLIC
OVER = {MatchState.CONFIRMED, MatchState.VOID}


def root(request: HttpRequest) -> HttpResponse:
    """The home page in the language that the browser asks for, else in Japanese."""
    response = redirect("home")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def home(request: HttpRequest) -> HttpResponseBase:
    events = calendar(timezone.localdate())
    progress = progress_by_event([*events.now, *events.soon], PUBLIC)
    response = render(
        request,
        "hall/home.html",
        {
            "now": [(event, progress[event.pk]) for event in events.now],
            "soon": [(event, progress[event.pk]) for event in events.soon],
            "past": events.past,
            "clubs": clubs_with_branches(),
        },
    )
    response["Cache-Control"] = "no-cache"
    set_response_etag(response)
    return get_conditional_response(request, response["ETag"], None, response) or response


def versioned(
    page: Callable[Concatenate[HttpRequest, Tournament, Params], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """A page of one event: kept by browsers, asked for again each time, sent only when it changed."""

    @require_safe
    def answer(
        request: HttpRequest, slug: str, *args: Params.args, **kwargs: Params.kwargs
    ) -> HttpResponseBase:
        tournament = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
        return conditional(request, tournament, lambda: page(request, tournament, *args, **kwargs))

    return answer


def conditional(
    request: HttpRequest, tournament: Tournament, page: Callable[[], HttpResponse]
) -> HttpResponseBase:
    """304 while the reader's copy has this event's version and language, else the page."""
    etag = etag_of(tournament)
    response = get_conditional_response(request, etag) or page()
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


@versioned
def event(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """対戦: the tables of a round, and the same by name; before round 1 who has entered."""
    stage = chosen_stage(request, tournament)
    rounds = list(visible_rounds(stage, PUBLIC)) if stage else []
    shown = next((r for r in reversed(rounds) if number in (None, r.number)), None)
    if number is not None and shown is None:
        raise Http404
    cards = match_cards(shown, PUBLIC) if shown else []
    entries = entered(stage) if stage and not rounds else []
    context = {
        "rounds": rounds,
        "round": shown,
        "groups": cards_by_group(stage, cards) if stage else [],
        "days": league_days(shown) if shown else [],
        "places": places_by_name(to_go_to(stage, cards)),
        "entries": sorted((e for e in entries if not e.withdrawn), key=lambda e: e.sort_key),
        "awaits_cut": stage is not None and stage.cut_rule is not None and not entries,
        "has_plan": stage is not None and has_plan(stage, PUBLIC),
        "face": clock_face(shown) if shown and shown.state == RoundState.PUBLISHED.value else None,
        "draw_hidden": not sees_draws(PUBLIC, tournament),
        "results_hidden": not sees_results(PUBLIC, tournament),
    }
    return event_page(request, tournament, stage, "draw", context)


def league_days(round: Round) -> list[Matchday]:
    """The matchdays of a league; in every other format a round is played at once."""
    is_league = round.stage.format == Format.LEAGUE.value
    return matchdays(round, PUBLIC, today=round.stage.tournament.today) if is_league else []


def to_go_to(stage: Stage | None, cards: Sequence[MatchCard]) -> list[MatchCard]:
    """The cards that tell people where to play: at a meeting none of those that are over."""
    is_meeting = stage is not None and stage.format == Format.FREE.value
    return [card for card in cards if not (is_meeting and card.state in OVER)]


def entered(stage: Stage) -> list[EntryName]:
    """Who plays in the stage; who passed a cut tells of results, and shows with them."""
    if stage.cut_rule and not sees_results(PUBLIC, stage.tournament):
        return []
    return list(stage_entries(stage).values())


@versioned
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stage = chosen_stage(request, tournament)
    through = whole(request.GET.get("through"))
    table = standings_for(stage, through=through, viewer=PUBLIC) if stage else None
    imported = stage is not None and stage.format == Format.IMPORTED.value
    context = {
        "table": table,
        "chosen": through,
        "places": places_beside(table, stage) if table and stage else [],
        "corrections": corrections_in(stage, PUBLIC) if stage else [],
        "profile": stage.profile if stage else None,
        "imported": imported,
        "unlawful": unlawful_deals(stage, PUBLIC) if stage and imported else [],
    }
    return event_page(request, tournament, stage, "standings", context)


def places_beside(table: Standings, stage: Stage) -> list[AwardedPlace]:
    """The places of the whole event as awarded, where the table does not already say the same."""
    places = awarded_places(stage.division, PUBLIC)
    ranks = [(row.entry.key, row.rank) for row in table.rows if not row.entry.withdrawn]
    return [] if ranks == [(place.entry.key, place.rank) for place in places] else places


@versioned
def cross_table(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stage = chosen_stage(request, tournament)
    table = cross_table_for(stage, PUBLIC) if stage else None
    return event_page(request, tournament, stage, "cross_table", {"table": table})


@versioned
def records(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stage = chosen_stage(request, tournament)
    visible = sees_draws(PUBLIC, tournament) and sees_results(PUBLIC, tournament)
    context = {
        "rounds": cards_by_round(stage, PUBLIC) if stage and visible else [],
        "unlawful": unlawful_deals(stage, PUBLIC) if stage else [],
        "hidden": not visible,
    }
    return event_page(request, tournament, stage, "records", context)


@versioned
def conditions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stage = chosen_stage(request, tournament)
    context = {
        "articles": conditions_of(stage) if stage else [],
        "keys": ranking_keys(stage) if stage else (),
        "profile": stage.profile if stage else None,
    }
    return event_page(request, tournament, stage, "conditions", context)


@versioned
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    stage = chosen_stage(request, tournament)
    derivation = derivation_of(stage, number, PUBLIC) if stage else None
    if derivation is None:
        raise Http404
    planned = stage is not None and has_plan(stage, PUBLIC)
    return event_page(request, tournament, stage, "entry", {"derivation": derivation, "has_plan": planned})


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponseBase:
    found = public_match(code, PUBLIC)
    if found is None:
        raise Http404
    return conditional(request, found.tournament, lambda: match_page(request, found))


def match_page(request: HttpRequest, found: Match) -> HttpResponse:
    """記録: the deals of one match with the running score of each game."""
    stage = found.round.stage
    sheet = deal_sheet(found, PUBLIC)
    context = {
        "card": match_card(found, named_entries(stage.division), PUBLIC),
        "round": found.round,
        "sheet": sheet,
        "corrections": corrections_of(found, PUBLIC),
        "games": [(game, score_chart(game.line, stage.profile.target)) for game in sheet.games],
        "target": stage.profile.target,
        "attached": list(attached_records(found, sheet)),
        "record_forms": record_forms(sheet, RULESETS[found.ruleset_key]),
    }
    return event_page(request, stage.tournament, stage, "match", context)


def event_page(
    request: HttpRequest,
    tournament: Tournament,
    stage: Stage | None,
    name: str,
    context: Mapping[str, object],
) -> HttpResponse:
    """Any page under an event's heading and tabs."""
    common = {
        "tournament": tournament,
        "progress": progress_of(tournament, PUBLIC),
        "stage": stage,
        "stages": stages_of(tournament),
        "tab": name,
        "suffix": f"?stage={place}" if (place := request.GET.get("stage")) else "",
    }
    return render(request, f"hall/{name}.html", {**common, **context})


def chosen_stage(request: HttpRequest, tournament: Tournament) -> Stage | None:
    """The stage named in the address by its place among all stages, else the one in play."""
    stages = stages_of(tournament)
    place = whole(request.GET.get("stage"))
    if place is None:
        return stage_in_play(stages)
    if not 1 <= place <= len(stages):
        raise Http404
    return stages[place - 1]


def whole(text: str | None) -> int | None:
    """A number in a query, None without one; anything else is not a page."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise Http404
    return int(text)
