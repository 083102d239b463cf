"""The clock of the hall: started, stopped, prolonged, for everybody or for one table."""

from datetime import timedelta

from django.utils import timezone

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from tournaments.errors import ClockNotRunning
from tournaments.models import Clock, Match, Round
from tournaments.services.matches import lock_match
from tournaments.services.versions import raise_public_version


def start_clock(round: Round, *, minutes: int, by: Account | None = None) -> Clock:
    """The time of the round begins now, also where it had begun before."""
    with writing():
        locked, now = lock(Round, round.pk), timezone.now()
        clock, _made = Clock.objects.update_or_create(
            round=locked,
            defaults={"started_at": now, "ends_at": now + timedelta(minutes=minutes), "paused_at": None},
        )
        _keep(locked, "clock_started", minutes=minutes, by=by)
    return clock


def pause_clock(round: Round, *, by: Account | None = None) -> None:
    """The time stands still; pausing again changes nothing. Raises ClockNotRunning."""
    with writing():
        clock = _clock(round)
        if clock.paused_at is None:
            clock.paused_at = timezone.now()
            clock.save()
            _keep(round, "clock_paused", by=by)


def resume_clock(round: Round, *, by: Account | None = None) -> None:
    """The time goes on with what was left of it. Raises ClockNotRunning."""
    with writing():
        clock = _clock(round)
        if clock.paused_at is not None:
            clock.ends_at += timezone.now() - clock.paused_at
            clock.paused_at = None
            clock.save()
            _keep(round, "clock_resumed", by=by)


def prolong_clock(round: Round, *, minutes: int, by: Account | None = None) -> None:
    """Everybody has so many minutes more; a negative number takes them back. Raises ClockNotRunning."""
    with writing():
        clock = _clock(round)
        clock.ends_at += timedelta(minutes=minutes)
        clock.save()
        _keep(round, "clock_prolonged", minutes=minutes, by=by)


def give_minutes(match: Match, *, minutes: int, by: Account | None = None) -> None:
    """This table has so many minutes on top of the clock of the hall, whatever it had before."""
    with writing():
        locked = lock_match(match)
        locked.extra_minutes = minutes
        locked.save(update_fields=["extra_minutes"])
        append_act(
            "minutes_given",
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={"minutes": minutes},
        )
    match.refresh_from_db()


def _clock(round: Round) -> Clock:
    lock(Round, round.pk)
    clock = Clock.objects.filter(round=round).first()
    if clock is None:
        raise ClockNotRunning(round=round.number)
    return clock


def _keep(round: Round, kind: str, *, by: Account | None, **payload: object) -> None:
    event = round.stage.tournament
    raise_public_version(event)
    append_act(kind, subject=round.uuid, scope=event.uuid, by=by, payload=payload)
