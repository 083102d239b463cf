"""The acts on one match: deals in every form of record, totals, forfeit, confirming, correcting.

Each act that adds or takes back carries its own uuid and the last act that the sender saw, so that
pressing twice is one deal and two desks on one match never overwrite each other. The records are
written by the engine; nothing here knows their syntax.
"""

from typing import Any
from unicodedata import normalize
from uuid import uuid4

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import RULESETS, Ruleset
from hall.deal_words import answer_words
from hall.forms.act import Act, Done
from hall.words import COMBINATIONS, ENDINGS
from scoring.enums import ActKind
from scoring.models import Deal
from scoring.selectors.keying import KeyingSheet, keying_sheet
from scoring.services.brackets import reopen_result
from scoring.services.confirmations import confirm_at_desk
from scoring.services.deals import correct_deal, let_totals_stand, record_deal, resolve_dispute, retract_deal
from scoring.services.outcomes import record_forfeit, record_totals, withdraw_outcome

HOW = [
    ("received", gettext_lazy("Received")),
    ("led", gettext_lazy("Led, other tile")),
    ("doubled", gettext_lazy("Led, same tile ×2")),
]
# One key for both kings: they are one kind (G-1.2) and a slip rarely says which face it was.
JEWEL_KING = "9"
SPECIAL_TILES = {"six": 2, "seven": 1}
POINTS = (10, 20, 30, 40, 50, 60, 80, 100)  # G-6.3
ENDED_BY = [
    ("", gettext_lazy("target reached")),
    ("time_up", ENDINGS["time_up"]),
    ("ruling", ENDINGS["ruling"]),
]


def written(keyed: KeyingSheet) -> dict[str, object]:
    """The choices that stand already: of the deal being corrected, else only who is to deal."""
    row = keyed.correcting
    if row is None:
        return {"dealer": keyed.dealer}
    return {
        "dealer": row.dealer.seat if row.dealer else None,
        "seat": row.out.seat if row.out else None,
        "tile": row.tile,
        "how": "doubled" if row.doubled else None,
        "special": row.special,
        "line": row.record,
        "side": row.side,
        "points": row.points,
    }


class MatchAct(Act[KeyingSheet]):
    @property
    def ruleset(self) -> Ruleset:
        return RULESETS[self.subject.match.ruleset_key]

    @property
    def sides(self) -> list[tuple[int, str]]:
        return [(side.number, side.name) for side in self.subject.card.sides]

    @property
    def hall_address(self) -> str:
        return reverse("desk-event", args=[self.subject.match.tournament.slug])


class NumberedAct(MatchAct):
    """An act with an identity, after the last one that was seen (decisions.md: acts from a phone)."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    after = forms.UUIDField(required=False, widget=forms.HiddenInput)
    game = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, subject: KeyingSheet, **kwargs: Any) -> None:
        initial = {"uuid": uuid4(), "after": subject.after, "game": subject.game}
        super().__init__(*args, subject=subject, initial=initial | written(subject), **kwargs)

    @property
    def identity(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("uuid", "after", "game")} | {"by": self.by}

    def answer(self) -> Done:
        """The page's own words for what the match is now."""
        now = keying_sheet(self.subject.match.code)
        return Done(answer_words(now) if now else "")


class RecordedAct(NumberedAct):
    """One deal more, in whatever form."""

    kind = ActKind.DEAL

    def record(self) -> str:
        raise NotImplementedError

    def do(self) -> Done:
        record_deal(self.subject.match, record=self.record(), kind=self.kind, **self.identity)
        return self.answer()


class DealtAct(RecordedAct):
    """A deal of which the dealer is known: the one who is expected, unless another is chosen."""

    dealer = forms.TypedChoiceField(
        coerce=int,
        widget=forms.RadioSelect,
        label=gettext_lazy("Dealer"),
        error_messages={"required": gettext_lazy("Choose who dealt.")},
    )

    def __init__(self, *args: Any, subject: KeyingSheet, **kwargs: Any) -> None:
        super().__init__(*args, subject=subject, **kwargs)
        self.fields["dealer"].choices = self.seats  # type: ignore[attr-defined]

    @property
    def seats(self) -> list[tuple[int, str]]:
        return list(self.subject.seats.items())

    @property
    def tiles(self) -> list[tuple[str, str]]:
        return [(tile.digit, f"{tile.kanji} {tile.value}") for tile in self.ruleset.tiles]


