"""What the hall asks of every draw: people kept apart, people who cannot move, tables that stand.

A wish holds from the next draw on; a draft that it touches is stale.
"""

from collections.abc import Collection

from clubs.models import Account, Member
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from tournaments.enums import TournamentState
from tournaments.errors import EventClosed, SamePersonTwice
from tournaments.models import FixedTable, ForbiddenPair, Tournament


def keep_apart(
    tournament: Tournament,
    *,
    one: Member,
    other: Member,
    as_opponents: bool = True,
    as_partners: bool = True,
    reason: str = "",
    by: Account | None = None,
) -> ForbiddenPair:
    """These two are not drawn as opponents, as partners, or neither; saying it again replaces the wish.

    Raises SamePersonTwice, EventClosed.
    """
    if one == other:
        raise SamePersonTwice(person=one.name)
    first, second = sorted((one, other), key=lambda person: person.pk)
    wish = {"as_opponents": as_opponents, "as_partners": as_partners, "reason": reason.strip()}
    with writing():
        _refuse_closed(tournament)
        pair, _created = ForbiddenPair.objects.update_or_create(
            tournament=tournament, one=first, other=second, defaults=wish
        )
        _append("kept_apart", tournament, by=by, people=[str(first.uuid), str(second.uuid)], **wish)
    return pair


def keep_apart_no_more(pair: ForbiddenPair, *, by: Account | None = None) -> None:
    """They may be drawn together again."""
    with writing():
        _refuse_closed(pair.tournament)
        people = [str(pair.one.uuid), str(pair.other.uuid)]
        pair.delete()
        _append("kept_apart_no_more", pair.tournament, by=by, people=people)


def fix_table(tournament: Tournament, *, person: Member, table: int, by: Account | None = None) -> FixedTable:
    """Whoever cannot move plays every round at this table. Raises EventClosed."""
    with writing():
        _refuse_closed(tournament)
        fixed, _created = FixedTable.objects.update_or_create(
            tournament=tournament, member=person, defaults={"table": table}
        )
        _append("table_fixed", tournament, by=by, person=str(person.uuid), table=table)
    return fixed


def fix_table_no_more(fixed: FixedTable, *, by: Account | None = None) -> None:
    """The person moves like everybody else."""
    with writing():
        _refuse_closed(fixed.tournament)
        person = str(fixed.member.uuid)
        fixed.delete()
        _append("table_fixed_no_more", fixed.tournament, by=by, person=person)


def set_tables(
    tournament: Tournament, *, tables: int, out: Collection[int], by: Account | None = None
) -> None:
    """The hall has so many tables (0: enough) without those out of service. Raises EventClosed."""
    with writing():
        _refuse_closed(tournament)
        tournament.tables, tournament.tables_out = tables, sorted(set(out))
        tournament.save(update_fields=["tables", "tables_out"])
        _append("tables_set", tournament, by=by, tables=tables, out=tournament.tables_out)


def _refuse_closed(tournament: Tournament) -> None:
    locked = lock(Tournament, tournament.pk)
    if locked.state == TournamentState.CLOSED.value:
        raise EventClosed(event=locked.name)


def _append(kind: str, tournament: Tournament, *, by: Account | None, **facts: object) -> None:
    append_act(kind, subject=tournament.uuid, scope=tournament.uuid, by=by, payload=facts)
