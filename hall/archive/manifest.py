"""The first page of an archive: what it is, of which event, and what its files must be."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from hall.archive.errors import ArchiveDamaged, ArchiveTooNew, NotAnArchive
from hall.archive.seal import Seal

FORMAT = "banzuke-archive"
VERSION = 3
NAME = "manifest.json"
UNREADABLE = (ValueError, RecursionError)  # what json raises: not UTF-8, not JSON, nested too deep


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """How many acts the event's chain has, and the digest of the last."""

    number: int
    digest: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """``sha256`` names every file of the archive; a file it does not name is not part of it."""

    event: UUID
    slug: str
    made_at: datetime
    public_version: int
    rules_versions: Mapping[str, list[str]]
    chain: ChainEnd
    version: int = VERSION
    sha256: Mapping[str, str] = field(default_factory=dict)
    seal: Seal | None = None

    @property
    def file_name(self) -> str:
        """Sorts by event and moment; says which state of the event it is."""
        return f"{self.slug}-{self.made_at.astimezone(UTC):%Y%m%dT%H%M%SZ}-v{self.public_version}.zip"

    def written(self) -> bytes:
        facts = {
            "format": FORMAT,
            "version": VERSION,
            "event": {"slug": self.slug, "uuid": str(self.event)},
            "made_at": self.made_at.isoformat(timespec="seconds"),
            "public_version": self.public_version,
            "rules_versions": dict(self.rules_versions),
            "chain": {"number": self.chain.number, "digest": self.chain.digest},
            "private": self.seal.stored if self.seal else None,
            "sha256": dict(self.sha256),
        }
        return json.dumps(facts, ensure_ascii=False, indent=1).encode()


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def read_manifest(content: bytes, *, file: str) -> Manifest:
    """Raises NotAnArchive, ArchiveTooNew naming the version, ArchiveDamaged."""
    try:
        facts = json.loads(content)
    except UNREADABLE as error:
        raise NotAnArchive(file=file) from error
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise NotAnArchive(file=file)
    version = facts.get("version")
    if not isinstance(version, int) or version < 1:
        raise NotAnArchive(file=file)
    if version > VERSION:
        raise ArchiveTooNew(version=version, known=VERSION)
    try:
        return replace(READERS[version](facts), version=version)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise ArchiveDamaged(file=NAME, place=str(error)) from error


def _read_version_1(facts: Mapping[str, Any]) -> Manifest:
    return Manifest(
        event=UUID(facts["event"]["uuid"]),
        slug=str(facts["event"]["slug"]),
        made_at=datetime.fromisoformat(facts["made_at"]),
        public_version=int(facts["public_version"]),
        rules_versions=dict(facts["rules_versions"]),
        chain=ChainEnd(_number(facts["chain"]["number"]), str(facts["chain"]["digest"])),
        sha256={str(name): str(digest) for name, digest in facts["sha256"].items()},
        seal=Seal.read(facts["private"]) if facts["private"] else None,
    )


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < 2**31:
        raise ValueError(str(value))
    return value


# Versions 2 and 3 changed the tables (see there and upgrades), not the first page.
READERS = {1: _read_version_1, 2: _read_version_1, 3: _read_version_1}
"""A reader for every version ever written; none is taken out."""
