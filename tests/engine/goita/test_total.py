"""The totals of a game."""

import pytest

from engine import RULESETS, Fault

GOITA = RULESETS["goita"]


@pytest.mark.parametrize(
    ("text", "totals", "mark", "winner"),
    [
        ("total,150-120", {1: 150, 2: 120}, None, 1),
        ("total,0-290", {1: 0, 2: 290}, None, 2),
        (" total,240-140 ", {1: 240, 2: 140}, None, 1),
        ("total,100-90,time_up", {1: 100, 2: 90}, "time_up", 1),
        ("total,90-90,time_up", {1: 90, 2: 90}, "time_up", None),
        ("total,150-0,forfeit", {1: 150, 2: 0}, "forfeit", 1),
        ("total,160-150,ruling", {1: 160, 2: 150}, "ruling", 1),
    ],
)
def test_total_is_accepted(text: str, totals: dict[int, int], mark: str | None, winner: int | None) -> None:
    verdict = GOITA.check_total(text, options={}, target=150)
    assert verdict.fault is None
    assert (verdict.totals, verdict.mark, verdict.winner) == (totals, mark, winner)
    assert (verdict.game, verdict.record) == ("goita", text.strip())


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("total,155-120", "total_not_multiple_of_ten", "G-6.3"),
        ("total,140-120", "total_below_target", "G-6.5"),
        ("total,160-150", "total_two_winners", "G-6.5"),
        ("total,300-20", "total_too_high", "G-6.3"),
        ("total,300-20,ruling", "total_too_high", "G-6.3"),
        ("total,150", "syntax", "Records"),
        ("total,150-20-10", "syntax", "Records"),
        ("total,150--20", "syntax", "Records"),
        ("total,150-２0", "syntax", "Records"),
        ("total,150-20,late", "syntax", "Records"),
        ("total,9999999-20", "syntax", "Records"),
        ("total", "syntax", "Records"),
        ("", "syntax", "Records"),
        ("points,1,30", "syntax", "Records"),
    ],
)
def test_total_is_refused(text: str, code: str, rule: str) -> None:
    assert GOITA.check_total(text, options={}, target=150).fault == Fault(0, code, rule)


def test_highest_total_follows_target_and_options() -> None:
    def code(text: str, target: int = 150, **options: object) -> str | None:
        fault = GOITA.check_total(text, options=options, target=target).fault
        return fault.code if fault else None

    assert code("total,340-0", five_five_points=200) is None
    assert code("total,350-0", five_five_points=200) == "total_too_high"
    assert code("total,240-0", combinations=False) is None
    assert code("total,250-0", combinations=False) == "total_too_high"
    assert code("total,250-0", five_five_points="target") == "total_too_high"
    assert code("total,110-100", target=110) is None
    assert code("total,260-0", target=110) == "total_too_high"


def test_three_seats_have_three_totals() -> None:
    goita3 = RULESETS["goita3"]
    verdict = goita3.check_total("total,150-20-90", options={}, target=150)
    assert (verdict.totals, verdict.winner) == ({1: 150, 2: 20, 3: 90}, 1)
    fault = goita3.check_total("total,150-20", options={}, target=150).fault
    assert fault == Fault(0, "syntax", "Records")
