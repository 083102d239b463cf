"""審判を呼ぶ, answered at the desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from hall.forms.act import Act, Done
from scoring.services.calls import answer_call
from tournaments.models import Match, Tournament


class AnswerCall(Act[Tournament]):
    """Somebody goes to the table; pressed twice it is the same."""

    match = forms.ModelChoiceField(
        queryset=Match.objects.none(), to_field_name="code", widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        matches = Match.objects.filter(round__stage__division__tournament=self.subject)
        self.fields["match"].queryset = matches  # type: ignore[attr-defined]

    def do(self) -> Done:
        match = self.cleaned_data["match"]
        answer_call(match, by=self.by)
        return Done(_("Noted: somebody goes to table %(table)s.") % {"table": match.place})
