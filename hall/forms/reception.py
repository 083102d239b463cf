"""The acts of the reception: finding or registering people, entering them, presence, fees."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Branch, Member
from clubs.selectors.members import namesakes
from clubs.services.members import register_member
from hall.forms.act import Act, Done
from hall.services.walk_ins import join_orphan, receive, receive_house
from scoring.selectors.presence import Standpoint
from tournaments.enums import TournamentState
from tournaments.models import Attendance, Division, Entry, Tournament
from tournaments.selectors.reception import entry_size, incomplete_entries
from tournaments.services.people import correct_person
from tournaments.services.presence import come_back
from tournaments.services.reception import mark_present, take_fee

MOST_TOGETHER = 3


def chosen_address(tournament: Tournament, chosen: list[Member]) -> str:
    """The reception with these people chosen."""
    address = reverse("desk-reception", args=[tournament.slug])
    return f"{address}?{urlencode([('chosen', person.uuid) for person in chosen])}"


class RegisterMember(Act[Tournament]):
    """Somebody who is not on the books: registered and chosen at once.

    Where somebody of this name or reading is, the desk is asked whether it is them; ``anyway`` is its no.
    """

    name = forms.CharField(max_length=80, label=gettext_lazy("Name"))
    reading = forms.CharField(
        max_length=120,
        required=False,
        label=gettext_lazy("Reading (kana)"),
        help_text=gettext_lazy("May be left empty and filled in later."),
    )
    branch = forms.ModelChoiceField(
        queryset=Branch.objects.select_related("club"),
        required=False,
        label=gettext_lazy("Branch"),
        empty_label=gettext_lazy("none"),
    )
    chosen = forms.ModelMultipleChoiceField(
        queryset=Member.objects.all(),
        to_field_name="uuid",
        required=False,
        widget=forms.MultipleHiddenInput,
    )
    anyway = forms.BooleanField(required=False, widget=forms.HiddenInput)
    namesakes: Sequence[Member] = ()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "name" in cleaned and not cleaned.get("anyway"):
            chosen = cleaned.get("chosen", [])
            found = namesakes(cleaned["name"], cleaned.get("reading", ""))
            self.namesakes = [person for person in found if person not in chosen]
        if self.namesakes:
            raise forms.ValidationError(
                _("Somebody of this name or reading is on the books. Is it them? Then choose them.")
            )
        return cleaned

    def do(self) -> Done:
        facts = {name: self.cleaned_data[name] for name in ("reading", "branch")}
        person = register_member(self.cleaned_data["name"], **facts, by=self.by)
        chosen = [*self.cleaned_data["chosen"], person]
        return Done(
            _("%(name)s is registered.") % {"name": person.name}, chosen_address(self.subject, chosen)
        )


class Role(StrEnum):
    """As what somebody is entered."""

    PLAYER = "player"
    HOUSE = "house"


class Enter(Act[Tournament]):
    """The chosen ones: an entry, or whoever waits for a partner, or a house pair, or a floater."""

    chosen = forms.ModelMultipleChoiceField(
        queryset=Member.objects.all(),
        to_field_name="uuid",
        widget=forms.MultipleHiddenInput,
        error_messages={"required": gettext_lazy("Choose one person or two.")},
    )
    present = forms.BooleanField(required=False, initial=True, label=gettext_lazy("here now"))
    fee_taken = forms.BooleanField(required=False, label=gettext_lazy("fee taken"))
    role = forms.TypedChoiceField(
        choices=[(role.value, role.value) for role in Role],
        coerce=Role,
        empty_value=Role.PLAYER,
        required=False,
        widget=forms.HiddenInput,
    )
    joins = forms.ModelChoiceField(
        queryset=Entry.objects.none(), to_field_name="uuid", required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        incomplete = incomplete_entries(self.division).filter(is_house=False)
        self.fields["joins"].queryset = incomplete  # type: ignore[attr-defined]

    @property
    def division(self) -> Division:
        return self.subject.divisions.earliest("number")

    def clean_chosen(self) -> list[Member]:
        """In the order in which they were chosen, which is the order of the pair's name."""
        order = self.data.getlist("chosen")  # type: ignore[attr-defined]
        people = sorted(self.cleaned_data["chosen"], key=lambda person: order.index(str(person.uuid)))
        if len(people) > MOST_TOGETHER:
            raise forms.ValidationError(_("At most three people enter together. Leave one out."))
        return people

    def do(self) -> Done:
        facts = {name: self.cleaned_data[name] for name in ("present", "fee_taken")}
        people: list[Member] = self.cleaned_data["chosen"]
        words = {"names": "・".join(person.name for person in people)}
        if self.cleaned_data["joins"]:
            entry = join_orphan(self.cleaned_data["joins"], people[0], **facts, by=self.by)
            return Done(_("No. %(number)s is now %(name)s.") % {"number": entry.number, "name": entry})
        if self.cleaned_data["role"] is Role.HOUSE:
            receive_house(self.division, people, present=facts["present"], by=self.by)
            if len(people) == 2 == entry_size(self.division):
                return Done(_("%(names)s are entered as a house pair, unranked.") % words)
            return Done(_("%(names)s fill gaps, unranked.") % words)
        receive(self.division, people, **facts, by=self.by)
        return Done(self.told(len(people)) % words)

    def told(self, people: int) -> str:
        """What has become of so many who were chosen."""
        size = entry_size(self.division)
        if size == 1:
            return _("%(names)s: entered.")
        if people > 1:
            return (
                _("%(names)s are entered as a pair.") if size == 2 else _("%(names)s are entered as a team.")
            )
        if size > 2:
            return _("%(names)s waits for a team.")
        if self.subject.state != TournamentState.RECEPTION.value:
            return _("%(names)s waits for a partner. Reception is closed: no lot follows by itself.")
        return _("%(names)s waits for a partner.")


