"""Somebody plays in another group than the lot or the cut has said. Until play begins only."""

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.errors import DrawNotPossible, GroupUnknown
from tournaments.errors import SettingsFrozen
from tournaments.models import Entrant, Entry, Stage
from tournaments.services.versions import raise_public_version

FEWEST = 2


def move_to_group(entry: Entry, stage: Stage, *, group: int, by: Account | None = None) -> None:
    """The entry plays in this group; a draft that is there already says that it is out of date.

    Raises SettingsFrozen once round 1 is published, GroupUnknown, and DrawNotPossible where fewer than two
    would stay.
    """
    with writing():
        locked = lock(Stage, stage.pk)
        if locked.started_at:
            raise SettingsFrozen(stage=locked.number)
        own = locked.entrants.filter(entry=entry).first()
        if own is None or not 1 <= group <= locked.settings.groups:
            raise GroupUnknown(entry=entry.number, group=group)
        if own.group == group:
            return
        _refuse_too_few(locked, own)
        former, own.group = own.group, group
        own.save()
        raise_public_version(locked.tournament)
        append_act(
            "group_changed",
            subject=entry.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={"stage": str(locked.uuid), "from": former, "to": group},
        )


def _refuse_too_few(stage: Stage, leaving: Entrant) -> None:
    left = stage.entrants.filter(group=leaving.group).count() - 1
    if left < FEWEST:
        raise DrawNotPossible(round=1, fault="groups_too_small", units=left, groups=stage.settings.groups)
