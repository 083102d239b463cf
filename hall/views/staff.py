"""Who works at an event, at the desk: for its organiser, who opens accounts and grants roles for it alone."""

from typing import Any

from clubs.enums import Scope
from clubs.models import Role
from hall.forms.staff import GrantAtEvent, OpenForEvent, RevokeAtEvent
from hall.role_words import ROLE_WORDS
from hall.views.desk_page import LOOK, EventPage
from tournaments.selectors.roles import can_run


class StaffPage(EventPage):
    template_name = "hall/desk/staff.html"
    acts = {"open_account": OpenForEvent, "grant_role": GrantAtEvent, "revoke_role": RevokeAtEvent}
    may = dict.fromkeys([LOOK, *acts], can_run)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        roles = Role.objects.filter(scope=Scope.EVENT.value, scope_uuid=self.tournament.uuid)
        held = roles.select_related("account").order_by("account__username", "pk")
        return super().get_context_data(held=[(role, ROLE_WORDS[role.role]) for role in held], **kwargs)
