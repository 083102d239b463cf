"""The clock of the hall at the desk: large, and the acts on it."""

from typing import Any

from hall.forms.clock import PauseClock, ProlongClock, ResumeClock, StartClock
from hall.views.desk_page import LOOK, EventPage
from scoring.selectors.desk import desk_stage, round_in_play
from tournaments.selectors.clocks import clock_face
from tournaments.selectors.roles import can_referee, can_see

OFFERED_MINUTES = (40, 50, 60)
"""Minutes offered at one press each, beside the field for any others."""


class ClockPage(EventPage):
    template_name = "hall/desk/clock.html"
    acts = {"start": StartClock, "pause": PauseClock, "resume": ResumeClock, "prolong": ProlongClock}
    may = {LOOK: can_see} | dict.fromkeys(acts, can_referee)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        stage = desk_stage(self.tournament)
        round = round_in_play(stage)
        face = clock_face(round) if round else None
        return super().get_context_data(
            stage=stage, round=round, face=face, usual_minutes=OFFERED_MINUTES, **kwargs
        )
