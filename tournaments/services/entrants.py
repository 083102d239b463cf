"""Who plays in a stage: the entries in order of seeding, each in its group."""

from collections.abc import Sequence

from tournaments.domain.all_play_all.groups import Grouping, assign_groups
from tournaments.domain.draw import Key, Seed
from tournaments.models import Entrant, Entry, Stage


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
