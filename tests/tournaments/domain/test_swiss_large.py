"""Fields put together from groups: as good as all at once where that is promised, sound everywhere."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.domain.swiss_oracle import Round, by_branch, by_floats, by_score, may_meet
from tests.tournaments.domain.test_swiss import after, draw, drawn_round, pairs_of
from tournaments.domain.draw import Blocked, Draw, Key, NoLawfulDraw, Number, Relaxation, Rules, Seed
from tournaments.domain.matching import Edge, cheapest_matching
from tournaments.domain.settings import Settings

CLUBS_APART = Rules(settings=Settings(branch_rounds=99))


def states(entrants: int, rounds: int, *, clubs: int, chance: Random) -> Iterator[tuple[list[Seed], Draw]]:
    """Each round of an event: who goes into it, and its draw."""
    seeds = [
        Seed(number, number, branches=frozenset({f"club {chance.randrange(clubs)}"}))
        for number in range(1, entrants + 1)
    ]
    for number in range(1, rounds + 1):
        drawn = draw(seeds, round_number=number, rules=CLUBS_APART, seed=number)
        yield seeds, drawn
        seeds = after(seeds, drawn, chance)


def least(seeds: list[Seed], bye: Key | None) -> tuple[int, ...]:
    """The least sums of squares, differences, floats and same clubs: of all tables, in one matching."""
    units = [unit for unit in seeds if unit.key != bye]
    costs: dict[Edge, tuple[int, ...]] = {}
    for (a, one), (b, other) in combinations(enumerate(units), 2):
        if may_meet(one, other, Rules()):
            halves = abs(int(2 * one.score) - int(2 * other.score))
            floats = (one.floats + other.floats) * bool(halves)
            costs[a, b] = (halves**2, halves, floats, int(bool(one.branches & other.branches)))
    found = cheapest_matching(len(units), costs)
    assert 2 * len(found) == len(units)
    return tuple(map(sum, zip(*(costs[pair] for pair in found), strict=True)))


def reached(pairs: Round) -> tuple[int, ...]:
    tables = [(one, other) for one, other in pairs if other is not None]
    squares, gaps = by_score(tables)
    return tuple(map(int, (4 * squares, 2 * gaps, *by_floats(tables), *by_branch(tables))))


@pytest.mark.parametrize(("entrants", "clubs"), [(129, 2), (140, 20), (171, 3)])
def test_field_put_together_from_groups_is_as_good_as_all_at_once(entrants: int, clubs: int) -> None:
    for seeds, drawn in states(entrants, 8, clubs=clubs, chance=Random(entrants)):
        bye = drawn.byes[0].key if drawn.byes else None
        assert reached(drawn_round(seeds, drawn)) == least(seeds, bye)


def test_hundreds_over_nine_rounds_have_no_rematch_and_no_second_bye() -> None:
    rounds = list(states(501, 9, clubs=12, chance=Random(4)))
    byes = Counter(bye.key for _, drawn in rounds for bye in drawn.byes)
    assert (len(byes), max(byes.values())) == (9, 1)
    met = Counter(pair for _, drawn in rounds for pair in pairs_of(drawn))
    assert max(met.values()) == 1
    same = [reason for _, drawn in rounds for table in drawn.tables for reason in table.reasons]
    assert Counter(reason.code for reason in same)["same_branch"] <= 1


SCORES: Mapping[str, Callable[[int], Number]] = {
    "all equal": lambda number: 0,
    "all different": lambda number: -number,
    "halves": lambda number: Fraction(number % 7, 2),
    "thirds and fifths": lambda number: Fraction(number % 7, 3) + Fraction(number % 4, 5),
    "beyond 64 bits": lambda number: 10**30 * (number % 5) + number,
    "one far above": lambda number: 10**40 if number == 7 else number % 3,
}


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("entrants", [9, 130, 403])
def test_any_scores_are_drawn(scores: str, entrants: int) -> None:
    seeds = [
        Seed(number, number, SCORES[scores](number), met=(number % entrants + 1,))
        for number in range(1, entrants + 1)
    ]
    drawn = draw(seeds)
    assert len(drawn.tables) == entrants // 2
    assert not any(frozenset((unit.key, *unit.met)) in pairs_of(drawn) for unit in seeds)


def test_neighbours_meet_however_far_apart_scores_are() -> None:
    seeds = [Seed(number, number, -(10**50) * number**3) for number in range(1, 141)]
    assert pairs_of(draw(seeds)) == {frozenset((number, number + 1)) for number in range(1, 141, 2)}


# Beyond what is drawn at once


def test_largest_team_of_a_large_field_meets_all_others() -> None:
    seeds = [Seed(number, number, team="home" if number <= 300 else None) for number in range(1, 601)]
    drawn = draw(seeds)
    assert all(min(map(int, pair)) <= 300 < max(map(int, pair)) for pair in pairs_of(drawn))


def test_team_too_large_for_its_field_is_refused_with_those_left_over() -> None:
    seeds = [Seed(number, number, team="home" if number <= 304 else None) for number in range(1, 601)]
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds)
    # 304 of one team, 296 others: eight find nobody.
    assert len(refused.value.blocked) == 8
    assert refused.value.blocked[0].opponents_left == 296
    assert refused.value.relaxations == (Relaxation.TEAM_MATES,)
    relaxed = draw(seeds, rules=Rules(relaxed=frozenset({Relaxation.TEAM_MATES})))
    assert [warning.code for warning in relaxed.warnings] == ["team_mates"] * 4


def test_one_who_has_met_everybody_is_named_or_sits_out() -> None:
    seeds = [Seed(number, number) for number in range(1, 451)]
    seeds[0] = Seed(1, 1, met=tuple(range(2, 451)))
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds)
    assert refused.value.blocked[0] == Blocked(1, 0)
    assert [bye.key for bye in draw([*seeds, Seed(451, 451, met=(1,))]).byes] == [1]
    assert refused.value.relaxations == (Relaxation.REMATCH,)


def test_rematch_given_up_in_a_large_field_is_the_only_one() -> None:
    seeds = [Seed(number, number, met=(1,)) for number in range(2, 451)]
    seeds.append(Seed(1, 1, met=(449, 450)))
    drawn = draw(seeds, rules=Rules(relaxed=frozenset({Relaxation.REMATCH})))
    assert [warning.code for warning in drawn.warnings] == ["rematch"]


def test_second_bye_given_up_in_a_large_field() -> None:
    # Only 1 has had no bye, and it must play 2, who has met all others.
    seeds = [Seed(number, number, byes=int(number > 1)) for number in range(1, 452)]
    seeds[1] = Seed(2, 2, byes=1, met=tuple(range(3, 452)))
    with pytest.raises(NoLawfulDraw) as refused:
        draw(seeds)
    assert Relaxation.SECOND_BYE in refused.value.relaxations
    drawn = draw(seeds, rules=Rules(relaxed=frozenset({Relaxation.SECOND_BYE})))
    assert [bye.reasons[0].code for bye in drawn.byes] == ["second_bye"]
    assert frozenset((1, 2)) in pairs_of(drawn) or drawn.byes[0].key == 2
