"""Lots drawn from a box (手くじ): numbers are typed as people draw them; a complete set is the draw."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from hall.forms.act import Act, Done
from hall.round_names import round_name
from hall.words import Words
from scoring.services.drafts import pair_next_round
from tournaments.domain.draw import Key
from tournaments.domain.lots.hand_lot import LotCheck, check_lots
from tournaments.domain.lots.printed_lots import LotUse
from tournaments.models import Stage
from tournaments.services.reception import close_reception


@dataclass(frozen=True, slots=True)
class Box:
    """What the numbers decide, and who draws one: their keys with their names, in the order of a list.

    ``use`` None: nothing is drawn from a box now.
    """

    stage: Stage
    use: LotUse | None = None
    names: Mapping[Key, str] = field(default_factory=dict)
    round: int = 0


class DrawByHand(Act[Box]):
    """Everybody's number; only the lots 1 to the number of people, each once, are drawn."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.check: LotCheck | None = None
        for key, name in self.subject.names.items():
            self.fields[field_of(key)] = forms.IntegerField(
                required=False,
                label=name,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4}),
            )

    @property
    def typed(self) -> dict[Key, int | None]:
        return {key: self.cleaned_data.get(field_of(key)) for key in self.subject.names}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.subject.names:
            raise forms.ValidationError(_("Nothing is drawn from a box now."))
        self.check = check = check_lots(self.typed, len(self.subject.names))
        for number, key in check.out_of_range:
            self.add_error(field_of(key), _("There is no lot %(number)s.") % {"number": number})
        for number, keys in check.doubled:
            for key in keys:
                self.add_error(
                    field_of(key), _("Lot %(number)s stands here more than once.") % {"number": number}
                )
        if check.without_lot:
            words = ngettext(
                "%(count)s number is still to be typed.",
                "%(count)s numbers are still to be typed.",
                len(check.without_lot),
            )
            raise forms.ValidationError(words % {"count": len(check.without_lot)})
        return cleaned

    def do(self) -> Done:
        stage, event = self.subject.stage, self.subject.stage.tournament
        lots = {key: number for key, number in self.typed.items() if number is not None}
        if self.subject.use is LotUse.PARTNERS:
            pairs = close_reception(stage.division, lots=lots, by=self.by)
            sentence = ngettext(
                "Reception is closed. %(pairs)s pair was drawn from the box.",
                "Reception is closed. %(pairs)s pairs were drawn from the box.",
                len(pairs),
            )
            return Done(sentence % {"pairs": len(pairs)}, reverse("desk-reception", args=[event.slug]))
        round = pair_next_round(stage, lots=lots, by=self.by)
        words = {"round": round_name(round.stage, round.number)}
        sentence = _("%(round)s is drawn from the box. Look at it, then publish.") % words
        return Done(sentence, reverse("desk-draw", args=[event.slug]))


def field_of(key: Key) -> str:
    return f"lot-{key}"


USES: Mapping[LotUse, Words] = {
    LotUse.PARTNERS: gettext_lazy("Partners"),
    LotUse.ROUND_ONE: gettext_lazy("Opponents of round 1"),
    LotUse.ROTATION: gettext_lazy("Tables and partners"),
    LotUse.BRACKET: gettext_lazy("Places of the bracket"),
}


class PrintLots(forms.Form):
    """How many lots to print, and for what."""

    use = forms.TypedChoiceField(coerce=LotUse, label=gettext_lazy("For"))
    size = forms.IntegerField(min_value=2, max_value=500, label=gettext_lazy("Number of lots"))

    def __init__(self, *args: Any, uses: list[LotUse], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.fields["use"].choices = [(use.value, USES[use]) for use in uses]  # type: ignore[attr-defined]
