from collections import Counter
from itertools import combinations, product

import pytest

from tournaments.domain.rotation.whist import whist_designs

GIVEN = {5, 8, 12, 13, 16, 17, 20, 24, 28, 29, 32, 36, 37, 53, 61}
CONSTRUCTED = {4, 9, 21, 25, 33, 40, 41, 49, 64, 65}


def test_designs_are_those_of_the_documentation() -> None:
    assert set(whist_designs()) >= GIVEN | CONSTRUCTED


@pytest.mark.parametrize("persons", sorted(whist_designs()))
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(persons: int) -> None:
    """Counted over all rounds written out."""
    design = whist_designs()[persons]
    rounds = [design.round(turn) for turn in range(design.rounds)]
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    out: Counter[int] = Counter()
    for row in rounds:
        assert sorted(row) == list(range(persons))
        seated = persons // 4 * 4
        for a, b, c, d in zip(*(row[place:seated:4] for place in range(4)), strict=True):
            partners.update([frozenset((a, b)), frozenset((c, d))])
            opponents.update(map(frozenset, product((a, b), (c, d))))
        out.update(row[seated:])
    pairs = list(map(frozenset, combinations(range(persons), 2)))
    assert partners == dict.fromkeys(pairs, 1)
    assert opponents == dict.fromkeys(pairs, 2)
    assert out == (dict.fromkeys(range(persons), 1) if persons % 4 else {})
    assert len(rounds) == persons - 1 + persons % 4
