"""What the page of a full record says by itself, also without network; ``{…}`` is filled in there."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

RECORD_WORDS: dict[str, str | Promise] = {
    "of_hand": _("{count} / {size}"),
    "rest": _("The rest to {name}"),
    "digits_read": _("{count} of {all} digits"),
    "digit_spent": _("Digit {place}, {tile}: no such tile is left."),
    "leads": _("{name} leads: which tile face down?"),
    "receives": _("{name}: receive with which tile, or pass?"),
    "attacks": _("{name} attacks with?"),
    "unchecked_seat": _("Who plays?"),
    "no_network": _("No network. Tiles cannot be checked now; what you tap is kept here and checked later."),
    "cannot_be": _("This cannot be: {words}"),
    "why_later": _("Without network nobody can say why."),
    "faulty": _("Play {ply} cannot be: {words}"),
    "passed": _("pass"),
    "redealt": _("Deal again"),
    "ended": _("The deal is over: {words}"),
    "facts": _("Hands unknown: the facts count, what was tapped is kept beside them."),
    "entered": _("{words} → {totals}"),
    "next_dealer": _("Next dealer: {name}"),
    "waits": _("Not yet sent: {count}"),
    "all_sent": _("All sent"),
    "deal": _("Deal {number}"),
    "left_out": _("This phone is no longer at this table. Scan the slip of this round again."),
    "somebody_else": _("Something else was entered meanwhile. Is this a further deal, or the same one?"),
    "start_over": _("Throw this record away and start over?"),
}
