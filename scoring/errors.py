"""What scoring refuses, and what happened instead."""

from ledger.errors import Refusal


class ScoringRefusal(Refusal):
    pass


class DealRefused(ScoringRefusal):
    """The engine found a fault; params: fault, ply, rule, game, number."""

    code = "deal_refused"


class TotalsRefused(ScoringRefusal):
    """The engine found typed totals impossible; params: fault, game."""

    code = "totals_refused"


class MatchClosed(ScoringRefusal):
    code = "match_closed"


class RoundNotPublished(ScoringRefusal):
    code = "round_not_published"


class GameFinished(ScoringRefusal):
    code = "game_finished"


class GameUnknown(ScoringRefusal):
    code = "game_unknown"


class ActConflict(ScoringRefusal):
    """Somebody else's act came first; both are kept. Params: existing, held."""

    code = "act_conflict"


class UuidReused(ScoringRefusal):
    code = "uuid_reused"


class NothingToRetract(ScoringRefusal):
    code = "nothing_to_retract"


class NothingHeld(ScoringRefusal):
    code = "nothing_held"


class NotToConfirm(ScoringRefusal):
    code = "not_to_confirm"


class DealNotCurrent(ScoringRefusal):
    code = "deal_not_current"


class ResultsMissing(ScoringRefusal):
    """A round cannot close or be followed; params: tables."""

    code = "results_missing"


class TablesDisputed(ScoringRefusal):
    """Two values stand against each other there, and nobody has chosen; params: round, tables."""

    code = "tables_disputed"


class RoundNotClosed(ScoringRefusal):
    """Every result is in, and nobody has closed the round; params: round."""

    code = "round_not_closed"


class RoundClosed(ScoringRefusal):
    """Params: round."""

    code = "round_closed"


class NoTableFree(ScoringRefusal):
    """Every table of the hall is played at."""

    code = "no_table_free"


class TooFewWait(ScoringRefusal):
    """Those who wait fill no table; params: count, needed."""

    code = "too_few_wait"


class RoundNotDraft(ScoringRefusal):
    code = "round_not_draft"


class AllRoundsPlayed(ScoringRefusal):
    code = "all_rounds_played"


class CutAwaited(ScoringRefusal):
    """Nobody is drawn in a stage before its list is announced; params: stage, before."""

    code = "cut_awaited"


class StageUnfinished(ScoringRefusal):
    """The stage before is not played to its end; params: stage, before."""

    code = "stage_unfinished"


class CutTied(ScoringRefusal):
    """Equals stand across the line and nobody has decided; params: entries, places."""

    code = "cut_tied"


class CutNotPossible(ScoringRefusal):
    """Those who pass cannot go into the stage; params: stage, fault, and what the fault is about."""

    code = "cut_not_possible"


class EntrantsPlay(ScoringRefusal):
    """Who plays in the stage stays, because it has begun; params: stage."""

    code = "entrants_play"


class ResultDecidesLater(ScoringRefusal):
    """What was played later hangs on this result; params: round, tables (round/table)."""

    code = "result_decides_later"


class NoRoundFits(ScoringRefusal):
    """No draw keeps every rule; params: entries, relaxations."""

    code = "no_round_fits"


class PartnersMustRepeat(ScoringRefusal):
    """The numbers leave no new partners, and nobody has accepted it; params: round, relaxations."""

    code = "partners_must_repeat"


class RoundDrafted(ScoringRefusal):
    """A draft follows the plan that is to be replaced; params: round."""

    code = "round_drafted"


class DrawStale(ScoringRefusal):
    code = "draw_stale"


class DrawNotPossible(ScoringRefusal):
    """The format has no such draw; params: round, fault, and what the fault is about."""

    code = "draw_not_possible"


class DrawFailed(ScoringRefusal):
    """A fault of the program; nothing was changed."""

    code = "draw_failed"


class RulesBroken(ScoringRefusal):
    """A change by hand breaks hard rules that nobody has accepted; params: entries, rules."""

    code = "rules_broken"


class OpponentsFixed(ScoringRefusal):
    """The format says who meets whom; nothing can be changed by hand here."""

    code = "opponents_fixed"


class NobodySitsOut(ScoringRefusal):
    code = "nobody_sits_out"


class NotInDraft(ScoringRefusal):
    """Somebody who was named has no place in this draft; params: entry, round."""

    code = "not_in_draft"


class SameEntryTwice(ScoringRefusal):
    """Two are needed, and one was named twice; params: entry."""

    code = "same_entry_twice"


class TableNotThere(ScoringRefusal):
    code = "table_not_there"


