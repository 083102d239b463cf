"""What the history of a match lets the desk do: undo the last act, and say that late ones are looked at."""

from django import forms
from django.utils.translation import gettext as _

from hall.forms.act import Act, Done
from scoring.selectors.undoable import last_undoable
from scoring.services.late_acts import see_late
from scoring.services.undo import undo_last
from tournaments.models import Match


class UndoLast(Act[Match]):
    act_uuid = forms.UUIDField(widget=forms.HiddenInput)

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> object:
        last = last_undoable(self.subject)
        return last.act.uuid if last else None

    def do(self) -> Done:
        undo_last(self.subject, act=self.cleaned_data["act_uuid"], by=self.by)
        return Done(_("It is undone. What was before counts again."))


class SeeLate(Act[Match]):
    def do(self) -> Done:
        see_late(self.subject, by=self.by)
        return Done(_("What came too late is looked at. It stays in the history."))
