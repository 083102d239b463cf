"""Who passes into a stage, tie by tie, and what becomes of announced acts that no longer agree."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from hall.forms.act import Act, Done
from hall.listing import listed
from scoring.selectors.cuts import cut_state, order_by_lot
from scoring.selectors.standings import stage_entries
from scoring.services.cuts import agree_cut, publish_cut
from scoring.services.events import agree_places
from tournaments.domain.stages.cut_list import Agreement, Decided
from tournaments.domain.stages.cuts import Stake, TieDecision
from tournaments.models import Stage, Tournament
from tournaments.selectors.names import EntryName

TIE_DECISIONS = {
    TieDecision.PLAY_OFF: gettext_lazy("Play-off"),
    TieDecision.LOT: gettext_lazy("Lot"),
    TieDecision.ALL: gettext_lazy("All pass"),
    TieDecision.NONE: gettext_lazy("None passes"),
}
CUT_AGREEMENTS = {
    Agreement.MOVED_UP: gettext_lazy("Whoever comes next moves up"),
    Agreement.BOTH: gettext_lazy("Both pass"),
    Agreement.KEPT: gettext_lazy("The list stays as announced"),
}
PLACE_AGREEMENTS = {
    Agreement.MOVED_UP: gettext_lazy("The places follow the tables"),
    Agreement.BOTH: gettext_lazy("Both are honoured: everybody keeps the better place"),
    Agreement.KEPT: gettext_lazy("The places stay as awarded"),
}


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie on the form: how it is decided, and the order of those who are tied after a play-off."""

    stake: Stake
    choice: BoundField
    order: BoundField
    decided: Decided | None


class TieDecisions(Act[Stage]):
    """Asks about every tie across the line, and about those that come up once the first are decided."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ties: list[Tie] = []
        self.state = cut_state(self.subject)
        if self.state is None:
            return
        names = stage_entries(self.state.before)
        while self.state and self.state.derived.stakes:
            asked = [self._ask(stake, names) for stake in self.state.derived.stakes]
            self.ties += asked
            if any(tie.decided is None for tie in asked):
                return
            self.state = cut_state(self.subject, self.decided)

    @property
    def decided(self) -> list[Decided]:
        return [tie.decided for tie in self.ties if tie.decided]

    def _ask(self, stake: Stake, names: Mapping[str, EntryName]) -> Tie:
        tied = sorted((names[str(key)] for key in stake.tied), key=lambda entry: entry.number)
        name = "tie-" + "-".join(str(entry.number) for entry in tied)
        self.fields[name] = forms.ChoiceField(
            choices=[(decision.value, words) for decision, words in TIE_DECISIONS.items()],
            required=False,
            widget=forms.RadioSelect,
            label=tie_words(tied, stake.places),
        )
        self.fields[f"{name}-order"] = forms.CharField(
            required=False,
            label=_("After a play-off: all their numbers, best first"),
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
        numbers = {str(entry.number): entry.key for entry in tied}
        order = [numbers.get(part, "") for part in self.data.get(f"{name}-order", "").split()]
        decided = self._decided(stake, self.data.get(name, ""), tuple(order))
        return Tie(stake, self[name], self[f"{name}-order"], decided)

    def _decided(self, stake: Stake, decision: str, order: tuple[str, ...]) -> Decided | None:
        match decision:
            case TieDecision.ALL | TieDecision.NONE:
                return Decided(stake, TieDecision(decision))
            case TieDecision.LOT:
                return Decided(stake, TieDecision.LOT, order_by_lot(self.subject, stake.tied))
            case TieDecision.PLAY_OFF if sorted(order) == sorted(map(str, stake.tied)):
                return Decided(stake, TieDecision.PLAY_OFF, order)
        return None

    def clean(self) -> dict[str, Any]:
        for tie in self.ties:
            if tie.decided is None and self.cleaned_data.get(tie.choice.name) == TieDecision.PLAY_OFF:
                self.add_error(tie.order.name, _("Type the numbers of all who are tied, with spaces."))
        return self.cleaned_data


def tie_words(tied: list[EntryName], places: int) -> str:
    sentence = ngettext(
        "Equal across the line: %(entries)s. %(places)s place is left.",
        "Equal across the line: %(entries)s. %(places)s places are left.",
        places,
    )
    return sentence % {"entries": listed(f"{one.number} {one.name}" for one in tied), "places": places}


class PublishCut(TieDecisions):
    def do(self) -> Done:
        publish_cut(self.subject, decided=self.decided, by=self.by)
        words = _("It is announced who plays in stage %(stage)s. Round 1 can be drawn.")
        return Done(words % {"stage": self.subject.number})


class AgreeCut(TieDecisions):
    agreement = forms.TypedChoiceField(
        coerce=Agreement,
        choices=[(agreement.value, words) for agreement, words in CUT_AGREEMENTS.items()],
        widget=forms.RadioSelect,
        label=gettext_lazy("What becomes of the list"),
    )
    reason = forms.CharField(max_length=200, label=gettext_lazy("Reason"))

    def do(self) -> Done:
        agree_cut(
            self.subject,
            agreement=self.cleaned_data["agreement"],
            reason=self.cleaned_data["reason"],
            decided=self.decided,
            by=self.by,
        )
        return Done(_("That is announced with its reason; the list before stays on record."))


class AgreePlaces(Act[Tournament]):
    agreement = forms.TypedChoiceField(
        coerce=Agreement,
        choices=[(agreement.value, words) for agreement, words in PLACE_AGREEMENTS.items()],
        widget=forms.RadioSelect,
        label=gettext_lazy("What becomes of the places"),
    )
    reason = forms.CharField(max_length=200, label=gettext_lazy("Reason"))

    def do(self) -> Done:
        agree_places(self.subject.divisions.earliest("number"), **self.cleaned_data, by=self.by)
        return Done(_("That is announced with its reason; the places before stay on record."))
