"""``python -m engine``: verify files, judge cases, play random deals, measure speed."""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from engine.commands import bench, judge, play, verify


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (verify, judge, play, bench):
        command.add_to(commands)
    chosen = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names of files may be anything
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has enough (``play | head``); nothing is left to tell it.
        _write_nowhere()
        return 0
    except OSError as error:
        print(f"error cannot_write {error.strerror}", file=sys.stderr)
        _write_nowhere()
        return 2
    return status


def _write_nowhere() -> None:
    """What is still held back goes nowhere, instead of failing once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
