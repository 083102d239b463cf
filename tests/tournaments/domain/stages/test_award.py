import json

import pytest

from tournaments.domain.stages.award import agreed_awards, awards_from, awards_of, awards_to, disagreeing
from tournaments.domain.stages.cut_list import Agreement
from tournaments.domain.stages.placing import EventPlace

AWARDED = awards_of([EventPlace(1, ("A",)), EventPlace(2, ("B",)), EventPlace(3, ("C", "D"))])
# A correction: B has won, and C is alone on third place.
CORRECTED = [EventPlace(1, ("B",)), EventPlace(2, ("A",)), EventPlace(3, ("C",)), EventPlace(4, ("D",))]


def places(awards: object) -> list[tuple[object, object]]:
    return [(award.key, award.place) for award in awards]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("agreement", "expected"),
    [
        (Agreement.MOVED_UP, [("B", 1), ("A", 2), ("C", 3), ("D", 4)]),
        (Agreement.BOTH, [("B", 1), ("A", 1), ("C", 3), ("D", 3)]),
        (Agreement.KEPT, [("A", 1), ("B", 2), ("C", 3), ("D", 3)]),
    ],
)
def test_each_way_to_agree(agreement: Agreement, expected: list[tuple[object, object]]) -> None:
    agreed = agreed_awards(AWARDED, CORRECTED, agreement)
    assert places(agreed) == expected
    assert not disagreeing(agreed, CORRECTED)


def test_disagreeing_are_those_whom_the_tables_place_otherwise() -> None:
    assert places(disagreeing(AWARDED, CORRECTED)) == [("A", 1), ("B", 2), ("D", 3)]


def test_stored_awards_are_read_back_with_what_the_tables_said() -> None:
    agreed = agreed_awards(AWARDED, CORRECTED, Agreement.BOTH)
    stored = json.loads(json.dumps(awards_to(agreed)))
    assert stored[0] == {"entry": "B", "place": 1, "shared": True}
    assert stored[1] == {"entry": "A", "place": 1, "shared": True, "derived": 2}
    assert awards_from(stored) == agreed
