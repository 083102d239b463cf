"""Match records from files become an event: a match a file, all in one round.

A person is a file and a seat, shown ``000-p1``: the file's name and what it calls the seat. With
``same_names`` a person is a name, wherever it stands. The two sides are the entries. Every deal is
judged like one entered at a table; what is not lawful stays as a rejected row in its place. A score
in the file is kept as it was typed and never added to anything.

The same file again changes nothing: acts are named after event, file and deal.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID, uuid5

from django.utils import timezone

from clubs.models import Account, Club, Member
from clubs.services.members import found_club, register_member
from engine import MatchDeal, MatchRecord, RecordSyntaxError, Verdict, read_match, verify_match
from ledger.acts import append_act
from ledger.models import Act
from ledger.transactions import writing
from scoring.enums import Source
from scoring.errors import (
    EventNotForImport,
    FileChanged,
    FileTwice,
    ImportRefusal,
    NamesAreSeats,
    NameTooLong,
    NameTwice,
    RecordUnreadable,
)
from scoring.services.deals import record_deal
from scoring.services.results import confirm_match
from scoring.services.rounds import announce_draw, publish_round
from tournaments.domain.draw import Draw, Key, TablePairing
from tournaments.enums import Format, MatchState, RoundState, TournamentState
from tournaments.models import Entry, Match, Round, Seat, Stage, Tournament
from tournaments.services.entries import enter_pair
from tournaments.services.events import add_stage, create_tournament
from tournaments.services.matches import create_matches

PRESET = "imported"
LONGEST_NAME = 60  # of a person in the file, and of the file: both stand in the name shown
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")  # PostgreSQL takes no \0, a page none of them
PLACEHOLDER = re.compile("p[1-4]|")
DEFAULT_CLUB = ("ごいた", "goita")

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file of match records: its name without folder and ending, and its bytes (None: unreadable)."""

    name: str
    content: bytes | None

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content or b"").hexdigest()


@dataclass(frozen=True, slots=True)
class ScoreDifference:
    """A typed score that does not follow from the one before it and the deals between."""

    number: int
    before: tuple[int, int]
    typed: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file; ``known``: it had been imported before, and nothing was changed."""

    file: str
    verdicts: tuple[Verdict, ...] = ()
    differences: tuple[ScoreDifference, ...] = ()
    match: Match | None = None
    known: bool = False
    refusal: ImportRefusal | None = None

    @property
    def is_new(self) -> bool:
        return self.refusal is None and not self.known

    @property
    def lawful(self) -> int:
        return sum(verdict.fault is None for verdict in self.verdicts)

    @property
    def rejected(self) -> list[tuple[int, Verdict]]:
        """Number in the file and verdict of every deal that does not count."""
        return [(number, verdict) for number, verdict in enumerate(self.verdicts, 1) if verdict.fault]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A file that can be imported."""

    file: RecordFile
    record: MatchRecord
    names: tuple[str, ...]


def import_records(
    slug: str, files: Iterable[RecordFile], *, same_names: bool = False, by: Account | None = None
) -> list[FileReport]:
    """Every file that can be read is a match of the event, which is made at need; one report a file.

    A file that cannot be taken is named in its report and the others go on. Raises EventNotForImport.
    """
    files = list(files)
    names = Counter(file.name for file in files)
    readings = [_read(file, alone=names[file.name] == 1, same_names=same_names) for file in files]
    with writing():
        stage = _stage_of(slug, by=by) if any(isinstance(r, _Reading) for r in readings) else None
        checked = [_unless_known(stage, r) if stage and isinstance(r, _Reading) else r for r in readings]
        new = [reading for reading in checked if isinstance(reading, _Reading)]
        matches = _seat(stage, new, by=by) if stage and new else []
        reports = iter([_record(m, r, by=by) for m, r in zip(matches, new, strict=True)])
        return [next(reports) if isinstance(reading, _Reading) else reading for reading in checked]


def _read(file: RecordFile, *, alone: bool, same_names: bool) -> _Reading | FileReport:
    try:
        if not alone:
            raise FileTwice(file=file.name)
        record = read_file(file, read_match)
        return _Reading(file, record, tuple(_names(file, record, same_names=same_names)))
    except ImportRefusal as refusal:
        return FileReport(file.name, refusal=refusal)


def read_file(file: RecordFile, read: Callable[[bytes], Read]) -> Read:
    """What this reader finds in the file. Raises RecordUnreadable, naming the line."""
    if file.content is None:
        raise RecordUnreadable(file=file.name, fault="file_missing", line="–")
    try:
        return read(file.content)
    except RecordSyntaxError as error:
        raise RecordUnreadable(
            file=file.name, fault=error.code, line=error.params.get("line", "–")
        ) from error


def _names(file: RecordFile, record: MatchRecord, *, same_names: bool) -> Iterator[str]:
    """What the persons on seats 1 to 4 are called; a placeholder is a person of this file only."""
    written = [" ".join(CONTROL.sub(" ", player).split()) for player in record.players]
    if same_names and all(PLACEHOLDER.fullmatch(name) for name in written):
        raise NamesAreSeats(file=file.name)
    for name in (file.name, *written):
        if len(name) > LONGEST_NAME:
            raise NameTooLong(file=file.name, name=name, limit=LONGEST_NAME)
    for seat, name in enumerate(written, 1):
        twice = written.count(name) > 1
        if not same_names or PLACEHOLDER.fullmatch(name):
            yield f"{file.name}-{name}{seat if twice or not name else ''}"
        elif twice:
            raise NameTwice(file=file.name, name=name)
        else:
            yield name


