"""Personal cards: four digits a person, shown and printed once, right after they are made."""

from typing import Any

from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from clubs.models import Member
from hall.forms.act import Act, Done
from hall.forms.cards import CardsAct, MakeCards, RenewCard
from hall.views.desk_page import LOOK, EventPage
from tournaments.selectors.roles import can_referee
from tournaments.selectors.side_codes import CardHolder, card_holders


@method_decorator(never_cache, name="dispatch")
class CardsPage(EventPage):
    """The answer to the press is the only page that shows digits; it is stored nowhere."""

    template_name = "hall/desk/cards.html"
    acts = {"make": MakeCards, "renew": RenewCard}
    may = dict.fromkeys([LOOK, *acts], can_referee)

    def answer(self, form: Act[Any], done: Done) -> HttpResponse:
        assert isinstance(form, CardsAct)
        return self.render_to_response(self.get_context_data(codes=form.codes, is_made=True))

    def get_context_data(self, *, codes: dict[Member, str] | None = None, **kwargs: Any) -> dict[str, Any]:
        holders = card_holders(self.tournament)
        return super().get_context_data(
            holders=holders,
            without=sum(holder.made_at is None for holder in holders),
            cards=cards_of(holders, codes or {}),
            **kwargs,
        )


def cards_of(holders: list[CardHolder], codes: dict[Member, str]) -> list[tuple[CardHolder, str]]:
    """Each card that was just made with its digits, in the order of the list."""
    return [(holder, codes[holder.person]) for holder in holders if holder.person in codes]
