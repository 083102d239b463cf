"""Making personal cards: for those who have none, and a new one for somebody who lost it."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from clubs.models import Member
from hall.forms.act import Act, Done
from tournaments.models import Tournament
from tournaments.selectors.side_codes import card_holders
from tournaments.services.side_codes import issue_codes


class CardsAct(Act[Tournament]):
    """``codes`` are what was made, to be told once."""

    codes: dict[Member, str] = {}

    def people(self) -> list[Member]:
        raise NotImplementedError

    def do(self) -> Done:
        people = self.people()
        self.codes = dict(issue_codes(self.subject, people, by=self.by)) if people else {}
        return Done()


class MakeCards(CardsAct):
    """Pressed again it makes none: by then everybody has one."""

    def people(self) -> list[Member]:
        return [holder.person for holder in card_holders(self.subject) if holder.made_at is None]


class RenewCard(CardsAct):
    """``seen`` is the card that the page knew, so that loading the answer again makes no third one."""

    person = forms.ModelChoiceField(
        queryset=Member.objects.none(), to_field_name="uuid", widget=forms.HiddenInput
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = Member.objects.filter(attendances__tournament=self.subject)
        self.fields["person"].queryset = people  # type: ignore[attr-defined]

    def clean_seen(self) -> str:
        seen: str = self.cleaned_data["seen"]
        card = self.subject.side_codes.filter(person=self.cleaned_data.get("person")).first()
        if seen != (card.made_at.isoformat() if card else ""):
            told = _("This person has a newer card already. Its digits are not shown again.")
            raise forms.ValidationError(told)
        return seen

    def people(self) -> list[Member]:
        return [self.cleaned_data["person"]]
