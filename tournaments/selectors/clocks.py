"""How much time a round, or one table of it, still has."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Clock, Match, Round


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The clock at one moment, by the server's time. ``left`` is negative once the time is up."""

    now: datetime
    ends_at: datetime
    left: timedelta
    is_paused: bool

    @property
    def is_up(self) -> bool:
        return self.left <= timedelta(0)


def clock_face(round: Round, *, extra_minutes: int = 0) -> ClockFace | None:
    """The round's clock as it is now; None before it is started."""
    clock = Clock.objects.filter(round=round).first()
    if clock is None:
        return None
    now, extra = timezone.now(), timedelta(minutes=extra_minutes)
    return ClockFace(
        now=now,
        ends_at=clock.ends_at + extra,
        left=clock.ends_at + extra - (clock.paused_at or now),
        is_paused=clock.paused_at is not None,
    )


def clock_of(match: Match) -> ClockFace | None:
    """The clock as this table has it, with the minutes given to it alone."""
    return clock_face(match.round, extra_minutes=match.extra_minutes)
