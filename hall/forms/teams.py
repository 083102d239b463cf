"""The acts on teams: make, rename, drop, and which entry plays for which."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from hall.forms.act import Act, Done
from ledger.transactions import writing
from tournaments.models import Division, Entry, Team, Tournament
from tournaments.selectors.names import EntryName, named_entries
from tournaments.services.teams import assign_team, drop_team, make_team, rename_team, teams_from_branches


class TeamsAct(Act[Tournament]):
    @property
    def division(self) -> Division:
        return self.subject.divisions.earliest("number")


class TeamAct(TeamsAct):
    """About one team of the event."""

    team = forms.ModelChoiceField(
        queryset=Team.objects.none(), to_field_name="uuid", widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = self.division.teams.all()  # type: ignore[attr-defined]


def name_field() -> forms.CharField:
    return forms.CharField(max_length=80, label=gettext_lazy("Name of the team"))


class MakeTeam(TeamsAct):
    name = name_field()

    def do(self) -> Done:
        team = make_team(self.division, self.cleaned_data["name"], by=self.by)
        return Done(_("The team “%(name)s” is made.") % {"name": team.name})


class RenameTeam(TeamAct):
    name = name_field()

    def do(self) -> Done:
        rename_team(self.cleaned_data["team"], self.cleaned_data["name"], by=self.by)
        return Done(_("The team is called “%(name)s” now.") % {"name": self.cleaned_data["name"]})


class DropTeam(TeamAct):
    def do(self) -> Done:
        name = self.cleaned_data["team"].name
        drop_team(self.cleaned_data["team"], by=self.by)
        return Done(_("There is no team “%(name)s” any more; its entries play on.") % {"name": name})


class TeamsFromBranches(TeamsAct):
    def do(self) -> Done:
        return told(len(teams_from_branches(self.division, by=self.by)))


class AssignTeams(TeamsAct):
    """The team of every entry in one sheet; only what was changed is written."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = named_entries(self.division)
        entries = self.division.entries.filter(is_house=False, withdrawn_at=None)
        self.entries = [(entry, names[entry.pk]) for entry in entries.select_related("team")]
        for entry, name in self.entries:
            self.fields[field_of(entry)] = forms.ModelChoiceField(
                queryset=self.division.teams.all(),
                to_field_name="uuid",
                required=False,
                empty_label=_("no team"),
                label=name.name,
                initial=entry.team,
            )

    @property
    def lines(self) -> Iterator[tuple[EntryName, forms.BoundField]]:
        for entry, name in self.entries:
            yield name, self[field_of(entry)]

    def do(self) -> Done:
        chosen = {entry: self.cleaned_data[field_of(entry)] for entry, _name in self.entries}
        changed = [entry for entry, team in chosen.items() if team != entry.team]
        with writing():
            for entry in changed:
                assign_team(entry, chosen[entry], by=self.by)
        return told(len(changed))


def field_of(entry: Entry) -> str:
    return f"entry-{entry.uuid}"


def told(changed: int) -> Done:
    sentence = ngettext(
        "%(count)s entry has another team now.", "%(count)s entries have another team now.", changed
    )
    return Done(sentence % {"count": changed})
