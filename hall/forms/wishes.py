"""What the hall asks of every draw: people kept apart, people who cannot move, the tables there are."""

import re
import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Member
from hall.forms.act import Act, Done
from scoring.services.queue import set_hall
from tournaments.models import FixedTable, ForbiddenPair, Tournament
from tournaments.services.wishes import fix_table, fix_table_no_more, keep_apart, keep_apart_no_more

MOST_TABLES = 999


class PersonField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Somebody who is expected at the event."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(queryset=Member.objects.none(), to_field_name="uuid", **facts)


class PeopleAct(Act[Tournament]):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = Member.objects.filter(attendances__tournament=self.subject)
        for field in self.fields.values():
            if isinstance(field, PersonField):
                field.queryset = people


class KeepPeopleApart(PeopleAct):
    one = PersonField(label=gettext_lazy("First person"))
    other = PersonField(label=gettext_lazy("Second person"))
    as_opponents = forms.BooleanField(required=False, initial=True, label=gettext_lazy("not as opponents"))
    as_partners = forms.BooleanField(required=False, initial=True, label=gettext_lazy("not as partners"))
    reason = forms.CharField(max_length=200, required=False, label=gettext_lazy("Reason"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not (cleaned.get("as_opponents") or cleaned.get("as_partners")):
            raise forms.ValidationError(_("Choose what they are not to be: opponents, partners, or neither."))
        return cleaned

    def do(self) -> Done:
        pair = keep_apart(self.subject, **self.cleaned_data, by=self.by)
        words = {"one": pair.one.shown_name, "other": pair.other.shown_name}
        return Done(_("%(one)s and %(other)s are kept apart from the next draw on.") % words)


class KeepApartNoMore(Act[Tournament]):
    wish = forms.ModelChoiceField(queryset=ForbiddenPair.objects.all(), to_field_name="uuid")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["wish"].queryset = self.subject.forbidden_pairs.all()  # type: ignore[attr-defined]

    def do(self) -> Done:
        keep_apart_no_more(self.cleaned_data["wish"], by=self.by)
        return Done(_("They may be drawn together again."))


class FixTable(PeopleAct):
    person = PersonField(label=gettext_lazy("Person"))
    table = forms.IntegerField(min_value=1, max_value=MOST_TABLES, label=gettext_lazy("Table"))

    def do(self) -> Done:
        fixed = fix_table(self.subject, **self.cleaned_data, by=self.by)
        words = {"person": fixed.member.shown_name, "table": fixed.table}
        return Done(_("%(person)s plays at table %(table)s from the next draw on.") % words)


class FixNoMore(Act[Tournament]):
    wish = forms.ModelChoiceField(queryset=FixedTable.objects.all(), to_field_name="uuid")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["wish"].queryset = self.subject.fixed_tables.all()  # type: ignore[attr-defined]

    def do(self) -> Done:
        fixed: FixedTable = self.cleaned_data["wish"]
        fix_table_no_more(fixed, by=self.by)
        return Done(_("%(person)s moves like everybody else.") % {"person": fixed.member.shown_name})


class TableNumbers(forms.CharField):
    """Numbers of tables, however they are parted: 3、7 or 3 7; none beyond the most a hall can have."""

    def to_python(self, value: Any) -> list[int]:  # type: ignore[override]
        text = unicodedata.normalize("NFKC", super().to_python(value) or "")
        if not re.fullmatch(r"[0-9\s,、]*", text):
            raise forms.ValidationError(_("Only numbers, like 3, 7."))
        numbers = sorted({int(number) for number in re.findall("[0-9]+", text)} - {0})
        if numbers and numbers[-1] > MOST_TABLES:
            words = {"number": numbers[-1], "most": MOST_TABLES}
            raise forms.ValidationError(_("There is no table %(number)s: they go up to %(most)s.") % words)
        return numbers


class SetHall(Act[Tournament]):
    tables = forms.IntegerField(
        min_value=0,
        max_value=MOST_TABLES,
        label=gettext_lazy("Tables in the hall"),
        help_text=gettext_lazy("0 means that there are always enough."),
    )
    out = TableNumbers(
        required=False,
        max_length=200,
        label=gettext_lazy("Out of service"),
        help_text=gettext_lazy("Their numbers, like 3, 7."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["tables"] = self.subject.tables
        self.initial["out"] = ", ".join(map(str, self.subject.tables_out))

    def do(self) -> Done:
        set_hall(self.subject, **self.cleaned_data, by=self.by)
        return Done(_("The tables of the hall are changed. Matches that waited have those that are free."))