def _stage_of(slug: str, *, by: Account | None) -> Stage:
    """The one stage of the event of these records."""
    event = Tournament.objects.filter(slug=slug).first()
    if event is None:
        return _new_stage(slug, by=by)
    stage = Stage.objects.filter(division__tournament=event).first()
    if stage is None or stage.format != Format.IMPORTED.value:
        raise EventNotForImport(event=event.name)
    return stage


def _new_stage(slug: str, *, by: Account | None) -> Stage:
    name, club_slug = DEFAULT_CLUB
    club = Club.objects.order_by("pk").first() or found_club(name, slug=club_slug, branches={})
    event = create_tournament(slug, slug=slug, club=club, starts_at=timezone.now(), by=by)
    Tournament.objects.filter(pk=event.pk).update(state=TournamentState.RUNNING.value)
    return add_stage(event.divisions.get(), format=Format.IMPORTED, preset=PRESET, rounds_planned=1, by=by)


def _unless_known(stage: Stage, reading: _Reading) -> _Reading | FileReport:
    """The reading again, or the report of a file that was imported before."""
    earlier = Act.objects.filter(uuid=_act_uuid(stage.tournament, reading.file)).first()
    if earlier is None:
        return reading
    match = Match.objects.get(uuid=earlier.subject)
    if earlier.payload.content["sha256"] != reading.file.digest:
        return FileReport(reading.file.name, match=match, refusal=FileChanged(file=reading.file.name))
    return FileReport(reading.file.name, match=match, known=True)


def _act_uuid(event: Tournament, file: RecordFile, deal: int | None = None) -> UUID:
    return uuid5(event.uuid, f"import/{file.name}" + (f"/{deal}" if deal else ""))


def _seat(stage: Stage, readings: Sequence[_Reading], *, by: Account | None) -> list[Match]:
    """Every file has its table in the stage's round, which is published."""
    round = Round.objects.get_or_create(stage=stage, number=1, defaults={"seed": PRESET})[0]
    entries: dict[Key, Entry] = {}
    tables = []
    hall = _Hall(stage, by=by)
    for table, reading in enumerate(readings, 1 + round.matches.count()):
        sides = [hall.entry(reading.names[0::2]), hall.entry(reading.names[1::2])]
        entries |= {entry.number: entry for entry in sides}
        tables.append(TablePairing(table, tuple((entry.number,) for entry in sides)))
    draw = Draw(tuple(tables), byes=(), seed=stage.lot(PRESET))
    matches = create_matches(round, draw=draw, entries=entries)
    for match, reading in zip(matches, readings, strict=True):
        _seat_as_written(match, [hall.person(name) for name in reading.names])
    if round.state == RoundState.DRAFT.value:
        publish_round(round, by=by)
    else:
        announce_draw(round, by=by)
    return matches


class _Hall:
    """The persons and pairs of the event, by the names that the files use."""

    def __init__(self, stage: Stage, *, by: Account | None) -> None:
        self.division, self.by = stage.division, by
        self.people = {
            person.name: person for person in Member.objects.filter(attendances__tournament=stage.tournament)
        }
        self.pairs = {
            frozenset(person.name for person in entry.people): entry
            for entry in self.division.entries.prefetch_related("members__member")
        }

    def person(self, name: str) -> Member:
        if name not in self.people:
            self.people[name] = register_member(name, by=self.by)
        return self.people[name]

    def entry(self, names: Sequence[str]) -> Entry:
        pair = frozenset(names)
        if pair not in self.pairs:
            first, second = map(self.person, names)
            self.pairs[pair] = enter_pair(
                self.division, first=first, second=second, also_elsewhere=True, by=self.by
            )
        return self.pairs[pair]


def _seat_as_written(match: Match, people: Sequence[Member]) -> None:
    """A pair that sat the other way round in this file sits so in this match."""
    for seat, person in enumerate(people, 1):
        Seat.objects.filter(match=match, number=seat).exclude(person=person).update(person=person)


def _record(match: Match, reading: _Reading, *, by: Account | None) -> FileReport:
    """Every deal of the file has its row; a finished match is confirmed, for nobody is left to ask."""
    event, file, deals = match.tournament, reading.file, reading.record.deals
    verdicts = verify_match(reading.record, options=match.round.stage.options)
    after: UUID | None = None
    for number, (deal, verdict) in enumerate(zip(deals, verdicts, strict=True), 1):
        after = record_deal(
            match,
            uuid=_act_uuid(event, file, number),
            after=after,
            record=deal.record,
            source=Source.IMPORT,
            keep_rejected=True,
            typed_score=deal.score,
            notes=verdict.warnings,
            by=by,
        ).uuid
    match.refresh_from_db()
    if match.state == MatchState.TO_CONFIRM.value:
        confirm_match(match, by=by)
    append_act(
        "records_imported",
        subject=match.uuid,
        scope=event.uuid,
        by=by,
        payload={"sha256": file.digest},
        act_uuid=_act_uuid(event, file),
    )
    return FileReport(file.name, verdicts, tuple(score_differences(deals, verdicts)), match)


def score_differences(deals: Sequence[MatchDeal], verdicts: Sequence[Verdict]) -> Iterator[ScoreDifference]:
    """Where a file's own scores do not follow from each other and its deals."""
    for number, (before, deal, verdict) in enumerate(zip((None, *deals), deals, verdicts, strict=False), 1):
        if "score_differs" in verdict.warnings and before and before.score and deal.score:
            yield ScoreDifference(number, before=before.score, typed=deal.score)
