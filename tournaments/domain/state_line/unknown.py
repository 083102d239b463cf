"""Fields that no line has, so that a slip of the pen is told instead of passed over in silence."""

from collections.abc import Iterator, Mapping

from tournaments.domain.draw import Reason

STATE_FIELDS = frozenset(
    (
        *("id", "format", "units", "persons", "shape", "seed", "forbidden", "avoid_club", "relaxed"),
        *("round", "rounds", "mode", "split", "third_place", "cycles"),
    )
)
UNIT_FIELDS = frozenset(
    (
        *("id", "score", "met", "byes", "club", "team", "present"),
        *("opponents", "partners", "rested", "firsts", "floats"),
    )
)


def unknown_fields(values: Mapping[str, object]) -> list[Reason]:
    """Each name once, with the first place where it stands; null is a field left out, whatever its name."""
    found = {("", name): name for name in unknown_in(values, STATE_FIELDS)}
    for everybody in ("units", "persons"):
        for place, unit in enumerate(listed(values.get(everybody))):
            for name in unknown_in(unit, UNIT_FIELDS):
                found.setdefault((everybody, name), f"{everybody}.{place}.{name}")
    return [Reason("unknown_field", {"field": field}) for field in found.values()]


def unknown_in(value: object, known: frozenset[str]) -> Iterator[str]:
    if isinstance(value, Mapping) and not value.keys() <= known:
        yield from (name for name, held in value.items() if name not in known and held is not None)


def listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
