"""Reception: who is here, the fee, the closing that turns the pool into pairs, and its undoing.

tournaments.md §2: reception closes → orphans of named pairs and singles form one pool →
partner lot → pairs numbered. Whoever an odd pool leaves over stays in it for a walk-in, a floater
or a volunteer. Where persons are ranked, and in teams of three, there is no partner lot.
"""

from collections.abc import Iterable, Mapping

from django.db.models import Max
from django.utils import timezone

from clubs.models import Account, Member
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from tournaments.domain.draw import DrawImpossible, Key, NoLawfulDraw, Relaxation
from tournaments.domain.lots.partners import PartnerRules, Single, draw_partners
from tournaments.enums import RoundState, TournamentState
from tournaments.errors import (
    EventClosed,
    FeeTaken,
    FeeTooHigh,
    LotsIncomplete,
    NobodyEntered,
    NoPartnersFit,
    PlayBegun,
    ReceptionClosed,
    ReceptionOpen,
)
from tournaments.models import Attendance, Division, Entry, ForbiddenPair, Round, Stage, Tournament
from tournaments.selectors.reception import (
    RECEPTION_CLOSED,
    active_entries,
    entry_size,
    incomplete_entries,
    partner_pool,
    taken_back,
)
from tournaments.services.entries import enter_pair, expect
from tournaments.services.versions import raise_public_version


def mark_present(
    tournament: Tournament,
    *,
    person: Member,
    present: bool = True,
    by: Account | None = None,
) -> Attendance:
    """The person is here (or not, after all)."""
    with writing():
        attendance = expect(tournament, person)
        attendance.present = present
        attendance.arrived_at = timezone.now() if present else None
        attendance.save()
        _append("arrived" if present else "not_present", attendance, by=by)
    return attendance


def take_fee(attendance: Attendance, *, amount: int, by: Account | None = None) -> Attendance:
    """The amount is taken and the receipt has the event's next number.

    Raises FeeTaken when nothing is owed, FeeTooHigh when it is more than what is owed.
    """
    with writing():
        lock(Tournament, attendance.tournament_id)
        attendance.refresh_from_db()
        if not attendance.owes:
            raise FeeTaken(person=attendance.member.name)
        if amount > attendance.owes:
            raise FeeTooHigh(amount=amount, owes=attendance.owes)
        attendance.fee_taken += amount
        attendance.receipt_number = attendance.receipt_number or _next_receipt(attendance)
        attendance.save()
        _append("fee_taken", attendance, by=by, amount=amount)
    return attendance


def close_reception(
    division: Division,
    *,
    avoid_same_branch: bool = False,
    relaxed: Iterable[Relaxation] = (),
    lots: Mapping[Key, int] | None = None,
    by: Account | None = None,
) -> list[Entry]:
    """Everybody present stands in an entry, but for one of an odd pool; returns the new pairs.

    Entries with somebody missing are withdrawn, unless they announced to come later; whoever came of
    them is in the pool. The lot follows from the stage's seed, so that the same pool gives the same pairs;
    ``lots`` are numbers drawn from the box instead (手くじ), by the uuids of the people.
    Raises ReceptionClosed, NobodyEntered, LotsIncomplete unless the pool drew 1 to its size, and
    NoPartnersFit naming those for whom only somebody forbidden is left.
    """
    tournament = division.tournament
    with writing():
        lock(Division, division.pk)
        locked = lock(Tournament, tournament.pk)
        if locked.state != TournamentState.RECEPTION.value:
            raise ReceptionClosed(event=tournament.name)
        missing = [entry.uuid for entry in incomplete_entries(division)]
        division.entries.filter(uuid__in=missing).update(withdrawn_at=timezone.now())
        rules = _partner_rules(tournament, avoid_same_branch, relaxed)
        pairs = _draw_pool(division, rules, lots, by=by)
        if not active_entries(division).filter(is_house=False).exists():
            raise NobodyEntered(event=tournament.name)
        _set_state(locked, TournamentState.RUNNING)
        append_act(
            RECEPTION_CLOSED,
            subject=tournament.uuid,
            scope=tournament.uuid,
            by=by,
            payload={
                "pairs_by_lot": [str(entry.uuid) for entry in pairs],
                "by_hand": lots is not None,
                "withdrawn": [str(uuid) for uuid in missing],
            },
        )
    tournament.refresh_from_db()
    return pairs


