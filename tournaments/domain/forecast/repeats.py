"""Which repeats numbers alone force upon a stage, and from which round on.

Counted, not searched: what is forced comes in the named round at the latest, however it is drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

from tournaments.domain.rotation.bounds import (
    Repeat,
    most_rounds_without_meeting,
    most_rounds_without_opponent_repeat,
    most_rounds_without_partner_repeat,
    tables_for,
)
from tournaments.domain.settings import Remainder, Settings, Shape
from tournaments.enums import Format


@dataclass(frozen=True, slots=True)
class ForcedRepeat:
    """Something comes again in this round at the latest."""

    kind: Repeat
    round: int


def forced_repeats(
    stage_format: Format, entrants: int, settings: Settings, *, rounds: int
) -> tuple[ForcedRepeat, ...]:
    """All that so many rounds force, a partner before an opponent before any meeting."""
    most = most_rounds_without(stage_format, entrants, settings)
    return tuple(ForcedRepeat(kind, last + 1) for kind, last in most.items() if last < rounds)


def most_rounds_without(stage_format: Format, entrants: int, settings: Settings) -> Mapping[Repeat, int]:
    """How many rounds there can be at most without each kind of repeat; only kinds that can come."""
    if stage_format is Format.SWISS:
        # An entry is one at its table, whoever sits there for it.
        return by_tables(entrants, tables_for(entrants, (1,) * len(settings.shape)))
    if stage_format is not Format.ROTATION:
        return {}
    if settings.remainder is Remainder.FLOATER:
        entrants += -entrants % sum(settings.shape)
    return by_tables(entrants, tables_for(entrants, settings.shape, settings.remainder))


def by_tables(persons: int, tables: Sequence[Shape]) -> Mapping[Repeat, int]:
    shapes = set(tables)
    if len(shapes) > 1:
        return by_pairs(persons, tables)
    return {kind: rounds for shape in shapes for kind, rounds in by_shape(persons, shape).items()}


def by_shape(persons: int, shape: Shape) -> Mapping[Repeat, int]:
    meetings = most_rounds_without_meeting(persons, shape)
    partners = most_rounds_without_partner_repeat(persons, shape)
    if partners is None:
        return {Repeat.OPPONENT: meetings}
    opponents = most_rounds_without_opponent_repeat(persons, shape)
    return {Repeat.PARTNER: partners, Repeat.OPPONENT: opponents, Repeat.MEETING: meetings}


def by_pairs(persons: int, tables: Sequence[Shape]) -> Mapping[Repeat, int]:
    """Tables of several shapes: no more rounds than all pairs of persons divided by those of one round."""
    meetings = sum(comb(sum(shape), 2) for shape in tables)
    partners = sum(comb(side, 2) for shape in tables for side in shape)
    used = {Repeat.PARTNER: partners, Repeat.OPPONENT: meetings - partners, Repeat.MEETING: meetings}
    return {kind: comb(persons, 2) // pairs for kind, pairs in used.items()}


def rounds_always_found(entrants: int) -> int:
    """So many rounds of two sides never run out of new opponents, whatever the results; a bye is one too.

    Until then half the field or more is new to everybody, and that is enough to pair them all (Dirac).
    """
    return (entrants + 1) // 2
