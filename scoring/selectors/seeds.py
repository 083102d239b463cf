"""Entries as the seeds of a draw: rank, score, branches, whom they met, byes they had."""

from collections.abc import Iterable

from scoring.domain.lines import LineKind, MatchLine
from scoring.domain.standings import Standing
from scoring.selectors.lines import ranking_of
from tournaments.domain.draw import Seed
from tournaments.models import Entry, Stage


def seeds_for(stage: Stage, entries: Iterable[Entry]) -> list[Seed]:
    """One seed per entry, best first, from everything played so far in the stage."""
    by_key = {str(entry.uuid): entry for entry in entries}
    standings = ranking_of(stage, entries=by_key.values())
    return [_seed(standing, by_key[str(standing.entry)]) for standing in standings]


def _seed(standing: Standing, entry: Entry) -> Seed:
    return Seed(
        key=str(entry.uuid),
        rank=standing.rank,
        score=_score(standing),
        branches=frozenset(entry.branch_names),
        met=tuple(key for line in standing.lines for key in line.opponents),
        byes=sum(_is_bye(line) for line in standing.lines),
    )


def _score(standing: Standing) -> int:
    """Half points won, so that score groups are whole numbers."""
    return 2 * int(standing.wins) + standing.draws


def _is_bye(line: MatchLine) -> bool:
    return line.kind is LineKind.BYE
