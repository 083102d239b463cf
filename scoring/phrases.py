"""Refusals and faults of scoring as sentences: what, where, and the next step."""

from django.utils.translation import gettext_lazy as _

# A deal that fails before its first play: hands, form of record.
DEAL_REFUSED_AS_A_WHOLE = _(
    "Game %(game)s, deal %(number)s was not taken: %(fault_words)s%(rule_words)s. Nothing was counted; "
    "correct it and send it again."
)
PHRASES = {
    "deal_refused": _(
        "Game %(game)s, deal %(number)s is not lawful at play %(ply)s: %(fault_words)s "
        "(rule %(rule)s). Nothing was counted; correct it and send it again."
    ),
    "totals_refused": _(
        "The totals of game %(game)s cannot be: %(fault_words)s. Check the slip and type them again."
    ),
    "match_closed": _(
        "Table %(table)s (%(code)s) is confirmed and closed. To change it, correct it on its page at the "
        "desk."
    ),
    "round_not_published": _(
        "Round %(round)s is not open for play. Publish its draw first; a closed round stays closed."
    ),
    "game_finished": _(
        "Game %(game)s at table %(table)s is over. Take back its last deal to change it, or confirm it."
    ),
    "game_unknown": _("This match has no game %(game)s. Reload the page and try again."),
    "act_conflict": _(
        "Somebody else entered something different for this deal. Both are kept and nothing counts "
        "until the desk has chosen one."
    ),
    "delivered_late": _(
        "Kept, but not counted: table %(table)s is closed already or its link has expired. "
        "The desk sees what was sent; tell the referee."
    ),
    "time_left": _("Time is not up at table %(table)s. Play on; the clock of the hall tells when."),
    "nothing_at_bell": _(
        "No game is in play at table %(table)s that time could end. Look at the result as it is now; where "
        "nothing was played or two values differ, the referee decides."
    ),
    "ended_at_bell": _(
        "Game %(game)s at table %(table)s ended when its time was up. Call the referee: the desk can undo "
        "that."
    ),
    "level_at_bell": _("Equal at table %(table)s: one more deal decides. Play it and enter it."),
    "overtaken": _(
        "Something was entered at table %(table)s meanwhile. Look at the result as it is now and confirm "
        "again."
    ),
    "confirm_by_another": _(
        "You have keyed the result of table %(table)s yourself. Somebody else compares it with the slip and "
        "confirms it: %(names)s."
    ),
    "uuid_reused": _("This entry was sent before with other contents. Reload the page and enter it again."),
    "nothing_to_retract": _("Game %(game)s at table %(table)s has no deal to take back."),
    "nothing_held": _("Table %(table)s has nothing to resolve any more. Reload the page."),
    "not_to_confirm": _(
        "At table %(table)s no result waits to be confirmed: its match goes on, two values differ, or it is "
        "confirmed already. Look at it as it is now."
    ),
    "deal_not_current": _("Deal %(number)s was changed meanwhile. Reload the page and look at it again."),
    "results_missing": _("Round %(round)s still has open tables: %(tables)s. Enter and confirm them first."),
    "tables_disputed": _(
        "Two different values stand at these tables: %(tables)s. Open each of them, choose the one that is "
        "right, then close round %(round)s."
    ),
    "round_not_closed": _("Every result of round %(round)s is in. Close round %(round)s first."),
    "round_closed": _(
        "Round %(round)s is closed and its results stand. Only matches of a round in play are opened again."
    ),
    "round_not_draft": _("Round %(round)s is published and stays as announced."),
    "all_rounds_played": _("All %(rounds)s planned rounds are played. Close the event to award the places."),
    "cut_awaited": _(
        "It is not announced who plays in stage %(stage)s. Publish the list of those who pass from stage "
        "%(before)s first, or drop the stage if it is not played."
    ),
    "stage_unfinished": _(
        "Stage %(before)s is not played to its end, so nobody passes into stage %(stage)s yet. "
        "Close its last round first."
    ),
    "cut_tied": _(
        "Equal across the line: %(entries)s, for %(places)s of the places. Decide it by play-off or lot, "
        "or let all or none of them pass."
    ),
    "cut_not_possible": _(
        "The list for stage %(stage)s cannot be made: %(fault_words)s. Nothing was changed."
    ),
    "entrants_play": _(
        "Round 1 of stage %(stage)s is published, so who plays in it stays. Honour both, or leave the list "
        "as it is."
    ),
    "result_decides_later": _(
        "Tables have been played that hang on this result (round/table): %(tables)s. Make them void too, or "
        "leave the result. They are played again unless the same sides meet; nothing typed is lost."
    ),
    "side_not_here": _(
        "Nobody sits on side %(side)s at table %(table)s. Choose one of the sides that play there."
    ),
    "match_open": _(
        "Table %(table)s (%(code)s) is not confirmed. Enter what is right directly, and confirm it."
    ),
    "correction_incomplete": _(
        "With these changes the match at table %(table)s has no result; without an end: game %(games)s. Add "
        "what is missing: a deal, or the totals if time was up."
    ),
    "consequences_changed": _(
        "Something was entered meanwhile, and the list for table %(table)s is another one now. Look at it "
        "again, then save. Nothing was changed."
    ),
    "tables_follow": _(
        "By this result others come through to these tables (round/table): %(tables)s. Nobody has played "
        "there; let them follow the result."
    ),
    "round_begun": _(
        "Round %(round)s cannot be drawn again, because something was entered at: %(tables)s. Keep it as it "
        "is, or leave the result."
    ),
    "no_round_fits": _(
        "No draw of round %(round)s keeps every rule; in the way: %(entries)s. Allow one of the "
        "offered exceptions, for this draw only."
    ),
    "partners_must_repeat": _(
        "In round %(round)s somebody must have a partner again. Let it be so, for this draw only: partners "
        "of longest ago come first."
    ),
    "round_drafted": _(
        "Round %(round)s is drafted as the plan has it. Draw that draft again; the rest is planned with it."
    ),
    "draw_stale": _(
        "What round %(round)s was drawn from has changed since. Look at what is new, draw it again, "
        "then publish."
    ),
    "no_table_free": _("Every table is taken. Confirm a match that has ended, or bring another table."),
    "too_few_wait": _(
        "%(count)s wait, and a table needs %(needed)s who may sit together. Wait for the next match to end, "
        "or let a floater play."
    ),
    "draw_not_possible": _("Round %(round)s cannot be drawn: %(fault_words)s. Nothing was changed."),
    "draw_failed": _(
        "The draw of round %(round)s failed by a fault of the program; nothing was changed. "
        "Try once more, or pair by hand."
    ),
    "rules_broken": _(
        "%(entries)s: this change breaks what a draw would keep. Choose others, or accept it by name."
    ),
    "opponents_fixed": _(
        "In round %(round)s the format says who meets whom, and nothing is changed by hand. Enter what was "
        "really played, or make a match void."
    ),
    "nobody_sits_out": _("Everybody has a table in round %(round)s, so nobody has to sit out."),
    "not_in_draft": _(
        "No. %(entry)s has no place in the draft of round %(round)s that could be changed. "
        "Look at the reception: whoever asked for a bye takes it back there."
    ),
    "same_entry_twice": _("%(entry)s was chosen twice. Choose somebody else as the second."),
    "table_not_there": _(
        "The hall has no table %(table)s in service. Choose another, or change the tables of the hall."
    ),
    "table_taken": _("Table %(table)s is taken by %(entries)s. Choose a table that is free."),
    "forfeit_needs_two_sides": _(
        "At table %(table)s three play, and nobody wins by forfeit. Let a floater sit in, or make it void."
    ),
    "nobody_sits_in": _(
        "Nobody sits in for no. %(entry)s at table %(table)s yet. Choose a floater for the seat first; "
        "then withdraw."
    ),
    "person_seated": _("%(person)s sits at table %(table)s in this round. Choose somebody who is free."),
    "group_unknown": _(
        "No. %(entry)s has no place in group %(group)s of this stage. Draw the groups first, then move it."
    ),
    "side_of_two_entries": _(
        "On side %(side)s of table %(table)s the people of exactly one pair have to sit, with floaters at "
        "most: results count for whole pairs. Choose the seats once more. If people of two pairs sat there "
        "as partners, make the match void and let it be played again."
    ),
    "ruling_not_possible": _("This cannot be ruled: %(fault_words)s. Nothing was changed."),
    "ruling_not_standing": _("Somebody has cancelled this ruling already. Look at the rulings as they are."),
    "nothing_to_undo": _("Table %(table)s has nothing that could be undone."),
    "last_act_differs": _(
        "Something else was done last at table %(table)s meanwhile, and nothing was undone. Look at what is "
        "last now, and press again if that is to be undone."
    ),
    "undo_not_possible": _("The last act at table %(table)s stays: %(fault_words)s."),
    "ruling_needed": _(
        "The conditions leave every match that was not played to the desk. Rule them one by one."
    ),
    "entry_already_played": _(
        "No. %(entry)s has played, so its members stay. Let a floater sit in from the next game: "
        "name, number and results stay."
    ),
    "member_changed_before": _(
        "No. %(entry)s has changed a member before, and only one may change. Let a floater sit in instead."
    ),
    "change_too_late": _(
        "Members could be changed until %(until)s. Let a floater sit in for no. %(entry)s instead."
    ),
    "nobody_stays": _(
        "Nobody of no. %(entry)s would stay. Withdraw it, and enter %(person)s with a number of their own."
    ),
    "record_unreadable": _(
        "%(file)s, line %(line)s: %(fault_words)s. Nothing of it was taken; correct the file and "
        "import it again."
    ),
    "names_are_seats": _(
        "%(file)s names its players only p1 to p4, so nobody can be recognised. Write their names into it, "
        "or import without --same-names."
    ),
    "name_twice": _(
        "%(file)s has %(name)s at two seats. Write different names into it, or import without --same-names."
    ),
    "name_too_long": _("%(file)s has a name of more than %(limit)s characters: %(name)s. Shorten it."),
    "file_twice": _("There are two files named %(file)s. Rename one: the name tells their players apart."),
    "file_changed": _(
        "%(file)s was imported before with other contents. Correct its deals at the desk, or rename the file "
        "to import it as another match."
    ),
    "event_not_for_import": _(
        "The event “%(event)s” was set up at the desk. Import records into an event of their own: "
        "choose another --event."
    ),
}

