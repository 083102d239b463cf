"""The acts on the links by which phones come to a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.forms.act import Act, Done
from hall.forms.rounds import RoundAct
from tournaments.models import Match, TableLink, Tournament
from tournaments.services.table_links import make_links, renew_link, unlock_link


class LinkAct(Act[Tournament | Match]):
    """About one link of the event that still lets in."""

    link = forms.ModelChoiceField(
        queryset=TableLink.objects.none(),
        to_field_name="uuid",
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": gettext_lazy("This link has been replaced meanwhile.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event = self.subject if isinstance(self.subject, Tournament) else self.subject.tournament
        links = TableLink.objects.filter(round__stage__division__tournament=event, revoked_at=None)
        self.fields["link"].queryset = links  # type: ignore[attr-defined]

    @property
    def chosen(self) -> TableLink:
        return self.cleaned_data["link"]  # type: ignore[no-any-return]


class RenewLink(LinkAct):
    def do(self) -> Done:
        renew_link(self.chosen, by=self.by)
        return Done(_("The link is new. The old slip lets nobody in any more: give them the new one."))


class UnlockLink(LinkAct):
    def do(self) -> Done:
        unlock_link(self.chosen, by=self.by)
        return Done(_("PIN and codes can be typed there again."))


class MakeLinks(RoundAct):
    """Where they were lost: a copy was taken in without its word."""

    def do(self) -> Done:
        make_links(self.chosen, by=self.by)
        return Done(_("Every table has a link."))
