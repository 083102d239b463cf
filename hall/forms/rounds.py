"""The acts that carry an event from reception to its end."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.forms.act import Act, Done
from hall.round_names import round_name
from ledger.outbox import do_later
from scoring.services.events import close_tournament
from scoring.services.rounds import COPY_TASK, close_round, close_round_without
from tournaments.domain.draw import Relaxation
from tournaments.models import Round, Tournament
from tournaments.services.versions import set_gates


def relaxed_field() -> forms.TypedMultipleChoiceField:
    """The hard rules that are given up for one draw."""
    return forms.TypedMultipleChoiceField(
        choices=[(relaxation.value, relaxation.value) for relaxation in Relaxation],
        coerce=Relaxation,
        required=False,
        widget=forms.MultipleHiddenInput,
    )


CHANGED_MEANWHILE = {"invalid_choice": gettext_lazy("This draw was changed meanwhile. Look at the new one.")}


class RoundAct(Act[Tournament]):
    """About the round that the page showed, which may be another by now."""

    round = forms.ModelChoiceField(
        queryset=Round.objects.none(),
        to_field_name="uuid",
        widget=forms.HiddenInput,
        error_messages=CHANGED_MEANWHILE,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rounds = Round.objects.filter(stage__division__tournament=self.subject)
        self.fields["round"].queryset = rounds  # type: ignore[attr-defined]

    @property
    def chosen(self) -> Round:
        return self.cleaned_data["round"]  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """What people call the round."""
        return round_name(self.chosen.stage, self.chosen.number)


class CloseRound(RoundAct):
    def do(self) -> Done:
        close_round(self.chosen, by=self.by)
        return Done(_("%(round)s is closed.") % {"round": self.name})


class CloseWithout(RoundAct):
    """The director closes a round of which results are missing."""

    reason = forms.CharField(max_length=200, label=gettext_lazy("Reason"))

    def do(self) -> Done:
        close_round_without(self.chosen, reason=self.cleaned_data["reason"], by=self.by)
        return Done(_("%(round)s is closed without the missing results.") % {"round": self.name})


class CloseEvent(Act[Tournament]):
    def do(self) -> Done:
        close_tournament(self.subject, by=self.by)
        return Done(_("The event is over and its places are awarded."))


class CopyNow(Act[Tournament]):
    """One more copy, where the last one could not be written."""

    def do(self) -> Done:
        do_later(COPY_TASK, tournament=self.subject.uuid)
        return Done(_("A copy is being made"))


class SetGate(Act[Tournament]):
    """One of the two switches: what the public may see."""

    gate = forms.ChoiceField(choices=[("draw", "draw"), ("standings", "standings")])
    public = forms.BooleanField(required=False)

    def do(self) -> Done:
        gates = {
            "draw": self.subject.draw_is_public,
            "standings": self.subject.standings_are_public,
            self.cleaned_data["gate"]: self.cleaned_data["public"],
        }
        set_gates(self.subject, **gates, by=self.by)
        return Done()
