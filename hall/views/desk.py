"""The desk: the list of events, and the hall of one event at a glance."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.selectors.roles import clubs_run_by, has_any_role, is_admin
from hall.forms.calls import AnswerCall
from hall.forms.rounds import CloseEvent, CloseRound, CloseWithout, CopyNow, SetGate
from hall.views.desk_page import LOOK, DeskPage, EventPage
from hall.views.public import whole
from hall.words import NEEDS, StateWords, Words
from scoring.selectors.confirmations import confirmed_alone
from scoring.selectors.desk import (
    DONE,
    Step,
    desk_stage,
    last_copy,
    latest_round,
    next_step,
)
from scoring.selectors.matches import MatchCard, match_cards
from scoring.selectors.needs import HallTable, Need, hall_tables
from scoring.selectors.progress import progress_by_event
from scoring.selectors.viewer import Viewer
from scoring.services.rounds import COPY_TASK
from tournaments.enums import Format, MatchState, RoundState
from tournaments.models import Round, Stage
from tournaments.selectors.clocks import clock_face
from tournaments.selectors.roles import can_key, can_read, can_run, can_see, events_seen_by
from tournaments.selectors.versions import desk_etag

PART = "tables"


class DeskHome(DeskPage):
    template_name = "hall/desk/home.html"
    may = {LOOK: has_any_role}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        events = list(events_seen_by(self.account).select_related("club"))
        progress = progress_by_event(events, Viewer.STAFF)
        return super().get_context_data(
            events=[(event, progress[event.pk]) for event in events],
            is_admin=is_admin(self.account),
            clubs=clubs_run_by(self.account),
            **kwargs,
        )


# The stages that every round passes through, with the step at which each is under way.
STAGES: tuple[tuple[Words, tuple[Step, ...]], ...] = (
    (_("Pairings"), (Step.DRAW,)),
    (_("Made public"), (Step.PUBLISH,)),
    (_("Results"), (Step.RESULTS,)),
    (_("Close the round"), (Step.CLOSE_ROUND,)),
)


@dataclass(frozen=True, slots=True)
class Dot:
    """One stage on the line: behind, under way or ahead."""

    word: Words
    state: str


def dots(step: Step) -> list[Dot]:
    """The line of stages; empty before the first round and after the last."""
    here = next((place for place, (_word, steps) in enumerate(STAGES) if step in steps), None)
    if here is None:
        return []
    return [
        Dot(word, "past" if place < here else "now" if place == here else "ahead")
        for place, (word, _steps) in enumerate(STAGES)
    ]


def count_line(tables: list[HallTable]) -> list[tuple[StateWords, int]]:
    """How many tables need what, each counted where it is most urgent."""
    numbers = Counter(table.need for table in tables)
    return [(NEEDS[need], numbers[need]) for need in Need if numbers[need]]


def still_open(tables: Iterable[HallTable]) -> dict[str, Any]:
    """The tables that keep the round open; their places, by what closing it all the same does to them."""
    cards = [table.card for table in tables if table.card.state not in DONE]
    places: dict[bool, list[str]] = defaultdict(list)
    for card in cards:
        places[card.state is MatchState.TO_CONFIRM].append(card.place)
    return {"open_cards": cards, "complete": places[True], "incomplete": places[False]}


class HallView(EventPage):
    """With ``?part=tables`` only what changes by itself, 304 where nothing has changed since."""

    template_name = "hall/desk/hall.html"
    acts = {
        "close_round": CloseRound,
        "close_without": CloseWithout,
        "close_event": CloseEvent,
        "gate": SetGate,
        "copy": CopyNow,
        "coming": AnswerCall,
    }
    may = {LOOK: can_see} | dict.fromkeys(acts, can_run) | {"coming": can_key}

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.GET.get("part") != PART:
            return super().get(request, *args, **kwargs)
        etag = desk_etag(self.tournament, self.account)
        answer = get_conditional_response(request, etag) or self.render_part()
        answer["ETag"] = etag
        answer["Cache-Control"] = "no-store"
        return answer

    def render_part(self) -> HttpResponse:
        return render(self.request, "hall/desk/_tables.html", self.get_context_data())

    def tables_context(self, round: Round | None) -> dict[str, Any]:
        """The tables of the round by what they need, and the clock."""
        cards = match_cards(round, Viewer.STAFF) if round else []
        tables = hall_tables(round, cards) if round else []
        return {
            "round": round,
            "tables": tables,
            "calling": [table.card for table in tables if Need.CALLED in table.needs],
            "queued": any(table.card.waits for table in tables),
            "byes": [card for card in cards if card.is_bye],
            "counts": count_line(tables),
            "alone": confirmed_alone(round) if round else set(),
            "face": clock_face(round) if round else None,
            "now": timezone.now(),
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        stage = desk_stage(self.tournament)
        round = self.shown_round(stage) if stage else None
        latest = latest_round(stage) if stage else None
        shown = self.tables_context(round)
        newest = shown if round == latest else self.tables_context(latest)
        step = next_step(self.tournament, stage)
        return super().get_context_data(
            reads=self.asks(can_read),
            stage=stage,
            latest=latest,
            rounds=list(stage.rounds.order_by("number")) if stage else [],
            last_table=max((typed_number(table.card) for table in shown["tables"]), default=0),
            step=step,
            dots=dots(step.step),
            nobody_here=not self.tournament.attendances.filter(present=True).exists(),
            copy=last_copy(self.tournament, task=COPY_TASK),
            **still_open(newest["tables"]),
            **shown,
            **kwargs,
        )

    def shown_round(self, stage: Stage) -> Round | None:
        asked = whole(self.request.GET.get("round") or None)
        return latest_round(stage) if asked is None else stage.rounds.filter(number=asked).first()


TABLE = re.compile("[0-9]{1,6}")  # a digit of another script is no number here


def typed_number(card: MatchCard) -> int:
    """What is typed to key a match: its table, in a league its number in the draw; 0 while it waits."""
    return card.table or (0 if card.waits else card.number)


class TableByNumber(EventPage):
    """The number of a table, typed, leads to its latest match in the latest round; else it is told.

    A league has no tables: there it is the number of the match.
    """

    may = {LOOK: can_see}

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        stage = desk_stage(self.tournament)
        rounds = stage.rounds.exclude(state=RoundState.DRAFT.value) if stage else None
        round = rounds.order_by("number").last() if rounds else None
        table = request.GET.get("table", "").strip()
        named = "number" if stage and stage.format == Format.LEAGUE.value else "table"
        match = round.matches.filter(**{named: table}).last() if round and TABLE.fullmatch(table) else None
        if match is None:
            messages.warning(request, nothing_there(table, is_match=named == "number"))
            return redirect("desk-event", slug=self.tournament.slug)
        return redirect("desk-match", code=match.code)


def nothing_there(table: str, *, is_match: bool) -> str:
    words = (
        gettext("There is no match %(table)s in this round.")
        if is_match
        else gettext("Nothing is played at table %(table)s in this round.")
    )
    return words % {"table": table}
