"""The desk has looked at what phones have delivered too late."""

from clubs.models import Account
from ledger.acts import append_act
from ledger.transactions import writing
from scoring.selectors.acts import LATE_SEEN
from scoring.selectors.late_acts import unseen_late_acts
from tournaments.models import Match
from tournaments.services.matches import lock_match


def see_late(match: Match, *, by: Account | None = None) -> None:
    """The hall no longer shows that something waits there; what came stays. Again changes nothing."""
    with writing():
        locked = lock_match(match)
        if unseen_late_acts(locked).exists():
            append_act(LATE_SEEN, subject=locked.uuid, scope=locked.tournament.uuid, by=by)
