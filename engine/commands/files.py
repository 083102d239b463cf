"""Files of records: the form detected, every deal and every total judged where it stands."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from engine.errors import RecordSyntaxError
from engine.goita.kifu import LARGEST_FILE, decoded, read_match
from engine.goita.lines import LINE_FORMS, games_of
from engine.goita.match import verify_match
from engine.goita.sequence import with_expected_dealers
from engine.registry import RULESETS
from engine.verdict import TotalVerdict, Verdict

THREE_HANDS = re.compile(r"([1-9x]*,){3}s")
FOUR_HANDS = re.compile(r"([1-9x]*,){4}s")

Judged: TypeAlias = Verdict | TotalVerdict


class Finding(NamedTuple):
    """A verdict and its place: the number of the deal in a match, or of the line in a text."""

    number: int
    verdict: Judged

    @property
    def is_unreadable(self) -> bool:
        return self.verdict.fault is not None and self.verdict.fault.code == "syntax"


def read_file(path: Path) -> bytes:
    """Raise OSError, or RecordSyntaxError before a file beyond all measure is read."""
    if path.stat().st_size > LARGEST_FILE:
        raise RecordSyntaxError("file_too_large", limit=LARGEST_FILE)
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)  # a device has no size, and no end


def findings(data: bytes, *, game: str, options: Mapping[str, object], target: int) -> Iterator[Finding]:
    """``game`` is that of sheets, points and totals; deals with hands tell their own."""
    text = decoded(data)
    if not LINE_FORMS.match(text):
        verdicts: Sequence[Judged] = verify_match(read_match(data), options=options)
        yield from map(Finding, range(1, len(verdicts) + 1), verdicts)
        return
    for lines in games_of(text):
        yield from _game(lines, game, options, target)


def _game(
    lines: Sequence[tuple[int, str]], game: str, options: Mapping[str, object], target: int
) -> Iterator[Finding]:
    """The lines up to a blank one. Totals stand outside the succession of dealers (G-6.4)."""
    totals = [line for line in lines if line[1].lstrip().startswith("total")]
    deals = [line for line in lines if line not in totals]
    verdicts = with_expected_dealers(
        [RULESETS[_game_of(text, game)].verify(text, options=options) for _, text in deals]
    )
    found = [Finding(number, v) for (number, _), v in zip(deals, verdicts, strict=True)]
    found += [
        Finding(number, RULESETS[game].check_total(text, options=options, target=target))
        for number, text in totals
    ]
    yield from sorted(found, key=lambda finding: finding.number)


def _game_of(text: str, game: str) -> str:
    if FOUR_HANDS.match(text.strip()):
        return "goita"
    return "goita3" if THREE_HANDS.match(text.strip()) else game
