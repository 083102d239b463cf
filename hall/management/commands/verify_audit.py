"""The chains of acts are proven: nothing was altered, moved or taken out."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.core.management import CommandError
from django.utils.translation import gettext as _

from hall.act_words import chain_words
from hall.errors import EventUnknown
from hall.management.terminal import TerminalCommand
from ledger.acts import INSTALLATION, chain_faults
from ledger.models import Act
from tournaments.models import Tournament


class Command(TerminalCommand):
    help = "Proves the chain of acts of one event, or of all and of the installation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", nargs="?", metavar="EVENT", help="its short name; all without")

    def handle(self, *, event: str | None, **options: Any) -> None:
        """Ends with an error when any chain does not hold."""
        broken = 0
        for name, scope in scopes(event):
            faults = list(chain_faults(scope))
            broken += len(faults)
            for fault in faults:
                self.stdout.write(f"{name}: {chain_words(fault)}")
            if not faults:
                self.stdout.write(holds(name, scope))
        if broken:
            raise CommandError(
                _("Acts were changed after they were written. Compare with the last copy of the event.")
            )


def scopes(event: str | None) -> Iterator[tuple[str, UUID]]:
    """Name and scope of the chains to prove. Raises EventUnknown."""
    if event is None:
        yield _("installation"), INSTALLATION
        for tournament in Tournament.objects.order_by("slug"):
            yield tournament.slug, tournament.uuid
    elif found := Tournament.objects.filter(slug=event).first():
        yield found.slug, found.uuid
    else:
        raise EventUnknown(event=event)


def holds(name: str, scope: UUID) -> str:
    acts = Act.objects.filter(scope=scope)
    words = _("%(name)s: %(acts)s acts, the chain holds; erased payloads: %(erased)s")
    return words % {"name": name, "acts": acts.count(), "erased": acts.filter(payload=None).count()}
