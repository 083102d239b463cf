"""From lines to standings: rank by the profile's own keys, in their order, and by nothing else.

Which matches count (only closed rounds, only confirmed matches) is the caller's affair. An order
within an equal rank is the order in which the caller gave the entries.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.domain.facts import Result
from scoring.domain.lines import Entry, GameLine, LineKind, MatchLine
from scoring.domain.tiebreaks import KEYS, Number, Table, exact, results
from tournaments.domain.profile import Profile, Ranking, Tie
from tournaments.enums import RankingKey

__all__ = [
    "Entry",
    "GameLine",
    "LineKind",
    "MatchLine",
    "Number",
    "Standing",
    "in_places",
    "rank_entries",
]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table. ``tied``: another entry has the same rank; ``values`` in ranking order.

    ``ruling`` is what referees gave or took in the standings alone; it is in the ``values`` of points.
    """

    entry: Entry
    rank: int
    tied: bool
    values: Mapping[RankingKey, Number]
    wins: int
    losses: int
    draws: int
    lines: tuple[MatchLine, ...]
    ruling: int = 0


def rank_entries(
    lines: Iterable[MatchLine],
    *,
    order: Ranking,
    profile: Profile,
    entries: Sequence[Entry],
    lot_seed: int = 0,
    rulings: Mapping[Entry, int] | None = None,
) -> list[Standing]:
    """All entries, best first, those without a line too; equal in every key means equal rank.

    Lines of entries that are not listed are left out of the table but still met as opponents.
    """
    table = replace(table_of(lines, profile, lot_seed), rulings=rulings or {})
    return ranked(table, entries, with_lot(order, profile))


def in_places(ranking: Iterable[Standing], places: Sequence[Sequence[Entry]]) -> list[Standing]:
    """The same entries in these places instead, those of one place equal; behind them who has none."""
    by_entry = {row.entry: row for row in ranking}
    groups = [[entry for entry in equals if entry in by_entry] for equals in places]
    known = {entry for group in groups for entry in group}
    groups.append([entry for entry in by_entry if entry not in known])
    return [
        replace(by_entry[entry], rank=rank, tied=len(group) > 1, values={})
        for rank, group in placed(groups)
        for entry in group
    ]


def with_lot(order: Ranking, profile: Profile) -> Ranking:
    """The keys, and the lot behind them where equal entries are to be separated."""
    drawn = profile.tie is Tie.LOT and RankingKey.LOT not in dict(order)
    return (*order, (RankingKey.LOT, True)) if drawn else order


def table_of(lines: Iterable[MatchLine], profile: Profile, lot_seed: int) -> Table:
    by_entry: dict[Entry, list[MatchLine]] = defaultdict(list)
    for line in lines:
        by_entry[line.entry].append(line)
    ordered = {entry: sorted(own, key=line_order) for entry, own in by_entry.items()}
    return Table(lines=ordered, profile=profile, lot_seed=lot_seed)


def line_order(line: MatchLine) -> tuple[int, str, str]:
    # The text of the line settles two matches of one round, so that no order of rows shows through.
    return line.round_number, line.kind, repr(line)


def ranked(table: Table, entries: Sequence[Entry], order: Ranking) -> list[Standing]:
    table = replace(table, lines=dict.fromkeys(entries, ()) | dict(table.lines))
    values: dict[Entry, dict[RankingKey, Number]] = {entry: {} for entry in entries}
    groups = [list(entries)]
    for key, descending in order:
        groups = [part for group in groups for part in split(group, key, descending, table, values)]
    return [row for place, group in placed(groups) for row in rows(group, place, table, values)]


def split(
    group: list[Entry],
    key: RankingKey,
    descending: bool,
    table: Table,
    values: Mapping[Entry, dict[RankingKey, Number]],
) -> list[list[Entry]]:
    """The group in parts of equal value, best first; notes the value of every entry on the way."""
    # Only the direct comparison looks at the group; the whole table keeps its sums for all other keys.
    seen = table.within(group) if key is RankingKey.HEAD_TO_HEAD else table
    for entry in group:
        values[entry][key] = exact(KEYS[key](seen, entry))
    best_first = sorted(group, key=lambda entry: values[entry][key], reverse=descending)
    return [list(part) for _, part in groupby(best_first, key=lambda entry: values[entry][key])]


def placed(groups: Sequence[list[Entry]]) -> Iterable[tuple[int, list[Entry]]]:
    """Each group with its rank: two seconds are followed by a fourth."""
    rank = 1
    for group in groups:
        if group:
            yield rank, group
        rank += len(group)


def rows(
    group: Sequence[Entry], rank: int, table: Table, values: Mapping[Entry, Mapping[RankingKey, Number]]
) -> Iterable[Standing]:
    for entry in group:
        counted = [result for line in table.of(entry) for result in results(line, table.profile)]
        yield Standing(
            entry=entry,
            rank=rank,
            tied=len(group) > 1,
            values=values[entry],
            wins=counted.count(Result.WIN),
            losses=counted.count(Result.LOSS),
            draws=counted.count(Result.DRAW),
            lines=tuple(table.of(entry)),
            ruling=table.rulings.get(entry, 0),
        )