# What the engine found, by its code; the rules are numbered in docs/rules/goita.md.
FAULTS = {
    "syntax": _("it cannot be read"),
    "hidden_tiles": _("it holds unseen tiles"),
    "wrong_tile_count": _("the tiles dealt are not the set of the game"),
    "redeal_required": _("these hands must be dealt again"),
    "redeal_not_allowed": _("a redeal is not allowed here"),
    "hand_already_decided": _("a combination has decided the deal before any play"),
    "hand_already_over": _("somebody has already gone out"),
    "wrong_turn": _("it is somebody else's turn"),
    "leader_cannot_pass": _("the leader may not pass"),
    "defence_not_in_hand": _("the receiving tile is not in that hand"),
    "attack_not_in_hand": _("the attacking tile is not in that hand"),
    "defence_does_not_match": _("the receiving tile does not match the attack"),
    "king_attack_not_allowed": _("a king may not attack yet"),
    "record_incomplete": _("the record stops before anybody has gone out"),
    "not_a_redeal": _("it was sent as a redeal but is a deal that was played"),
    "points_impossible": _("no deal can score these points"),
    "combination_not_in_use": _("this combination is not played here"),
    "total_below_target": _("nobody has reached the target; say that time was up, if it was"),
    "total_not_multiple_of_ten": _("points go in tens"),
    "total_too_high": _("the winner's total is more than a last deal can bring"),
    "total_two_winners": _("both sides have reached the target"),
    # of a draw that the format does not have
    "format_has_no_draw": _(
        "a meeting has no rounds; form its tables of those who wait, at “Who waits, next tables”"
    ),
    "no_such_round": _("the format has no such round"),
    "unit_twice": _("somebody stands in it twice"),
    "pinned_not_here": _("somebody of a table that is to stay is not here"),
    "lots_incomplete": _("numbers from the box are still missing"),
    "result_missing": _("a match of an earlier round has no result"),
    "unit_without_result": _("somebody has no result in an earlier round"),
    "needs_two_sides": _("it needs tables with two sides"),
    "field_changed": _("somebody has come or left since it was announced; keep it as it is"),
    "not_in_a_group": _("somebody stands in no group"),
    "too_few_persons": _("too few are here to fill a table"),
    "no_blocks": _("so many entries cannot be divided into blocks"),
    "title_needs_two": _(
        "a title is played by exactly two; withdraw all others at the reception, or enter who is missing"
    ),
    # of a ruling
    "points_missing": _("say how many points, more or less"),
    "points_need_game": _("points belong to a game; choose which"),
    "side_missing": _("say which side"),
    "nobody_met": _("this match is void or nobody was met; there is nothing to rule on"),
    "standings_points_only": _("in the standings alone only points are given or taken"),
    "leaves_open": _(
        "the match is confirmed and would have no end; rule first who has lost it, or open it "
        "again at the desk"
    ),
    "decides_later": _(
        "others have come through by this result; open the match again at the desk first, then rule"
    ),
    # of undoing
    "erased": _("what it was about is erased"),
    "corrected": _("it is a correction of a confirmed result; correct it once more instead"),
    "round_not_open": _("its round is not open; correct the result instead"),
    "held": _("two values stand against each other; choose one first"),
    "bracket": _("tables behind it were taken back with it; enter what is right instead"),
    "played_anew": _("that game was replaced and is played anew"),
    "changed": _("what it did was changed since; enter what is right instead"),
    # of a cut
    "odd_number": _("an odd number of persons cannot be joined into pairs"),
    "groups_too_small": _("there are not enough for groups of two and more"),
    "order_incomplete": _("the order has to name everybody who is tied, once"),
    # of a file of records
    "empty_file": _("the file is empty"),
    "file_missing": _("the file is not there or may not be read"),
    "file_too_large": _("the file is larger than any match"),
    "not_utf8": _("this is no UTF-8 text"),
    "control_character": _("this is no text"),
    "yaml_syntax": _("this is no YAML"),
    "yaml_not_supported": _("this part of YAML is not used in match records"),
    "duplicate_key": _("the same key stands here twice"),
    "missing_field": _("a part is missing here"),
    "bad_value": _("this value is not what a match record has here"),
    "unknown_tile": _("this is no tile"),
    "no_yaml_form": _("games of this kind have no such file"),
    "not_a_match": _("this is no match record"),
}
