"""States in, draws out, one a line: the desk's own draws for other programs, without any database."""

import gc
import logging
import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import translation

from tournaments.domain.state_line import MOST_BYTES, answer, answer_failed
from tournaments.management.phrases import sentence

PIECE = 1 << 20

EXAMPLES = """\
One state a line on standard input, one answer a line on standard output, in the same order:

  {"id": "r3", "format": "swiss", "units": [{"id": "A", "score": 2, "met": ["B", "C"]}, …]}
  {"id": "r3", "tables": [["A", "D"], …], "sitting_out": [], "reasons": […], "warnings": []}

  swiss                 needs units      one round, with the reason for each table
  rotation              needs persons    its rounds (mode: design, lot, standing) and their quality
  knockout              needs units      the bracket, round by round
  round_robin, league   need units       everybody against everybody
  two_wins_two_losses   needs units      round one
  title                 needs units      its table

Needed are id, format and units or persons; docs/draw.md tells all fields, defaults and codes.
A line that cannot be drawn is answered with an error, and the next line is read.

  manage.py draw < states.jsonl > draws.jsonl
"""


class Command(BaseCommand):
    help = "Draws rounds from states of tournaments, one JSON object a line; opens no database."
    requires_system_checks = []  # nothing of the installation is needed, only the draw itself

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = EXAMPLES

    def handle(self, **options: Any) -> None:
        look_for_cycles_seldom()
        with translation.override(settings.TERMINAL_LANGUAGE):
            answer_all(sys.stdin.buffer, sys.stdout.buffer)


def look_for_cycles_seldom() -> None:
    """A draw makes millions of values and hardly a cycle; looking for cycles would take half its time."""
    gc.freeze()
    gc.set_threshold(100_000)


def answer_all(lines: BinaryIO, answers: BinaryIO) -> None:
    """Every line is answered before the next is read; ends in silence when nobody reads the answers.

    Raises CommandError, a line on standard error, when they cannot be written or the lines not be read.
    """
    try:
        for line in read(lines):
            answers.write(answered(line))
            answers.flush()
    except OSError as error:
        # What is still held back goes nowhere, instead of failing once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
        if not isinstance(error, BrokenPipeError):
            raise CommandError(f"cannot_go_on: {error.strerror}") from error


def read(lines: BinaryIO) -> Iterator[bytes]:
    """Every line; of one that is too long only the beginning, the rest is passed over piece by piece."""
    while line := lines.readline(MOST_BYTES + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = lines.readline(PIECE)


def answered(line: bytes) -> bytes:
    try:
        return answer(line, sentence=sentence)
    # Whatever is wrong with us at one line, the lines after it have their answers.
    except Exception as fault:
        logging.getLogger(__name__).exception("draw failed")
        return answer_failed(line, fault=fault, sentence=sentence)
