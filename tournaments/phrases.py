"""Refusals of tournaments as sentences: what, where, and the next step."""

from django.utils.translation import gettext_lazy as _

PHRASES = {
    "slug_taken": _("The address “%(slug)s” belongs to another event. Choose another."),
    "already_entered": _(
        "%(person)s already stands in pair %(entry)s. Choose somebody else, or withdraw that pair."
    ),
    "same_person_twice": _("%(person)s cannot be both halves of a pair. Choose a second person."),
    "reception_closed": _("Reception is closed. Enter the walk-in as a pair: it plays from the next round."),
    "reception_open": _("Reception is still open. Close it first; then round 1 can be drawn."),
    "too_few_entries": _("Only %(count)s pairs are here; a round needs two. Mark more people as present."),
    "fee_too_high": _("¥%(amount)s is more than the ¥%(owes)s still owed. Correct the amount."),
    "fee_taken": _("%(person)s owes nothing more. Nothing was booked."),
    "event_closed": _("%(event)s is over and its places are awarded. Set up a new event."),
    "stage_started": _(
        "The round robin of %(event)s has started with a fixed field. Nobody joins or leaves it now: "
        "record the matches of a pair that goes as forfeits, let a new pair play another event."
    ),
    "entry_plays": _(
        "Pair %(entry)s sits at table %(table)s. Settle that match first, by play or as a forfeit; "
        "then withdraw the pair."
    ),
    "reason_missing": _("A reason is needed. Write in a few words why, and send again."),
}
