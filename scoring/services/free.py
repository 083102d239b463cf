"""Free play at a meeting: one long round, to which tables are added as people wait (tournaments.md §2).

Who comes and goes is a matter of attendance. A match that is confirmed gives its people back to the line;
closing the round ends the evening.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.errors import NoTableFree, RoundNotPublished, TooFewWait
from scoring.selectors.waiting import Waiter, free_tables, waiters, waiting_floaters
from scoring.services.queue import entries_by_number, hall_plan, open_at_tables
from scoring.services.rounds import announce_draw
from tournaments.domain.drafts.by_hand import units_at
from tournaments.domain.draw import Draw, TablePairing
from tournaments.domain.free import next_tables
from tournaments.domain.gaps import floaters_needed
from tournaments.domain.rotation.bounds import THREES
from tournaments.domain.settings import Remainder
from tournaments.enums import RoundState, TournamentState
from tournaments.errors import EventClosed
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.selectors.entrants import forbidden_sets
from tournaments.services.matches import create_matches
from tournaments.services.versions import raise_public_version


def open_play(stage: Stage, *, by: Account | None = None) -> Round:
    """Tables can be formed; whoever is expected may still come. A second press changes nothing.

    Reception is not closed for it: nobody who comes late is taken off the list. Raises EventClosed.
    """
    with writing():
        locked = lock(Stage, stage.pk)
        event = lock(Tournament, locked.tournament.pk)
        if event.state == TournamentState.CLOSED.value:
            raise EventClosed(event=event.name)
        if (opened := locked.rounds.first()) is not None:
            return opened
        now = timezone.now()
        round = Round.objects.create(
            stage=locked, number=1, state=RoundState.PUBLISHED.value, published_at=now, seed="tables"
        )
        locked.rounds_planned, locked.started_at = 1, locked.started_at or now
        locked.save()
        event.state = TournamentState.RUNNING.value
        event.save()
        raise_public_version(event)
        append_act("play_opened", subject=round.uuid, scope=event.uuid, by=by)
    stage.refresh_from_db()
    return round


def form_tables(stage: Stage, *, by: Account | None = None) -> list[Match]:
    """Those whose turn it is sit at the free tables, and the draw is announced with them.

    Raises RoundNotPublished before play is opened and after it is closed, NoTableFree, and TooFewWait
    where those who wait fill no table.
    """
    with writing():
        locked = lock(Stage, stage.pk)
        round = locked.rounds.filter(state=RoundState.PUBLISHED.value).first()
        if round is None:
            raise RoundNotPublished(round=1)
        free = free_tables(round)
        if free == []:
            raise NoTableFree
        last = round.matches.order_by("number").last()
        first = last.number + 1 if last else 1
        purpose = f"tables-{first}"
        tables = _next_tables(locked, None if free is None else len(free), seed=locked.lot(purpose))
        matches = _seat(round, tables, first=first, seed=locked.lot(purpose))
        append_act(
            "tables_formed",
            subject=round.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={"seed": purpose, "matches": [str(match.uuid) for match in matches]},
        )
        announce_draw(round, by=by)
    return matches


def _next_tables(stage: Stage, free: int | None, *, seed: int) -> tuple[TablePairing, ...]:
    settings = stage.settings
    line = _with_floaters(stage, waiters(stage), free)
    forbidden, apart = forbidden_sets(stage, [waiter.entry for waiter in line])
    now = timezone.now()
    tables = next_tables(
        [waiter.at(now) for waiter in line],
        shape=settings.shape,
        seed=seed,
        remainder=settings.remainder,
        tables=free,
        forbidden=forbidden,
        apart=apart,
    )
    if not tables:
        needed = sum(THREES if settings.remainder is Remainder.THREE_SEATS else settings.shape)
        raise TooFewWait(count=len(line), needed=needed)
    return tables


def _with_floaters(stage: Stage, line: list[Waiter], free: int | None) -> list[Waiter]:
    """Floaters fill the last table where the settings have it so; never one that players would fill."""
    shape = stage.settings.shape
    has_room = free is None or free * sum(shape) > len(line)
    if stage.settings.remainder is not Remainder.FLOATER or not has_room:
        return line
    ready = waiting_floaters(stage)
    return [*line, *ready[: floaters_needed(len(line), len(ready), shape)]]


def _seat(round: Round, tables: Sequence[TablePairing], *, first: int, seed: int) -> list[Match]:
    numbered = tuple(replace(table, number=number) for number, table in enumerate(tables, first))
    entries = entries_by_number(round.stage)
    taken = [match.table for match in open_at_tables(round) if match.table]
    plan = hall_plan(
        round.stage, {table.number: units_at(table.sides) for table in numbered}, entries, taken=taken
    )
    places: dict[int, int | None] = {table.number: None for table in numbered}
    called = {number: int(table) for number, table in plan.tables.items()}
    return create_matches(round, draw=Draw(numbered, (), seed), entries=entries, tables=places | called)
