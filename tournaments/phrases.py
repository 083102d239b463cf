"""Refusals of tournaments as sentences: what, where, and the next step."""

from django.utils.translation import gettext_lazy as _

PHRASES = {
    "slug_taken": _("The address “%(slug)s” belongs to another event. Choose another."),
    "already_entered": _(
        "%(person)s already stands in the list as no. %(entry)s. "
        "Choose somebody else, or withdraw that entry."
    ),
    "entry_size_wrong": _(
        "%(needed)s enter together here, and %(given)s were chosen. Choose as many as are needed."
    ),
    "same_person_twice": _("%(person)s cannot be both halves of a pair. Choose a second person."),
    "reception_closed": _(
        "Reception is closed already. "
        "Whoever comes now is entered all the same and plays from the next round."
    ),
    "reception_open": _("Reception is still open. Close it first; then round 1 can be drawn."),
    "nobody_entered": _(
        "Nobody would stand in the list of %(event)s, so reception stays open. "
        "Enter somebody or mark who is here, then close it."
    ),
    "play_begun": _(
        "In %(event)s round 1 is published, so reception stays closed. "
        "Whoever comes now is entered all the same and plays from the next round."
    ),
    "too_few_entries": _(
        "Only %(count)s can be drawn in round %(round)s, and a table needs %(needed)s. Enter a walk-in, let "
        "somebody come back at the reception, or close the event: its places are awarded as they stand."
    ),
    "no_partners_fit": _(
        "No lot gives everybody a partner: "
        "for %(people)s only somebody is left from whom they are kept apart. "
        "Allow it, or change the wish."
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
    "stage_in_play": _(
        "It is announced who plays in stage %(stage)s, so it stays. Play it, or close the event."
    ),
    "entries_wait": _(
        "No. %(entries)s goes straight into stage %(stage)s, so it stays. Let it play from the first stage "
        "on, or close the event without this one."
    ),
    "entry_drawn": _(
        "No. %(entry)s is drawn in stage %(stage)s and passes by its results. Choose an entry that has not "
        "begun."
    ),
    "title_held": _(
        "No. %(entry)s holds the title in stage %(stage)s already. Let that entry play from the first stage "
        "on before you choose another."
    ),
    "settings_refused": _("“%(field)s” cannot be so: %(fault_words)s. Nothing was changed."),
    "settings_frozen": _(
        "Stage %(stage)s has begun and is played as announced. Rounds to come can still be drawn by hand; "
        "another format is another event."
    ),
    "entries_stand": _(
        "The list holds entries of %(before)s, and this way to play needs entries of %(after)s. Choose one "
        "that keeps them, or withdraw the entries first."
    ),
    "lots_incomplete": _(
        "The box is not the one that was printed: somebody came or left. Still missing: %(missing)s. Look "
        "at the list, and give a number to everybody."
    ),
    "entry_plays": _(
        "No. %(entry)s sits at table %(table)s. Say what becomes of that match (forfeit, void, or a floater "
        "plays it to the end), or settle it first."
    ),
    "team_name_taken": _("There is a team “%(name)s” already. Choose another name."),
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
    "link_or_pin_wrong": _(
        "The link or the PIN is not right. Look at the six digits on the slip of this round and type them "
        "again."
    ),
    "link_locked": _("Too many wrong PINs. Call the referee: the desk can unlock this table."),
    "link_revoked": _("This link is no longer valid. Ask the desk for the slip that is valid now."),
    "link_expired": _(
        "This link was for round %(round)s and has expired. Use the slip of the present round."
    ),
    "code_wrong": _(
        "This is not the code on that side's card. Look at the four digits and type them again "
        "(%(left)s more before it is locked)."
    ),
    "codes_locked": _(
        "Too many wrong codes at table %(table)s. Call the referee, who can confirm the result and unlock it."
    ),
    "clock_not_running": _("The clock of round %(round)s has not been started. Start it first."),
    "reason_missing": _("A reason is needed. Write in a few words why, and send again."),
}

# Why a setting cannot be, by the code of the fault.
SETTING_FAULTS = {
    "not_a_record": _("it has to be an object of settings"),
    "unknown_field": _("there is no such setting"),
    "not_a_choice": _("that is none of its choices"),
    "not_a_whole_number": _("it has to be a whole number"),
    "out_of_range": _("the number is too small or too large"),
    "not_true_or_false": _("it has to be true or false"),
    "not_a_date": _("it has to be a day like 2026-09-13"),
    "not_a_list": _("it has to be a list"),
    "not_a_text": _("it has to be a text"),
    "not_a_shape": _("no table has these seats"),
    "soft_rule_twice": _("one wish stands there twice"),
    "shape_not_here": _("this format is not played at such tables"),
    "threes_beside_pairs": _("tables of three fill gaps only where two pairs sit at a table"),
    "branches_meet_anyway": _("one branch is let off, but branches are not kept apart in any round"),
    "series_incomplete": _("each series needs its round and its number of games"),
    "series_of_no_round": _(
        "a series begins with the final (2), the semi-finals (4), 8 and so on, each once"
    ),
    "series_even": _("after an even number of games nobody may have won; use 1, 3, 5 or 7"),
    "places_need_three_sides": _("points for places are counted at tables of three sides only"),
    "draw_may_not_stand": _("somebody has to win each match here; say how a drawn match is decided"),
}
