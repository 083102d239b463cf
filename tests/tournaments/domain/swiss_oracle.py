"""An exhaustive pairing of small fields, written apart from the product: every lawful round is looked at."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from tournaments.domain.draw import Relaxation, Rules, Seed
from tournaments.domain.settings import Soft

Round = list[tuple[Seed, Seed | None]]


def lawful_rounds(units: Sequence[Seed], rules: Rules | None = None) -> Iterator[Round]:
    """Every round that breaks no rule but those relaxed, with the bye for somebody who has had the fewest."""
    kept = rules or Rules()
    if len(units) % 2:
        fewest = min(unit.byes for unit in units)
        for unit in units:
            if unit.byes == fewest or Relaxation.SECOND_BYE in kept.relaxed:
                rest = [other for other in units if other is not unit]
                for pairs in perfect_pairings(rest, lambda one, other: may_meet(one, other, kept)):
                    yield [(unit, None), *pairs]
    else:
        yield from perfect_pairings(units, lambda one, other: may_meet(one, other, kept))


def perfect_pairings(units: Sequence[Seed], may: Callable[[Seed, Seed], bool]) -> Iterator[Round]:
    if not units:
        yield []
        return
    first, *rest = units
    for other in rest:
        if may(first, other):
            left = [unit for unit in rest if unit is not other]
            for pairs in perfect_pairings(left, may):
                yield [(first, other), *pairs]


def may_meet(one: Seed, other: Seed, rules: Rules) -> bool:
    return not broken(one, other, rules) - rules.relaxed


def broken(one: Seed, other: Seed, rules: Rules) -> set[Relaxation]:
    """The hard rules that a table of these two breaks."""
    found = set()
    if other.key in one.met or one.key in other.met:
        found.add(Relaxation.REMATCH)
    if {one.key, other.key} in rules.forbidden:
        found.add(Relaxation.FORBIDDEN_PAIR)
    if one.team is not None and one.team == other.team:
        found.add(Relaxation.TEAM_MATES)
    return found


def merit(pairs: Round) -> tuple[object, ...]:
    """What the product promises to make least: the place of the bye, then squared score differences."""
    byes = [(-one.rank,) for one, other in pairs if other is None]
    gaps = [abs(Fraction(one.score) - other.score) for one, other in pairs if other is not None]
    return (byes, sum(gap * gap for gap in gaps), sum(gaps))


def full_merit(pairs: Round, rules: Rules) -> list[object]:
    """The same with every rule in order of weight, up to the fold: rules given up, the bye, soft rules."""
    tables = [(one, other) for one, other in pairs if other is not None]
    resting = [one for one, other in pairs if other is None]
    history = [meetings(one, other) for one, other in tables]
    return [
        sum(Relaxation.FORBIDDEN_PAIR in broken(one, other, rules) for one, other in tables),
        sum(Relaxation.TEAM_MATES in broken(one, other, rules) for one, other in tables),
        sum(times**2 for times, _ in history),
        [unit.byes for unit in resting],
        sum(last for _, last in history),
        [(unit.score, -unit.rank) for unit in resting],
        *(SOFT_COSTS[rule](tables) for rule in rules.settings.soft if rule in SOFT_COSTS),
    ]


def meetings(one: Seed, other: Seed) -> tuple[int, int]:
    """How often two have met, and the place of the last time in either one's history."""
    times = max(one.met.count(other.key), other.met.count(one.key))
    places = [place for place, key in enumerate(one.met, start=1) if key == other.key]
    places += [place for place, key in enumerate(other.met, start=1) if key == one.key]
    return times, max(places, default=0)


Tables: TypeAlias = Sequence[tuple[Seed, Seed]]
Costs: TypeAlias = tuple[int | Fraction, ...]


def by_score(tables: Tables) -> Costs:
    gaps = [abs(Fraction(one.score) - other.score) for one, other in tables]
    return sum(gap * gap for gap in gaps), sum(gaps)


def by_floats(tables: Tables) -> Costs:
    return (sum(one.floats + other.floats for one, other in tables if one.score != other.score),)


def by_branch(tables: Tables) -> Costs:
    return (sum(bool(one.branches & other.branches) for one, other in tables),)


def by_seat(tables: Tables) -> Costs:
    return (sum(max(0, min(2 * unit.firsts - len(unit.met) for unit in table)) for table in tables),)


SOFT_COSTS: Mapping[Soft, Callable[[Tables], Costs]] = {
    Soft.SCORE: by_score,
    Soft.FLOAT: by_floats,
    Soft.BRANCH: by_branch,
    Soft.SEAT: by_seat,
}
