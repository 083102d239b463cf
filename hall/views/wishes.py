"""What the hall asks of every draw, at the desk: listed, added, taken back."""

from typing import Any

from hall.forms.wishes import FixNoMore, FixTable, KeepApartNoMore, KeepPeopleApart, SetHall
from hall.views.desk_page import LOOK, EventPage
from scoring.selectors.desk import desk_stage
from tournaments.selectors.names import distinct_people
from tournaments.selectors.reception import attendance_list
from tournaments.selectors.roles import can_read, can_run


class WishesPage(EventPage):
    template_name = "hall/desk/wishes.html"
    acts = {
        "keep_apart": KeepPeopleApart,
        "keep_apart_no_more": KeepApartNoMore,
        "fix_table": FixTable,
        "fix_no_more": FixNoMore,
        "set_hall": SetHall,
    }
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        members = [row.member for row in attendance_list(self.tournament)]
        pairs = list(self.tournament.forbidden_pairs.select_related("one", "other"))
        fixed = list(self.tournament.fixed_tables.select_related("member"))
        people = distinct_people(
            [
                *members,
                *(person for pair in pairs for person in (pair.one, pair.other)),
                *(row.member for row in fixed),
            ]
        )
        names = {person.member: person.name for person in people}
        uuids = {member.pk: str(member.uuid) for member in members}
        return super().get_context_data(
            stage=desk_stage(self.tournament),
            people=[(uuids[person.member], person) for person in people if person.member in uuids],
            pairs=[(pair, names[pair.one_id], names[pair.other_id]) for pair in pairs],
            fixed=[(row, names[row.member_id]) for row in fixed],
            **kwargs,
        )