class PersonAct(Act[Tournament]):
    """About one person on the list of this event; the list comes back where it was."""

    person = forms.ModelChoiceField(
        queryset=Attendance.objects.none(), to_field_name="uuid", widget=forms.HiddenInput
    )
    show = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        expected = self.subject.attendances.select_related("member")
        self.fields["person"].queryset = expected  # type: ignore[attr-defined]

    @property
    def attendance(self) -> Attendance:
        return self.cleaned_data["person"]  # type: ignore[no-any-return]

    @property
    def back(self) -> str:
        query = urlencode({"show": self.cleaned_data["show"]})
        return f"{reverse('desk-reception', args=[self.subject.slug])}?{query}#p-{self.attendance.uuid}"


class MarkPresent(PersonAct):
    present = forms.BooleanField(required=False)

    def do(self) -> Done:
        person, present = self.attendance.member, self.cleaned_data["present"]
        mark_present(self.subject, person=person, present=present, by=self.by)
        return Done(address=self.back)


class PlayAgain(PersonAct):
    """The entry of this person, which is away, plays from the next draw on."""

    def do(self) -> Done:
        at = Standpoint(self.attendance)
        if at.entry and at.stage:
            come_back(at.entry, at.stage, from_round=at.coming, by=self.by)
        return Done(address=self.back)


class TakeFee(PersonAct):
    amount = forms.IntegerField(min_value=1)

    def do(self) -> Done:
        attendance = take_fee(self.attendance, amount=self.cleaned_data["amount"], by=self.by)
        words = {
            "name": attendance.member.name,
            "amount": self.cleaned_data["amount"],
            "receipt": attendance.receipt_number,
        }
        return Done(_("¥%(amount)s from %(name)s, receipt no. %(receipt)s.") % words, self.back)


class CorrectPerson(Act[Attendance]):
    """A name misheard, a reading found later, a wish about what is public."""

    name = forms.CharField(max_length=80, label=gettext_lazy("Name"))
    reading = forms.CharField(max_length=120, required=False, label=gettext_lazy("Reading (kana)"))
    branch = forms.ModelChoiceField(
        queryset=Branch.objects.select_related("club"),
        required=False,
        label=gettext_lazy("Branch"),
        empty_label=gettext_lazy("none"),
    )
    public_name = forms.CharField(
        max_length=80,
        required=False,
        label=gettext_lazy("Name in public"),
        help_text=gettext_lazy("Shown instead of the name. A minor without one is shown by an initial."),
    )
    in_newspaper = forms.BooleanField(required=False, label=gettext_lazy("may stand in the newspaper"))
    minor = forms.BooleanField(required=False, label=gettext_lazy("is a minor"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        person = self.subject.member
        plain = ("name", "reading", "public_name", "in_newspaper", "minor")
        self.initial = {field: getattr(person, field) for field in plain} | {"branch": person.home}

    def do(self) -> Done:
        person = correct_person(self.subject.member, **self.cleaned_data, by=self.by)
        address = chosen_address(self.subject.tournament, [])
        return Done(_("%(name)s is corrected.") % {"name": person.name}, address)
