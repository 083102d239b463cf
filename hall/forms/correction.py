"""訂正 at the desk: one change after another is gathered, looked at with what follows, and saved once.

The changes travel in the address, so that a page can be reloaded and nothing is written before the end.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.forms.act import Done
from hall.forms.keying import (
    EnterCombination,
    EnterDeal,
    EnterForfeit,
    EnterPoints,
    EnterRecord,
    EnterRedeal,
    EnterTotals,
    MatchAct,
    RecordedAct,
)
from scoring.domain.correction import Change, ChangeKind, change_from, change_to
from scoring.enums import Later
from scoring.errors import CorrectionIncomplete
from scoring.services.corrections import correct_match, try_changes
from tournaments.models import Match

MOST_WRITTEN = 20_000


def written(changes: Sequence[Change]) -> str:
    return json.dumps([change_to(change) for change in changes], separators=(",", ":"))


def read(text: str) -> tuple[Change, ...]:
    """The changes that were written so. Raises ValueError."""
    try:
        said = json.loads(text, parse_float=_refuse) if text else []
    except RecursionError as error:
        raise ValueError(text) from error
    if not isinstance(said, list):
        raise ValueError(text)
    return tuple(map(change_from, said))


def _refuse(word: str) -> None:
    """No change has a number that is not whole."""
    raise ValueError(word)


def address_of(match: Match, changes: Sequence[Change]) -> str:
    """The page that says what follows from these changes."""
    return f"{reverse('desk-consequences', args=[match.code])}?{urlencode({'changes': written(changes)})}"


class ChangesField(forms.CharField):
    widget = forms.HiddenInput

    def clean(self, value: Any) -> tuple[Change, ...]:
        try:
            return read(super().clean(value))
        except ValueError as error:
            raise ValidationError(_("This page is out of date. Open the match again.")) from error


class Changing(MatchAct):
    """One change more to those before it; what no rule allows is refused at once."""

    changes = ChangesField(required=False, max_length=MOST_WRITTEN)

    def change(self) -> Change:
        raise NotImplementedError

    def do(self) -> Done:
        changes = (*self.cleaned_data["changes"], self.change())
        with suppress(CorrectionIncomplete):  # the next page says what is still missing
            try_changes(self.subject.match, changes)
        return Done("", address_of(self.subject.match, changes))


class ChangingDeal(Changing, RecordedAct):
    """The deal that was chosen says this instead; where none was, it is one more."""

    number = forms.IntegerField(
        min_value=1, required=False, label=gettext_lazy("Place among the deals (empty: behind the last)")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.subject.correcting:
            del self.fields["number"]

    def change(self) -> Change:
        if row := self.subject.correcting:
            return Change(ChangeKind.DEAL, deal=str(row.uuid), record=self.record())
        number = self.cleaned_data["number"] or 0
        return Change(ChangeKind.ADD, game=self.cleaned_data["game"], number=number, record=self.record())


class ChangeDeal(ChangingDeal, EnterDeal):
    pass


class ChangeCombination(ChangingDeal, EnterCombination):
    pass


class ChangeRedeal(ChangingDeal, EnterRedeal):
    pass


class ChangeRecord(ChangingDeal, EnterRecord):
    pass


class ChangePoints(ChangingDeal, EnterPoints):
    pass


class ChangeTotals(Changing, EnterTotals):
    def change(self) -> Change:
        totals = tuple(self.cleaned_data["totals"])
        return Change(ChangeKind.TOTALS, totals=totals, ended_by=self.cleaned_data["ended_by"])


class ChangeForfeit(Changing, EnterForfeit):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"]  # of the correction as a whole

    def change(self) -> Change:
        return Change(ChangeKind.FORFEIT, winner=self.cleaned_data["winner"])


class LastDealBack(Changing):
    def change(self) -> Change:
        return Change(ChangeKind.TAKE_BACK, game=self.subject.game_of_the_latest)


class DoubleLoss(Changing):
    def change(self) -> Change:
        return Change(ChangeKind.DOUBLE_LOSS)


class MakeVoid(Changing):
    def change(self) -> Change:
        return Change(ChangeKind.VOID)


class OutcomeBack(Changing):
    def change(self) -> Change:
        return Change(ChangeKind.WITHDRAW)


class CountAgain(Changing):
    """An earlier version of a deal, or of what was typed without deals."""

    version = forms.UUIDField(widget=forms.HiddenInput)

    def change(self) -> Change:
        return Change(ChangeKind.RESTORE, version=str(self.cleaned_data["version"]))


class SaveCorrection(MatchAct):
    changes = ChangesField(max_length=MOST_WRITTEN)
    after = forms.CharField(max_length=64, widget=forms.HiddenInput)
    reason = forms.CharField(max_length=200, label=gettext_lazy("Reason"))
    later = forms.TypedChoiceField(
        coerce=Later, choices=[(later.value, later.value) for later in Later], widget=forms.HiddenInput
    )

    def do(self) -> Done:
        facts = {name: self.cleaned_data[name] for name in ("reason", "later", "after")}
        correct_match(self.subject.match, self.cleaned_data["changes"], **facts, by=self.by)
        words = _("The result is corrected. What stood before is kept, with who changed it and why.")
        return Done(words, reverse("desk-match", args=[self.subject.match.code]))
