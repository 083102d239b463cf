"""``verify FILE…``: judge every deal of the files, one line of key words each.

Exit status 0: all lawful. 1: something is unlawful or unreadable; the rest is still read.
2: a file cannot be opened or is too large, or the command is wrong.
"""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from engine.commands import answer, words
from engine.commands.files import Finding, findings, read_file
from engine.errors import EngineError
from engine.registry import RULESETS

MOST_UNREADABLE = 100
LAWFUL, UNLAWFUL, NO_FILE = 0, 1, 2


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("verify", help="judge every deal of the files")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--game", choices=RULESETS, default="goita", help="of sheets, points, totals")
    parser.add_argument("--options", type=_options, default={}, metavar="JSON")
    parser.add_argument("--target", type=int, default=150, help="of totals")
    parser.set_defaults(run=run)


def _options(text: str) -> Mapping[str, object]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        raise argparse.ArgumentTypeError("not_json") from None
    if not isinstance(options, dict):
        raise argparse.ArgumentTypeError("bad_option")
    try:
        RULESETS["goita"].check_options(options)
    except EngineError as error:
        raise argparse.ArgumentTypeError(f"{error.code} {error.params['option']}") from None
    return options


def run(arguments: argparse.Namespace) -> int:
    return max([_verify(path, arguments) for path in arguments.files])


def _verify(path: Path, arguments: argparse.Namespace) -> int:
    report = Report(path.name, as_json=arguments.json)
    try:
        data = read_file(path)
    except OSError:
        return report.refuse(EngineError("cannot_open"), NO_FILE)
    except EngineError as error:
        return report.refuse(error, NO_FILE)
    try:
        for finding in findings(
            data, game=arguments.game, options=arguments.options, target=arguments.target
        ):
            report.tell(finding)
    except EngineError as error:
        return report.refuse(error, UNLAWFUL)
    return report.close()


class Report:
    """Prints what one file holds and remembers its exit status."""

    def __init__(self, name: str, *, as_json: bool) -> None:
        self.name = name
        self.as_json = as_json
        self.status = LAWFUL
        self.unreadable = 0

    def tell(self, finding: Finding) -> None:
        number, verdict = finding
        if verdict.fault is not None:
            self.status = UNLAWFUL
        self.unreadable += finding.is_unreadable
        if finding.is_unreadable and self.unreadable > MOST_UNREADABLE:
            return
        whole = {"number": number, "game": verdict.game, "record": verdict.record}
        self._print(whole | {"result": answer.of_judged(verdict)}, f"{number} {words.of_judged(verdict)}")

    def refuse(self, error: EngineError, status: int) -> int:
        """The file is given up."""
        self._print(answer.of_error(error), words.of_error(error))
        return status

    def close(self) -> int:
        if (untold := self.unreadable - MOST_UNREADABLE) > 0:
            self._print({"more_unreadable": untold}, f"more_unreadable={untold}")
        return self.status

    def _print(self, whole: Mapping[str, object], line: str) -> None:
        print(json.dumps({"file": self.name, **whole}) if self.as_json else f"{self.name} {line}")
