"""The acts on the clock of the hall, and the minutes given to one table."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.forms.act import Done
from hall.forms.keying import MatchAct
from hall.forms.rounds import RoundAct
from scoring.selectors.desk import desk_stage
from tournaments.services.clocks import give_minutes, pause_clock, prolong_clock, resume_clock, start_clock

MOST_MINUTES = 600


class StartClock(RoundAct):
    """By the time limit of the event's rules, unless other minutes are typed."""

    minutes = forms.IntegerField(min_value=1, max_value=MOST_MINUTES, label=gettext_lazy("Minutes"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stage = desk_stage(self.subject)
        self.fields["minutes"].initial = stage.profile.time.limit if stage else None

    def do(self) -> Done:
        minutes = self.cleaned_data["minutes"]
        start_clock(self.chosen, minutes=minutes, by=self.by)
        return Done(_("The clock runs: %(minutes)s minutes.") % {"minutes": minutes})


class PauseClock(RoundAct):
    def do(self) -> Done:
        pause_clock(self.chosen, by=self.by)
        return Done(_("The clock stands still."))


class ResumeClock(RoundAct):
    def do(self) -> Done:
        resume_clock(self.chosen, by=self.by)
        return Done(_("The clock goes on."))


class ProlongClock(RoundAct):
    """Minutes for everybody, or taken back from everybody."""

    minutes = forms.IntegerField(
        min_value=-MOST_MINUTES, max_value=MOST_MINUTES, label=gettext_lazy("Minutes more, or fewer with −")
    )

    def do(self) -> Done:
        minutes = self.cleaned_data["minutes"]
        prolong_clock(self.chosen, minutes=minutes, by=self.by)
        return Done(_("Everybody has %(minutes)s minutes more.") % {"minutes": f"{minutes:+d}"})


class GiveMinutes(MatchAct):
    """This table alone has so many minutes on top of the clock."""

    minutes = forms.IntegerField(
        min_value=0, max_value=MOST_MINUTES, label=gettext_lazy("Extra minutes for this table")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].initial = self.subject.match.extra_minutes

    def do(self) -> Done:
        minutes = self.cleaned_data["minutes"]
        give_minutes(self.subject.match, minutes=minutes, by=self.by)
        return Done(_("This table has %(minutes)s minutes on top of the clock.") % {"minutes": minutes})
