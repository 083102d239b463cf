"""Setting up: an event, the society with its branches, accounts and what they may do."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.enums import RoleName, Scope
from clubs.models import Account, Club, Role
from clubs.selectors.roles import clubs_run_by
from clubs.services.accounts import close_account, grant_role, open_account, revoke_role
from clubs.services.members import add_branch, found_club
from hall.forms.act import Act, Done
from hall.forms.settings import BEGINS, PlayAct, clock_field, tables_field
from hall.forms.stages import top_field
from hall.phrases import PHRASES
from hall.role_words import AT_AN_EVENT
from hall.ways import Final
from ledger.transactions import writing
from tournaments.domain.table_game import ruleset_of
from tournaments.models import Tournament
from tournaments.selectors.events import slug_of_day
from tournaments.selectors.roles import events_seen_by
from tournaments.services.events import add_stage, set_up_event

VENUE_TIMEZONE = "Asia/Tokyo"
LATIN = {"spellcheck": "false", "autocapitalize": "none"}


class LatinName(forms.SlugField):
    """A short name that stands in addresses."""

    def __init__(self, **facts: Any) -> None:
        usual = {
            "max_length": 60,
            "help_text": gettext_lazy("Small letters, digits and hyphens; it can never be changed."),
            "widget": forms.TextInput(attrs=LATIN),
            "error_messages": {
                "invalid": gettext_lazy("Only Latin letters, digits and hyphens, like noto-2026.")
            },
        }
        super().__init__(**{**usual, **facts})


class SetUpEvent(PlayAct):
    name = forms.CharField(max_length=120, label=gettext_lazy("Name of the event"))
    slug = LatinName(
        label=gettext_lazy("Address"),
        required=False,
        help_text=gettext_lazy(
            "Small letters, digits and hyphens; it can never be changed. Empty: the day, like 2026-12-06."
        ),
    )
    club = forms.ModelChoiceField(
        queryset=Club.objects.none(), empty_label=None, label=gettext_lazy("Organised by")
    )
    day = forms.DateField(
        label=gettext_lazy("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    begins = clock_field(label=gettext_lazy("Begins at"), initial=BEGINS)
    venue = forms.CharField(max_length=120, required=False, label=gettext_lazy("Venue"))
    tables = tables_field()
    fee = forms.IntegerField(min_value=0, initial=0, label=gettext_lazy("Fee a person (yen)"))
    top = top_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = clubs_run_by(self.by)  # type: ignore[attr-defined]
        if final := self.subject.final:
            self.initial.setdefault("top", final.cut.top)
        else:
            del self.fields["top"]

    def do(self) -> Done:
        typed = self.cleaned_data
        starts_at = datetime.combine(typed["day"], typed["begins"], tzinfo=ZoneInfo(VENUE_TIMEZONE))
        with writing():
            tournament = set_up_event(
                typed["name"],
                slug=typed["slug"] or slug_of_day(typed["day"]),
                starts_at=starts_at,
                **{fact: typed[fact] for fact in ("club", "venue", "tables", "fee", "preset", "best_of")},
                format=self.format,
                rounds_planned=typed.get("rounds_planned", 1),
                settings=self.settings,
                by=self.by,
            )
            if final := self.subject.final:
                self._add_final(final, tournament)
        words = _("%(event)s is set up. Reception is open.") % {"event": tournament.name}
        return Done(words, reverse("desk-reception", args=[tournament.slug]))

    def _add_final(self, final: Final, tournament: Tournament) -> None:
        settings = replace(final.play.settings, shape=self.settings.shape)
        add_stage(
            tournament.divisions.get(),
            format=final.play.format,
            preset=final.play.preset,
            ruleset_key=ruleset_of(settings.shape),
            rounds_planned=final.play.rounds,
            settings=settings,
            cut=replace(final.cut, top=self.cleaned_data["top"]),
            by=self.by,
        )


class FoundClub(Act[None]):
    name = forms.CharField(max_length=80, label=gettext_lazy("Name of the society"))
    slug = LatinName(label=gettext_lazy("Short name in Latin letters"))

    def do(self) -> Done:
        club = found_club(self.cleaned_data["name"], slug=self.cleaned_data["slug"], branches={})
        return Done(_("%(name)s is on the books.") % {"name": club.name})


class AddBranch(Act[None]):
    club = forms.ModelChoiceField(
        queryset=Club.objects.all(), empty_label=None, label=gettext_lazy("Society")
    )
    name = forms.CharField(max_length=80, label=gettext_lazy("Name of the branch"))

    def do(self) -> Done:
        name = self.cleaned_data["name"]
        add_branch(self.cleaned_data["club"], name=name, by=self.by)
        return Done(_("%(name)s is on the books.") % {"name": name})


class ReachField(forms.ChoiceField):
    """What a role reaches: one event, a club, or the whole installation."""

    def offer(self, account: Account) -> None:
        clubs = [(f"{Scope.CLUB}:{club.uuid}", club.name) for club in Club.objects.all()]
        events = [(f"{Scope.EVENT}:{event.uuid}", event.name) for event in events_seen_by(account)]
        self.choices = [
            (_("One event"), events),
            (_("All events of a society (as organiser)"), clubs),
            (_("Everything"), [(f"{Scope.INSTALLATION}:", _("Admin of this installation"))]),
        ]


class NewAccount(forms.Form):
    """How somebody new signs in."""

    username = forms.CharField(
        max_length=60, label=gettext_lazy("Name to sign in with"), widget=forms.TextInput(attrs=LATIN)
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        help_text=gettext_lazy("At least ten characters. Hand it over in person."),
        widget=forms.TextInput(attrs=LATIN | {"autocomplete": "off"}),
    )


class RoleAct(Act[None]):
    """Grants a role somewhere; whoever reaches everything is an admin there."""

    reach = ReachField(label=gettext_lazy("Where"))
    role = forms.ChoiceField(
        choices=list(AT_AN_EVENT.items()),
        initial=RoleName.ORGANISER.value,
        required=False,
        label=gettext_lazy("May do, at one event"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reach"].offer(self.by)  # type: ignore[attr-defined]

    def grant(self, account: Account) -> None:
        scope, _colon, uuid = self.cleaned_data["reach"].partition(":")
        of_event = self.cleaned_data["role"] or RoleName.ORGANISER
        role = RoleName.ADMIN if scope == Scope.INSTALLATION else RoleName(of_event)
        place = UUID(uuid) if uuid else None
        grant_role(account, role=role, scope=Scope(scope), scope_uuid=place, by=self.by)


class OpenAccount(NewAccount, RoleAct):
    def do(self) -> Done:
        username, password = self.cleaned_data["username"], self.cleaned_data["password"]
        with writing():
            account = open_account(username, password=password, by=self.by)
            self.grant(account)
        return Done(_("The account %(name)s may sign in.") % {"name": account.username})


class GrantRole(RoleAct):
    account = forms.ModelChoiceField(
        queryset=Account.objects.filter(is_active=True), empty_label=None, label=gettext_lazy("Account")
    )

    def do(self) -> Done:
        account = self.cleaned_data["account"]
        self.grant(account)
        return Done(_("%(name)s has one more role.") % {"name": account.username})


class RevokeRole(Act[None]):
    role = forms.ModelChoiceField(
        queryset=Role.objects.select_related("account"),
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": PHRASES["gone"]},
    )

    def do(self) -> Done:
        role = self.cleaned_data["role"]
        revoke_role(role, by=self.by)
        return Done(_("%(name)s no longer has this role.") % {"name": role.account.username})


class CloseAccount(Act[None]):
    account = forms.ModelChoiceField(
        queryset=Account.objects.filter(is_active=True),
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": PHRASES["gone"]},
    )

    def do(self) -> Done:
        account = self.cleaned_data["account"]
        close_account(account, by=self.by)
        return Done(_("The account %(name)s is closed and signed out.") % {"name": account.username})
