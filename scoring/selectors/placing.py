"""How a stage has ended, and the places of a whole event: by table, or by what was won in a bracket."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from scoring.domain.standings import Number, Standing
from scoring.selectors.brackets import has_bracket, places_of_stage
from scoring.selectors.history import played_rounds
from scoring.selectors.lines import lines_of, rank_by
from scoring.selectors.standings import stage_entries
from scoring.selectors.viewer import Viewer, sees_results
from tournaments.domain.draw import Key
from tournaments.domain.elimination.two_wins import still_in
from tournaments.domain.stages.award import Awards, awards_from, disagreeing
from tournaments.domain.stages.cuts import Ranked
from tournaments.domain.stages.placing import EventPlace, event_placing
from tournaments.enums import Format, RankingKey, RoundState
from tournaments.models import Announcement, AnnouncementKind, Division, Entry, Stage
from tournaments.selectors.entrants import group_by_uuid
from tournaments.selectors.names import EntryName, named_entries

Tables: TypeAlias = dict[int, list[Ranked]]
"""The units of each group as its table ended, by uuid; group 0 where there are no groups."""

# Values that are no sums: they compare between groups as they are.
NO_SUMS = {RankingKey.WIN_RATE, RankingKey.LOT}


def is_finished(stage: Stage) -> bool:
    """All rounds of the stage are closed and none is missing."""
    last = stage.rounds.order_by("number").last()
    if last is None or last.state != RoundState.CLOSED.value:
        return False
    return last.number >= stage.rounds_planned or _is_decided(stage)


def _is_decided(stage: Stage) -> bool:
    """Two wins, two losses may end a round before the last that was planned."""
    if stage.format != Format.TWO_WINS_TWO_LOSSES.value:
        return False
    return not still_in(played_rounds(stage), stage.settings)


def tables_of(stage: Stage) -> Tables:
    """Everybody who was ranked, withdrawn or not: what was played stands (T24)."""
    if has_bracket(stage):
        return {0: list(_in_order(places_of_stage(stage)))}
    lines = lines_of(stage)
    return {
        group: [_ranked(standing, stage) for standing in rank_by(lines, stage, entries)]
        for group, entries in _by_group(stage).items()
    }


def stage_placing(stage: Stage) -> list[list[str]]:
    """The stage's units by uuid, best first, equals together: firsts of all groups, then seconds, …"""
    tables = tables_of(stage)
    several = len(tables) > 1

    def order(unit: Ranked) -> tuple[Number, ...]:
        return (unit.rank, *(-value for value in unit.merit_by_match if several))

    units = sorted((unit for table in tables.values() for unit in table), key=order)
    return [[str(unit.key) for unit in equals] for _, equals in groupby(units, key=order)]


def division_placing(division: Division) -> tuple[EventPlace, ...]:
    """The places of the whole event by uuid, without those who withdrew: the last stage's first."""
    stages = list(division.stages.order_by("number"))
    entries = list(division.entries.prefetch_related("members"))
    staying = {str(entry.uuid) for entry in entries if not entry.withdrawn_at}
    played = [stage for stage in stages if stage.number == 1 or stage.started_at]
    return event_placing(
        [
            [[unit for unit in equals if unit in staying] for equals in stage_placing(stage)]
            for stage in played
        ],
        members=members_of(entries),
    )


def members_of(entries: Sequence[Entry]) -> dict[Key, list[Key]]:
    """The entries of an earlier stage that each joined pair was made from, by uuid."""
    own = {entry.members.all()[0].member_id: str(entry.uuid) for entry in entries if _is_single(entry)}
    return {
        str(entry.uuid): [own[place.member_id] for place in entry.members.all() if place.member_id in own]
        for entry in entries
        if entry.made_for_id
    }


def _is_single(entry: Entry) -> bool:
    return entry.made_for_id is None and len(entry.members.all()) == 1


def _in_order(places: Iterable[Sequence[str]]) -> Iterator[Ranked]:
    rank = 1
    for equals in places:
        yield from (Ranked(uuid, rank) for uuid in equals)
        rank += len(equals)


# As it was awarded


@dataclass(frozen=True, slots=True)
class AwardedPlace:
    """One unit's place in the whole event."""

    entry: EntryName
    rank: int
    tied: bool


def awards_announced(division: Division) -> tuple[Announcement, Awards] | None:
    """The places that stand; None before the event is closed."""
    places = Announcement.objects.filter(stage__division=division, kind=AnnouncementKind.PLACES.value)
    last = places.order_by("stage__number", "version").last()
    return (last, awards_from(last.content)) if last else None


def disagreeing_places(division: Division) -> Awards:
    """Who would be placed otherwise by the tables as they are now; nobody before places are awarded."""
    last = awards_announced(division)
    return disagreeing(last[1], division_placing(division)) if last else ()


def awarded_places(division: Division, viewer: Viewer) -> list[AwardedPlace]:
    """The one list of the whole event, best first; empty until it is awarded and while results are hidden."""
    last = awards_announced(division) if sees_results(viewer, division.tournament) else None
    if last is None:
        return []
    names = {name.key: name for name in named_entries(division).values()}
    return [AwardedPlace(names[row["entry"]], row["place"], row["shared"]) for row in last[0].content]


# By table


def _by_group(stage: Stage) -> dict[int, list[str]]:
    groups = group_by_uuid(stage)
    entries: dict[int, list[str]] = defaultdict(list)
    for uuid in stage_entries(stage):
        entries[groups[uuid]].append(uuid)
    return entries


def _ranked(standing: Standing, stage: Stage) -> Ranked:
    """The row with its totals, larger better. The direct encounter says nothing outside its group."""
    matches = max(len(standing.lines), 1)
    merit = (
        (1 if descending else -1) * standing.values[key] * (matches if key in NO_SUMS else 1)
        for key, descending in stage.profile.ranking
        if key is not RankingKey.HEAD_TO_HEAD
    )
    return Ranked(str(standing.entry), standing.rank, tuple(merit), matches)
