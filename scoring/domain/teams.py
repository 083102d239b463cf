"""Teams (団体戦) ranked from the matches of their entries, in the same table of lines.

An entry belongs to one team or to none, and teams may be of unequal size. Where a floater sat there is no
line, so the floater's own team gains nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.domain.lines import Entry, MatchLine
from scoring.domain.standings import Standing, rank_entries, ranked, table_of, with_lot
from scoring.domain.tiebreaks import KEYS, Number, exact
from tournaments.domain.profile import Profile, Ranking
from tournaments.enums import RankingKey

# Keys whose value for a team is the sum of the values of its entries.
SUMS = frozenset(RankingKey) - {
    RankingKey.WIN_RATE,
    RankingKey.HEAD_TO_HEAD,
    RankingKey.SOS,
    RankingKey.SODOS,
    RankingKey.SOSOS,
    RankingKey.CUMULATIVE,
    RankingKey.LOT,
}


def rank_teams(
    lines: Iterable[MatchLine],
    *,
    profile: Profile,
    teams: Mapping[Entry, Entry],
    entries: Sequence[Entry],
    lot_seed: int = 0,
    rulings: Mapping[Entry, int] | None = None,
) -> list[Standing]:
    """The teams of these entries, best first by ``team_order``; equal in all is equal rank.

    ``teams`` names the team of each entry that has one. Results and points are the sums of what its
    entries have, ``rulings`` on them too; keys that look at opponents compare teams with teams.
    """
    lines = tuple(lines)
    alone = _alone(lines, profile, entries, lot_seed, rulings)
    team_lines = [(line.entry, team_line(line, teams)) for line in lines if line.entry in teams]
    table = replace(
        table_of((line for _, line in team_lines), profile, lot_seed),
        members=lines_of_members(team_lines),
        team_ranks=ranks_of_members(alone, teams),
        rulings=rulings_of_members(rulings or {}, teams),
    )
    names = tuple(dict.fromkeys(teams[entry] for entry in entries if entry in teams))
    return ranked(table, names, team_order(profile))


def team_order(profile: Profile) -> Ranking:
    """The profile's team keys; where it names none, teams are ranked as their entries are."""
    return with_lot(profile.team or profile.ranking, profile)


@dataclass(frozen=True, slots=True)
class Share:
    """What one entry brings to its team: its rank among all entries, and its part of each sum."""

    standing: Standing
    parts: Mapping[RankingKey, Number]


def shares(
    lines: Iterable[MatchLine],
    *,
    profile: Profile,
    entries: Sequence[Entry],
    lot_seed: int = 0,
    rulings: Mapping[Entry, int] | None = None,
) -> list[Share]:
    """The share of each entry, best first. A key that is no sum over entries has no part."""
    lines = tuple(lines)
    alone = _alone(lines, profile, entries, lot_seed, rulings)
    table = replace(
        table_of(lines, profile, lot_seed),
        team_ranks={row.entry: [mean_rank(row, alone)] for row in alone},
        rulings=rulings or {},
    )
    keys = [key for key, _descending in team_order(profile) if key in SUMS]
    return [Share(row, {key: exact(KEYS[key](table, row.entry)) for key in keys}) for row in alone]


def _alone(
    lines: Iterable[MatchLine],
    profile: Profile,
    entries: Sequence[Entry],
    lot_seed: int,
    rulings: Mapping[Entry, int] | None,
) -> list[Standing]:
    """The entries by themselves."""
    order = profile.ranking
    return rank_entries(
        lines, order=order, profile=profile, entries=entries, lot_seed=lot_seed, rulings=rulings
    )


def rulings_of_members(rulings: Mapping[Entry, int], teams: Mapping[Entry, Entry]) -> dict[Entry, int]:
    """What was ruled on the entries of each team, added up."""
    summed: dict[Entry, int] = defaultdict(int)
    for entry, points in rulings.items():
        if entry in teams:
            summed[teams[entry]] += points
    return summed


def team_line(line: MatchLine, teams: Mapping[Entry, Entry]) -> MatchLine:
    """The line as its team's, against the teams of its opponents."""
    opponents = tuple(teams[opponent] for opponent in line.opponents if opponent in teams)
    return replace(line, entry=teams[line.entry], opponents=opponents)


def lines_of_members(team_lines: Iterable[tuple[Entry, MatchLine]]) -> Mapping[Entry, list[list[MatchLine]]]:
    """The lines of each team, apart by the entry that played them."""
    members: dict[Entry, dict[Entry, list[MatchLine]]] = defaultdict(lambda: defaultdict(list))
    for entry, line in team_lines:
        members[line.entry][entry].append(line)
    return {team: list(by_entry.values()) for team, by_entry in members.items()}


def ranks_of_members(alone: Sequence[Standing], teams: Mapping[Entry, Entry]) -> Mapping[Entry, list[Number]]:
    """The ranks of each team's entries, made up to the size of the largest team with last + 1 (P6)."""
    ranks: dict[Entry, list[Number]] = defaultdict(list)
    for row in alone:
        if row.entry in teams:
            ranks[teams[row.entry]].append(mean_rank(row, alone))
    size = max(map(len, ranks.values()), default=0)
    return {team: own + [len(alone) + 1] * (size - len(own)) for team, own in ranks.items()}


def mean_rank(row: Standing, alone: Sequence[Standing]) -> Number:
    """The mean of the places that a tied group takes together."""
    equal = sum(other.rank == row.rank for other in alone)
    return row.rank + Fraction(equal - 1, 2)
