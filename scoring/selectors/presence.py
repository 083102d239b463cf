"""Who is not drawn in a round, and why: away, gone, or a bye that was asked for."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from scoring.selectors.desk import desk_stage
from scoring.selectors.seated import open_seat_of
from scoring.selectors.withdrawals import unfinished_matches
from tournaments.enums import AbsenceKind
from tournaments.models import Absence, Attendance, Entry, Match, Stage
from tournaments.selectors.entrants import absences_in, coming_round, drawn_in, entrants
from tournaments.selectors.names import EntryName, named_entries
from tournaments.selectors.reception import entry_of


@dataclass(frozen=True, slots=True)
class Absentee:
    """An entry that is not drawn in a round; ``kind`` says why, ``reason`` what was entered."""

    entry: EntryName
    kind: AbsenceKind
    first_round: int
    last_round: int | None
    reason: str

    @property
    def is_gone(self) -> bool:
        return self.entry.withdrawn


def absent_from(stage: Stage, round_number: int) -> list[Absentee]:
    """Everybody of the stage who is not drawn in this round, with the reason, in order of number.

    Who withdrew before having had a place in any round is no longer spoken of (T28).
    """
    names = named_entries(stage.division)
    played = drawn_in(stage)
    rows = {row.entry_id: row for row in absences_in(stage, round_number)}
    return [
        Absentee(
            entry=names[entry.pk],
            kind=AbsenceKind(rows[entry.pk].kind),
            first_round=rows[entry.pk].first_round,
            last_round=rows[entry.pk].last_round,
            reason=rows[entry.pk].reason,
        )
        for entry in entrants(stage)
        if entry.pk in rows and (entry.withdrawn_at is None or entry.pk in played)
    ]


def absences_ahead(stage: Stage, round_number: int) -> dict[int, Absence]:
    """By entry, the absence that holds in this round, or else the next one to come."""
    ahead = stage.absences.filter(Q(last_round=None) | Q(last_round__gte=round_number))
    return {row.entry_id: row for row in ahead.order_by("-first_round", "-id")}


def asked_byes(entry: Entry, stage: Stage, round_number: int) -> list[Absence]:
    """The byes that the entry asked for from this round on, by round."""
    own = stage.absences.filter(entry=entry, first_round__gte=round_number)
    return list(own.exclude(kind=AbsenceKind.AWAY.value).order_by("first_round"))


class Standpoint:
    """One person while the event runs: entry, stage, what is ahead, the match in play. Read when asked."""

    def __init__(self, attendance: Attendance) -> None:
        self.attendance = attendance

    @cached_property
    def entry(self) -> Entry | None:
        return entry_of(self.attendance)

    @cached_property
    def stage(self) -> Stage | None:
        return desk_stage(self.attendance.tournament)

    @cached_property
    def coming(self) -> int:
        """The first round in which presence may still change."""
        return coming_round(self.stage) if self.stage else 1

    @cached_property
    def absence(self) -> Absence | None:
        """What keeps the entry from the coming round, or from a later one."""
        if self.stage is None or self.entry is None:
            return None
        return absences_ahead(self.stage, self.coming).get(self.entry.pk)

    @cached_property
    def byes(self) -> list[Absence]:
        return asked_byes(self.entry, self.stage, self.coming) if self.entry and self.stage else []

    @cached_property
    def seat(self) -> tuple[Match, int] | None:
        """The open match in which the person sits, and the number of the seat."""
        return open_seat_of(self.attendance.member, self.stage) if self.stage else None

    @cached_property
    def match(self) -> Match | None:
        """The match that the entry would leave behind, whoever sits there for it."""
        if self.stage is None or self.entry is None:
            return None
        return unfinished_matches(self.entry, self.stage).first()
