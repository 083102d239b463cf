"""The cut into a stage: who passes by the tables of the stage before, and whether its list still agrees."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.domain.standings import rank_entries
from scoring.selectors.placing import Tables, is_finished, members_of, tables_of
from scoring.selectors.standings import stage_entries
from tournaments.domain.draw import DrawImpossible, Key
from tournaments.domain.elimination.blocks import number_through
from tournaments.domain.elimination.title import challengers
from tournaments.domain.forecast.course import group_sizes
from tournaments.domain.stages.cut_list import CutList, Decided, cut_list_from
from tournaments.domain.stages.cuts import Cut, Ranked, cut
from tournaments.enums import Format, RankingKey
from tournaments.models import Announcement, AnnouncementKind, Stage
from tournaments.selectors.entrants import playing, waiting_for
from tournaments.selectors.names import EntryName

BY_LOT = ((RankingKey.LOT, True),)


class Passing(StrEnum):
    """What the cut says of somebody."""

    PASSES = "passes"
    TIED = "tied"
    STAYS = "stays"


@dataclass(frozen=True, slots=True)
class CutRow:
    """Somebody who may pass, with the rank that was played for."""

    entry: EntryName
    rank: int
    passing: Passing


@dataclass(frozen=True, slots=True)
class CutState:
    """The cut into ``stage`` as things are now; all keys are uuids of entries of the stage before.

    ``tables`` hold whoever may pass, ``derived`` is what they say with the ties that were ``decided``, and
    ``announced`` is the list that stands. ``is_ready``: the stage before is finished.
    """

    stage: Stage
    before: Stage
    is_ready: bool
    tables: Tables
    derived: Cut
    decided: tuple[Decided, ...]
    announced: CutList | None

    @property
    def agrees(self) -> bool:
        """Whether the tables still say what they said when the list was announced, if there is one."""
        if self.announced is None:
            return True
        return not self.derived.stakes and self.derived.passed == self.announced.derived

    @property
    def coming(self) -> tuple[Key, ...]:
        """Who passes by the tables and does not stand in the announced list."""
        return self.announced.coming(self.derived.passed) if self.announced else ()

    @property
    def going(self) -> tuple[Key, ...]:
        """Who stands in the announced list and does not pass by the tables, as far as ties are decided."""
        tied = [key for stake in self.derived.stakes for key in stake.tied]
        return self.announced.going([*self.derived.passed, *tied]) if self.announced else ()


def cut_state(stage: Stage, decided: Iterable[Decided] = ()) -> CutState | None:
    """The cut into this stage; None where there is none. ``decided`` are ties decided just now."""
    before, announced = stage_before(stage), announced_cut(stage)
    if stage.cut_rule is None or before is None:
        return None
    known = (*(announced.decided if announced else ()), *decided)
    is_ready = is_finished(before)
    tables = _eligible(stage, before) if is_ready or announced else {}
    return CutState(
        stage=stage,
        before=before,
        is_ready=is_ready,
        tables=tables,
        derived=_derived(stage, tables, known),
        decided=known,
        announced=announced,
    )


def cut_rows(state: CutState) -> list[tuple[int, list[CutRow]]]:
    """The tables of the stage before with what the cut says of everybody; group 0 where there are none."""
    names = stage_entries(state.before)
    rows = {
        group: [CutRow(names[str(unit.key)], unit.rank, _passing(unit, state.derived)) for unit in table]
        for group, table in state.tables.items()
    }
    return sorted(rows.items())


def _passing(unit: Ranked, derived: Cut) -> Passing:
    if unit.key in derived.passed:
        return Passing.PASSES
    tied = any(unit.key in stake.tied for stake in derived.stakes)
    return Passing.TIED if tied else Passing.STAYS


def disagreeing_cuts(stages: Iterable[Stage]) -> list[CutState]:
    """The announced lists with which the tables no longer agree."""
    states = [cut_state(stage) for stage in stages if stage.cut_rule]
    return [state for state in states if state and not state.agrees]


def stage_before(stage: Stage) -> Stage | None:
    return stage.division.stages.filter(number__lt=stage.number).order_by("number").last()


def stage_after(stage: Stage) -> Stage | None:
    return stage.division.stages.filter(number__gt=stage.number).order_by("number").first()


def expected_entrants(stage: Stage) -> int:
    """How many play in the stage; before its list is announced, as many as its rule lets in of all there are.

    Nobody where the stage before cannot be played by so few.
    """
    rule, before = stage.cut_rule, stage_before(stage)
    if rule is None or before is None or stage.entrants.exists():
        return playing(stage).count()
    waiting = len(waiting_for(stage))
    if stage.format == Format.TITLE.value:
        return waiting + challengers(waiting)
    passing = rule.passing(sizes_passing_from(before))
    return waiting + passing * before.entry_size // stage.entry_size


def sizes_passing_from(stage: Stage) -> Sequence[int]:
    """How many of each group may pass: after two wins, two losses those that are through."""
    field = expected_entrants(stage)
    if stage.format != Format.TWO_WINS_TWO_LOSSES.value:
        return group_sizes(field, stage.settings.groups)
    try:
        return [number_through(field)]
    except DrawImpossible:
        return [0]


def awaited_after(stage: Stage) -> Stage | None:
    """The stage that follows, when this one is finished and it is not announced who plays there."""
    after = stage_after(stage)
    return after if after and is_finished(stage) and not cut_announcements(after) else None


def cut_announcements(stage: Stage) -> list[Announcement]:
    """Every list that was announced for this stage, oldest first."""
    return list(stage.announcements.filter(kind=AnnouncementKind.CUT.value).order_by("version"))


def announced_cut(stage: Stage) -> CutList | None:
    """The list that stands."""
    lists = cut_announcements(stage)
    return cut_list_from(lists[-1].content) if lists else None


def order_by_lot(stage: Stage, tied: Sequence[Key]) -> tuple[Key, ...]:
    """The tied in the order of the lot that the published seed of their stage draws: always the same one."""
    before = stage_before(stage) or stage
    drawn = rank_entries(
        (), order=BY_LOT, profile=before.profile, entries=list(tied), lot_seed=before.lot("ranking")
    )
    return tuple(standing.entry for standing in drawn)


def _derived(stage: Stage, tables: Tables, decided: Iterable[Decided]) -> Cut:
    rule = stage.cut_rule
    assert rule is not None  # asked before
    top = challengers(len(waiting_for(stage))) if stage.format == Format.TITLE.value else rule.top
    everybody = max(map(len, tables.values()), default=0)
    return cut(
        tables,
        top=top or everybody,
        best_others=rule.best_others,
        settled=[one.settled for one in decided],
    )


def _eligible(stage: Stage, before: Stage) -> Tables:
    """Whoever may pass keeps the rank that was played for; two losses are out whatever the rule says."""
    gone = _gone(stage)
    only_through = before.format == Format.TWO_WINS_TWO_LOSSES.value
    return {
        group: [unit for unit in table if unit.key not in gone and not (only_through and unit.rank > 1)]
        for group, table in tables_of(before).items()
    }


def _gone(stage: Stage) -> set[Key]:
    """Who withdrew before this stage began, and the people of a pair made for it that did."""
    entries = list(stage.division.entries.prefetch_related("members"))
    members = members_of(entries)
    began = stage.started_at
    withdrawn = [one for one in entries if one.withdrawn_at and not (began and one.withdrawn_at > began)]
    made = (entry for entry in withdrawn if entry.made_for_id == stage.pk)
    return {
        *(str(entry.uuid) for entry in withdrawn),
        *(key for entry in made for key in members[str(entry.uuid)]),
    }
