"""Match records from files become an event; the engine judges every deal of them."""

import os
import re
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Verdict
from hall.lock import hall_lock
from hall.management.terminal import TerminalCommand
from hall.phrases import fault_words, sentence_for
from hall.upgrade import bring_up_to_date
from scoring.services.imports import FileReport, RecordFile, ScoreDifference, import_records

LARGEST_FILE = 8 * 1024 * 1024


class Command(TerminalCommand):
    help = "Builds an event out of match records (YAML), one match a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--event", type=event_slug, required=True, metavar="SLUG", help="made at need")
        parser.add_argument("--same-names", action="store_true", help="the same name is the same person")
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *, event: str, same_names: bool, files: list[Path], **options: Any) -> None:
        with hall_lock():
            bring_up_to_date()
            reports = import_records(event, map(record_file, files), same_names=same_names)
        for report in reports:
            self.tell(report)
        self.tell_all(reports)
        if any(report.refusal for report in reports):
            raise CommandError(_("Not every file was imported; the reasons stand above."))

    def tell(self, report: FileReport) -> None:
        """The file in one line, and one more for each thing that somebody should look at."""
        if report.refusal:
            self.stderr.write(f"{report.refusal.code}: {sentence_for(report.refusal)}")
            return
        if report.known:
            self.stdout.write(_("%(file)s: imported before, nothing changed") % {"file": report.file})
            return
        deals = ngettext("%(count)s deal", "%(count)s deals", len(report.verdicts))
        lawful = ngettext("%(count)s lawful", "%(count)s lawful", report.lawful)
        facts = [deals % {"count": len(report.verdicts)}, lawful % {"count": report.lawful}]
        self.stdout.write(f"{report.file}: {', '.join(facts)}")
        for number, verdict in report.rejected:
            self.stdout.write(f"  {rejected_words(number, verdict)}")
        for difference in report.differences:
            self.stdout.write(f"  {difference_words(difference)}")

    def tell_all(self, reports: list[FileReport]) -> None:
        imported = [report for report in reports if report.is_new]
        words = _(
            "%(files)s files imported: %(deals)s deals, %(lawful)s lawful, %(rejected)s rejected, "
            "%(differences)s score differences"
        )
        self.stdout.write(
            words
            % {
                "files": len(imported),
                "deals": sum(len(report.verdicts) for report in imported),
                "lawful": sum(report.lawful for report in imported),
                "rejected": sum(len(report.rejected) for report in imported),
                "differences": sum(len(report.differences) for report in imported),
            }
        )


def event_slug(text: str) -> str:
    """Raises ArgumentTypeError unless the text may stand in an address."""
    if not re.fullmatch("[A-Za-z0-9_-]{1,60}", text):
        raise ArgumentTypeError(_("letters a to z, digits, - and _ only, 60 at most"))
    return text


def record_file(path: Path) -> RecordFile:
    """The file, or as much of it as shows that it is too large; without content when it cannot be read."""
    name = os.fsencode(path.stem).decode(errors="backslashreplace")  # names of files may be anything
    try:
        with path.open("rb") as file:
            return RecordFile(name, file.read(LARGEST_FILE + 1))
    except OSError:
        return RecordFile(name, None)


def rejected_words(number: int, verdict: Verdict) -> str:
    fault = verdict.fault
    assert fault is not None  # only called for a rejected deal
    words = _("deal %(number)s is not lawful at play %(ply)s: %(words)s (%(code)s, rule %(rule)s)")
    return words % {
        "number": number,
        "ply": fault.ply,
        "words": fault_words(fault.code),
        "code": fault.code,
        "rule": fault.rule,
    }


def difference_words(difference: ScoreDifference) -> str:
    words = _("deal %(number)s: the score %(typed)s does not follow from %(before)s")
    return words % {
        "number": difference.number,
        "typed": "–".join(map(str, difference.typed)),
        "before": "–".join(map(str, difference.before)),
    }
