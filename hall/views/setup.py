"""Setting up: a new event, the society's branches, accounts and roles."""

from typing import Any

from clubs.models import Account, Club
from clubs.selectors.roles import clubs_run_by, is_admin
from hall.forms.setup import AddBranch, FoundClub, GrantRole, OpenAccount, SetUpEvent
from hall.views.desk_page import DeskPage
from tournaments.models import Tournament


class NewEvent(DeskPage):
    template_name = "hall/desk/new_event.html"
    acts = {"set_up": SetUpEvent}

    def may_enter(self) -> bool:
        return is_admin(self.account) or clubs_run_by(self.account).exists()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(clubs=clubs_run_by(self.account), **kwargs)


class AdminPage(DeskPage):
    def may_enter(self) -> bool:
        return is_admin(self.account)


class Society(AdminPage):
    template_name = "hall/desk/society.html"
    acts = {"found_club": FoundClub, "add_branch": AddBranch}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        clubs = Club.objects.prefetch_related("branches")
        return super().get_context_data(clubs=clubs, **kwargs)


class Accounts(AdminPage):
    template_name = "hall/desk/accounts.html"
    acts = {"open_account": OpenAccount, "grant_role": GrantRole}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        accounts = Account.objects.prefetch_related("roles").order_by("username")
        places = place_names()
        return super().get_context_data(
            accounts=[
                (account, [places.get(role.scope_uuid, "") for role in account.roles.all()])
                for account in accounts
            ],
            **kwargs,
        )


def place_names() -> dict[Any, str]:
    """The names of everything that a role may reach; nothing for the whole installation."""
    clubs = dict(Club.objects.values_list("uuid", "name"))
    return clubs | dict(Tournament.objects.values_list("uuid", "name"))
