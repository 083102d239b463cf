"""審判を呼ぶ: a table calls the referee, and the desk says that somebody has come."""

from django.utils import timezone

from ledger.acts import append_act
from ledger.transactions import writing
from scoring.services.acts import Enterer
from tournaments.models import Match, PhoneAccess
from tournaments.services.matches import lock_match


def call_referee(match: Match, *, by: Enterer) -> None:
    """The desk sees that this table calls; calling again changes nothing."""
    with writing():
        locked = lock_match(match)
        if locked.referee_called_at is None:
            locked.referee_called_at = timezone.now()
            _keep(locked, "referee_called", by=by)
    match.refresh_from_db()


def answer_call(match: Match, *, by: Enterer) -> None:
    """Somebody has come, or the table has taken its call back."""
    with writing():
        locked = lock_match(match)
        if locked.referee_called_at is not None:
            locked.referee_called_at = None
            _keep(locked, "call_answered", by=by)
    match.refresh_from_db()


def _keep(match: Match, kind: str, *, by: Enterer) -> None:
    match.save(update_fields=["referee_called_at"])
    actor = by.phone if isinstance(by, PhoneAccess) else by
    append_act(kind, subject=match.uuid, scope=match.tournament.uuid, by=actor)
