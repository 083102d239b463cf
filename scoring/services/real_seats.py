"""実際の対戦に直す: the desk states who really sat where at one or several tables of an announced round.

The games count for whoever sat there, or are played again. What was announced stays as its version; what
really happened is announced as the next one. History, standings and plans follow the seats by themselves.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.errors import RoundNotPublished, RulesBroken
from scoring.selectors.real_seats import RealSeats, RealTable, Seated, changed_seats, real_seats
from scoring.services.outcomes import annul_match, revive_match
from scoring.services.queue import note_by_hand, wait_if_taken
from scoring.services.rounds import announce_draw
from tournaments.enums import RoundState
from tournaments.errors import ReasonMissing
from tournaments.models import Announcement, Entry, Match, Round, Seat, Side
from tournaments.services.matches import begin_anew


def state_real_seats(
    round: Round,
    stated: Mapping[Match, Seated],
    *,
    replay: bool,
    reason: str,
    accept: Collection[str] = (),
    by: Account | None = None,
) -> Announcement | None:
    """These people sat at these seats; ``stated`` names every seat of each table in it. None: as drawn.

    With ``replay`` what was played at tables that differ is kept and counts no more. Raises RulesBroken
    with every hard rule that this breaks and ``accept`` does not name, PersonSeated, SideOfTwoEntries,
    OpponentsFixed, ReasonMissing, and RoundNotPublished where a closed round would be played again.
    """
    if not reason.strip():
        raise ReasonMissing(number=round.number)
    with writing():
        locked = lock(Round, round.pk)
        if replay and locked.state != RoundState.PUBLISHED.value:
            raise RoundNotPublished(round=locked.number)
        _lock(stated)
        real = real_seats(locked, stated)
        _refuse_broken(locked, real, accept)
        if not real.tables:
            return None
        facts = [_facts(table) for table in real.tables]
        for table in real.tables:
            _seat(table, replay=replay, by=by)
        for match, entry in real.byes:
            _give_bye(match, entry, reason=reason, by=by)
        append_act(
            "real_seats_stated",
            subject=locked.uuid,
            scope=locked.stage.tournament.uuid,
            by=by,
            payload={
                "tables": facts,
                "byes": [[str(match.uuid), str(entry.uuid) if entry else ""] for match, entry in real.byes],
                "replay": replay,
                "accepted": sorted({broken.code for broken in real.broken}),
                "reason": reason.strip(),
            },
        )
        return announce_draw(locked, reason=reason.strip(), by=by)


def _lock(matches: Iterable[Match]) -> None:
    """No deal comes in at these tables meanwhile."""
    keys = [match.pk for match in matches]
    list(Match.objects.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk"))


def _refuse_broken(round: Round, real: RealSeats, accept: Collection[str]) -> None:
    broken = [broken for broken in real.broken if broken.code not in accept]
    if broken:
        people = [sat.shown_name for table in real.tables for _seat, _drawn, sat in changed_seats(table)]
        raise RulesBroken(round=round.number, entries=people, broken=[asdict(reason) for reason in broken])


def _give_bye(match: Match, entry: Entry | None, *, reason: str, by: Account | None) -> None:
    """The bye is this entry's, worth what it was; or nobody's, and then it is void."""
    if entry is None:
        annul_match(match, reason=reason, by=by)
        return
    match.sides.update(entry=entry)
    match.reasons = []
    note_by_hand(match, "real_seats", by=by)


def _facts(table: RealTable) -> dict[str, object]:
    changed = [[seat, str(drawn.uuid), str(sat.uuid)] for seat, drawn, sat in changed_seats(table)]
    return {"match": str(table.match.uuid), "changed": changed}


def _seat(table: RealTable, *, replay: bool, by: Account | None) -> None:
    match = table.match
    for number, person in table.people.items():
        Seat.objects.filter(match=match, number=number, from_game=1).update(person=person)
        # Whoever took the seat over in a later game sat in for whom the seat counts.
        Seat.objects.filter(match=match, number=number).update(entry=table.seats[number])
    for number, entry in table.whole.items():
        Side.objects.filter(match=match, number=number).update(entry=entry)
    match.reasons = [asdict(reason) for reason in table.broken]
    note_by_hand(match, "real_seats", by=by)
    if replay:
        wait_if_taken(match)
        begin_anew(match)
        revive_match(match, anew=True, by=by)
