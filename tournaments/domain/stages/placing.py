"""The places of a whole event: the one list that certificates, ranking list, press and archive read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.domain.draw import Key

NOBODY_JOINED: Mapping[Key, Sequence[Key]] = {}


class EventPlace(NamedTuple):
    """A place and who has it; 三位 with two units is followed by 5."""

    place: int
    keys: tuple[Key, ...]


def event_placing(
    stages: Sequence[Sequence[Sequence[Key]]], *, members: Mapping[Key, Sequence[Key]] = NOBODY_JOINED
) -> tuple[EventPlace, ...]:
    """The places of the last stage, then those who were cut, in the order of the stage before, and so on.

    ``stages`` in the order of play; in each its units best first, equals together. ``members`` are the
    units of an earlier stage that a unit was joined from: they are placed with it.
    """
    behind = {unit: members.get(unit, (unit,)) for stage in stages for equals in stage for unit in equals}
    placing: list[EventPlace] = []
    placed: set[Key] = set()
    for stage in reversed(stages):
        left = [[unit for unit in equals if placed.isdisjoint(behind[unit])] for equals in stage]
        placing += places(left, first=1 + len(placed))
        placed.update(key for equals in left for unit in equals for key in behind[unit])
    return tuple(placing)


def places(stage: Iterable[Sequence[Key]], *, first: int) -> Iterable[EventPlace]:
    for equals in stage:
        if equals:
            yield EventPlace(first, tuple(equals))
            first += len(equals)
