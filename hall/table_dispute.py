"""Two different values at one place, as a phone at the table tells them: what each says, and who sent it."""

from django.utils.translation import gettext

from hall.deal_words import deal_words
from hall.listing import bracketed
from hall.spoken import Spoken, seat_words
from ledger.models import Act
from scoring.selectors.act_names import ActNames, names_in
from scoring.selectors.deals import DealRow
from scoring.selectors.keying import KeyingSheet
from tournaments.enums import MatchState
from tournaments.models import Phone


def dispute_words(keyed: KeyingSheet, *, phone: Phone | None) -> str:
    """One line a value, those of this phone called so, and that the desk decides; empty without a dispute."""
    if keyed.card.state is not MatchState.DISPUTED:
        return ""
    rows = _values(keyed)
    acts = list(Act.objects.filter(uuid__in=[row.uuid for row in rows]).select_related("payload"))
    names, by_deal = names_in(acts), {act.uuid: act for act in acts}
    lines = [_line(row, by_deal.get(row.uuid), names, phone) for row in rows]
    return "\n".join([_what(keyed), *lines, gettext("The desk decides. Until then nothing counts; play on.")])


def _values(keyed: KeyingSheet) -> list[DealRow]:
    """What stands before what is held against it, each once."""
    rows = {row.uuid: row for pair in keyed.contested for row in pair if row}
    return list(rows.values())


def _what(keyed: KeyingSheet) -> str:
    if keyed.contested:
        _standing, held = keyed.contested[0]
        return gettext("Two different values were sent for deal %(number)s:") % {"number": held.number}
    if keyed.withdrawal_is_held:
        return gettext("Somebody wanted to take back a deal after which another one was entered.")
    return gettext("Deals and totals contradict each other.")


def _line(row: DealRow, act: Act | None, names: ActNames, phone: Phone | None) -> str:
    name = row.out.name if row.out else ""
    value = " ".join(filter(None, (name, deal_words(row))))
    return gettext("%(who)s: %(value)s") % {"who": _who(act, names, phone), "value": value}


def _who(act: Act | None, names: ActNames, phone: Phone | None) -> str:
    if act is None or str(act.actor) not in names.phones:
        return gettext("The desk")
    if phone and act.actor == phone.uuid:
        return gettext("This phone")
    seat = act.payload.content.get("seat")
    words = gettext("Another phone")
    return bracketed(words, seat_words(Spoken(act, names), seat)) if seat else words
