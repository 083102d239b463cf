"""Match files of either kind: YAML, or text with one deal a line, a blank line before the next game."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from engine.goita.kifu import MatchDeal, decoded, read_match

LINE_FORMS = re.compile(r"\s*([1-9x]+|sheet|points|total),")


@dataclass(frozen=True, slots=True)
class MatchFile:
    """``players`` is empty where the file names nobody. YAML does not say where a game ends: one block."""

    players: tuple[str, ...]
    games: tuple[tuple[MatchDeal, ...], ...]

    @property
    def deals(self) -> tuple[MatchDeal, ...]:
        return tuple(deal for game in self.games for deal in game)


def read_match_file(data: bytes) -> MatchFile:
    """Raise RecordSyntaxError when the file is neither."""
    text = decoded(data)
    if LINE_FORMS.match(text):
        games = ([MatchDeal(line.strip()) for _number, line in game] for game in games_of(text))
        return MatchFile((), tuple(map(tuple, games)))
    match = read_match(data)
    return MatchFile(match.players, (match.deals,))


def games_of(text: str) -> Iterator[list[tuple[int, str]]]:
    """The lines of each game, numbered from the first line of the text."""
    lines = enumerate(re.split("\r\n|\n|\r", text), 1)
    for blank, game in groupby(lines, key=lambda line: not line[1].strip()):
        if not blank:
            yield list(game)
