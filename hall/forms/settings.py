"""How a stage is played: for each format only the settings that mean something there, in plain words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, time, timedelta
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Branch
from hall.forecast_words import Told, told
from hall.forms.act import Act, Done
from hall.phrases import fault_words
from hall.settings_words import PAIRS, ROUND_NAMES, SOFT_WISHES, ranked_and_drawn
from hall.ways import Play
from hall.words import Words
from tournaments.domain.agreement import contradictions, shapes_of
from tournaments.domain.forecast.duration import Times
from tournaments.domain.forecast.feasibility import Plan, foresee
from tournaments.domain.profile import NEEDS_WINNER, PRESETS, Profile, as_played
from tournaments.domain.ranked import ranks_persons
from tournaments.domain.settings import (
    FirstRound,
    Remainder,
    RotationMode,
    Settings,
    Shape,
    Soft,
    Split,
    ThirdPlace,
    ThirdRound,
    ThreeBlock,
    Unplayed,
)
from tournaments.enums import Format
from tournaments.services.events import change_stage

PRESET_NAMES: Mapping[str, Words] = {
    "society_pairs": gettext_lazy("Society pairs: wins, net wins, difference"),
    "society_individual": gettext_lazy("Society individual: own points, 1000 more for each win"),
    "prefecture_league": gettext_lazy("Prefecture league: net wins, difference; no byes"),
    "tokyo_meijin": gettext_lazy("Tokyo Meijin: best of three, net wins, difference"),
    "monthly_meeting": gettext_lazy("Monthly meeting: wins, difference, games played"),
    "town_lunch": gettext_lazy("Town lunch: to 110 points; wins, difference"),
    "shop_teams": gettext_lazy("Shop teams: 25 minutes, points capped at 150"),
    "three_seats": gettext_lazy("Tables of three: 3, 1, 0 points for the places, then points"),
}
SHAPES: Mapping[Shape, Words] = {
    (2, 2): gettext_lazy("Two pairs"),
    (1, 1, 1): gettext_lazy("Three, each for himself"),
    (1, 1): gettext_lazy("Two, each for himself"),
    (3, 3): gettext_lazy("Two teams of three"),
}
FIRST_ROUNDS: Mapping[FirstRound, Words] = {
    FirstRound.LOT: gettext_lazy("By lot"),
    FirstRound.RANK: gettext_lazy(
        "By the order of the list: enter the strongest first. In a knockout 1 and 2 meet only in the final."
    ),
}
MODES: Mapping[RotationMode, Words] = {
    RotationMode.DESIGN: gettext_lazy(
        "Planned ahead. The list of all rounds can hang on the wall before play; who comes or goes later "
        "has the rest planned anew."
    ),
    RotationMode.LOT: gettext_lazy("By lot before each round. Numbers can be drawn from a box."),
    RotationMode.STANDING: gettext_lazy(
        "By standing. Strong people meet strong people; the end is exciting."
    ),
}
SPLITS: Mapping[Split, Words] = {
    Split.OUTER: gettext_lazy("First and fourth against second and third: even tables"),
    Split.ALTERNATE: gettext_lazy(
        "First and third against second and fourth: the first has the better partner"
    ),
}
REMAINDERS: Mapping[Remainder, Words] = {
    Remainder.SIT_OUT: gettext_lazy("They sit out, each round others. Nobody else is needed."),
    Remainder.FLOATER: gettext_lazy("Staff fill the table as floaters, unranked. Nobody sits out."),
    Remainder.THREE_SEATS: gettext_lazy(
        "They play at tables of three. Nobody sits out, but not all tables are alike."
    ),
}
UNPLAYED: Mapping[Unplayed, Words] = {
    Unplayed.RULING: gettext_lazy("The desk rules match by match; it sees who offered which days."),
    Unplayed.NOTHING: gettext_lazy("It counts for nobody."),
    Unplayed.BOTH_LOSE: gettext_lazy("Both lose it."),
}
THIRD_PLACES: Mapping[ThirdPlace, Words] = {
    ThirdPlace.MATCH: gettext_lazy("One more match between the losers of the semi-finals"),
    ThirdPlace.SHARED: gettext_lazy("Both losers of the semi-finals are third"),
}
THIRD_ROUNDS: Mapping[ThirdRound, Words] = {
    ThirdRound.SHUFFLE: gettext_lazy("By lot across all blocks"),
    ThirdRound.RING: gettext_lazy("Against the next block, so that no opponent comes twice"),
    ThirdRound.BLOCK: gettext_lazy("Within the block, which may repeat a match"),
}
THREE_BLOCKS: Mapping[ThreeBlock, Words] = {
    ThreeBlock.GHOST: gettext_lazy("The fourth place is empty: whoever meets it has a bye."),
    ThreeBlock.LOSER_STAYS: gettext_lazy("The loser plays whoever waited. It may take a fourth round."),
    ThreeBlock.FIRST_WINNER: gettext_lazy("The first winner plays whoever waited."),
}
SERIES: Mapping[int, Words] = {
    1: gettext_lazy("one game"),
    3: gettext_lazy("best of three"),
    5: gettext_lazy("best of five"),
    7: gettext_lazy("best of seven"),
}
MOST_ROUNDS = 99
MOST_TABLES = 999
MOST_PEOPLE = 2000
BEGINS = time(9, 30)


@dataclass(frozen=True, slots=True)
class Offered:
    """The fields of one format: those that everybody decides, and those that few change.

    ``has_rounds``: the organiser says how many; elsewhere the field does.
    """

    main: tuple[str, ...]
    rarer: tuple[str, ...]
    has_rounds: bool = False

    @property
    def names(self) -> set[str]:
        return {*self.main, *self.rarer, *(("rounds_planned",) if self.has_rounds else ())}


SOFT = tuple(f"soft_{place}" for place, _rule in enumerate(Soft, 1))
SERIES_FROM = {f"best_of_from_{units}": units for units in sorted(ROUND_NAMES, reverse=True)}
OF_PAIRS = ("change_until", "floater_keeps_prize")
OFFERED: Mapping[Format, Offered] = {
    Format.SWISS: Offered(
        ("preset", "branch_rounds"),
        ("shape", "best_of", "first_round", "exempt_branch", *SOFT, *OF_PAIRS),
        has_rounds=True,
    ),
    Format.ROTATION: Offered(
        ("preset", "mode", "remainder"),
        ("shape", "best_of", "split", "first_round", "branch_rounds", "exempt_branch"),
        has_rounds=True,
    ),
    Format.FREE: Offered(("preset", "remainder"), ("shape", "best_of")),
    Format.ROUND_ROBIN: Offered(
        ("preset", "groups", "cycles"), ("shape", "best_of", "annul_below", *OF_PAIRS)
    ),
    Format.LEAGUE: Offered(
        ("preset", "best_of", "groups", "cycles", "unplayed"),
        ("shape", "least_matches", "annul_below", *OF_PAIRS),
    ),
    Format.KNOCKOUT: Offered(
        ("preset", "third_place", "second_game", *SERIES_FROM),
        ("shape", "best_of", "first_round", "branch_rounds", "exempt_branch", *OF_PAIRS),
    ),
    Format.TWO_WINS_TWO_LOSSES: Offered(
        ("preset", "third_round", "three_block"),
        ("shape", "best_of", "branch_rounds", "exempt_branch", *OF_PAIRS),
    ),
    Format.TITLE: Offered(("preset", "best_of"), ("shape", *OF_PAIRS)),
}
PLAIN_SETTINGS = {field.name for field in fields(Settings)} - {"soft", "best_of_from"}
PLAY_FIELDS = {name for offered in OFFERED.values() for name in offered.names}


def choice_field(words: Mapping[Any, Words], **facts: Any) -> forms.TypedChoiceField:
    """One of a few, each with what it leads to."""
    kind: Any = type(next(iter(words)))
    choices = [(one.value, name) for one, name in words.items()]
    return forms.TypedChoiceField(choices=choices, coerce=kind, widget=forms.RadioSelect, **facts)


def series_field(**facts: Any) -> forms.TypedChoiceField:
    """How many games a match has; None: as it is anyway."""
    choices = [("", gettext_lazy("as otherwise")), *SERIES.items()]
    return forms.TypedChoiceField(choices=choices, coerce=int, empty_value=None, required=False, **facts)


def minutes_field(**facts: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=0, max_value=600, **facts)


def clock_field(**facts: Any) -> forms.TimeField:
    return forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), **facts)


def tables_field() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=0,
        max_value=MOST_TABLES,
        initial=0,
        label=gettext_lazy("Tables in the hall"),
        help_text=gettext_lazy("0: enough"),
    )


def shape_key(shape: Shape) -> str:
    return "-".join(map(str, shape))


class PlayAct(Act[Play]):
    """Everything about how a stage is played, as far as its format knows it."""

    preset = forms.ChoiceField(choices=list(PRESET_NAMES.items()), label=gettext_lazy("Counted as"))
    rounds_planned = forms.IntegerField(
        min_value=1,
        max_value=MOST_ROUNDS,
        label=gettext_lazy("Number of rounds"),
    )
    best_of = series_field(label=gettext_lazy("Games in a match"))
    shape = forms.TypedChoiceField(
        coerce=lambda key: tuple(map(int, key.split("-"))),
        label=gettext_lazy("At a table sit"),
        widget=forms.RadioSelect,
    )
    first_round = choice_field(FIRST_ROUNDS, label=gettext_lazy("Round 1"))
    branch_rounds = forms.IntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        label=gettext_lazy("Rounds in which branches are kept apart"),
        help_text=gettext_lazy("Counted from round 1; 0: not at all."),
    )
    exempt_branch = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Branch that may meet itself"),
        help_text=gettext_lazy(
            "The host, where so many of one branch come that others would have to give way."
        ),
    )
    mode = choice_field(MODES, label=gettext_lazy("Where the partner of a round comes from"))
    split = choice_field(SPLITS, label=gettext_lazy("By standing: how four neighbours become two pairs"))
    remainder = choice_field(REMAINDERS, label=gettext_lazy("Who fills no table"))
    cycles = forms.IntegerField(
        min_value=1,
        max_value=9,
        label=gettext_lazy("Meetings of the same two"),
        help_text=gettext_lazy("2: there and back, twice the rounds."),
    )
    groups = forms.IntegerField(
        min_value=1,
        max_value=64,
        label=gettext_lazy("Groups"),
        help_text=gettext_lazy(
            "1: all in one table. More: fewer matches for each; a later stage brings the best together."
        ),
    )
    annul_below = forms.IntegerField(
        min_value=0,
        max_value=100,
        label=gettext_lazy("Who leaves early: share played (%) from which results stand"),
        help_text=gettext_lazy(
            "Below it all matches of the one who left are taken out, alike for all opponents. 0: all stand."
        ),
    )
    unplayed = choice_field(UNPLAYED, label=gettext_lazy("A match not played by the deadline"))
    least_matches = forms.IntegerField(
        min_value=0,
        max_value=999,
        label=gettext_lazy("Matches needed to be ranked"),
        help_text=gettext_lazy("0: everybody is ranked."),
    )
    third_place = choice_field(THIRD_PLACES, label=gettext_lazy("Third place"))
    second_game = forms.BooleanField(
        required=False, label=gettext_lazy("Losers of round 1 play once more among themselves")
    )
    best_of_from_8 = series_field(label=gettext_lazy("From the quarter-finals on"))
    best_of_from_4 = series_field(label=gettext_lazy("From the semi-finals on"))
    best_of_from_2 = series_field(label=gettext_lazy("In the final"))
    third_round = choice_field(THIRD_ROUNDS, label=gettext_lazy("Round 3, at one win and one loss"))
    three_block = choice_field(THREE_BLOCKS, label=gettext_lazy("A block of three"))
    change_until = forms.DateField(
        required=False,
        label=gettext_lazy("Last day to change one of a pair"),
        help_text=gettext_lazy("Only before its first game, and never both. Empty: until that game."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    floater_keeps_prize = forms.BooleanField(
        required=False, label=gettext_lazy("Whoever had a floater sit in may still take a prize")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._add_wishes()
        for name in PLAY_FIELDS - OFFERED[self.format].names:
            del self.fields[name]
        self.fields["shape"].choices = [(shape_key(one), SHAPES[one]) for one in shapes_of(self.format)]  # type: ignore[attr-defined]
        self._name_branches()
        self.initial = {**initial_of(self.subject), **self.initial}

    def _add_wishes(self) -> None:
        """The wishes of a draw by score, most important first."""
        wishes = [("", gettext_lazy("no further wish")), *((one.value, SOFT_WISHES[one]) for one in Soft)]
        for place, name in enumerate(SOFT, 1):
            label = _("Wish no. %(place)s of a draw") % {"place": place}
            self.fields[name] = forms.ChoiceField(choices=wishes, required=False, label=label)

    def _name_branches(self) -> None:
        if "exempt_branch" in self.fields:
            names = Branch.objects.values_list("name", flat=True).order_by("name").distinct()
            choices = [("", gettext_lazy("none")), *((name, name) for name in names)]
            self.fields["exempt_branch"].choices = choices  # type: ignore[attr-defined]

    @property
    def format(self) -> Format:
        return self.subject.format

    @property
    def main(self) -> list[forms.BoundField]:
        return [self[name] for name in OFFERED[self.format].main]

    @property
    def rarer(self) -> list[forms.BoundField]:
        return [self[name] for name in OFFERED[self.format].rarer]

    @property
    def rarer_is_wrong(self) -> bool:
        return any(field.errors for field in self.rarer)

    @property
    def ranked(self) -> str:
        """Who is ranked and what is drawn."""
        return ranked_and_drawn(self.format, self.subject.settings)

    @property
    def needs_winner(self) -> bool:
        return self.format in NEEDS_WINNER

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for code, field in list(self._contradictions()) if not self.errors else []:
            self.add_error(field if field in self.fields else None, fault_words(code))
        return cleaned

    def _contradictions(self) -> Iterator[tuple[str, str]]:
        settings = self.settings
        if len(set(settings.soft)) < len(settings.soft):
            yield "soft_rule_twice", SOFT[0]
        yield from contradictions(self.format, settings, self.profile)

    @property
    def settings(self) -> Settings:
        """What was typed; what the format does not ask for has its default."""
        typed = {name: self.cleaned_data[name] for name in PLAIN_SETTINGS if name in self.cleaned_data}
        settings = Settings(**typed)
        if SOFT[0] in self.fields:
            settings = replace(settings, soft=tuple(self._wishes()))
        if self.format is Format.KNOCKOUT:
            settings = replace(settings, best_of_from=tuple(self._series()))
        return settings

    def _wishes(self) -> Iterable[Soft]:
        return (Soft(self.cleaned_data[name]) for name in SOFT if self.cleaned_data[name])

    def _series(self) -> Iterable[tuple[int, int]]:
        for name, units in SERIES_FROM.items():
            if games := self.cleaned_data[name]:
                yield units, games

    @property
    def profile(self) -> Profile:
        stage, preset = self.subject.stage, self.cleaned_data["preset"]
        profile = stage.profile if stage and not preset else PRESETS[preset]
        return as_played(profile, self.format, best_of=self.cleaned_data["best_of"])


class ChangeStage(PlayAct):
    """The stage is played so from now on, as long as it has not begun."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        preset = self.fields["preset"]
        preset.required = False
        preset.choices = [("", gettext_lazy("as it is now")), *PRESET_NAMES.items()]  # type: ignore[attr-defined]

    def do(self) -> Done:
        assert self.subject.stage is not None  # the page has one
        change_stage(
            self.subject.stage,
            format=self.format,
            settings=self.settings,
            rounds_planned=self.cleaned_data.get("rounds_planned", 1),
            preset=self.cleaned_data["preset"],
            best_of=self.cleaned_data["best_of"],
            by=self.by,
        )
        return Done(_("From now on it is played like this."))


