"""The tables of the hall: who sits where, who waits for one, and who is called when one is free.

A league calls nobody: its sides find their own day and place.
"""

from collections.abc import Collection, Mapping

from django.db.models import QuerySet

from clubs.models import Account
from ledger.acts import append_act
from ledger.transactions import writing
from scoring.errors import MatchClosed, TableNotThere, TableTaken
from scoring.selectors.draws import drawn_sides
from tournaments.domain.drafts.by_hand import units_at
from tournaments.domain.draw import Key
from tournaments.domain.seating import TablePlan, side_of, tables_for
from tournaments.enums import Format, MatchState, RoundState
from tournaments.models import Entry, Match, Round, Stage, Tournament
from tournaments.selectors.entrants import fixed_tables
from tournaments.services.matches import lock_match
from tournaments.services.table_links import open_links
from tournaments.services.versions import raise_public_version
from tournaments.services.wishes import set_tables

OVER = [MatchState.CONFIRMED.value, MatchState.VOID.value]


def hall_plan(
    stage: Stage,
    sitting: Mapping[int, Collection[Key]],
    entries: Mapping[Key, Entry],
    *,
    taken: Collection[int] = (),
) -> TablePlan:
    """The table of the hall for each table of the draw; those without one wait."""
    if stage.format == Format.LEAGUE.value:
        return TablePlan({})
    people = fixed_tables(stage)
    fixed = {
        key: people[person.pk]
        for key, entry in entries.items()
        for person in entry.people
        if person.pk in people
    }
    hall = tables_of(stage.tournament, at_least=max([len(sitting) + len(taken), *fixed.values()]))
    return tables_for(
        {number: sorted(keys) for number, keys in sitting.items()},
        [table for table in hall if table not in taken],
        out_of_service=stage.tournament.tables_out,
        fixed=fixed,
    )


def entries_by_number(stage: Stage) -> dict[Key, Entry]:
    """All entries of the division with their people, house pairs too."""
    return {entry.number: entry for entry in stage.division.entries.prefetch_related("members__member")}


def tables_of(event: Tournament, *, at_least: int) -> range:
    """The tables by number; where the hall has enough, as many as are needed besides those out of service."""
    return range(1, 1 + (event.tables or at_least + len(event.tables_out)))


def seat_next(round: Round) -> None:
    """Every free table goes to the first of those that wait; call inside ``writing()``.

    Whoever cannot move is called to the table that was meant for them as soon as it is free.
    """
    if round.state != RoundState.PUBLISHED.value:
        return
    # A match at which somebody writes at this moment is being played: it is left alone, nobody waits for it.
    free = round.matches.select_for_update(of=("self",), skip_locked=True)
    waiting = {match.number: match for match in free.filter(table=None).exclude(state__in=OVER)}
    if not waiting:
        return
    sitting = {
        match.number: units_at(sides) for match, sides in drawn_sides(round) if match.number in waiting
    }
    taken = [match.table for match in open_at_tables(round) if match.table]
    plan = hall_plan(round.stage, sitting, entries_by_number(round.stage), taken=taken)
    for number, table in plan.tables.items():
        _sit(waiting[number], int(table))
        raise_public_version(round.stage.tournament)
    if plan.tables:
        open_links(round)


def wait_if_taken(match: Match) -> None:
    """A match that is opened again keeps its table unless another one plays there; then it waits."""
    if open_at_tables(match.round).filter(table=match.table).exclude(pk=match.pk).exists():
        match.table = None
        match.save(update_fields=["table"])


def move_match(match: Match, *, table: int, exchange: bool = False, by: Account | None = None) -> None:
    """The match is played at this table. In a draft, whoever was drawn there has its table instead.

    In play that is so only with ``exchange``. Raises MatchClosed, TableNotThere, TableTaken.
    """
    with writing():
        locked = lock_match(match)
        former, round = locked.table, locked.round
        if locked.state in OVER or round.state == RoundState.CLOSED.value:
            raise MatchClosed(table=locked.place, code=locked.code)
        event = locked.tournament
        if table in event.tables_out or (event.tables and table > event.tables):
            raise TableNotThere(table=table)
        other = open_at_tables(round).filter(table=table).exclude(pk=locked.pk).first()
        if other and round.state == RoundState.PUBLISHED.value and not (exchange and former):
            raise TableTaken(table=table, code=other.code, entries=_sides_of(other), former=former)
        if other:
            _sit(other, None)
        _sit(locked, table)
        if other:
            _sit(other, former)
        if round.state == RoundState.DRAFT.value:
            note_by_hand(locked, "table_by_hand", by=by)
        if round.state == RoundState.PUBLISHED.value:
            open_links(round)
        seat_next(round)
        raise_public_version(event)
        append_act(
            "match_moved",
            subject=locked.uuid,
            scope=event.uuid,
            by=by,
            payload={"from": former, "to": table, "exchanged": str(other.uuid) if other else ""},
        )
    match.refresh_from_db()


def set_hall(tournament: Tournament, *, tables: int, out: Collection[int], by: Account | None = None) -> None:
    """The hall has these tables, and matches that waited are called to those that are free now."""
    with writing():
        set_tables(tournament, tables=tables, out=out, by=by)
        playing = Round.objects.filter(
            stage__division__tournament=tournament, state=RoundState.PUBLISHED.value
        )
        for round in playing:
            seat_next(round)


def open_at_tables(round: Round) -> QuerySet[Match]:
    """The matches that hold a table of the hall."""
    return round.matches.exclude(state__in=OVER).exclude(table=None)


def _sides_of(match: Match) -> list[str]:
    """Who meets there, side by side."""
    people = {row.number: row.person.shown_name for row in match.seats.select_related("person")}
    sides = match.sides.select_related("entry").order_by("number")
    return [
        side.entry.shown_name
        if side.entry
        else "・".join(
            name for seat, name in sorted(people.items()) if side_of(seat, sides=len(sides)) == side.number
        )
        for side in sides
    ]


def _sit(match: Match, table: int | None) -> None:
    match.table = table
    match.save(update_fields=["table"])


def note_by_hand(match: Match, code: str, *, by: Account | None) -> None:
    """The table says, once, that people settled this, and who did."""
    reasons = [reason for reason in match.reasons if reason["code"] != code]
    match.reasons = [{"code": code, "params": {"by": by.username if by else ""}}, *reasons]
    match.save(update_fields=["reasons"])
