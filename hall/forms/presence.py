"""The acts about one entry's presence: leaving, coming back, byes asked for, substitutes, withdrawal."""

from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.forms.act import Act, Done
from hall.services.walk_ins import withdraw
from scoring.enums import LeftMatch
from scoring.selectors.presence import Standpoint
from scoring.selectors.seated import game_in_play, people_without_seat
from scoring.selectors.series import last_game
from scoring.services.substitutes import replace_member, sit_in
from tournaments.enums import AbsenceKind, TournamentState
from tournaments.models import Attendance, Entry, Match, Stage
from tournaments.selectors.reception import people_without_entry
from tournaments.services.presence import ask_for_bye, come_back, leave, take_bye_back

MOST_ROUNDS = 99
WORTH: list[tuple[str, str | Promise]] = [
    (AbsenceKind.FULL_BYE.value, gettext_lazy("a win")),
    (AbsenceKind.HALF_BYE.value, gettext_lazy("half a win")),
    (AbsenceKind.ZERO_BYE.value, gettext_lazy("nothing")),
]
LEFT_MATCH: list[tuple[str, str | Promise]] = [
    (LeftMatch.FORFEIT.value, gettext_lazy("the other side wins by forfeit")),
    (LeftMatch.VOID.value, gettext_lazy("it is void")),
    (LeftMatch.SUBSTITUTE.value, gettext_lazy("whoever sits in plays it to the end")),
]


def round_field(**options: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, **options)


class EntryAct(Act[Attendance]):
    """About the entry of this person in the stage that is played; the page offers it only where both are."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.at = Standpoint(self.subject)

    @property
    def entry(self) -> Entry:
        return cast(Entry, self.at.entry)

    @property
    def stage(self) -> Stage:
        return cast(Stage, self.at.stage)

    @property
    def named(self) -> dict[str, object]:
        """The entry in a sentence."""
        return {"number": self.entry.number, "name": self.entry.shown_name}

    def done(self, sentence: str) -> Done:
        """Back to the person's line in the list."""
        address = reverse("desk-reception", args=[self.subject.tournament.slug])
        return Done(sentence, f"{address}?{urlencode({'show': 'all'})}#p-{self.subject.uuid}")


class Leave(EntryAct):
    from_round = round_field(label=gettext_lazy("From round"))
    reason = forms.CharField(max_length=200, label=gettext_lazy("Reason"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from_round"].initial = self.at.coming

    def do(self) -> Done:
        leave(self.entry, self.stage, **self.cleaned_data, by=self.by)
        words = self.named | {"round": self.cleaned_data["from_round"]}
        return self.done(_("No. %(number)s %(name)s is away from round %(round)s.") % words)


class ComeBack(EntryAct):
    from_round = round_field(label=gettext_lazy("From round"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from_round"].initial = self.at.coming

    def do(self) -> Done:
        come_back(self.entry, self.stage, **self.cleaned_data, by=self.by)
        words = self.named | {"round": self.cleaned_data["from_round"]}
        return self.done(_("No. %(number)s %(name)s plays from round %(round)s.") % words)


class AskForBye(EntryAct):
    round = round_field(label=gettext_lazy("Round"))
    kind = forms.TypedChoiceField(
        choices=WORTH,
        coerce=AbsenceKind,
        initial=AbsenceKind.HALF_BYE.value,
        widget=forms.RadioSelect,
        label=gettext_lazy("It counts as"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round"].initial = self.at.coming

    def do(self) -> Done:
        ask_for_bye(self.entry, self.stage, **self.cleaned_data, by=self.by)
        words = self.named | {"round": self.cleaned_data["round"]}
        return self.done(_("No. %(number)s %(name)s sits out round %(round)s by its own wish.") % words)


class TakeByeBack(EntryAct):
    round = round_field(widget=forms.HiddenInput)

    def do(self) -> Done:
        take_bye_back(self.entry, self.stage, **self.cleaned_data, by=self.by)
        words = self.named | {"round": self.cleaned_data["round"]}
        return self.done(_("No. %(number)s %(name)s plays in round %(round)s after all.") % words)


class WithdrawEntry(EntryAct):
    """Entered by mistake, or gone for good."""

    reason = forms.CharField(max_length=200, label=gettext_lazy("Reason"))
    left_match = forms.TypedChoiceField(
        choices=LEFT_MATCH,
        coerce=LeftMatch,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        label=gettext_lazy("The match in play"),
    )
    gone = forms.BooleanField(required=False, label=gettext_lazy("They have gone home"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["gone"].initial = self.subject.tournament.state != TournamentState.RECEPTION.value

    def do(self) -> Done:
        withdraw(self.entry, **self.cleaned_data, by=self.by)
        return self.done(_("No. %(number)s %(name)s is withdrawn.") % self.named)


class OtherPerson(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Somebody of this event, floaters first."""

    def __init__(self, **options: Any) -> None:
        super().__init__(queryset=Attendance.objects.none(), to_field_name="uuid", **options)

    def label_from_instance(self, row: Attendance) -> str:
        return attendance_label(row)


def attendance_label(row: Attendance) -> str:
    """A person of the event in a list to choose from."""
    name = f"{row.member.name}（{row.member.home.name}）" if row.member.home else row.member.name
    return _("%(name)s, floater") % {"name": name} if row.is_floater else name


class ChooseOther(EntryAct):
    """An act for which another person is chosen, where anybody is free."""

    @property
    def anybody_free(self) -> bool:
        free: QuerySet[Attendance] = self.fields["person"].queryset  # type: ignore[attr-defined]
        return free.exists()


class SitIn(ChooseOther):
    """Somebody sits in for this person, from a game on."""

    person = OtherPerson(label=gettext_lazy("Who sits in"), empty_label=gettext_lazy("choose"))
    from_game = round_field(label=gettext_lazy("From game"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.at.seat:
            match, _seat = self.at.seat
            free = people_without_seat(match.round)
            self.fields["person"].queryset = free  # type: ignore[attr-defined]
            self.fields["from_game"].initial = game_in_play(match)
            if last_game(match) == 1:
                self.fields["from_game"].widget = forms.HiddenInput()

    def do(self) -> Done:
        match, seat = cast(tuple[Match, int], self.at.seat)
        person = self.cleaned_data["person"].member
        sit_in(match, seat=seat, person=person, from_game=self.cleaned_data["from_game"], by=self.by)
        words = {"person": person.name, "other": self.subject.member.name, "table": match.place}
        return self.done(_("%(person)s sits in for %(other)s at table %(table)s.") % words)


class ReplaceMember(ChooseOther):
    """Another person has this member's place for good."""

    person = OtherPerson(label=gettext_lazy("Who joins"), empty_label=gettext_lazy("choose"))
    reason = forms.CharField(max_length=200, label=gettext_lazy("Reason"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = people_without_entry(self.subject.tournament)
        self.fields["person"].queryset = free  # type: ignore[attr-defined]

    def do(self) -> Done:
        joining = self.cleaned_data["person"].member
        changed = replace_member(
            self.entry,
            leaving=self.subject.member,
            joining=joining,
            reason=self.cleaned_data["reason"],
            by=self.by,
        )
        words = {"number": changed.number, "name": changed.shown_name}
        return self.done(_("No. %(number)s is now %(name)s.") % words)
