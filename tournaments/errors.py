"""What tournaments refuse; each carries what the desk needs to mend it."""

from ledger.errors import Refusal


class TournamentRefusal(Refusal):
    pass


class SlugTaken(TournamentRefusal):
    code = "slug_taken"


class AlreadyEntered(TournamentRefusal):
    code = "already_entered"


class SamePersonTwice(TournamentRefusal):
    code = "same_person_twice"


class EntrySizeWrong(TournamentRefusal):
    """Params: needed, given."""

    code = "entry_size_wrong"


class ReceptionClosed(TournamentRefusal):
    code = "reception_closed"


class ReceptionOpen(TournamentRefusal):
    code = "reception_open"


class NobodyEntered(TournamentRefusal):
    """Params: event."""

    code = "nobody_entered"


class PlayBegun(TournamentRefusal):
    """Params: event."""

    code = "play_begun"


class TooFewEntries(TournamentRefusal):
    code = "too_few_entries"


class NoPartnersFit(TournamentRefusal):
    """The partner lot keeps not every wish; params: people, relaxations."""

    code = "no_partners_fit"


class FeeTooHigh(TournamentRefusal):
    code = "fee_too_high"


class FeeTaken(TournamentRefusal):
    code = "fee_taken"


class EventClosed(TournamentRefusal):
    code = "event_closed"


class StageStarted(TournamentRefusal):
    code = "stage_started"


class StageCannotFollow(TournamentRefusal):
    """Entries of ``before`` persons do not become entries of ``after``; params: before, after."""

    code = "stage_cannot_follow"


class StageInPlay(TournamentRefusal):
    """Params: stage."""

    code = "stage_in_play"


class EntriesWait(TournamentRefusal):
    """Params: stage, and the numbers of the ``entries`` that go straight into it."""

    code = "entries_wait"


class EntryDrawn(TournamentRefusal):
    """Params: entry, and the ``stage`` in which it is drawn."""

    code = "entry_drawn"


class TitleHeld(TournamentRefusal):
    """Params: stage, and the ``entry`` that holds the title."""

    code = "title_held"


class SettingsRefused(TournamentRefusal):
    """Settings that cannot be, or that contradict the format; params: field, fault, and its values."""

    code = "settings_refused"


class SettingsFrozen(TournamentRefusal):
    """The stage is played by what was announced; params: stage."""

    code = "settings_frozen"


class EntriesStand(TournamentRefusal):
    """Entries of ``before`` persons do not become entries of ``after``; params: before, after."""

    code = "entries_stand"


class TeamNameTaken(TournamentRefusal):
    """Params: name."""

    code = "team_name_taken"


class LotsIncomplete(TournamentRefusal):
    """The numbers from the box are not those of everybody; params: missing."""

    code = "lots_incomplete"


class EntryPlays(TournamentRefusal):
    code = "entry_plays"


class ReasonMissing(TournamentRefusal):
    code = "reason_missing"


class EntryWithdrawn(TournamentRefusal):
    code = "entry_withdrawn"


class EntryAway(TournamentRefusal):
    """Params: entry, round."""

    code = "entry_away"


class RoundAnnounced(TournamentRefusal):
    """Params: round, and the ``next`` that may still be changed."""

    code = "round_announced"


class ByeNotHere(TournamentRefusal):
    code = "bye_not_here"


class LinkOrPinWrong(TournamentRefusal):
    """Said of an unknown link and of a wrong PIN alike."""

    code = "link_or_pin_wrong"


class LinkLocked(TournamentRefusal):
    code = "link_locked"


class LinkRevoked(TournamentRefusal):
    code = "link_revoked"


class LinkExpired(TournamentRefusal):
    """Params: round."""

    code = "link_expired"


class CodeWrong(TournamentRefusal):
    """Params: left, how many more may be typed on this phone."""

    code = "code_wrong"


class CodesLocked(TournamentRefusal):
    """Params: table."""

    code = "codes_locked"


class ClockNotRunning(TournamentRefusal):
    """Params: round."""

    code = "clock_not_running"
