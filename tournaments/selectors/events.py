"""Events as the public finds them: now, soon, past by year; the stages of one event."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain, count, groupby

from django.db.models import Count, QuerySet

from clubs.models import Club
from ledger.models import Act
from tournaments.enums import RankingKey, TournamentState
from tournaments.models import Entrant, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Calendar:
    """All events of the installation, sorted for the home page."""

    now: tuple[Tournament, ...]
    soon: tuple[Tournament, ...]
    past: tuple[tuple[int, tuple[Tournament, ...]], ...]


def calendar(today: date) -> Calendar:
    """Running events and those of today, then the coming ones, then the rest by year."""
    events = list(Tournament.objects.select_related("club").order_by("-starts_at", "slug"))
    closed = TournamentState.CLOSED.value
    running = [
        event
        for event in events
        if event.state == TournamentState.RUNNING.value
        or (event.local_date == today and event.state != closed)
    ]
    soon = [
        event
        for event in events
        if event not in running and event.local_date >= today and event.state != closed
    ]
    past = [event for event in events if event not in running and event not in soon]
    return Calendar(tuple(running), tuple(reversed(soon)), tuple(_by_year(past)))


def _by_year(events: Iterable[Tournament]) -> list[tuple[int, tuple[Tournament, ...]]]:
    years = groupby(events, key=lambda event: event.local_date.year)
    return [(year, tuple(group)) for year, group in years]


def slug_of_day(day: date) -> str:
    """An address that no event has yet: the day, or the day and a number."""
    taken = set(Tournament.objects.filter(slug__startswith=day.isoformat()).values_list("slug", flat=True))
    later = (f"{day.isoformat()}-{number}" for number in count(2))
    return next(slug for slug in chain([day.isoformat()], later) if slug not in taken)


def clubs_with_branches() -> QuerySet[Club]:
    """Every club with the number of its branches and events."""
    return Club.objects.annotate(
        branch_count=Count("branches", distinct=True),
        event_count=Count("tournaments", distinct=True),
    ).order_by("name")


def stages_of(tournament: Tournament) -> list[Stage]:
    """The stages of all divisions in order, each with division and event at hand: one query."""
    return list(
        Stage.objects.filter(division__tournament=tournament)
        .select_related("division__tournament")
        .order_by("division__number", "number")
    )


@dataclass(frozen=True, slots=True)
class RankingChange:
    """Another order of ranking than the one before, when, and why."""

    at: datetime
    before: tuple[RankingKey, ...]
    after: tuple[RankingKey, ...]
    reason: str


def ranking_changes(stage: Stage) -> list[RankingChange]:
    """Every change of the keys that rank a stage, oldest first (T59)."""
    acts = Act.objects.filter(kind="ranking_changed", subject=stage.uuid).select_related("payload")
    return [
        RankingChange(
            at=act.at,
            before=tuple(map(RankingKey, act.payload.content["before"])),
            after=tuple(map(RankingKey, act.payload.content["after"])),
            reason=act.payload.content["reason"],
        )
        for act in acts.filter(payload__isnull=False).order_by("number")
    ]


def stage_in_play(stages: Sequence[Stage]) -> Stage | None:
    """Where a reader is taken who chose none: the first division's latest stage that has begun.

    A later one counts from the moment on in which it is announced who plays in it.
    """
    if not stages:
        return None
    first = [stage for stage in stages if stage.division_id == stages[0].division_id]
    if len(first) == 1:
        return first[0]
    passed = set(Entrant.objects.filter(stage__in=first).values_list("stage", flat=True))
    begun = [stage for stage in first if stage.started_at or stage.pk in passed]
    return begun[-1] if begun else first[0]
