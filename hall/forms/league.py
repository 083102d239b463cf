"""The acts on a league: its deadline, the days of one match, rulings on the unplayed, groups by hand."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from hall.forms.act import Act, Done
from hall.forms.rounds import RoundAct
from scoring.enums import UnplayedRuling
from scoring.selectors.desk import desk_stage
from scoring.services.groups import move_to_group
from scoring.services.league import (
    agree_meeting,
    apply_rule,
    offer_date,
    postpone,
    rule_match,
    set_deadline,
    take_offer_back,
)
from tournaments.models import DateOffer, Entry, Match, Tournament


def day_field(**facts: Any) -> forms.DateField:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **facts)


def reason_field() -> forms.CharField:
    return forms.CharField(max_length=200, label=gettext_lazy("Reason"))


class SetDeadline(RoundAct):
    day = day_field(
        required=False,
        label=gettext_lazy("All matches are played by"),
        help_text=gettext_lazy("Empty: there is no deadline."),
    )

    def do(self) -> Done:
        day = self.cleaned_data["day"]
        set_deadline(self.chosen, day=day, by=self.by)
        if day is None:
            return Done(_("There is no deadline any more."))
        return Done(_("All matches are to be played by %(day)s.") % {"day": date_format(day)})


class ApplyRule(RoundAct):
    reason = reason_field()

    def do(self) -> Done:
        today = self.subject.today
        count = len(apply_rule(self.chosen, today=today, reason=self.cleaned_data["reason"], by=self.by))
        sentence = ngettext(
            "The rule is applied to %(count)s match.", "The rule is applied to %(count)s matches.", count
        )
        return Done(sentence % {"count": count})


class MoveToGroup(Act[Tournament]):
    entry = forms.ModelChoiceField(
        queryset=Entry.objects.none(), to_field_name="uuid", label=gettext_lazy("Entry")
    )
    group = forms.IntegerField(min_value=1, label=gettext_lazy("plays in group"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stage = desk_stage(self.subject)
        if self.stage:
            entries = Entry.objects.filter(stages__stage=self.stage)
            self.fields["entry"].queryset = entries  # type: ignore[attr-defined]

    def do(self) -> Done:
        assert self.stage is not None  # the field holds no entry without one
        entry, group = self.cleaned_data["entry"], self.cleaned_data["group"]
        move_to_group(entry, self.stage, group=group, by=self.by)
        return Done(
            _("No. %(number)s plays in group %(group)s. Draw the round again.")
            % {"number": entry.number, "group": group}
        )


# One match


class OfferDate(Act[Match]):
    side = forms.TypedChoiceField(
        coerce=int, widget=forms.RadioSelect, label=gettext_lazy("Who offers a day?")
    )
    day = day_field(label=gettext_lazy("Day"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = sides_of(self.subject)  # type: ignore[attr-defined]

    def do(self) -> Done:
        offer_date(self.subject, **self.cleaned_data, by=self.by)
        return Done(_("The day offered is kept."))


class TakeOfferBack(Act[Match]):
    offer = forms.ModelChoiceField(queryset=DateOffer.objects.none(), to_field_name="uuid")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["offer"].queryset = self.subject.date_offers.all()  # type: ignore[attr-defined]

    def do(self) -> Done:
        take_offer_back(self.cleaned_data["offer"], by=self.by)
        return Done(_("The day is offered no more."))


class AgreeMeeting(Act[Match]):
    """By the clock of the hall, wherever the reader is."""

    day = day_field(required=False, label=gettext_lazy("Day"))
    time = forms.TimeField(
        required=False,
        label=gettext_lazy("Time"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    place = forms.CharField(required=False, max_length=120, label=gettext_lazy("Place"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        local = self.subject.meeting_at and self.subject.meeting_at.astimezone(self.zone)
        self.initial["day"] = local and local.date()
        self.initial["time"] = local and local.time()
        self.initial["place"] = self.subject.meeting_place

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.subject.tournament.venue_timezone)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        day, time = cleaned.get("day"), cleaned.get("time")
        if bool(day) != bool(time) and not self.errors:
            self.add_error("day" if time else "time", _("A meeting has a day and a time."))
        cleaned["at"] = datetime.combine(day, time, tzinfo=self.zone) if day and time else None
        return cleaned

    def do(self) -> Done:
        at, place = self.cleaned_data["at"], self.cleaned_data["place"]
        agree_meeting(self.subject, at=at, place=place, by=self.by)
        return Done(_("Kept. Everybody can read it."))


class Postpone(Act[Match]):
    due_on = day_field(
        required=False,
        label=gettext_lazy("This match is played by"),
        help_text=gettext_lazy("Empty: by the deadline of all."),
    )
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["due_on"] = self.subject.due_on

    def do(self) -> Done:
        postpone(self.subject, **self.cleaned_data, by=self.by)
        return Done(_("The day of the match is changed."))


class RuleMatch(Act[Match]):
    ruling = forms.TypedChoiceField(
        coerce=UnplayedRuling, widget=forms.RadioSelect, label=gettext_lazy("It was not played")
    )
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        won = [
            (ruling.value, _("%(name)s wins without play") % {"name": name})
            for ruling, (_side, name) in zip(UnplayedRuling, sides_of(self.subject), strict=False)
        ]
        self.fields["ruling"].choices = [  # type: ignore[attr-defined]
            *won,
            (UnplayedRuling.BOTH_LOSE.value, _("both have lost")),
            (UnplayedRuling.VOID.value, _("it counts for nobody")),
        ]

    def do(self) -> Done:
        rule_match(self.subject, **self.cleaned_data, by=self.by)
        return Done(
            _("The match is ruled upon."), reverse("desk-league", args=[self.subject.tournament.slug])
        )


def sides_of(match: Match) -> list[tuple[int, str]]:
    return [(side.number, side.shown_name) for side in match.sides.all()]
