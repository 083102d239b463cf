"""The zip around an archive: written whole or not at all, read with distrust."""

import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from hall.archive.errors import ArchiveDamaged, ArchiveTooLarge, NotAnArchive

UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    RuntimeError,  # sealed by another program, or NotImplementedError: a way of packing unknown here
    EOFError,
    OSError,
    ValueError,
)
MIB = 1024 * 1024
LARGEST = 256 * MIB


def write_package(path: Path, files: Mapping[str, bytes]) -> None:
    """The archive lies at ``path``, safe on the disk; until then nothing new is to be seen there."""
    with _becoming(path) as unfinished, zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(name, content)


@contextmanager
def _becoming(path: Path) -> Iterator[Path]:
    """A file beside ``path`` that takes its name once it is written and on the disk."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
        _sync_folder(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """The new name survives a power cut too, where the system can be asked for that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_package(path: Path, *, first: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of every file, ``first`` at the front. Nothing is unpacked to the disk.

    Raises NotAnArchive, ArchiveTooLarge, ArchiveDamaged naming the file in the zip.
    """
    try:
        package = zipfile.ZipFile(path)
    except UNREADABLE as error:
        raise NotAnArchive(file=path.name) from error
    with package:
        members = _checked_members(package, path)
        if first not in members:
            raise NotAnArchive(file=path.name)
        for name in sorted(members, key=lambda name: (name != first, name)):
            yield name, _content(package, members[name])


def _checked_members(package: zipfile.ZipFile, path: Path) -> dict[str, zipfile.ZipInfo]:
    """The files by name; a name twice, a folder, a way out of the archive is damage."""
    members: dict[str, zipfile.ZipInfo] = {}
    for member in package.infolist():
        name = member.filename
        strange = name.startswith("/") or "\\" in name or ".." in name.split("/") or member.is_dir()
        if strange or name in members or member.flag_bits & 1:
            raise ArchiveDamaged(file=path.name, place=repr(name))
        members[name] = member
    if sum(member.file_size for member in members.values()) > LARGEST:
        raise ArchiveTooLarge(file=path.name, limit=LARGEST // MIB)
    return members


def _content(package: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    try:
        with package.open(member) as file:
            # the size in the zip's index is a claim: no more than that is ever read
            content = file.read(member.file_size + 1)
    except UNREADABLE as error:
        raise ArchiveDamaged(file=member.filename, place=str(error)) from error
    if len(content) != member.file_size:
        raise ArchiveDamaged(file=member.filename, place=str(len(content)))
    return content
