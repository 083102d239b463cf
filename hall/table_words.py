"""What the phone at a table says by itself, also without network; ``{…}`` is filled in there."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TABLE_WORDS: dict[str, str | Promise] = {
    "ask_seat": _("Which seat is yours?"),
    "ask_dealer": _("Who deals first?"),
    "ask_out": _("Who went out?"),
    "deal": _("Deal {number}"),
    "game_deal": _("Game {game}, deal {number}"),
    "dealer": _("deals"),
    "you": _("you"),
    "doubled": _("×2, {points} points"),
    "answer": _("{words} → {totals}"),
    "next_dealer": _("Next dealer: {name}"),
    "name_dealer": _("Game {game} is over. Who deals first now?"),
    "taken_back": _("Deal {number} is taken back."),
    "take_back": _("Take back deal {number} ({words})?"),
    "waits": _("Not yet sent: {count}"),
    "all_sent": _("All sent"),
    "no_network": _("No network. Go on: everything is kept here and sent later."),
    "somebody_else": _(
        "Another phone or the desk has entered something. This is the record as it is now."
    ),
    "disputed": _(
        "Two different values were entered. Nothing counts until the desk has chosen. Play on."
    ),
    "to_confirm": _("Is this result right?"),
    "confirm_side": _("Code of {name}"),
    "confirm_waits": _("The confirmation is sent as soon as there is network."),
    "confirmed_side": _("{name}: confirmed"),
    "confirmed": _("Confirmed. Thank you. Your next table stands on the list."),
    "void": _("This match does not count. Ask the desk."),
    "called": _("The referee has been called."),
    "not_called": _("The call did not reach the desk. Raise your hand."),
    "left": _("{minutes}:{seconds} left"),
    "time_up": _("Time is up"),
    "paused": _("The clock stands still"),
    "left_out": _("This phone is no longer at this table. Scan the slip of this round again."),
    "cannot_be": _("This cannot be: {words}"),
    "sitting_at": _("seat {seat}"),
    "ask_five": _("Who has five pawns? One tap each, then go on."),
    "ask_partner": _("{name}, you alone decide: deal again or play?"),
    "play_on": _("Play on. Nothing is entered; enter the deal when it is over."),
    "choose_beside": _("The tiles beside the pawns: {count}"),
    "whose": _("Whose hand?"),
    "which_side": _("Which side?"),
}