class Foresee(PlayAct):
    """What the numbers would lead to; nothing is changed."""

    # It stands in the form that sets an event up, which asks for no number of people.
    use_required_attribute = False

    people = forms.IntegerField(min_value=1, max_value=MOST_PEOPLE)
    tables = tables_field()
    begins = clock_field(label=gettext_lazy("Begins at"), initial=BEGINS)
    ends = clock_field(label=gettext_lazy("Hall until"), required=False)
    ceremony = minutes_field(label=gettext_lazy("Opening and prizes (minutes)"), initial=30)
    lunch = minutes_field(label=gettext_lazy("Lunch (minutes)"), initial=45)
    game = minutes_field(label=gettext_lazy("A game (minutes)"), initial=Times().game)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].required = self.subject.stage is None
        self.fields["people"].label = how_many(self.format, self.subject.settings)

    @property
    def told(self) -> Told:
        """The forecast of what was typed; the form has to be valid."""
        typed = self.cleaned_data
        return told(foresee(self.plan), typed["begins"])

    @property
    def plan(self) -> Plan:
        typed = self.cleaned_data
        return Plan(
            format=self.format,
            entrants=typed["people"],
            settings=self.settings,
            rounds=typed.get("rounds_planned", 0),
            tables=typed["tables"],
            best_of=self.profile.best_of,
            times=Times(game=typed["game"], ceremony=typed["ceremony"], lunch=typed["lunch"]),
            hall_minutes=minutes_between(typed["begins"], typed["ends"]) if typed["ends"] else None,
        )


def how_many(format: Format, settings: Settings) -> str:
    """What the forecast asks for the number of."""
    if ranks_persons(format, settings):
        return _("How many people")
    return _("How many pairs") if settings.shape == PAIRS else _("How many teams")


def minutes_between(begins: time, ends: time) -> int:
    """From the one to the other; an end before the beginning is on the next day."""
    day = timedelta(days=1)
    between = datetime.combine(date.min, ends) - datetime.combine(date.min, begins)
    return (between % day) // timedelta(minutes=1)


def initial_of(play: Play) -> dict[str, Any]:
    """What the fields of a form show for it."""
    settings = play.settings
    plain = {name: getattr(settings, name) for name in PLAIN_SETTINGS}
    wishes = dict(zip_longest(SOFT, settings.soft, fillvalue=""))
    games = {series[0]: series[1] for series in settings.best_of_from}
    series = {name: games.get(units, "") for name, units in SERIES_FROM.items()}
    facts = {"preset": play.preset, "rounds_planned": play.rounds, "best_of": play.best_of or ""}
    return {**plain, **wishes, **series, **facts, "shape": shape_key(settings.shape)}
