"""Lots from the box at the desk: typing them, and printing the box."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from hall.forms.lots import USES, Box, DrawByHand, PrintLots
from hall.views.desk_page import LOOK, EventPage
from scoring.selectors.basis import basis_of_round
from scoring.selectors.desk import Step, desk_stage, latest_round, next_step
from tournaments.domain.draw import Key
from tournaments.domain.lots.printed_lots import LotUse, PrintedLot, lots_to_print
from tournaments.domain.profile import FirstDealer
from tournaments.domain.settings import FirstRound, RotationMode
from tournaments.enums import Format
from tournaments.models import Stage
from tournaments.selectors.names import distinct_people, named_entries
from tournaments.selectors.reception import closing_pool, incomplete_entries
from tournaments.selectors.roles import can_read, can_run

PAIR = 2


class LotsPage(EventPage):
    """The numbers stay in the form until they are complete; only then something is drawn."""

    template_name = "hall/desk/lots.html"
    acts = {"draw": DrawByHand}
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run)

    def subject(self) -> Box:
        stage = desk_stage(self.tournament)
        if stage is None:
            raise Http404
        return box_of(stage)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("then") == "check":
            form = self.form("draw", self.subject(), request.POST)
            form.is_valid()
            return self.render_to_response(self.get_context_data(sent={"draw": form}))
        return super().post(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        box = self.subject()
        closes = box.use is LotUse.PARTNERS
        withdrawn = list(incomplete_entries(box.stage.division)) if closes else []
        cards = cards_of(box.stage, box.use, len(box.names)) if box.use and box.names else []
        return super().get_context_data(uses=USES, withdrawn=withdrawn, cards=cards, **kwargs)


def box_of(stage: Stage) -> Box:
    """What can be drawn from a box now, and who draws."""
    step = next_step(stage.tournament, stage)
    if step.step is Step.CLOSE_RECEPTION and stage.entry_size == PAIR:
        return Box(stage, LotUse.PARTNERS, pool_of(stage))
    if step.step is Step.DRAW and step.round and (use := use_of_round(stage, step.round)):
        return Box(stage, use, drawn_in(stage, step.round), step.round)
    return Box(stage)


def use_of_round(stage: Stage, number: int) -> LotUse | None:
    """For what this round takes numbers: each round where partners are drawn by lot, else the first only."""
    always = stage.format == Format.ROTATION.value and stage.settings.mode is RotationMode.LOT
    return round_use(stage) if always or number == 1 else None


def round_use(stage: Stage) -> LotUse | None:
    """What lots decide in this format; None where round one goes by rank, or by no lot at all."""
    settings = stage.settings
    plans = stage.format == Format.ROTATION.value and settings.mode is not RotationMode.STANDING
    if settings.first_round is FirstRound.RANK and not plans:
        return None
    return {
        Format.SWISS: LotUse.ROUND_ONE,
        Format.ROTATION: LotUse.ROTATION,
        Format.KNOCKOUT: LotUse.BRACKET,
    }.get(Format(stage.format))


def pool_of(stage: Stage) -> dict[Key, str]:
    members = list(closing_pool(stage.division))
    names = {person.member: person.name for person in distinct_people(members)}
    return {str(member.uuid): names[member.pk] for member in members}


def drawn_in(stage: Stage, number: int) -> dict[Key, str]:
    """Everybody who is to be drawn in this round, floaters too, in the order of their numbers."""
    there = {seed.key for seed in basis_of_round(stage, number).seeds if seed.present}
    entries = named_entries(stage.division).values()
    return {entry.number: entry.name for entry in entries if entry.number in there}


# The printed box


@dataclass(frozen=True, slots=True)
class LotCard:
    number: int
    meaning: str


class LotsPrint(EventPage):
    """The lots on paper, to be cut and folded; as many as there are people, or as are asked for."""

    template_name = "hall/desk/lots_print.html"
    may = {LOOK: can_read}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        stage = desk_stage(self.tournament)
        uses = uses_of(stage) if stage else []
        if stage is None or not uses:
            raise Http404
        here = asked_by(box_of(stage), uses)
        form = PrintLots(self.request.GET if "size" in self.request.GET else here, uses=uses)
        cards = []
        if form.is_valid():
            cards = cards_of(stage, form.cleaned_data["use"], form.cleaned_data["size"])
        return super().get_context_data(form=form, cards=cards, stage=stage, **kwargs)


def asked_by(box: Box, uses: Sequence[LotUse]) -> dict[str, Any]:
    """What is drawn from the box now; else what was last, with a lot for everybody who is in that draw."""
    if box.use:
        return {"use": box.use.value, "size": max(len(box.names), PAIR)}
    latest = latest_round(box.stage)
    drawn = drawn_in(box.stage, latest.number if latest else 1)
    return {"use": uses[-1].value, "size": max(len(drawn), PAIR)}


def uses_of(stage: Stage) -> list[LotUse]:
    partners = [LotUse.PARTNERS] if stage.entry_size == PAIR else []
    use = round_use(stage)
    return [*partners, *([use] if use else [])]


def cards_of(stage: Stage, use: LotUse, size: int) -> list[LotCard]:
    lots = lots_to_print(use, size, stage.settings)
    at_place = Counter(lot.place.group for lot in lots if lot.place)
    deals = stage.profile.first_dealer is FirstDealer.SEAT_ONE
    return [LotCard(lot.number, meaning_of(lot, use, at_place, deals=deals)) for lot in lots]


def meaning_of(lot: PrintedLot, use: LotUse, at_place: Mapping[int, int], *, deals: bool) -> str:
    if lot.place is None:
        return _("is left over and waits for a partner") if use is LotUse.PARTNERS else _("sits out")
    group, place = lot.place
    words = {"group": group, "place": place}
    if use is LotUse.PARTNERS:
        return _("Pair %(group)s") % words
    if use is LotUse.ROUND_ONE:
        return _("Table %(group)s, side %(place)s") % words
    if use is LotUse.BRACKET:
        alone = at_place[group] == 1
        return (_("Place %(group)s, no opponent in round 1") if alone else _("Place %(group)s")) % words
    if deals and place == 1:
        return _("Table %(group)s, seat %(place)s, deals first") % words
    return _("Table %(group)s, seat %(place)s") % words
