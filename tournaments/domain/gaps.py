"""Filling the gaps of a draw: a house pair plays instead of a bye, byes that were asked for are added."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.domain.draw import ByeDrawn, Draw, Key, Reason, TablePairing
from tournaments.domain.settings import Remainder, Settings, Shape
from tournaments.enums import AbsenceKind


def with_house(draw: Draw, house: Sequence[Key]) -> Draw:
    """Whoever would sit out alone meets a house pair (役員ペア), as long as there are any."""
    if len(draw.byes) > len(house):
        return draw
    last = max((table.number for table in draw.tables), default=0)
    met = [
        TablePairing(last + place, ((bye.key,), (pair,)), (Reason("house_pair"), *bye.reasons))
        for place, (bye, pair) in enumerate(zip(draw.byes, house, strict=False), 1)
    ]
    return replace(draw, tables=(*draw.tables, *met), byes=())


def floaters_needed(persons: int, ready: int, shape: Shape) -> int:
    """Floaters who make every table full; 0 when too few are ready, for then just as many would sit out."""
    gap = -persons % sum(shape)
    return gap if gap <= ready else 0


def floaters_missing(persons: int, ready: int, settings: Settings) -> int:
    """Floaters without whom somebody sits out, where the settings have them fill every gap."""
    if settings.remainder is not Remainder.FLOATER:
        return 0
    return max(0, -persons % sum(settings.shape) - ready)


def with_asked_byes(draw: Draw, asked: Mapping[Key, AbsenceKind]) -> Draw:
    """Whoever asked for a bye has it, beside those the draw itself gives (T08)."""
    byes = [
        ByeDrawn(key, (Reason("asked_for", {"worth": kind.value}),))
        for key, kind in asked.items()
        if kind is not AbsenceKind.AWAY
    ]
    return replace(draw, byes=(*draw.byes, *byes))
