"""The places of an event as they were awarded: an act that stands whatever is derived later."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from tournaments.domain.draw import Key
from tournaments.domain.stages.cut_list import Agreement
from tournaments.domain.stages.placing import EventPlace


class Award(NamedTuple):
    """A place awarded. ``derived`` is what the tables said at that time, where people decided otherwise."""

    key: Key
    place: int
    derived: int


Awards: TypeAlias = tuple[Award, ...]


def awards_of(placing: Iterable[EventPlace]) -> Awards:
    """Everybody has the place that the tables give."""
    return tuple(Award(key, row.place, row.place) for row in placing for key in row.keys)


def disagreeing(awarded: Awards, placing: Iterable[EventPlace]) -> Awards:
    """Who would be placed otherwise by the tables as they are now, with the place that was awarded."""
    now = {award.key: award.place for award in awards_of(placing)}
    return tuple(award for award in awarded if now.get(award.key, award.derived) != award.derived)


def agreed_awards(awarded: Awards, placing: Iterable[EventPlace], agreement: Agreement) -> Awards:
    """The awards of the further act, best place first. ``BOTH``: nobody has less than either list says."""
    before = {award.key: award.place for award in awarded}
    changed = [
        Award(key, agreed_place(before.get(key, place), place, agreement), place)
        for key, place, _ in awards_of(placing)
    ]
    return tuple(sorted(changed, key=lambda award: award.place))


def agreed_place(awarded: int, derived: int, agreement: Agreement) -> int:
    match agreement:
        case Agreement.BOTH:
            return min(awarded, derived)
        case Agreement.KEPT:
            return awarded
    return derived


# As they are stored


def awards_from(content: Sequence[Mapping[str, Any]]) -> Awards:
    """The awards that ``awards_to`` made these JSON values of."""
    return tuple(Award(row["entry"], row["place"], row.get("derived", row["place"])) for row in content)


def awards_to(awards: Awards) -> list[dict[str, object]]:
    """One row a unit; ``shared``: another has the same place; ``derived`` stands only where it differs."""
    units = Counter(award.place for award in awards)
    rows: list[dict[str, object]] = []
    for award in awards:
        rows.append({"entry": award.key, "place": award.place, "shared": units[award.place] > 1})
        if award.derived != award.place:
            rows[-1]["derived"] = award.derived
    return rows
