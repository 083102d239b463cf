"""What a swap is said to cost against rows that are counted anew."""

from random import Random

import pytest

from tournaments.domain.draw import Key, Rules, Seed
from tournaments.domain.rotation.company import Company
from tournaments.domain.rotation.worksheet import DENSE, Worksheet
from tournaments.domain.settings import Settings, Shape

FOUR: Shape = (2, 2)
TABLES: list[list[Shape]] = [
    [FOUR, FOUR, FOUR],
    [FOUR, FOUR, (1, 1, 1)],
    [(3, 3), (3, 3)],
    [(1, 1, 1), (1, 1, 1), (1, 1, 1)],
    [(1, 1)] * 5,
]


def company(size: int) -> Company:
    """Some have a history, rules and branches."""
    units = [
        Seed(
            number,
            number,
            branches=frozenset({str(number % 3)}),
            team="noto" if number in (4, 7) else None,
            partners=(1, 2) if number == 0 else (),
            met=(3, 3, 4) if number == 0 else (),
        )
        for number in range(size)
    ]
    forbidden: frozenset[frozenset[Key]] = frozenset({frozenset({5, 6})})
    return Company(units, Rules(settings=Settings(branch_rounds=2), forbidden=forbidden, apart=forbidden), 1)


def sheet(tables: list[Shape], size: int, chance: Random) -> Worksheet:
    return Worksheet(company(size), tables, [chance.sample(range(size), size) for _ in range(4)])


@pytest.mark.parametrize("tables", TABLES)
@pytest.mark.parametrize("out", [0, 2])
def test_cost_after_swaps_is_that_of_the_rows_counted_anew(tables: list[Shape], out: int) -> None:
    chance = Random(3)
    seated = sum(map(sum, tables))
    work = sheet(tables, seated + out, chance)
    for _ in range(200):
        number, p, q = chance.randrange(4), chance.randrange(seated), chance.randrange(seated + out)
        if p != q:
            work.swap(number, p, q, added=work.change(number, p, q))
    assert work.cost == Worksheet(work.company, tables, work.rows).cost
    assert work.cost >= work.least_cost()


def test_large_company_counts_like_a_small_one() -> None:
    chance = Random(5)
    size = DENSE + 4
    tables = [FOUR] * (size // 4)
    work = sheet(tables, size, chance)
    before = work.cost
    added = work.change(1, 0, 9)
    work.swap(1, 0, 9, added=added)
    assert work.cost == before + added == Worksheet(work.company, tables, work.rows).cost


def test_rows_without_any_meeting_again_cost_least() -> None:
    # The nine lines of three directions of the affine plane of order three, one direction each round.
    rows = [[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 3, 6, 1, 4, 7, 2, 5, 8], [0, 4, 8, 1, 5, 6, 2, 3, 7]]
    people = Company([Seed(number, number) for number in range(9)], Rules(), 1)
    work = Worksheet(people, [(1, 1, 1)] * 3, rows)
    assert work.cost == work.least_cost()
    assert work.change(0, 0, 3) > 0
