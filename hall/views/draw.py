"""The draw of a round at the desk: its tables with their reasons, and all that can be changed by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from hall.draw_phrases import (
    RELAXATIONS,
    Names,
    ReasonWords,
    answer_words,
    reason_words,
    tables_in_words,
    warning_words,
)
from hall.forms.draft import (
    ChooseBye,
    DrawRound,
    KeepApart,
    KeepApartNoMore,
    MoveMatch,
    PinChanged,
    PinTable,
    PublishRound,
    RedrawRound,
    SwapUnits,
)
from hall.forms.rounds import SetGate
from hall.views.desk_page import LOOK, EventPage
from hall.views.lots import use_of_round
from hall.views.public import whole
from scoring.selectors.changes import Changes, changes_since
from scoring.selectors.desk import desk_stage, latest_round, next_step
from scoring.selectors.draws import has_lots, is_drawn_anew, is_open_to_changes, kept_apart_once
from scoring.selectors.matches import MatchCard, match_cards
from scoring.selectors.plans import is_planned
from scoring.selectors.presence import absent_from
from scoring.selectors.real_seats import has_real_seats
from scoring.selectors.viewer import Viewer
from scoring.selectors.why import why_not_together
from tournaments.enums import MatchState, RoundState
from tournaments.models import Round
from tournaments.selectors.entrants import playing
from tournaments.selectors.names import EntryName, named_entries
from tournaments.selectors.roles import can_read, can_referee, can_run

# What a draw could not do, and people can.
LAST_RESORT = {"no_round_fits", "draw_failed", "draw_not_possible"}
PEOPLE_BY_HAND = "by_hand"
BY_HAND = {PEOPLE_BY_HAND, "table_by_hand"}


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """One table of a draft with the reasons in words, and whoever sits there for an entry."""

    card: MatchCard
    reasons: list[ReasonWords]
    is_pinned: bool
    is_changeable: bool

    @property
    def warns(self) -> bool:
        return any(reason.warns for reason in self.reasons)

    @property
    def changed(self) -> set[str]:
        """The codes that say what people changed here."""
        return {str(reason["code"]) for reason in self.card.reasons} & BY_HAND

    @property
    def is_lost(self) -> bool:
        """Whether a new draw undoes what people changed here; a kept table keeps its people alone."""
        return bool(self.changed - ({PEOPLE_BY_HAND} if self.is_pinned else set()))

    @property
    def entries(self) -> list[EntryName]:
        """Those who can change places: pairs, or persons where partners change."""
        return [entry for side in self.card.sides for entry in side.entries]


class DrawPage(EventPage):
    template_name = "hall/desk/draw.html"
    acts = {
        "draw": DrawRound,
        "redraw": RedrawRound,
        "publish": PublishRound,
        "swap": SwapUnits,
        "apart": KeepApart,
        "apart_no_more": KeepApartNoMore,
        "bye": ChooseBye,
        "pin": PinTable,
        "pin_changed": PinChanged,
        "move": MoveMatch,
        "gate": SetGate,
    }
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run) | {"move": can_referee}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        stage = desk_stage(self.tournament)
        if stage is None:
            raise Http404
        round = latest_round(stage)
        names = {entry.number: entry.name for entry in named_entries(stage.division).values()}
        step = next_step(self.tournament, stage)
        context = super().get_context_data(
            stage=stage,
            round=round,
            step=step,
            absent=absent_from(stage, step.round) if step.round else [],
            entries=playing(stage).count(),
            relaxations=RELAXATIONS,
            goes_by_hand=is_drawn_anew(stage),
            has_box=step.round is not None and use_of_round(stage, step.round) is not None,
            is_planned=is_planned(stage),
            is_last=step.round == stage.rounds_planned,
            has_real_seats=round is not None and has_real_seats(round),
            **kwargs,
        )
        context["last_resort"] = _asks_for_hands(context["forms"]) and is_drawn_anew(stage)
        context["broken"] = _broken(context["forms"]["swap"], names)
        if round is None:
            return context
        shown = _drawn(round, names)
        if shown["is_open"] and not shown["changes"]:
            one, other = (whole(self.request.GET.get(name) or None) for name in ("one", "other"))
            shown["why"] = _why(round, names, one, other) if one and other else None
            shown["asks_of_one"] = one is not None and one == other
        return context | shown


def _drawn(round: Round, names: Names) -> dict[str, Any]:
    """Everything of the page that is about a round there is."""
    pinned = set(round.matches.filter(pinned=True).values_list("code", flat=True))
    tables = [
        DrawnTable(
            card,
            [reason_words(reason, names) for reason in card.reasons],
            is_pinned=card.code in pinned,
            is_changeable=_is_changeable(card, round),
        )
        for card in match_cards(round, Viewer.STAFF)
    ]
    played = [table.card for table in tables if not table.card.is_bye]
    changes = changes_since(round)
    return {
        "tables": tables,
        "played": played,
        "to_look_at": [table for table in tables if table.warns],
        "warnings": warning_words(round.warnings, names, {card.number: card.place for card in played}),
        "changed": sum(PEOPLE_BY_HAND in table.changed for table in tables),
        "lost": [_place(table.card) for table in tables if table.is_lost],
        "can_be_kept": is_drawn_anew(round.stage)
        and any(PEOPLE_BY_HAND in table.changed and not table.is_pinned for table in tables),
        "apart": _apart(round, names) if is_open_to_changes(round) else [],
        "has_lots": has_lots(round),
        "changes": changes and _told(changes, names),
        "is_open": is_open_to_changes(round),
    }


def _place(card: MatchCard) -> str:
    return gettext("Sits out") if card.is_bye else gettext("Table %(number)s") % {"number": card.place}


def _apart(round: Round, names: Names) -> list[list[tuple[int, str]]]:
    """Those whom people keep apart in this draft alone: number and name of either."""
    pairs = [sorted(int(key) for key in pair) for pair in kept_apart_once(round)]
    return [[(number, names.get(number, f"#{number}")) for number in pair] for pair in sorted(pairs)]


def _is_changeable(card: MatchCard, round: Round) -> bool:
    """A match can be moved until it is over, a bye be given to somebody else while it is a draft."""
    is_draft = round.state == RoundState.DRAFT.value
    if card.is_bye:
        return is_draft and is_drawn_anew(round.stage)
    over = card.state in (MatchState.CONFIRMED, MatchState.VOID)
    return is_draft or (round.state == RoundState.PUBLISHED.value and not over)


def _why(round: Round, names: Names, one: int, other: int) -> dict[str, Any] | None:
    """Why these two share no table, and what would be instead; None when one of them is not drawn."""
    answer = why_not_together(round, one=one, other=other)
    if answer is None:
        return None
    return {
        "one": one,
        "other": other,
        "sentence": answer_words(answer, names, one=one, other=other),
        "gone": tables_in_words(answer.gone, names),
        "instead": tables_in_words(answer.instead, names),
    }


def _told(changes: Changes, names: Names) -> dict[str, Any]:
    return {
        "came": [names.get(number, f"#{number}") for number in changes.came],
        "left": [names.get(number, f"#{number}") for number in changes.left],
        "results": changes.results,
        "is_known": changes.is_known,
    }


def _asks_for_hands(forms: Mapping[str, Any]) -> bool:
    refusals = (forms[name].refusal for name in ("draw", "redraw"))
    return any(refusal and refusal.code in LAST_RESORT for refusal in refusals)


def _broken(form: SwapUnits, names: Names) -> Sequence[ReasonWords]:
    """What the refused change would break, rule by rule."""
    params = form.refusal.params if form.refusal else {}
    reasons: Any = params.get("broken", [])
    return list(dict.fromkeys(reason_words(reason, names) for reason in reasons))
