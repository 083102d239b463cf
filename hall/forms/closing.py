"""The acts about the closing of reception: closing, opening again, joining those who wait after it."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from hall.counting import counted
from hall.draw_phrases import RELAXATIONS
from hall.forms.act import Act, Done
from hall.forms.rounds import relaxed_field
from hall.listing import listed
from hall.words import Words
from tournaments.models import Division, Entry, Tournament
from tournaments.selectors.reception import active_entries, entry_size, incomplete_entries
from tournaments.services.reception import close_reception, join_pool, reopen_reception


class ClosingAct(Act[Tournament]):
    @property
    def division(self) -> Division:
        return self.subject.divisions.earliest("number")


class PartnerLot(ClosingAct):
    """A lot for partners, and what it may give up when it was refused."""

    avoid_same_branch = forms.BooleanField(
        required=False, label=gettext_lazy("Partners by lot come from different branches where possible")
    )
    relaxed = relaxed_field()

    @property
    def wishes(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("avoid_same_branch", "relaxed")}

    @property
    def exceptions(self) -> list[tuple[str, Words]]:
        """What would let the lot be drawn after it was refused, with the words of its button."""
        offered: Any = self.refusal.params.get("relaxations", []) if self.refusal else []
        return [(code, RELAXATIONS[code]) for code in offered]


class CloseReception(PartnerLot):
    """Reception closes once it was shown who is taken back by it: ``agreed`` are those who were shown."""

    agreed = forms.ModelMultipleChoiceField(
        queryset=Entry.objects.none(),
        to_field_name="uuid",
        required=False,
        widget=forms.MultipleHiddenInput,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = Entry.objects.filter(division=self.division)
        self.fields["agreed"].queryset = entries  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if set(incomplete_entries(self.division)) - set(cleaned.get("agreed", [])):
            raise forms.ValidationError(
                _("Not everybody has come. Look at who is withdrawn by the closing, then close.")
            )
        return cleaned

    def do(self) -> Done:
        by_lot = len(close_reception(self.division, **self.wishes, by=self.by))
        if not by_lot:
            return Done(_("Reception is closed: %(entered)s.") % {"entered": self.entered})
        sentence = ngettext(
            "Reception is closed. %(pairs)s pair was made by lot.",
            "Reception is closed. %(pairs)s pairs were made by lot.",
            by_lot,
        )
        return Done(sentence % {"pairs": by_lot})

    @property
    def entered(self) -> str:
        """How many play."""
        entries = active_entries(self.division).filter(is_house=False)
        return counted(entries.count(), persons=entry_size(self.division) == 1)


class ReopenReception(ClosingAct):
    def do(self) -> Done:
        back = reopen_reception(self.division, by=self.by)
        if not back:
            return Done(_("Reception is open again."))
        names = listed(f"{entry.number} {entry.shown_name}" for entry in back)
        return Done(_("Reception is open again. Back in the list: %(names)s.") % {"names": names})


class JoinPool(PartnerLot):
    """Whoever waits after the closing has a partner by lot."""

    def do(self) -> Done:
        pairs = join_pool(self.division, **self.wishes, by=self.by)
        return Done(_("By lot: %(pairs)s.") % {"pairs": listed(pairs)} if pairs else "")