def reopen_reception(division: Division, *, by: Account | None = None) -> list[Entry]:
    """Reception is open as it was before it closed; returns the entries that are back.

    Entries that the closing withdrew come back, unless somebody of them plays in another one by now. Pairs
    made by lot stay pairs, and a draft is thrown away. Where reception is open nothing changes.
    Raises PlayBegun once a round is published, EventClosed.
    """
    tournament = division.tournament
    with writing():
        rounds = _locked_rounds(tournament)
        locked = lock(Tournament, tournament.pk)
        if locked.state == TournamentState.RECEPTION.value:
            return []
        if locked.state == TournamentState.CLOSED.value:
            raise EventClosed(event=tournament.name)
        if any(round.state != RoundState.DRAFT.value for round in rounds):
            raise PlayBegun(event=tournament.name)
        for draft in rounds:
            draft.delete()
        back = taken_back(division)
        division.entries.filter(pk__in=[entry.pk for entry in back]).update(withdrawn_at=None)
        _set_state(locked, TournamentState.RECEPTION)
        append_act(
            "reception_reopened",
            subject=tournament.uuid,
            scope=tournament.uuid,
            by=by,
            payload={"back": [str(entry.uuid) for entry in back], "drafts_thrown_away": len(rounds)},
        )
    tournament.refresh_from_db()
    return back


def join_pool(
    division: Division,
    *,
    avoid_same_branch: bool = False,
    relaxed: Iterable[Relaxation] = (),
    by: Account | None = None,
) -> list[Entry]:
    """Whoever waits after the closing has a partner by lot, but for one of an odd pool; the new pairs.

    Raises ReceptionOpen, NoPartnersFit, and what ``enter_pair`` raises.
    """
    tournament = division.tournament
    with writing():
        lock(Division, division.pk)
        if Tournament.objects.get(pk=tournament.pk).state == TournamentState.RECEPTION.value:
            raise ReceptionOpen(event=tournament.name)
        rules = _partner_rules(tournament, avoid_same_branch, relaxed)
        pairs = _draw_pool(division, rules, None, by=by)
        append_act(
            "pool_joined",
            subject=tournament.uuid,
            scope=tournament.uuid,
            by=by,
            payload={"pairs_by_lot": [str(entry.uuid) for entry in pairs]},
        )
    return pairs


def _locked_rounds(tournament: Tournament) -> list[Round]:
    """All rounds of the event; while their stages are locked none is drawn and none is published."""
    list(tournament.divisions.select_for_update().order_by("pk"))
    stages = Stage.objects.filter(division__tournament=tournament).order_by("pk")
    list(stages.select_for_update(of=("self",)))
    rounds = Round.objects.filter(stage__division__tournament=tournament).order_by("pk")
    return list(rounds.select_for_update(of=("self",)))


def _set_state(locked: Tournament, state: TournamentState) -> None:
    locked.state = state.value
    locked.save()
    raise_public_version(locked)


def _partner_rules(
    tournament: Tournament, avoid_same_branch: bool, relaxed: Iterable[Relaxation]
) -> PartnerRules:
    return PartnerRules(
        avoid_branches=avoid_same_branch,
        forbidden=_never_partners(tournament),
        relaxed=frozenset(relaxed),
    )


def _draw_pool(
    division: Division, rules: PartnerRules, lots: Mapping[Key, int] | None, *, by: Account | None
) -> list[Entry]:
    if entry_size(division) != 2:
        return []
    pool = {str(member.uuid): member for member in partner_pool(division)}
    try:
        lot = draw_partners(
            [Single(key, frozenset(branch_names(member))) for key, member in pool.items()],
            rules=rules,
            lots=lots,
            seed=_stage_of(division).lot("partners"),
        )
    except NoLawfulDraw as error:
        raise NoPartnersFit(
            people=[pool[str(blocked.key)].shown_name for blocked in error.blocked],
            relaxations=[relaxation.value for relaxation in error.relaxations],
        ) from error
    except DrawImpossible as error:
        raise LotsIncomplete(**error.params) from error
    return [
        enter_pair(division, first=pool[str(a)], second=pool[str(b)], drawn_by_lot=True, by=by)
        for a, b in (pair.persons for pair in lot.pairs)
    ]


def _never_partners(tournament: Tournament) -> frozenset[frozenset[Key]]:
    apart = ForbiddenPair.objects.filter(tournament=tournament, as_partners=True)
    return frozenset(frozenset[Key](map(str, pair)) for pair in apart.values_list("one__uuid", "other__uuid"))


def branch_names(member: Member) -> list[str]:
    return [membership.branch.name for membership in member.memberships.all()]


def _stage_of(division: Division) -> Stage:
    return division.stages.get(number=1)


def _next_receipt(attendance: Attendance) -> int:
    taken = Attendance.objects.filter(tournament=attendance.tournament_id)
    return int(taken.aggregate(last=Max("receipt_number"))["last"] or 0) + 1


def _append(kind: str, attendance: Attendance, *, by: Account | None, **facts: int) -> None:
    append_act(
        kind,
        subject=attendance.uuid,
        scope=attendance.tournament.uuid,
        by=by,
        payload={"person": str(attendance.member.uuid), **facts},
    )
