"""The stages of an event: one more, one less, and the order by which a stage is ranked."""

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.forms.act import Act, Done
from hall.forms.settings import PlayAct
from hall.ways import Play, Way
from hall.words import FORMATS, RANKING
from scoring.selectors.cuts import expected_entrants, stage_before
from scoring.services.events import change_ranking
from tournaments.domain.profile.presets import by
from tournaments.domain.settings import FirstRound
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.domain.stages.next_stage import Joining
from tournaments.domain.table_game import ruleset_of
from tournaments.enums import Format, RankingKey
from tournaments.models import Division, Entry, Stage
from tournaments.selectors.entrants import not_begun
from tournaments.selectors.names import named_entries
from tournaments.services.entrants import play_from_first, wait_for
from tournaments.services.events import add_stage, change_cut, drop_stage

# A team's ranks are no key of a single entry.
KEYS = {key: words for key, words in RANKING.items() if key is not RankingKey.TEAM_PLACINGS}
MOST_KEYS = 6
# So many pass from one table: eight or four where that leaves half of the field or more behind, else two.
TOPS = (8, 4, 2)
USUAL_FIELD = 8  # as long as nobody is entered


@dataclass(frozen=True, slots=True)
class NextPlay(Play):
    """How one more stage is to be played, after the stages of this division."""

    division: Division | None = None


def next_play(way: Way, division: Division) -> NextPlay:
    """The way as a later stage begins with it: at the same tables, in the order of who passed alone."""
    settings = replace(
        way.play.settings,
        shape=division.stages.latest("number").settings.shape,
        first_round=FirstRound.RANK,
        branch_rounds=0,
        second_game=False,
    )
    return NextPlay(
        format=way.play.format,
        preset=way.play.preset,
        rounds=way.play.rounds,
        settings=settings,
        best_of=way.play.best_of,
        division=division,
    )


def top_field() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=1,
        max_value=9999,
        required=False,
        label=gettext_lazy("So many pass from the top"),
        help_text=gettext_lazy("Of each group, where there are groups. Empty: everybody who is not out."),
    )


class CutFields(forms.Form):
    """Who comes in from the stage before, as far as that is a question after it."""

    top = top_field()
    best_others = forms.IntegerField(
        min_value=0,
        max_value=9999,
        label=gettext_lazy("And so many of the best behind them"),
        help_text=gettext_lazy("The best thirds, say, compared over all groups by match."),
    )
    crosswise = forms.BooleanField(
        required=False, label=gettext_lazy("Those of one group meet as late as can be")
    )
    joining = forms.TypedChoiceField(
        coerce=Joining,
        choices=[
            (Joining.HALF.value, gettext_lazy("1+5, 2+6, 3+7, 4+8")),
            (Joining.FOLD.value, gettext_lazy("1+8, 2+7, 3+6, 4+5")),
        ],
        label=gettext_lazy("Persons become pairs by their ranks"),
        help_text=gettext_lazy("Shown for eight."),
    )

    def ask_who_passes(self, before: Stage, into: Format, rule: CutRule) -> None:
        """The fields that mean something between the two, filled in with the rule."""
        self.rule = rule
        grouped = before.settings.groups > 1
        has_meaning = {
            "top": into is not Format.TITLE,  # it is played by two
            "best_others": grouped,
            "crosswise": grouped,
            "joining": before.ranks_persons,
        }
        for name, asked in has_meaning.items():
            if asked:
                self.initial.setdefault(name, getattr(rule, name))
            else:
                del self.fields[name]

    @property
    def cut_fields(self) -> list[BoundField]:
        return [self[name] for name in CutFields.base_fields if name in self.fields]

    @property
    def cut_rule(self) -> CutRule:
        """The rule as it was typed; what was not asked for stays."""
        asked = (name for name in CutFields.base_fields if name in self.fields)
        return replace(self.rule, **{name: self.cleaned_data[name] for name in asked})


def usual_rule(before: Stage, into: Format) -> CutRule:
    """Who passes where nobody has said otherwise: the first two of each group, or about half of a table."""
    if into is Format.TITLE or before.settings.groups > 1:
        return CutRule(top=2)
    if before.format == Format.TWO_WINS_TWO_LOSSES.value:
        return CutRule()
    field = expected_entrants(before) or USUAL_FIELD
    return CutRule(top=next((top for top in TOPS if 2 * top <= field), TOPS[-1]))


