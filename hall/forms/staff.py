"""Who works at an event: accounts opened for it, roles granted and taken away, by its organiser."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.enums import RoleName, Scope
from clubs.models import Account, Role
from clubs.services.accounts import grant_role, open_account, revoke_role
from hall.forms.act import Act, Done
from hall.forms.setup import NewAccount
from hall.phrases import PHRASES
from hall.role_words import AT_AN_EVENT, ROLE_WORDS
from ledger.transactions import writing
from tournaments.models import Tournament


class StaffAct(Act[Tournament]):
    """Grants a role at this event."""

    role = forms.ChoiceField(
        choices=list(AT_AN_EVENT.items()), initial=RoleName.KEYER.value, label=gettext_lazy("May do")
    )

    def grant(self, account: Account) -> None:
        role = RoleName(self.cleaned_data["role"])
        grant_role(account, role=role, scope=Scope.EVENT, scope_uuid=self.subject.uuid, by=self.by)

    def told(self, sentence: str, account: Account) -> Done:
        """The sentence with whom it is about and what they may do now."""
        role = ROLE_WORDS[self.cleaned_data["role"]]
        return Done(sentence % {"name": account.username, "role": role})


class OpenForEvent(NewAccount, StaffAct):
    def do(self) -> Done:
        typed = self.cleaned_data
        with writing():
            account = open_account(typed["username"], password=typed["password"], by=self.by)
            self.grant(account)
        return self.told(_("The account %(name)s may sign in. Role at this event: %(role)s."), account)


class GrantAtEvent(StaffAct):
    account = forms.ModelChoiceField(
        queryset=Account.objects.filter(is_active=True), empty_label=None, label=gettext_lazy("Account")
    )

    def do(self) -> Done:
        account = self.cleaned_data["account"]
        self.grant(account)
        return self.told(_("%(name)s has one more role at this event: %(role)s."), account)


class RevokeAtEvent(Act[Tournament]):
    role = forms.ModelChoiceField(
        queryset=Role.objects.none(),
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": PHRASES["gone"]},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        here = Role.objects.filter(scope=Scope.EVENT.value, scope_uuid=self.subject.uuid)
        self.fields["role"].queryset = here.select_related("account")  # type: ignore[attr-defined]

    def do(self) -> Done:
        role = self.cleaned_data["role"]
        revoke_role(role, by=self.by)
        lost = {"name": role.account.username, "role": ROLE_WORDS[role.role]}
        return Done(_("%(name)s no longer has this role: %(role)s.") % lost)
