"""An exhaustive pairing of small fields, written apart from the product: every lawful round is looked at."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tournaments.domain.pairing import Seed

Round = list[tuple[Seed, Seed | None]]


def lawful_rounds(units: Sequence[Seed]) -> Iterator[Round]:
    """Every round without a rematch and with the bye for somebody who has had the fewest."""
    if len(units) % 2:
        fewest = min(unit.byes for unit in units)
        for unit in units:
            if unit.byes == fewest:
                rest = [other for other in units if other is not unit]
                for pairs in perfect_pairings(rest):
                    yield [(unit, None), *pairs]
    else:
        yield from perfect_pairings(units)


def perfect_pairings(units: Sequence[Seed]) -> Iterator[Round]:
    if not units:
        yield []
        return
    first, *rest = units
    for other in rest:
        if other.key not in first.met and first.key not in other.met:
            left = [unit for unit in rest if unit is not other]
            for pairs in perfect_pairings(left):
                yield [(first, other), *pairs]


def merit(pairs: Round) -> tuple[object, ...]:
    """What the product promises to make least: the place of the bye, then squared score differences."""
    byes = [(-one.rank,) for one, other in pairs if other is None]
    gaps = [abs(Fraction(one.score) - other.score) for one, other in pairs if other is not None]
    return (byes, sum(gap * gap for gap in gaps), sum(gaps))
