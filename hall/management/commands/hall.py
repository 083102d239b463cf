"""The one command of the day: ``manage.py hall`` prepares everything and serves."""

import os
import sys
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from hall.address import EVERYWHERE, local_url, network_urls, qr_picture
from hall.archive import restore_copy, restore_word
from hall.errors import CopiesFolderMissing, CopyMissing
from hall.lock import hall_lock
from hall.management.terminal import TerminalCommand
from hall.services.first_sign_in import make_link_token
from hall.serving import USUAL_PORT, ending_in_order, listening_socket, serve
from hall.upgrade import bring_up_to_date
from hall.worker import worker_at_hand
from ledger.outbox import send_waiting


class Command(TerminalCommand):
    help = "Prepares the database, serves the hall and shows its addresses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="a made-up event, kept apart")
        parser.add_argument("--port", type=int, default=USUAL_PORT, help="default: 8000")
        parser.add_argument("--host", default=EVERYWHERE, help="default: every network card")
        parser.add_argument("--copies", type=Path, metavar="DIR", help="copies of events go here")
        parser.add_argument("--restore", type=Path, metavar="FILE", help="continue from a copy")

    def handle(
        self,
        *,
        demo: bool,
        host: str,
        port: int,
        copies: Path | None,
        restore: Path | None,
        **options: Any,
    ) -> None:
        with ending_in_order(), hall_lock(), listening_socket(host, port) as listener:
            self.prepare(copies=copies, restore=restore)
            organiser = self.demonstration() if demo else None
            with worker_at_hand():
                send_waiting()
                self.show_addresses(host, listener.getsockname()[1])
                self.show_way_in(local_url(host, listener.getsockname()[1]), organiser)
                serve(listener)
        self.say(_("Stopped. Everything is stored."))

    def prepare(self, *, copies: Path | None, restore: Path | None) -> None:
        """Database and folders are ready, and the copy to continue from has been read."""
        if copies:
            use_copies_folder(copies)
        if kept := bring_up_to_date():
            self.say(_("The database was brought up to date; as it was before: %s") % kept)
        if restore:
            restore_from(restore)
            self.say(_("Continuing from %s.") % restore)

    def demonstration(self) -> tuple[str, str]:
        from hall.demo import load_demo

        self.say(_("Loading the demonstration …"))
        return load_demo()

    def show_addresses(self, host: str, port: int) -> None:
        network = network_urls(host, port, lan=settings.LAN_ADDRESSES)
        self.say(_("Banzuke is running.") + "\n")
        self.say(_("On this computer: %s") % local_url(host, port))
        for url in network:
            self.say(_("On phones in this network: %s") % url)
        self.say(qr_picture(network[0]) if network else _("No network: this computer only."))

    def show_way_in(self, address: str, organiser: tuple[str, str] | None) -> None:
        """Who may come in, by what; and the word that opens the copies."""
        if organiser:
            name, password = organiser
            words = _("Organiser of the demonstration: %(name)s, password %(password)s")
            self.say(words % {"name": name, "password": password})
        elif token := make_link_token():
            self.say(_("The first account is made here, once, on this computer:"))
            self.say(address.rstrip("/") + reverse("first-sign-in", args=[token]))
        self.say(_("Restore word: %s (keep it on paper, away from the copies)") % restore_word())
        self.say("\n" + _("Stop it with Ctrl+C."))

    def say(self, words: str) -> None:
        """Printed at once, also where the terminal is a pipe."""
        self.stdout.write(words)
        self.stdout.flush()


def use_copies_folder(folder: Path) -> None:
    """Copies made from now on go there; a stick that is not plugged in is refused."""
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise CopiesFolderMissing(folder=folder)
    settings.COPIES_DIR = str(folder.resolve())


def restore_from(file: Path) -> None:
    """The copy's event stands here as it stood there."""
    if not file.is_file():
        raise CopyMissing(file=file)
    restore_copy(file, word=ask_restore_word())


def ask_restore_word() -> str | None:
    """The word that opens the private part; the first line of a pipe where nobody can type."""
    if sys.stdin.isatty():
        return getpass(_("Restore word (Enter if there is none): ")) or None
    return sys.stdin.readline().strip() or None