class AddStage(CutFields, PlayAct):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        before = self.division.stages.latest("number")
        self.ask_who_passes(before, self.format, usual_rule(before, self.format))

    @property
    def division(self) -> Division:
        assert isinstance(self.subject, NextPlay)  # the page makes it
        assert self.subject.division is not None
        return self.subject.division

    def do(self) -> Done:
        typed = self.cleaned_data
        stage = add_stage(
            self.division,
            format=self.format,
            preset=typed["preset"],
            profile=self.profile,
            ruleset_key=ruleset_of(self.settings.shape),
            rounds_planned=typed.get("rounds_planned", 1),
            settings=self.settings,
            cut=self.cut_rule,
            by=self.by,
        )
        words = _("Stage %(stage)s is set up: %(format)s.")
        return Done(
            words % {"stage": stage.number, "format": FORMATS[self.format]},
            reverse("desk-stages", args=[stage.tournament.slug]),
        )


class ChangeCut(CutFields, Act[Stage]):
    """Others pass into the stage, as long as it is not announced who does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        before, rule = stage_before(self.subject), self.subject.cut_rule
        assert before is not None  # the page offers this only behind a cut
        assert rule is not None
        self.ask_who_passes(before, Format(self.subject.format), rule)

    def do(self) -> Done:
        change_cut(self.subject, self.cut_rule, by=self.by)
        return Done(_("From now on they pass like this."))


class WaitFor(Act[Stage]):
    """An entry that has not begun goes straight into the stage."""

    entry = forms.ChoiceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].label = _("Player") if self.subject.ranks_persons else _("Entry")
        names = named_entries(self.subject.division)
        self.entries = {str(entry.number): entry for entry in not_begun(self.subject.division)}
        self.fields["entry"].choices = [  # type: ignore[attr-defined]
            (number, f"{number} {names[entry.pk].name}") for number, entry in self.entries.items()
        ]

    def do(self) -> Done:
        entry = self.entries[self.cleaned_data["entry"]]
        wait_for(entry, self.subject, by=self.by)
        if self.subject.format == Format.TITLE.value:
            return Done(_("No. %(entry)s is the holder of the title.") % {"entry": entry.number})
        words = _("No. %(entry)s goes straight into stage %(stage)s.")
        return Done(words % {"entry": entry.number, "stage": self.subject.number})


class PlayFromFirst(Act[Stage]):
    """An entry that waits for the stage plays from the first on after all."""

    entry = forms.ModelChoiceField(
        queryset=Entry.objects.none(), to_field_name="number", widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].queryset = self.subject.entries_waiting.all()  # type: ignore[attr-defined]

    def do(self) -> Done:
        entry = self.cleaned_data["entry"]
        play_from_first(entry, by=self.by)
        if self.subject.number == 1:
            return Done(_("Nobody is named as the holder now."))
        return Done(_("No. %(entry)s plays from the first stage on.") % {"entry": entry.number})


class DropStage(Act[Stage]):
    def do(self) -> Done:
        number, slug = self.subject.number, self.subject.tournament.slug
        drop_stage(self.subject, by=self.by)
        return Done(_("Stage %(stage)s is gone.") % {"stage": number}, reverse("desk-stages", args=[slug]))


class ChangeRanking(Act[Stage]):
    """The keys in their order; after the start with a reason."""

    reason = forms.CharField(max_length=200, required=False, label=gettext_lazy("Reason"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = [key.value for key, _descending in self.subject.profile.ranking]
        choices = [("", "–"), *((key.value, words.name) for key, words in KEYS.items())]
        for place in range(MOST_KEYS):
            self.fields[f"key-{place}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                initial=now[place] if place < len(now) else "",
                label=str(place + 1),
            )
        self.order_fields([f"key-{place}" for place in range(MOST_KEYS)])

    def clean(self) -> dict[str, Any]:
        chosen = self.chosen
        if not chosen or len(set(chosen)) < len(chosen):
            raise forms.ValidationError(_("Choose at least one key, and none of them twice."))
        return self.cleaned_data

    @property
    def chosen(self) -> list[RankingKey]:
        typed = (self.cleaned_data.get(f"key-{place}") for place in range(MOST_KEYS))
        return [RankingKey(key) for key in typed if key]

    def do(self) -> Done:
        change_ranking(self.subject, by(*self.chosen), reason=self.cleaned_data["reason"], by=self.by)
        return Done(_("The order of ranking is changed; the one before stays on record."))
