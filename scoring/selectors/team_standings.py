"""団体: the teams of a stage as one viewer may read them, and what each entry brings to its team."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.domain.lines import MatchLine
from scoring.domain.standings import Number, Standing
from scoring.domain.teams import Share, rank_teams, shares, team_order
from scoring.selectors.lines import lines_of
from scoring.selectors.rulings import points_by_ruling
from scoring.selectors.standings import stage_entries
from scoring.selectors.viewer import Viewer, announced_rounds, sees_results
from tournaments.enums import RankingKey, RoundState
from tournaments.models import Stage, Team
from tournaments.selectors.names import EntryName


@dataclass(frozen=True, slots=True)
class Member:
    """One entry of a team; ``parts`` follow the keys of the table, None where a key is no sum."""

    entry: EntryName
    rank: int
    tied: bool
    parts: tuple[tuple[RankingKey, Number | None], ...]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team's place. ``missing`` is how many entries it has less than the largest team."""

    name: str
    rank: int
    tied: bool
    cells: tuple[tuple[RankingKey, Number], ...]
    members: tuple[Member, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """Best team first. Hidden: the gate is closed and nothing else is told.

    ``missing_counts`` is the place at which a missing entry is counted, None where places are not summed.
    """

    keys: tuple[RankingKey, ...] = ()
    rows: tuple[TeamRow, ...] = ()
    missing_counts: int | None = None
    provisional: bool = False
    hidden: bool = False

    @property
    def columns(self) -> int:
        return len(self.keys)


def has_teams(stage: Stage) -> bool:
    """Whether entries of the stage's division play for teams."""
    return stage.division.entries.filter(team__isnull=False).exists()


def team_standings_for(stage: Stage, viewer: Viewer) -> TeamStandings:
    """The teams whose entries play in the stage, after everything played so far."""
    if not sees_results(viewer, stage.tournament):
        return TeamStandings(hidden=True)
    names = stage_entries(stage)
    teams = _teams_of(stage)
    lines = lines_of(stage)
    members = _members(stage, lines, names, teams)
    size = max(map(len, members.values()), default=0)
    ranking = rank_teams(
        lines,
        profile=stage.profile,
        teams={entry: str(team.uuid) for entry, team in teams.items()},
        entries=list(names),
        lot_seed=stage.lot("ranking"),
        rulings=points_by_ruling(stage),
    )
    called = {str(team.uuid): team.name for team in teams.values()}
    keys = _keys(stage)
    return TeamStandings(
        keys=keys,
        rows=tuple(_row(row, called[str(row.entry)], members[str(row.entry)], size=size) for row in ranking),
        missing_counts=len(names) + 1 if RankingKey.TEAM_PLACINGS in keys else None,
        provisional=announced_rounds(stage).exclude(state=RoundState.CLOSED.value).exists(),
    )


def _keys(stage: Stage) -> tuple[RankingKey, ...]:
    return tuple(key for key, _descending in team_order(stage.profile))


def _teams_of(stage: Stage) -> dict[str, Team]:
    """The team of each entry that has one, by uuid of the entry."""
    entries = stage.division.entries.filter(team__isnull=False).select_related("team")
    return {str(entry.uuid): entry.team for entry in entries if entry.team}


def _members(
    stage: Stage, lines: Sequence[MatchLine], names: Mapping[str, EntryName], teams: Mapping[str, Team]
) -> Mapping[str, Sequence[Member]]:
    """The entries of each team, best first, by uuid of the team."""
    members: dict[str, list[Member]] = defaultdict(list)
    told = shares(
        lines,
        profile=stage.profile,
        entries=list(names),
        lot_seed=stage.lot("ranking"),
        rulings=points_by_ruling(stage),
    )
    for share in told:
        key = str(share.standing.entry)
        if key in teams:
            members[str(teams[key].uuid)].append(_member(share, names[key], _keys(stage)))
    return members


def _member(share: Share, name: EntryName, keys: Sequence[RankingKey]) -> Member:
    parts = tuple((key, share.parts.get(key)) for key in keys)
    return Member(name, share.standing.rank, share.standing.tied, parts)


def _row(standing: Standing, name: str, members: Sequence[Member], *, size: int) -> TeamRow:
    return TeamRow(
        name=name,
        rank=standing.rank,
        tied=standing.tied,
        cells=tuple(standing.values.items()),
        members=tuple(members),
        missing=size - len(members),
    )
