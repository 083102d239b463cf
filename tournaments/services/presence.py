"""Presence by round: who leaves, who comes back, who asked for a bye.

What is entered here holds from the next draw on: an announced round stays as it was announced. House
pairs and floaters step in and out in the same way.
"""

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from tournaments.enums import AbsenceKind, Format, TournamentState
from tournaments.errors import (
    ByeNotHere,
    EntryAway,
    EntryWithdrawn,
    EventClosed,
    ReasonMissing,
    RoundAnnounced,
)
from tournaments.models import Absence, Entry, Stage
from tournaments.selectors.entrants import absences_in, coming_round

# Elsewhere the opponents stand since the first draw, and whoever does not come is away.
GIVES_BYES_ASKED_FOR = {Format.SWISS, Format.ROTATION}


def leave(entry: Entry, stage: Stage, *, from_round: int, reason: str, by: Account | None = None) -> Absence:
    """The entry is not drawn from this round on, until it comes back; byes it asked for later are gone.

    Raises ReasonMissing, RoundAnnounced, EntryWithdrawn, EventClosed.
    """
    if not reason.strip():
        raise ReasonMissing(number=entry.number)
    with writing():
        _refuse(entry, stage, from_round)
        _end_absences(entry, stage, from_round)
        stage.absences.filter(entry=entry, first_round__gte=from_round).delete()
        absence = Absence.objects.create(
            stage=stage, entry=entry, first_round=from_round, reason=reason.strip()
        )
        _append("entry_left", entry, by=by, round=from_round, reason=absence.reason)
    return absence


def come_back(entry: Entry, stage: Stage, *, from_round: int, by: Account | None = None) -> None:
    """The entry is drawn again from this round on; the rounds before it stay missed.

    Raises RoundAnnounced, EntryWithdrawn, EventClosed.
    """
    with writing():
        _refuse(entry, stage, from_round)
        _end_absences(entry, stage, from_round)
        _append("entry_came_back", entry, by=by, round=from_round)


def ask_for_bye(
    entry: Entry,
    stage: Stage,
    *,
    round: int,
    kind: AbsenceKind,
    reason: str = "",
    by: Account | None = None,
) -> Absence:
    """The entry sits out this one round for what was agreed; asking again changes the agreement.

    Raises ByeNotHere where opponents are fixed, EntryAway, RoundAnnounced, EntryWithdrawn, EventClosed.
    """
    if Format(stage.format) not in GIVES_BYES_ASKED_FOR:
        raise ByeNotHere(entry=entry.number)
    with writing():
        _refuse(entry, stage, round)
        own = absences_in(stage, round).filter(entry=entry)
        if own.filter(kind=AbsenceKind.AWAY.value).exists():
            raise EntryAway(entry=entry.number, round=round)
        own.delete()
        absence = Absence.objects.create(
            stage=stage,
            entry=entry,
            first_round=round,
            last_round=round,
            kind=kind.value,
            reason=reason.strip(),
        )
        _append("bye_asked_for", entry, by=by, round=round, worth=kind.value, reason=absence.reason)
    return absence


def take_bye_back(entry: Entry, stage: Stage, *, round: int, by: Account | None = None) -> None:
    """The entry is drawn in this round after all. Raises RoundAnnounced, EntryWithdrawn, EventClosed."""
    with writing():
        _refuse(entry, stage, round)
        own = absences_in(stage, round).filter(entry=entry)
        own.exclude(kind=AbsenceKind.AWAY.value).delete()
        _append("bye_taken_back", entry, by=by, round=round)


def _refuse(entry: Entry, stage: Stage, round: int) -> None:
    """The stage's row lock lets a draw and a change of presence wait for each other."""
    lock(Stage, stage.pk)
    if stage.tournament.state == TournamentState.CLOSED.value:
        raise EventClosed(event=stage.tournament.name)
    if Entry.objects.filter(pk=entry.pk, withdrawn_at__isnull=False).exists():
        raise EntryWithdrawn(entry=entry.number)
    if round < (coming := coming_round(stage)):
        raise RoundAnnounced(round=round, next=coming)


def _end_absences(entry: Entry, stage: Stage, number: int) -> None:
    """Whoever is away is so until the round before this one; what would begin later never was."""
    away = stage.absences.filter(entry=entry, kind=AbsenceKind.AWAY.value)
    away.filter(first_round__gte=number).delete()
    absences_in(stage, number).filter(pk__in=away).update(last_round=number - 1)


def _append(kind: str, entry: Entry, *, by: Account | None, **facts: object) -> None:
    append_act(
        kind,
        subject=entry.uuid,
        scope=entry.division.tournament.uuid,
        by=by,
        payload=facts,
    )
