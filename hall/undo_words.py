"""What one press would undo, in words."""

from dataclasses import dataclass

from hall.act_words import ActLine, lines_of
from hall.phrases import fault_words
from scoring.selectors.undoable import last_undoable
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class UndoKey:
    """The last act on a match; ``fault`` says why it stays, empty where it can be undone."""

    line: ActLine
    fault: str


def undo_key(match: Match) -> UndoKey | None:
    """None where nothing is left to undo."""
    last = last_undoable(match)
    if last is None:
        return None
    [line] = lines_of([last.act], match.tournament)
    return UndoKey(line, fault_words(last.fault) if last.fault else "")
