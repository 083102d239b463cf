"""The line form: ``hand1,…,sD,event,event,…`` and back."""

from collections.abc import Sequence

from engine.errors import IllegalDeal, RecordSyntaxError
from engine.goita.deal import Deal, lawful_deal
from engine.goita.hand import HANDS, Hand
from engine.goita.options import Options
from engine.goita.tiles import UNSEEN_FACE
from engine.goita.variant import Seat, Variant


def split_line(variant: Variant, record: str) -> tuple[tuple[Hand, ...], Seat, list[str]]:
    """Hands, dealer and events. Events are judged later, one by one, where they stand."""
    parts = record.split(",")
    seats = len(variant.seats)
    hands = tuple([HANDS[part] for part in parts[:seats]])
    if len(parts) <= seats or parts[seats] not in variant.dealers:
        raise RecordSyntaxError(expected="dealer", found="".join(parts[seats : seats + 1]))
    return hands, variant.dealers[parts[seats]], parts[seats + 1 :]


def read_line(variant: Variant, options: Options, record: str) -> tuple[Deal, list[str]]:
    hands, dealer, events = split_line(variant, record)
    if UNSEEN_FACE in record:
        raise IllegalDeal("hidden_tiles", "Records")
    return lawful_deal(variant, options, hands, dealer), events


def normal_form(deal: Deal, record: str) -> str:
    """Each hand ascending; whatever else is readable is in normal form already."""
    hands = ",".join([hand.text for hand in deal.hands])
    return hands + record[len(hands) :]


def write_line(deal: Deal, events: Sequence[str]) -> str:
    return ",".join([*(hand.text for hand in deal.hands), f"s{deal.dealer}", *events])
