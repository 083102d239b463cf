"""Reading an archive: everything in it is checked before anything of it is used."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hall.archive.errors import ArchiveDamaged
from hall.archive.manifest import NAME, UNREADABLE, Manifest, digest_of, read_manifest
from hall.archive.package import read_package
from hall.archive.rows import Row, RowRefused, check_row
from hall.archive.tables import PRIVATE, PUBLIC, Table
from hall.archive.upgrades import upgrade


@dataclass(frozen=True, slots=True)
class Archive:
    """One event as plain rows, by name of table; without the private part when it was not opened."""

    manifest: Manifest
    rows: Mapping[str, list[Row]]


def read_archive(path: Path, *, word: str | None = None) -> Archive:
    """The archive of this file, whole and unchanged; its private part too when a word is given.

    Raises NotAnArchive, ArchiveTooNew, ArchiveTooLarge, ArchiveDamaged, RestoreWordWrong.
    """
    package = read_package(path, first=NAME)
    manifest = read_manifest(next(package)[1], file=path.name)
    files = dict(_checked(package, manifest))
    rows = {
        table.name: list(_rows(table, files)) if table.since <= manifest.version else [] for table in PUBLIC
    }
    if word and manifest.seal:
        lock = manifest.seal.lock_for(word)
        sealed = [table for table in PRIVATE if table.since <= manifest.version]
        opened = {table.file: lock.open(_file(files, table.file)) for table in sealed}
        rows |= {table.name: list(_rows(table, opened)) for table in sealed}
    upgrade(rows, version=manifest.version)
    _check_event(manifest, rows)
    return Archive(manifest, rows)


def _checked(package: Iterator[tuple[str, bytes]], manifest: Manifest) -> Iterator[tuple[str, bytes]]:
    """Every file is one that the manifest names, with the digest it names; none is missing."""
    missing = set(manifest.sha256)
    for name, content in package:
        if manifest.sha256.get(name) != digest_of(content):
            raise ArchiveDamaged(file=name, place="sha256")
        missing.discard(name)
        yield name, content
    if missing:
        raise ArchiveDamaged(file=min(missing), place="–")


def _file(files: Mapping[str, bytes], name: str) -> bytes:
    if name not in files:
        raise ArchiveDamaged(file=name, place="–")
    return files[name]


def _rows(table: Table, files: Mapping[str, bytes]) -> Iterator[Row]:
    """The lines of the table's file; each is a row and names it."""
    for number, line in enumerate(_file(files, table.file).splitlines(), 1):
        try:
            row = json.loads(line)
        except UNREADABLE as error:
            raise ArchiveDamaged(file=table.file, place=number) from error
        try:
            check_row(table, row)
        except RowRefused as error:
            raise ArchiveDamaged(file=table.file, place=f"{number}: {error}") from error
        yield row


def _check_event(manifest: Manifest, rows: Mapping[str, list[Row]]) -> None:
    """It is one event's, the one that the manifest names, and so are its acts."""
    event = str(manifest.event)
    if [row.get("uuid") for row in rows["tournaments"]] != [event]:
        raise ArchiveDamaged(file="tournaments.jsonl", place=event)
    if any(act.get("scope") != event for act in rows["acts"]):
        raise ArchiveDamaged(file="acts.jsonl", place=event)
