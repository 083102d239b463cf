"""星取表: who met whom and how it ended; by opponent where everybody meets, else by round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.selectors.entry_matches import EntryMatch, entry_matches
from scoring.selectors.standings import StandingRow, Standings, standings_for
from scoring.selectors.viewer import Viewer, sees_draws
from scoring.selectors.withdrawals import EVERYBODY_MEETS
from tournaments.enums import Format
from tournaments.models import Stage
from tournaments.selectors.names import EntryName, named_entries


@dataclass(frozen=True, slots=True)
class CrossMark:
    """One match within a cell."""

    mark: str
    points: tuple[int, ...] | None
    partners: tuple[EntryName, ...]
    opponents: tuple[EntryName, ...]
    code: str


@dataclass(frozen=True, slots=True)
class CrossCell:
    marks: tuple[CrossMark, ...]
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    standing: StandingRow
    cells: tuple[CrossCell, ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """``opponents`` head the columns where everybody meets everybody, else ``rounds`` do."""

    rows: tuple[CrossRow, ...] = ()
    rounds: tuple[int, ...] = ()
    opponents: tuple[EntryName, ...] = ()
    provisional: bool = False
    hidden: bool = False

    @property
    def groups(self) -> list["CrossGroup"]:
        """The table in parts: each group beside itself, for between groups nobody meets."""
        numbers = [row.standing.group for row in self.rows]
        return [self._part(group) for group in dict.fromkeys(numbers)]

    def _part(self, group: int) -> "CrossGroup":
        own = [place for place, row in enumerate(self.rows) if row.standing.group == group]
        if not self.opponents:
            return CrossGroup(group, tuple(self.rows[place] for place in own), ())
        rows = (
            CrossRow(self.rows[place].standing, tuple(self.rows[place].cells[other] for other in own))
            for place in own
        )
        return CrossGroup(group, tuple(rows), tuple(self.opponents[place] for place in own))


@dataclass(frozen=True, slots=True)
class CrossGroup:
    """One group's part of a cross table; number 0: there are no groups."""

    number: int
    rows: tuple[CrossRow, ...]
    opponents: tuple[EntryName, ...]


def cross_table_for(stage: Stage, viewer: Viewer) -> CrossTable:
    """Rows in the order of the standings; hidden unless both draw and standings are open."""
    standings = standings_for(stage, viewer=viewer)
    if standings.hidden or not sees_draws(viewer, stage.tournament):
        return CrossTable(hidden=True)
    matches = entry_matches(stage)
    names = {name.key: name for name in named_entries(stage.division).values()}
    if Format(stage.format) in EVERYBODY_MEETS:
        return _by_opponent(standings, matches, names)
    return _by_round(standings, matches, names)


def _by_round(
    standings: Standings,
    matches: Mapping[str, Sequence[EntryMatch]],
    names: Mapping[str, EntryName],
) -> CrossTable:
    rows = [
        CrossRow(
            row,
            tuple(
                CrossCell(tuple(_marks(matches.get(row.entry.key, ()), names, number=number)))
                for number in standings.rounds
            ),
        )
        for row in standings.rows
    ]
    return CrossTable(tuple(rows), rounds=standings.rounds, provisional=standings.provisional)


def _by_opponent(
    standings: Standings,
    matches: Mapping[str, Sequence[EntryMatch]],
    names: Mapping[str, EntryName],
) -> CrossTable:
    order = [row.entry for row in standings.rows]
    rows = [
        CrossRow(
            row,
            tuple(
                CrossCell(
                    tuple(_marks(matches.get(row.entry.key, ()), names, against=other.key)),
                    is_self=other == row.entry,
                )
                for other in order
            ),
        )
        for row in standings.rows
    ]
    return CrossTable(
        tuple(rows),
        rounds=standings.rounds,
        opponents=tuple(order),
        provisional=standings.provisional,
    )


def _marks(
    matches: Sequence[EntryMatch],
    names: Mapping[str, EntryName],
    *,
    number: int | None = None,
    against: str | None = None,
) -> Iterator[CrossMark]:
    for match in matches:
        if number in (None, match.round_number) and (against is None or against in match.opponents):
            yield CrossMark(
                mark=match.mark,
                points=match.points,
                partners=tuple(names[key] for key in match.partners),
                opponents=tuple(names[key] for key in match.opponents),
                code=match.code if match.opponents else "",
            )
