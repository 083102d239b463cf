"""Deals in their order."""

import pytest

from engine import RULESETS, MatchDeal, MatchRecord, Verdict, expected_dealer, verify_match

OUT_AT_2 = (
    "11245557,11122236,11134458,11334679,s1,112,2p,3p,4p,141,216,383,497,"
    "1p,2p,3p,411,1p,212,3p,4p,1p,231,3p,4p,1p,222"
)  # 40 points for side 2
GOITA = RULESETS["goita"]


def warnings(*records: str, **options: object) -> list[tuple[str, ...]]:
    return [verdict.warnings for verdict in GOITA.verify_game(records, options=options)]


def test_dealer_other_than_expected_is_accepted_with_a_warning() -> None:
    assert warnings("sheet,s1,3,7,led", "sheet,s2,3,7,led", "sheet,s3,R", "sheet,s3,4,1,led") == [
        (), ("dealer_differs",), (), (),
    ]  # fmt: skip
    assert warnings("sheet,s1,3,7,led", "sheet,s2,3,7,led", next_dealer="counter_clockwise") == [(), ()]
    assert warnings("sheet,s1,R", "sheet,s2,R") == [(), ("dealer_differs",)]


def test_nothing_is_expected_after_points_and_unlawful_deals() -> None:
    assert warnings("points,1,30", "sheet,s4,R", "nonsense", "sheet,s2,R", "points,1,30") == [()] * 5


def test_expected_dealer() -> None:
    def verdict(record: str) -> Verdict:
        return GOITA.verify(record, options={})

    assert expected_dealer(None) is None
    assert expected_dealer(verdict("sheet,s1,3,7,led")) == 3
    assert expected_dealer(verdict("sheet,s1,R")) == 1
    assert expected_dealer(verdict("points,1,30")) is None
    assert expected_dealer(verdict("sheet,s1,1,five_five")) is None
    assert expected_dealer(verdict("")) is None


def match_warnings(*scores: tuple[int, int] | None, record: str = OUT_AT_2) -> list[tuple[str, ...]]:
    match = MatchRecord(("a", "b", "c", "d"), tuple(MatchDeal(record, score) for score in scores))
    return [verdict.warnings for verdict in verify_match(match, options={})]


DEALER, SCORE = ("dealer_differs",), ("score_differs",)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((), []),
        ((None, None), [(), DEALER]),
        (((0, 0), (0, 40), (0, 80)), [(), DEALER, DEALER]),  # before each deal
        (((0, 40), (0, 80)), [(), DEALER]),  # after each deal
        (((0, 0), (0, 40), (0, 0)), [(), DEALER, ()]),  # a new game
        (((0, 0), (0, 90), (0, 130)), [(), SCORE, DEALER]),  # a deal is missing
        (((0, 0), None, (0, 10)), [(), DEALER, DEALER]),
    ],
)
def test_scores_and_dealers_of_a_file(
    scores: tuple[tuple[int, int] | None, ...], expected: list[tuple[str, ...]]
) -> None:
    assert match_warnings(*scores) == expected


def test_unlawful_deal_breaks_neither_scores_nor_dealers() -> None:
    assert match_warnings((0, 0), (0, 20), record=OUT_AT_2[:50]) == [(), ()]
