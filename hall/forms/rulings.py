"""裁定 at the desk: what is ruled on, to what effect, and why; and that a ruling stands no more."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.forms.act import Act, Done
from hall.forms.league import reason_field, sides_of
from hall.ruling_words import target_words
from scoring.domain.facts import RulingEffect
from scoring.enums import DealState
from scoring.errors import RulingNotPossible
from scoring.models import Deal, Ruling
from scoring.selectors.rulings import entries_at, rulings_at
from scoring.services.rulings import cancel_ruling, rule, rule_in_standings
from tournaments.enums import GameState
from tournaments.models import Entry, Game, Match

EFFECTS = [
    (RulingEffect.POINTS.value, gettext_lazy("points more or less")),
    (RulingEffect.LOSS.value, gettext_lazy("lost")),
    (RulingEffect.VOID.value, gettext_lazy("void, counts for nobody")),
]


class MakeRuling(Act[Match]):
    """``target`` is the match, or a game, a deal or an entry by its database id behind the word."""

    target = forms.ChoiceField(label=gettext_lazy("What is ruled on?"))
    effect = forms.TypedChoiceField(
        coerce=RulingEffect, choices=EFFECTS, widget=forms.RadioSelect, label=gettext_lazy("It is")
    )
    side = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        label=gettext_lazy("For the points of, or lost by"),
    )
    points = forms.IntegerField(
        required=False,
        min_value=-10_000,
        max_value=10_000,
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("With a minus where they are taken, such as -20."),
    )
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.targets = {key: (shown, target) for key, shown, target in targets_of(self.subject)}
        self.fields["target"].choices = [  # type: ignore[attr-defined]
            (key, shown) for key, (shown, _target) in self.targets.items()
        ]
        self.fields["side"].choices = sides_of(self.subject)  # type: ignore[attr-defined]

    def do(self) -> Done:
        _shown, on = self.targets[self.cleaned_data["target"]]
        facts = {
            "points": self.cleaned_data["points"] or 0,
            "reason": self.cleaned_data["reason"],
            "by": self.by,
        }
        effect = self.cleaned_data["effect"]
        if isinstance(on, Entry):
            if effect is not RulingEffect.POINTS:
                raise RulingNotPossible(fault="standings_points_only")
            rule_in_standings(on, self.subject, **facts)
        else:
            rule(self.subject, on=on, effect=effect, side=self.cleaned_data["side"], **facts)
        return Done(_("The ruling stands beside the record."))


class CancelRuling(Act[Match]):
    ruling = forms.ModelChoiceField(queryset=Ruling.objects.none(), to_field_name="uuid")
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ruling"].queryset = rulings_at(self.subject)  # type: ignore[attr-defined]

    def do(self) -> Done:
        cancel_ruling(self.cleaned_data["ruling"], reason=self.cleaned_data["reason"], by=self.by)
        return Done(_("The ruling stands no more."))


def targets_of(match: Match) -> list[tuple[str, str, Match | Game | Deal | Entry]]:
    """What can be ruled on: the match, its games, their deals, and who meets there in the standings alone."""
    games = match.games.filter(state=GameState.LIVE.value).order_by("leg")
    deals = Deal.objects.filter(game__in=games, state=DealState.CURRENT.value)
    return [
        ("match", target_words(None, None), match),
        *((f"game-{game.pk}", target_words(game.leg, None), game) for game in games),
        *(
            (f"deal-{deal.pk}", target_words(deal.game.leg, deal.number), deal)
            for deal in deals.select_related("game").order_by("game__leg", "number")
        ),
        *(
            (f"entry-{entry.pk}", _("%(name)s, in the standings alone") % {"name": entry.shown_name}, entry)
            for entry in entries_at(match)
        ),
    ]
