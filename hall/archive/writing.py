"""Writing an archive: the whole event as it is at one moment."""

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from django.utils import timezone

from hall.archive.manifest import NAME, ChainEnd, Manifest, digest_of
from hall.archive.package import write_package
from hall.archive.rows import plain_rows
from hall.archive.seal import Seal
from hall.archive.tables import PRIVATE, PUBLIC, Table
from ledger.models import ChainHead
from ledger.transactions import snapshot
from scoring.models import Deal
from tournaments.models import Stage, Tournament


def write_archive(event: Tournament, *, folder: Path, word: str | None = None) -> Path:
    """The event lies in the folder as one file; with a word the private part is in it, sealed.

    Without a word it is an export for others: no accounts, no roles. Returns where it lies.
    """
    with snapshot():
        event = Tournament.objects.select_related("club").get(pk=event.pk)
        files = {table.file: _lines(table, event) for table in PUBLIC}
        seal = None
        if word is not None:
            seal = Seal.fresh()
            lock = seal.lock_for(word)
            files |= {table.file: lock.close(_lines(table, event)) for table in PRIVATE}
        manifest = _manifest(event, files, seal)
    path = folder / manifest.file_name
    write_package(path, {NAME: manifest.written(), **files})
    return path


def chain_end(event: Tournament) -> ChainEnd:
    """Where the event's chain of acts ends now."""
    head = ChainHead.objects.filter(scope=event.uuid).first()
    return ChainEnd(head.number, head.digest) if head else ChainEnd(0, "")


def _lines(table: Table, event: Tournament) -> bytes:
    rows = plain_rows(table, table.rows(event))
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _manifest(event: Tournament, files: dict[str, bytes], seal: Seal | None) -> Manifest:
    return Manifest(
        event=event.uuid,
        slug=event.slug,
        made_at=timezone.now(),
        public_version=event.public_version,
        rules_versions=_rules_versions(event),
        chain=chain_end(event),
        sha256={name: digest_of(content) for name, content in files.items()},
        seal=seal,
    )


def _rules_versions(event: Tournament) -> dict[str, list[str]]:
    """By which versions of each ruleset the stored verdicts were given."""
    stages = Stage.objects.filter(division__tournament=event)
    of_stages = stages.values_list("ruleset_key", "rules_version")
    deals = Deal.objects.filter(game__match__round__stage__in=stages)
    of_deals = deals.values_list("game__match__round__stage__ruleset_key", "rules_version").distinct()
    return _grouped([*of_stages, *of_deals])


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    versions: dict[str, set[str]] = defaultdict(set)
    for ruleset, version in pairs:
        versions[ruleset].add(version)
    return {ruleset: sorted(found) for ruleset, found in versions.items()}
