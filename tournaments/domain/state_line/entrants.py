"""Who is in a line: bare ids, or objects with a history; the order is the rank inside a score group."""

from collections.abc import Mapping, Sequence

from tournaments.domain.draw import Seed
from tournaments.domain.records import InvalidRecord, flag
from tournaments.domain.settings import Shape, text
from tournaments.domain.state_line.fields import Fields, count, ids, score


def seeds_in(field: str, value: object) -> tuple[Seed, ...]:
    """Everybody named in the list, the absent too. Raises InvalidRecord, also for somebody named twice."""
    if not isinstance(value, list):
        raise InvalidRecord("not_a_list", {"field": field})
    seeds: dict[str, Seed] = {}
    for place, item in enumerate(value):
        unit = seed_in(f"{field}.{place}", item, rank=place + 1)
        if unit.key in seeds:
            raise InvalidRecord("unit_twice", {"field": f"{field}.{place}", "unit": unit.key})
        seeds[str(unit.key)] = unit
    return tuple(seeds.values())


def seed_in(field: str, value: object, *, rank: int) -> Seed:
    if isinstance(value, str):
        return Seed(value, rank)
    if not isinstance(value, Mapping):
        raise InvalidRecord("not_a_record", {"field": field})
    unit = seed_from(Fields(value, f"{field}."), rank=rank)
    if unit.key in {*unit.met, *unit.partners}:
        raise InvalidRecord("met_itself", {"field": field, "unit": unit.key})
    return unit


def seed_from(fields: Fields, *, rank: int) -> Seed:
    """``met`` and ``opponents`` are two names of one history: units meet, persons oppose each other."""
    club = fields.given("club", text, "")
    return Seed(
        key=fields.needed("id", text),
        rank=rank,
        score=fields.given("score", score, 0),
        branches=frozenset({club} - {""}),
        team=fields.given("team", text, None),
        met=(*fields.given("met", ids, ()), *fields.given("opponents", ids, ())),
        partners=fields.given("partners", ids, ()),
        byes=fields.given("byes", count, 0),
        rested=fields.given("rested", count, 0),
        floats=fields.given("floats", count, 0),
        firsts=fields.given("firsts", count, 0),
        present=fields.given("present", flag, True),
    )


def rounds_behind(seeds: Sequence[Seed], opponents: int) -> int:
    """The most rounds that anybody's history tells of, with so many opponents in each."""
    return max((-(-len(unit.met) // opponents) + unit.byes for unit in seeds), default=0)


def opponents_at(shape: Shape, *, seats: bool) -> int:
    """How many others somebody meets at a table, partners not counted; a side of units is one."""
    return sum(shape[1:]) if seats else len(shape) - 1
