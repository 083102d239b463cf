"""Refusals of tournaments as sentences: what, where, and the next step."""

from django.utils.translation import gettext_lazy as _

PHRASES = {
    "slug_taken": _("The address “%(slug)s” belongs to another event. Choose another."),
    "already_entered": _(
        "%(person)s already stands in the list as no. %(entry)s. Choose somebody else, or withdraw that entry."
    ),
    "entry_size_wrong": _(
        "%(needed)s enter together here, and %(given)s were chosen. Choose as many as are needed."
    ),
    "same_person_twice": _("%(person)s cannot be both halves of a pair. Choose a second person."),
    "reception_closed": _("Reception is closed already. Whoever comes now is entered all the same and plays from the next round."),
    "reception_open": _("Reception is still open. Close it first; then round 1 can be drawn."),
    "too_few_entries": _(
        "Only %(count)s can be drawn in round %(round)s, and a table needs %(needed)s. Enter a walk-in, let "
        "somebody come back at the reception, or close the event: its places are awarded as they stand."
    ),
    "fee_too_high": _("¥%(amount)s is more than the ¥%(owes)s still owed. Correct the amount."),
    "fee_taken": _("%(person)s owes nothing more. Nothing was booked."),
    "event_closed": _("%(event)s is over and its places are awarded. Set up a new event."),
    "stage_started": _(
        "In %(event)s all matches follow from the first draw, and that is published: nobody joins now. "
        "Let them fill gaps as a floater, or play another event."
    ),
    "stage_cannot_follow": _(
        "The stage before is played by entries of %(before)s, and this one needs entries of %(after)s. "
        "Persons can be joined into pairs; choose a format that keeps the entries, or begins with persons."
    ),
    "stage_in_play": _("It is announced who plays in stage %(stage)s, so it stays. Play it, or close the event."),
    "entry_plays": _(
        "No. %(entry)s sits at table %(table)s. Say what becomes of that match (forfeit, void, or a floater "
        "plays it to the end), or settle it first."
    ),
    "entry_withdrawn": _("No. %(entry)s has withdrawn. Whoever comes back is entered anew."),
    "entry_away": _("No. %(entry)s is away in round %(round)s and needs no bye. Let it come back first."),
    "round_announced": _(
        "Round %(round)s is published and stays as announced. Choose round %(next)s or a later one; "
        "who leaves a table now is withdrawn."
    ),
    "bye_not_here": _(
        "Nobody asks for a bye in this format: the opponents stand since the first draw. "
        "Enter that no. %(entry)s is away."
    ),
    "reason_missing": _("A reason is needed. Write in a few words why, and send again."),
}
