"""The acts on the draft of a round: drawing, changing it by hand, publishing it."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from hall.forms.act import Act, Done
from hall.forms.rounds import CHANGED_MEANWHILE, RoundAct, relaxed_field
from hall.round_names import round_name
from scoring.selectors.desk import desk_stage
from scoring.services.draft_edits import (
    allow_and_redraw,
    choose_bye,
    forbid_and_redraw,
    pin_changed,
    pin_match,
    swap_units,
)
from scoring.services.drafts import pair_next_round, redraw_round
from scoring.services.queue import move_match
from scoring.services.rounds import publish_round
from tournaments.models import Entry, Match, Tournament
from tournaments.selectors.names import named_entries


def entry_field() -> forms.ModelChoiceField:  # type: ignore[type-arg]
    """An entry of the desk's division by its number."""
    return forms.ModelChoiceField(queryset=Entry.objects.none(), to_field_name="number")


class DrawRound(Act[Tournament]):
    relaxed = relaxed_field()
    in_order = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def do(self) -> Done:
        stage = desk_stage(self.subject)
        assert stage is not None  # the page offers this only where there is one
        asked = {name: self.cleaned_data[name] for name in ("relaxed", "in_order")}
        round = pair_next_round(stage, **asked, by=self.by)
        words = {"round": round_name(round.stage, round.number)}
        return Done(_("%(round)s is drawn. Look at it, then publish.") % words)


class RedrawRound(RoundAct):
    new_lots = forms.BooleanField(required=False)
    relaxed = relaxed_field()
    in_order = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def do(self) -> Done:
        asked = {name: self.cleaned_data[name] for name in ("new_lots", "relaxed", "in_order")}
        round = redraw_round(self.chosen, **asked, by=self.by)
        return Done(_("%(round)s is drawn again.") % {"round": round_name(round.stage, round.number)})


class PublishRound(RoundAct):
    def do(self) -> Done:
        publish_round(self.chosen, by=self.by)
        return Done(_("The draw is published: %(round)s. Play may begin.") % {"round": self.name})


class EntriesAct(RoundAct):
    """About entries of the round that the page showed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stage = desk_stage(self.subject)
        for field in self.fields.values():
            if isinstance(field, forms.ModelChoiceField) and field.queryset.model is Entry:  # type: ignore[union-attr]
                field.queryset = Entry.objects.filter(division__stages=stage)


class TwoEntries(EntriesAct):
    one = entry_field()
    other = entry_field()

    @property
    def two(self) -> dict[str, Entry]:
        return {name: self.cleaned_data[name] for name in ("one", "other")}

    @property
    def names(self) -> dict[str, str]:
        """What tells them apart on the page."""
        shown = named_entries(self.two["one"].division)
        return {name: shown[entry.pk].name for name, entry in self.two.items()}


class SwapUnits(TwoEntries):
    accept = forms.BooleanField(required=False)

    def do(self) -> Done:
        swap_units(self.chosen, **self.two, accept=self.cleaned_data["accept"], by=self.by)
        return Done(_("%(one)s and %(other)s have changed places.") % self.names)


class KeepApart(TwoEntries):
    whole_event = forms.BooleanField(required=False)

    def do(self) -> Done:
        names = self.names
        forbid_and_redraw(self.chosen, **self.two, whole_event=self.cleaned_data["whole_event"], by=self.by)
        return Done(_("%(one)s and %(other)s are kept apart; the round is drawn again.") % names)


class KeepApartNoMore(TwoEntries):
    def do(self) -> Done:
        names = self.names
        allow_and_redraw(self.chosen, **self.two, by=self.by)
        return Done(_("%(one)s and %(other)s may meet again; the round is drawn again.") % names)


class ChooseBye(EntriesAct):
    entry = entry_field()

    def do(self) -> Done:
        entry = self.cleaned_data["entry"]
        choose_bye(self.chosen, entry=entry, by=self.by)
        return Done(_("%(entry)s sits out; the round is drawn again.") % {"entry": entry.shown_name})


class MatchOfEvent(Act[Tournament]):
    """About one match of the event, by its code."""

    match = forms.ModelChoiceField(
        queryset=Match.objects.none(),
        to_field_name="code",
        widget=forms.HiddenInput,
        error_messages=CHANGED_MEANWHILE,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        matches = Match.objects.filter(round__stage__division__tournament=self.subject)
        self.fields["match"].queryset = matches  # type: ignore[attr-defined]


class PinTable(MatchOfEvent):
    pinned = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def do(self) -> Done:
        pin_match(self.cleaned_data["match"], pinned=self.cleaned_data["pinned"], by=self.by)
        return Done()


class PinChanged(RoundAct):
    def do(self) -> Done:
        pin_changed(self.chosen, by=self.by)
        return Done()


class MoveMatch(MatchOfEvent):
    table = forms.IntegerField(min_value=1, max_value=9999)
    exchange = forms.BooleanField(required=False)

    def do(self) -> Done:
        match: Match = self.cleaned_data["match"]
        asked = {name: self.cleaned_data[name] for name in ("table", "exchange")}
        move_match(match, **asked, by=self.by)
        return Done(_("The match is at table %(table)s now.") % {"table": match.table})
