"""A meeting at the desk: who waits and how long, the free tables, and one press for the next ones."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils import timezone

from hall.forms.free import ComeOrGo, EndEvening, FormTables, OpenPlay
from hall.views.desk_page import LOOK, EventPage
from scoring.selectors.desk import desk_stage, latest_round, next_step
from scoring.selectors.matches import match_cards
from scoring.selectors.viewer import Viewer
from scoring.selectors.waiting import Waiter, free_tables, waiters, waiting_floaters
from tournaments.enums import Format, MatchState
from tournaments.models import Attendance, Stage
from tournaments.selectors.names import EntryName, named_entries
from tournaments.selectors.reception import attendance_list
from tournaments.selectors.roles import can_read, can_run

PLAYED = {MatchState.CONFIRMED, MatchState.VOID}


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Somebody in the line, as the list shows them."""

    name: EntryName
    attendance: Attendance
    games: int
    minutes: int


class FreePage(EventPage):
    template_name = "hall/desk/free.html"
    acts = {"open_play": OpenPlay, "form_tables": FormTables, "present": ComeOrGo, "end_evening": EndEvening}
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        stage = desk_stage(self.tournament)
        if stage is None or stage.format != Format.FREE.value:
            raise Http404
        round = latest_round(stage)
        cards = match_cards(round, Viewer.STAFF) if round else []
        line = waiters(stage)
        return super().get_context_data(
            stage=stage,
            round=round,
            step=next_step(self.tournament, stage),
            line=self.rows(stage, line),
            floaters=self.rows(stage, waiting_floaters(stage)),
            away=attendance_list(self.tournament).filter(present=False),
            playing=[card for card in cards if card.state not in PLAYED],
            played=[card for card in cards if card.state in PLAYED],
            free=free_tables(round) if round else None,
            seats=sum(stage.settings.shape),
            **kwargs,
        )

    def rows(self, stage: Stage, line: list[Waiter]) -> list[WaitingRow]:
        names = named_entries(stage.division)
        attendances = {row.member_id: row for row in attendance_list(self.tournament)}
        now = timezone.now()
        return [
            WaitingRow(
                names[waiter.entry.pk],
                attendances[waiter.entry.people[0].pk],
                waiter.games,
                int((now - waiter.since).total_seconds()) // 60,
            )
            for waiter in line
        ]
