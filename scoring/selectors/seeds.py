"""Entries as the seeds of a draw: rank, score, branches, whom they met, byes they had."""

from collections.abc import Iterable, Mapping

from scoring.domain.lines import LineKind, MatchLine
from scoring.domain.standings import Standing
from scoring.selectors.lines import ranking_of
from tournaments.domain.draw import Seed
from tournaments.models import Entry, Stage


def seeds_for(stage: Stage, entries: Iterable[Entry]) -> list[Seed]:
    """One seed per entry, best first, from everything played so far in the stage.

    Keys are entry numbers, as everybody sees them: whoever has the lots' seed can draw again.
    """
    by_uuid = {str(entry.uuid): entry for entry in entries}
    numbers = {str(uuid): number for uuid, number in stage.division.entries.values_list("uuid", "number")}
    standings = ranking_of(stage, entries=by_uuid.values())
    return [_seed(standing, by_uuid[str(standing.entry)], numbers) for standing in standings]


def _seed(standing: Standing, entry: Entry, numbers: Mapping[str, int]) -> Seed:
    return Seed(
        key=entry.number,
        rank=standing.rank,
        score=_score(standing),
        branches=frozenset(entry.branch_names),
        met=tuple(numbers[str(uuid)] for line in standing.lines for uuid in line.opponents),
        byes=sum(_is_bye(line) for line in standing.lines),
    )


def _score(standing: Standing) -> int:
    """Half points won, so that score groups are whole numbers."""
    return 2 * int(standing.wins) + standing.draws


def _is_bye(line: MatchLine) -> bool:
    return line.kind is LineKind.BYE
