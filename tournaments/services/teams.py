"""Teams (団体) of a division: prefectures, branches, shops. Each entry belongs to one of them or to none.

A change holds for everything played so far too, because team tables are derived; house pairs have no team.
"""

from clubs.errors import NameMissing
from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from tournaments.enums import TournamentState
from tournaments.errors import EventClosed, TeamNameTaken
from tournaments.models import Division, Entry, Team
from tournaments.services.versions import raise_public_version


def make_team(division: Division, name: str, *, by: Account | None = None) -> Team:
    """The division has a team of this name; made again it is the same. Raises NameMissing, EventClosed."""
    with writing():
        _lock(division)
        return _team_named(division, _clean(name), by=by)


def rename_team(team: Team, name: str, *, by: Account | None = None) -> None:
    """Raises NameMissing, TeamNameTaken, EventClosed."""
    with writing():
        _lock(team.division)
        name = _clean(name)
        if team.division.teams.filter(name=name).exclude(pk=team.pk).exists():
            raise TeamNameTaken(name=name)
        team.name = name
        team.save()
        _append("team_renamed", team, by=by, name=name)


def drop_team(team: Team, *, by: Account | None = None) -> None:
    """There is no such team any more, and its entries play for themselves alone. Raises EventClosed."""
    with writing():
        _lock(team.division)
        _append("team_dropped", team, by=by, name=team.name)
        team.delete()


def assign_team(entry: Entry, team: Team | None, *, by: Account | None = None) -> None:
    """The entry plays for this team, or for none. Raises EventClosed."""
    with writing():
        _lock(entry.division)
        _assign(entry, team, by=by)


def teams_from_branches(division: Division, *, by: Account | None = None) -> list[Entry]:
    """Whoever comes from one branch plays for it; returns those whose team has changed.

    A mixed pair plays for the team it named at the reception, or for none. Raises EventClosed.
    """
    with writing():
        _lock(division)
        own = [entry for entry in _ranked(division) if len(entry.branch_names) == 1]
        teams = {
            name: _team_named(division, name, by=by) for (name,) in (entry.branch_names for entry in own)
        }
        return [entry for entry in own if _assign(entry, teams[entry.branch_names[0]], by=by)]


def _ranked(division: Division) -> list[Entry]:
    entries = division.entries.filter(is_house=False, withdrawn_at=None)
    return list(entries.prefetch_related("members__member__memberships__branch"))


def _team_named(division: Division, name: str, *, by: Account | None) -> Team:
    team, is_new = Team.objects.get_or_create(division=division, name=name)
    if is_new:
        _append("team_made", team, by=by, name=name)
    return team


def _assign(entry: Entry, team: Team | None, *, by: Account | None) -> bool:
    if entry.team_id == (team.pk if team else None):
        return False
    entry.team = team
    entry.save(update_fields=["team"])
    raise_public_version(entry.division.tournament)
    append_act(
        "entry_team_set",
        subject=entry.uuid,
        scope=entry.division.tournament.uuid,
        by=by,
        payload={"team": str(team.uuid) if team else ""},
    )
    return True


def _clean(name: str) -> str:
    if not name.strip():
        raise NameMissing()
    return name.strip()


def _lock(division: Division) -> None:
    locked = lock(Division, division.pk)
    if locked.tournament.state == TournamentState.CLOSED.value:
        raise EventClosed(event=locked.tournament.name)


def _append(kind: str, team: Team, *, by: Account | None, name: str) -> None:
    event = team.division.tournament
    raise_public_version(event)
    append_act(kind, subject=team.uuid, scope=event.uuid, by=by, payload={"name": name})
