"""Free play: who waits for a table, since when, after how many games; and which tables are free."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.selectors.desk import DONE
from scoring.selectors.history import Past, numbers_of, pasts_of
from tournaments.domain.free import Waiting
from tournaments.models import Entry, Round, Seat, Side, Stage
from tournaments.selectors.entrants import coming_round, house_entries, present


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody who is here and at no table; ``since`` the last match ended, or since arrival."""

    entry: Entry
    since: datetime
    past: Past

    @property
    def games(self) -> int:
        return self.past.games

    def at(self, now: datetime) -> Waiting:
        """As the domain sees it, having waited until now."""
        return Waiting(
            key=self.entry.number,
            games=self.games,
            waited=int((now - self.since).total_seconds()),
            met=tuple(self.past.met),
            partners=tuple(self.past.partners),
            branches=frozenset(self.entry.branch_names),
        )


def waiters(stage: Stage) -> list[Waiter]:
    """Players who wait, fewest games first, then the longest wait."""
    return _waiting(stage, list(present(stage, coming_round(stage))))


def waiting_floaters(stage: Stage) -> list[Waiter]:
    """Floaters who are here and at no table, in the same order."""
    return _waiting(stage, list(house_entries(stage, coming_round(stage))))


def _waiting(stage: Stage, entries: Sequence[Entry]) -> list[Waiter]:
    waits_since = _arrived(stage)
    seated: set[int] = set()
    for entry, state, settled in _sat_down(stage):
        if state not in DONE:
            seated.add(entry)
        elif entry in waits_since and settled:
            waits_since[entry] = max(waits_since[entry], settled)
    pasts = pasts_of(stage, numbers_of(stage))
    here = [
        Waiter(entry, waits_since[entry.pk], pasts[entry.number])
        for entry in entries
        if entry.pk in waits_since and entry.pk not in seated
    ]
    return sorted(here, key=lambda waiter: (waiter.games, waiter.since, waiter.entry.number))


def _arrived(stage: Stage) -> dict[int, datetime]:
    """When each person came who is here now, by the entry's database id."""
    here = stage.division.entries.filter(
        members__member__attendances__tournament=stage.tournament,
        members__member__attendances__present=True,
    )
    rows = here.values_list("pk", "members__member__attendances__arrived_at", "entered_at")
    return {entry: arrived or entered for entry, arrived, entered in rows}


def _sat_down(stage: Stage) -> list[tuple[int, str, datetime | None]]:
    """Every place of an entry at a table, by database id: the state of the match, when it was settled."""
    columns = ("entry", "match__state", "match__result__settled_at")
    at_tables = {"match__round__stage": stage, "entry__isnull": False}
    # A side is one entry at tables of three, else each seat counts for its own.
    sides = Side.objects.filter(**at_tables).values_list(*columns)
    return [*sides, *Seat.objects.filter(**at_tables).values_list(*columns)]


def free_tables(round: Round) -> list[int] | None:
    """The tables of the hall at which nobody plays, lowest first; None where there are always enough."""
    event = round.stage.tournament
    if not event.tables:
        return None
    taken = set(round.matches.exclude(state__in=DONE).values_list("table", flat=True))
    away = {*event.tables_out, *taken}
    return [table for table in range(1, event.tables + 1) if table not in away]