class EnterDeal(DealtAct):
    """The three choices of a slip's row: who went out, the last tile, how."""

    seat = forms.TypedChoiceField(
        coerce=int,
        widget=forms.RadioSelect,
        label=gettext_lazy("Who went out?"),
        error_messages={"required": gettext_lazy("Choose who went out.")},
    )
    tile = forms.ChoiceField(
        widget=forms.RadioSelect,
        label=gettext_lazy("Last tile"),
        error_messages={"required": gettext_lazy("Choose the last tile.")},
    )
    how = forms.ChoiceField(
        choices=HOW,
        widget=forms.RadioSelect,
        label=gettext_lazy("How?"),
        error_messages={"required": gettext_lazy("Choose how it went out.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = self.seats  # type: ignore[attr-defined]
        keys = [(tile.digit, tile.value) for tile in self.ruleset.tiles if tile.digit != JEWEL_KING]
        self.fields["tile"].choices = keys  # type: ignore[attr-defined]

    def record(self) -> str:
        fields = ("dealer", "seat", "tile", "how")
        return self.ruleset.write_sheet(**{name: self.cleaned_data[name] for name in fields})


class EnterCombination(DealtAct):
    """六し, 七し, 八し by their seat, 五し五し by its side; the tiles beside the pawns are asked for."""

    special = forms.ChoiceField(
        choices=list(COMBINATIONS.items()),
        widget=forms.RadioSelect,
        label=gettext_lazy("Combination"),
    )
    seat = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, label=gettext_lazy("Whose hand?"))
    first = forms.ChoiceField(required=False, label=gettext_lazy("Other tile"))
    second = forms.ChoiceField(required=False, label=gettext_lazy("Second other tile"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = self.seats  # type: ignore[attr-defined]
        for name in ("first", "second"):
            self.fields[name].choices = [("", "–"), *self.tiles]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        asked = ("first", "second")[: SPECIAL_TILES.get(cleaned.get("special", ""), 0)]
        for name in asked:
            if not cleaned.get(name):
                self.add_error(name, _("Six and seven pawns need the tiles beside them."))
        cleaned["tiles"] = "".join(cleaned.get(name, "") for name in asked)
        return cleaned

    def record(self) -> str:
        special, seat = self.cleaned_data["special"], self.cleaned_data["seat"]
        return self.ruleset.write_special(
            dealer=self.cleaned_data["dealer"],
            by=self.ruleset.sides[seat] if special == "five_five" else seat,
            special=special,
            tiles=self.cleaned_data["tiles"],
        )


class EnterRedeal(DealtAct):
    kind = ActKind.REDEAL

    def record(self) -> str:
        return self.ruleset.write_redeal(dealer=self.cleaned_data["dealer"])


class EnterRecord(RecordedAct):
    """A deal as a whole line: hands, dealer, plays."""

    line = forms.CharField(
        label=gettext_lazy("Full record of one deal"),
        help_text=gettext_lazy(
            "In digits (1 pawn, 2 lance … 8 and 9 the kings): four hands, s and the dealer, then each play "
            "as seat, defence, attack; p is a pass. Like 11245557,11122236,11134458,11334679,s1,112,2p …"
        ),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "none"}),
        max_length=4000,
    )

    def record(self) -> str:
        """The line as the engine reads it, also where the keyboard wrote Japanese."""
        return normalize("NFKC", self.cleaned_data["line"]).replace("、", ",").strip()


class EnterPoints(RecordedAct):
    """A slip that says only which side scored how much."""

    side = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, label=gettext_lazy("Side"))
    points = forms.TypedChoiceField(
        coerce=int,
        widget=forms.RadioSelect,
        choices=[(points, points) for points in POINTS],
        label=gettext_lazy("Points"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = self.sides  # type: ignore[attr-defined]

    def record(self) -> str:
        return self.ruleset.write_points(side=self.cleaned_data["side"], points=self.cleaned_data["points"])


class TakeBack(NumberedAct):
    def __init__(self, *args: Any, subject: KeyingSheet, **kwargs: Any) -> None:
        super().__init__(*args, subject=subject, **kwargs)
        self.initial["game"] = subject.game_of_the_latest

    def do(self) -> Done:
        retract_deal(self.subject.match, **self.identity)
        return Done(_("The last deal is taken back."))


class EnterTotals(MatchAct):
    """合計のみ: a total of each side for each game of the match."""

    ended_by = forms.ChoiceField(choices=ENDED_BY, required=False, label=gettext_lazy("Ended by"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for game in self.games:
            for side, name in self.sides:
                self.fields[f"game-{game}-{side}"] = forms.IntegerField(
                    min_value=0, step_size=10, required=game == 1, label=name
                )

    @property
    def games(self) -> range:
        return range(1, max(self.subject.card.best_of, self.subject.game) + 1)

    def lines(self) -> list[list[Any]]:
        """The fields as they stand on the slip: a line for each game."""
        return [[self[f"game-{game}-{side}"] for side, _name in self.sides] for game in self.games]

    def clean(self) -> dict[str, Any]:
        """Up to the last game of which anything is typed, everything is."""
        cleaned = super().clean() or {}
        names = [[field.name for field in line] for line in self.lines()]
        typed = [any(cleaned.get(name) is not None for name in line) for line in names]
        last = max((place for place, known in enumerate(typed) if known), default=0)
        missing = [name for line in names[: last + 1] for name in line if cleaned.get(name) is None]
        for name in missing:
            if name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        cleaned["totals"] = [tuple(cleaned.get(name) for name in line) for line in names[: last + 1]]
        return cleaned

    def do(self) -> Done:
        totals = self.cleaned_data["totals"]
        record_totals(self.subject.match, totals=totals, ended_by=self.cleaned_data["ended_by"], by=self.by)
        return Done(_("The totals are entered. Confirm the result."))


ReasonField = forms.CharField(max_length=200, label=gettext_lazy("Reason"))


class EnterForfeit(MatchAct):
    winner = forms.TypedChoiceField(
        coerce=int, widget=forms.RadioSelect, label=gettext_lazy("Who wins without play?")
    )
    reason = ReasonField

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = self.sides  # type: ignore[attr-defined]

    def do(self) -> Done:
        facts = {name: self.cleaned_data[name] for name in ("winner", "reason")}
        record_forfeit(self.subject.match, **facts, by=self.by)
        return Done(_("The forfeit is entered. Confirm the result."))


class Withdraw(MatchAct):
    """What was typed without deals no longer counts."""

    reason = ReasonField

    def do(self) -> Done:
        withdraw_outcome(self.subject.match, reason=self.cleaned_data["reason"], by=self.by)
        return Done(_("Taken back. What was typed is kept and does not count."))


class ChooseTotals(MatchAct):
    """The totals typed contradict the deals, and they are right."""

    reason = ReasonField

    def do(self) -> Done:
        let_totals_stand(self.subject.match, reason=self.cleaned_data["reason"], by=self.by)
        return Done(_("The totals stand. The deals are kept and do not count."))


class Confirm(MatchAct):
    def do(self) -> Done:
        confirm_at_desk(self.subject.match, by=self.by)
        card = self.subject.card
        if card.table:
            return Done(_("Table %(table)s is confirmed.") % {"table": card.table}, self.hall_address)
        return Done(_("Match %(number)s is confirmed.") % {"number": card.number}, self.hall_address)


class Reopen(MatchAct):
    reason = ReasonField
    with_later = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def do(self) -> Done:
        asked = {name: self.cleaned_data[name] for name in ("reason", "with_later")}
        reopen_result(self.subject.match, **asked, by=self.by)
        return Done(_("The match is open again."))


class Resolve(MatchAct):
    """Of two values for one deal the desk chooses; ``held`` empty keeps what stood first."""

    held = forms.ModelChoiceField(
        queryset=Deal.objects.none(), to_field_name="uuid", required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        deals = Deal.objects.filter(game__match=self.subject.match)
        self.fields["held"].queryset = deals  # type: ignore[attr-defined]

    def do(self) -> Done:
        resolve_dispute(self.subject.match, held=self.cleaned_data["held"], by=self.by)
        return Done(_("Resolved. The other value is kept and does not count."))


class Correcting(RecordedAct):
    """A deal that stands in the place of the one being corrected, which stays as superseded."""

    reason = ReasonField

    def do(self) -> Done:
        assert self.subject.correcting is not None  # the page of a correction always names its deal
        deal = Deal.objects.get(uuid=self.subject.correcting.uuid)
        correct_deal(deal, record=self.record(), reason=self.cleaned_data["reason"], by=self.by)
        words = _("Deal %(number)s is corrected. The earlier one is kept and does not count.")
        return Done(words % {"number": deal.number}, reverse("desk-match", args=[self.subject.match.code]))


class CorrectDeal(Correcting, EnterDeal):
    pass


class CorrectCombination(Correcting, EnterCombination):
    pass


class CorrectRedeal(Correcting, EnterRedeal):
    pass


class CorrectRecord(Correcting, EnterRecord):
    pass


class CorrectPoints(Correcting, EnterPoints):
    pass
