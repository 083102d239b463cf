"""Who plays in a stage: the entries in order of seeding, each in its group; who goes straight into it."""

from collections.abc import Sequence

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from tournaments.domain.all_play_all.groups import Grouping, assign_groups
from tournaments.domain.draw import Key, Seed
from tournaments.domain.pairing import KEEPS_PLACES
from tournaments.enums import Format
from tournaments.errors import (
    EntryDrawn,
    EntrySizeWrong,
    EntryWithdrawn,
    StageInPlay,
    StageStarted,
    TitleHeld,
)
from tournaments.models import Division, Entrant, Entry, Stage
from tournaments.selectors.entrants import drawn_in, waiting_for
from tournaments.services.versions import raise_public_version


def set_entrants(stage: Stage, entries: Sequence[Entry], *, by: Grouping, seed: int) -> None:
    """These entries play in the stage, in this order, spread over its groups where it has several.

    Raises DrawImpossible for groups of one. Call inside ``writing()``.
    """
    groups = _groups(stage, entries, by=by, seed=seed)
    stage.entrants.all().delete()
    Entrant.objects.bulk_create(
        Entrant(stage=stage, entry=entry, number=number, group=groups.get(entry.number, 0))
        for number, entry in enumerate(entries, 1)
    )


def _groups(stage: Stage, entries: Sequence[Entry], *, by: Grouping, seed: int) -> dict[Key, int]:
    if stage.settings.groups == 1:
        return {}
    seeds = [
        Seed(
            key=entry.number,
            rank=rank,
            branches=frozenset(entry.branch_names),
            team=str(entry.team_id) if entry.team_id else None,
        )
        for rank, entry in enumerate(entries, 1)
    ]
    return assign_groups(seeds, stage.settings.groups, by=by, seed=seed)


# 直接出場


def wait_for(entry: Entry, stage: Stage, *, by: Account | None = None) -> None:
    """The entry goes straight into the stage and plays in none before it; in a title match it is the holder.

    Raises EntryWithdrawn, EntrySizeWrong where the stage is played by pairs joined from persons, EntryDrawn
    when it plays already, StageInPlay when that list is announced, TitleHeld when a title has a holder.
    """
    with writing():
        lock(Division, stage.division_id)
        _refuse_waiting(Entry.objects.get(pk=entry.pk), stage)
        _set_waiting(entry, stage, kind="entry_waits", by=by)


def play_from_first(entry: Entry, *, by: Account | None = None) -> None:
    """The entry plays from the first stage on, like all others.

    Raises StageInPlay when it stands in the announced list, StageStarted where all opponents stand already.
    """
    with writing():
        lock(Division, entry.division_id)
        stage = Entry.objects.get(pk=entry.pk).waits_for
        if stage is None:
            return
        if stage.started_at or stage.entrants.exists():
            raise StageInPlay(stage=stage.number)
        first = entry.division.stages.earliest("number")
        if first.started_at and Format(first.format) in KEEPS_PLACES:
            raise StageStarted(event=first.tournament.name)
        _set_waiting(entry, None, kind="entry_waits_no_more", by=by)


def _refuse_waiting(entry: Entry, stage: Stage) -> None:
    if entry.withdrawn_at:
        raise EntryWithdrawn(entry=entry.number)
    if entry.members.count() != stage.entry_size:
        raise EntrySizeWrong(needed=stage.entry_size, given=entry.members.count())
    if stage.started_at or stage.entrants.exists():
        raise StageInPlay(stage=stage.number)
    for before in entry.division.stages.filter(number__lt=stage.number):
        if entry.pk in drawn_in(before):
            raise EntryDrawn(entry=entry.number, stage=before.number)
    holders = [other.number for other in waiting_for(stage) if other != entry]
    if holders and Format(stage.format) is Format.TITLE:
        raise TitleHeld(stage=stage.number, entry=holders[0])


def _set_waiting(entry: Entry, stage: Stage | None, *, kind: str, by: Account | None) -> None:
    """Drafts that counted on it otherwise are stale and say so."""
    Entry.objects.filter(pk=entry.pk).update(waits_for=stage)
    tournament = entry.division.tournament
    raise_public_version(tournament)
    append_act(
        kind,
        subject=entry.uuid,
        scope=tournament.uuid,
        by=by,
        payload={"stage": str(stage.uuid) if stage else None},
    )