class TableTaken(ScoringRefusal):
    """Params: table, the match that has it (code, entries), and the table to offer for it (former)."""

    code = "table_taken"


class ForfeitNeedsTwoSides(ScoringRefusal):
    code = "forfeit_needs_two_sides"


class NobodySitsIn(ScoringRefusal):
    """Params: entry, table."""

    code = "nobody_sits_in"


class PersonSeated(ScoringRefusal):
    """Params: person, table."""

    code = "person_seated"


class SideOfTwoEntries(ScoringRefusal):
    """A pair plays together; params: table, side, entries (none where nobody of the stage sits there)."""

    code = "side_of_two_entries"


class GroupUnknown(ScoringRefusal):
    """Params: entry, group."""

    code = "group_unknown"


class RulingNeeded(ScoringRefusal):
    """The conditions leave each unplayed match to people; params: round."""

    code = "ruling_needed"


class EntryAlreadyPlayed(ScoringRefusal):
    code = "entry_already_played"


class MemberChangedBefore(ScoringRefusal):
    code = "member_changed_before"


class ChangeTooLate(ScoringRefusal):
    """Params: entry, until."""

    code = "change_too_late"


class NobodyStays(ScoringRefusal):
    code = "nobody_stays"


class ImportRefusal(ScoringRefusal):
    """One file of records, or the event it was meant for; params: file, or event."""


class RecordUnreadable(ImportRefusal):
    """Params: file, fault, line."""

    code = "record_unreadable"


class NamesAreSeats(ImportRefusal):
    code = "names_are_seats"


class NameTwice(ImportRefusal):
    """One name at two seats of a match; params: file, name."""

    code = "name_twice"


class NameTooLong(ImportRefusal):
    """Params: file, name, limit."""

    code = "name_too_long"


class FileTwice(ImportRefusal):
    code = "file_twice"


class FileChanged(ImportRefusal):
    code = "file_changed"


class EventNotForImport(ImportRefusal):
    code = "event_not_for_import"


class DeliveredLate(ScoringRefusal):
    """From a phone, after its link or its match had ended: kept for the desk. Params: table, code."""

    code = "delivered_late"


class TimeLeft(ScoringRefusal):
    """The clock has not run out for this table, or nobody has started it. Params: table."""

    code = "time_left"


class NothingAtBell(ScoringRefusal):
    """No game is in play that the bell could end, or it has no deal yet. Params: table."""

    code = "nothing_at_bell"


class EndedAtBell(ScoringRefusal):
    """A phone changes nothing of a game that the bell has ended. Params: table, game."""

    code = "ended_at_bell"


class LevelAtBell(ScoringRefusal):
    """Equal at the bell, where one more deal decides (G-6.6). Params: table."""

    code = "level_at_bell"


class Overtaken(ScoringRefusal):
    """The record has changed since the sender saw it. Params: table, code."""

    code = "overtaken"


class SideNotHere(ScoringRefusal):
    """A result names a side that does not sit at the table. Params: table, side."""

    code = "side_not_here"


class MatchOpen(ScoringRefusal):
    """It is not confirmed, so it is changed directly. Params: table, code."""

    code = "match_open"


class CorrectionIncomplete(ScoringRefusal):
    """After these changes the match has no result that stands. Params: table, state."""

    code = "correction_incomplete"


class ConsequencesChanged(ScoringRefusal):
    """What was looked at before saving is not what would follow now. Params: table, consequences."""

    code = "consequences_changed"


class TablesFollow(ScoringRefusal):
    """In a bracket others come through by this result, and they sit there. Params: round, tables."""

    code = "tables_follow"


class RoundBegun(ScoringRefusal):
    """Something was entered in a round that was to be drawn again. Params: round, tables."""

    code = "round_begun"


class RulingNotPossible(ScoringRefusal):
    """A ruling that says nothing, or whose result could not stand; params: fault."""

    code = "ruling_not_possible"


class RulingNotStanding(ScoringRefusal):
    """Somebody has cancelled it already."""

    code = "ruling_not_standing"


class NothingToUndo(ScoringRefusal):
    """Params: table."""

    code = "nothing_to_undo"


class LastActDiffers(ScoringRefusal):
    """Another act than the one that was to be undone is the last now. Params: table, last."""

    code = "last_act_differs"


class UndoNotPossible(ScoringRefusal):
    """Params: table, fault."""

    code = "undo_not_possible"


class ConfirmByAnother(ScoringRefusal):
    """Whoever has keyed the result does not confirm it. Params: table, names of those who may."""

    code = "confirm_by_another"
