"""Taking an archive in: all of it or nothing, and never in silence over what stands here.

The event's chain of acts tells which of the two goes further. Equal ends: nothing is to be done, or
the difference is shown. The archive goes on where this one stops: it takes its place. This one goes
on: refused. Both go on, each its own way: refused with the list.
"""

from enum import StrEnum
from pathlib import Path
from uuid import UUID

from django.db import DataError, IntegrityError

from clubs.models import Member
from engine import RULESETS, EngineError
from hall.archive.differences import differences, names_taken, rows_here
from hall.archive.errors import ArchiveDamaged, ArchiveDiffers, EventIsLaterHere
from hall.archive.manifest import NAME, ChainEnd, Manifest
from hall.archive.reading import Archive, read_archive
from hall.archive.rows import RowRefused, Shelf, key_of
from hall.archive.seal import keep_restore_word
from hall.archive.tables import EVENT, IN_ORDER, PHONES
from hall.archive.writing import chain_end
from ledger.acts import chain_faults
from ledger.models import Act, ChainHead
from ledger.transactions import writing
from scoring.services.rebuild import derive_results
from tournaments.domain.records import InvalidRecord
from tournaments.models import Stage, Tournament

SHOWN_DIFFERENCES = 10


class Restored(StrEnum):
    """What came of an archive."""

    NEW = "new"
    CONTINUED = "continued"
    UNCHANGED = "unchanged"


def restore_copy(path: Path, word: str | None) -> Restored:
    """The copy's event stands here as it stood there; with the word, its accounts can sign in.

    Without the word everything but accounts, roles and phones is taken over. The same copy twice
    changes nothing. Raises what ``read_archive`` raises, ArchiveDiffers with the list, EventIsLaterHere.
    """
    restored = take_in(read_archive(path, word=word))
    if word:
        keep_restore_word(word)
    return restored


def take_in(archive: Archive) -> Restored:
    """The event is here as the archive has it, or nothing was changed."""
    with writing():
        event = Tournament.objects.filter(uuid=archive.manifest.event).first()
        restored = _compared(archive, event)
        if event and restored is Restored.CONTINUED:
            _clear(event)
        _put_missing(archive, event)
        if restored is not Restored.UNCHANGED:
            _close_up(archive.manifest)
    return restored


def _compared(archive: Archive, event: Tournament | None) -> Restored:
    """How the archive's chain goes on from the one here; raises when it does not."""
    if event is None:
        _refuse_differences(archive, None)
        return Restored.NEW
    here, there = chain_end(event), archive.manifest.chain
    if here == there:
        _refuse_differences(archive, event)
        return Restored.UNCHANGED
    if _continues(archive, here):
        _refuse_differences(archive, None)
        return Restored.CONTINUED
    if Act.objects.filter(scope=event.uuid, number=there.number, digest=there.digest).exists():
        raise EventIsLaterHere(event=event.name, here=here.number, there=there.number)
    _refuse_differences(archive, event)
    raise ArchiveDamaged(file=NAME, place="chain")


def _continues(archive: Archive, end: ChainEnd) -> bool:
    """True when the archive's chain has this end somewhere before its own."""
    return any((act["number"], act["digest"]) == (end.number, end.digest) for act in archive.rows["acts"])


def _refuse_differences(archive: Archive, event: Tournament | None) -> None:
    """What must not differ: names and shared rows, and all of the event where one is given."""
    if found := names_taken(archive) + differences(archive, event):
        shown = [str(difference) for difference in found[:SHOWN_DIFFERENCES]]
        raise ArchiveDiffers(event=archive.manifest.slug, count=len(found), differences=shown)


def _clear(event: Tournament) -> None:
    """The event's rows give way to the archive's; its acts stay, for the archive has them too."""
    for table in reversed((*EVENT, *PHONES)):
        table.rows(event).delete()


def _put_missing(archive: Archive, event: Tournament | None) -> None:
    """Every row of the archive that does not stand here is written."""
    shelf = Shelf()
    for table in IN_ORDER:
        rows = archive.rows.get(table.name, [])
        here = {key_of(table, row) for row in rows_here(table, rows, event)}
        try:
            shelf.put(table, [row for row in rows if key_of(table, row) not in here])
        except (RowRefused, IntegrityError, DataError) as error:
            raise ArchiveDamaged(file=table.file, place=str(error)) from error


def _close_up(manifest: Manifest) -> None:
    """What is derived follows again: search keys, results, the end of the chain, which must hold."""
    for person in Member.objects.filter(sort_key=""):
        person.save()
    chain = {"number": manifest.chain.number, "digest": manifest.chain.digest}
    ChainHead.objects.update_or_create(scope=manifest.event, defaults=chain)
    _refuse_broken_chain(manifest.event)
    event = Tournament.objects.get(uuid=manifest.event)
    try:
        for stage in Stage.objects.filter(division__tournament=event):
            RULESETS[stage.ruleset_key].check_options(stage.options)
        derive_results(event)
    except (InvalidRecord, EngineError) as error:
        raise ArchiveDamaged(file="stages.jsonl", place=str(error)) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        # verdicts and totals are stored as JSON, whose inside no column checks
        raise ArchiveDamaged(file="deals.jsonl", place=str(error)) from error


def _refuse_broken_chain(scope: UUID) -> None:
    for fault in chain_faults(scope):
        raise ArchiveDamaged(file="acts.jsonl", place=f"{fault.number} {fault.code}")
