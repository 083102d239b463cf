from dataclasses import replace

import pytest

from tests.tournaments.domain.test_swiss import draw, field
from tournaments.domain.draw import DrawImpossible, Key, Relaxation, Rules, Seed, Sides
from tournaments.domain.explain import Answer, WhyNot, why_not
from tournaments.domain.settings import Settings, Soft


def asked(
    seeds: list[Seed], one: Key, other: Key, *, round_number: int = 2, rules: Rules | None = None
) -> Answer:
    rules = rules or Rules()
    drawn = draw(seeds, round_number=round_number, rules=rules)
    return why_not(drawn, seeds, one=one, other=other, round_number=round_number, rules=rules, seed=1)


def together(tables: tuple[Sides, ...]) -> set[frozenset[Key]]:
    return {frozenset(key for side in sides for key in side) for sides in tables}


def branch(*keys: str) -> frozenset[str]:
    return frozenset(keys)


def test_those_who_are_paired_are_told_so() -> None:
    assert asked(field({"A": 1, "B": 1}, []), "B", "A") == Answer(WhyNot.ARE_PAIRED)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"met": ("B",)}, Relaxation.REMATCH),
        ({"team": "Nagano"}, Relaxation.TEAM_MATES),
        ({}, Relaxation.FORBIDDEN_PAIR),
    ],
)
def test_hard_rule_is_named(change: dict[str, object], rule: Relaxation) -> None:
    seeds = [Seed("A", 1), Seed("B", 2, team="Nagano"), Seed("C", 3), Seed("D", 4)]
    seeds[0] = replace(seeds[0], **change)  # type: ignore[arg-type]
    forbidden = frozenset({frozenset("AB")}) if rule is Relaxation.FORBIDDEN_PAIR else frozenset()
    answer = asked(seeds, "A", "B", rules=Rules(forbidden=forbidden))
    assert (answer.code, answer.params) == (WhyNot.HARD_RULE, {"rule": rule.value})


def test_rematch_that_was_relaxed_is_answered_by_what_it_costs() -> None:
    # A and B have met; so have C and D. With A-B everybody meets again, with A-C nobody does.
    seeds = field({"A": 1, "B": 1, "C": 1, "D": 1}, [("A", "B"), ("C", "D")])
    answer = asked(seeds, "A", "B", rules=Rules(relaxed=frozenset({Relaxation.REMATCH})))
    assert (answer.code, answer.params) == (
        WhyNot.COSTS_MORE,
        {"rule": "rematch", "before": 0, "after": 2},
    )


def test_table_that_leaves_others_without_opponents_is_named() -> None:
    # After A-C only B and D are left, who have met.
    answer = asked(field({"A": 1, "B": 1, "C": 0, "D": 0}, [("B", "D")]), "A", "C")
    assert answer.code == WhyNot.NO_ROUND
    assert answer.params["unit"] in {"B", "D"}


def test_scores_are_told_in_squares_of_points_with_the_tables_that_would_change() -> None:
    answer = asked(field({"A": 3, "B": 3, "C": 1, "D": 1, "E": 0, "F": 0}, []), "A", "C")
    assert (answer.code, answer.params) == (
        WhyNot.COSTS_MORE,
        {"rule": "score", "before": "0", "after": "8"},
    )
    assert together(answer.gone) == {frozenset("AB"), frozenset("CD")}
    assert together(answer.instead) == {frozenset("AC"), frozenset("BD")}


def test_branches_are_told_by_tables() -> None:
    seeds = [
        Seed("A", 1, branches=branch("noto")),
        Seed("B", 2, branches=branch("tokyo")),
        Seed("C", 3, branches=branch("noto")),
        Seed("D", 4, branches=branch("tokyo")),
    ]
    answer = asked(seeds, "A", "C", rules=Rules(settings=Settings(branch_rounds=9)))
    assert answer.params == {"rule": "branch", "before": 0, "after": 2}


def test_first_soft_rule_in_the_order_of_the_settings_is_told() -> None:
    seeds = [
        Seed("A", 1, 2, branches=branch("noto")),
        Seed("B", 2, 2, branches=branch("tokyo")),
        Seed("C", 3, 1, branches=branch("noto")),
        Seed("D", 4, 1, branches=branch("tokyo")),
    ]
    rules = Rules(settings=Settings(branch_rounds=9, soft=(Soft.BRANCH, Soft.SCORE)))
    assert asked(seeds, "A", "C", rules=rules).params["rule"] == "branch"
    assert asked(seeds, "A", "D", rules=rules).params["rule"] == "score"


def test_bye_that_would_be_somebody_elses_is_told() -> None:
    answer = asked(field({"A": 2, "B": 2, "C": 1}, []), "A", "C")
    assert (answer.code, answer.params) == (WhyNot.BYE, {"unit": "C", "instead": "B"})


def test_lot_is_told_where_it_alone_decided() -> None:
    seeds = [Seed(key, rank) for rank, key in enumerate("ABCD", start=1)]
    drawn = draw(seeds, round_number=1)
    codes = [
        why_not(drawn, seeds, one="A", other=other, round_number=1, rules=Rules(), seed=1).code
        for other in "BCD"
    ]
    assert sorted(codes) == [WhyNot.ARE_PAIRED, WhyNot.LOT, WhyNot.LOT]


def test_what_people_settled_is_told_so() -> None:
    seeds = field({"A": 1, "B": 1, "C": 0, "D": 0, "E": 0}, [])
    rules = Rules(pinned=((("A",), ("D",)),), bye="E")
    assert asked(seeds, "A", "B", rules=rules).code == WhyNot.SETTLED
    assert asked(seeds, "B", "E", rules=rules).code == WhyNot.SETTLED


def test_somebody_who_is_not_here_cannot_be_asked_about() -> None:
    with pytest.raises(DrawImpossible) as refused:
        asked([Seed("A", 1), Seed("B", 2), Seed("C", 3, present=False)], "A", "C")
    assert refused.value.params == {"unit": "C"}
