"""A new partner each round, through ``manage.py draw``."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Any

import pytest

from tests.tournaments.draw_process import Answer, Asked, seated

Pairs = Counter[frozenset[str]]


def persons(size: int) -> list[str]:
    return [f"{number:02}" for number in range(1, size + 1)]


def rotation(everybody: Sequence[object], **more: object) -> dict[str, object]:
    return {"id": "r", "format": "rotation", "persons": everybody, **more}


def partners(rounds: Iterable[Answer]) -> Pairs:
    return Counter(pair for sides in tables(rounds) for side in sides for pair in twos(side))


def opponents(rounds: Iterable[Answer]) -> Pairs:
    facing = (pair for sides in tables(rounds) for pair in combinations(sides, 2))
    return Counter(frozenset(two) for one, other in facing for two in product(one, other))


def tables(rounds: Iterable[Answer]) -> Iterator[Any]:
    for one in rounds:
        yield from one["tables"]


def twos(side: Sequence[str]) -> Iterator[frozenset[str]]:
    return map(frozenset, combinations(side, 2))


def counted(rounds: Sequence[Answer], everybody: Sequence[str]) -> dict[str, int]:
    """The quality as the tables tell it."""
    sat_out = Counter(name for one in rounds for name in one["sitting_out"])
    return {
        "partner_repeats": sum(count - 1 for count in partners(rounds).values()),
        "opponent_repeats": sum(count - 1 for count in opponents(rounds).values()),
        "max_opponent": max(opponents(rounds).values()),
        "byes_min": min(sat_out[name] for name in everybody),
        "byes_max": max(sat_out[name] for name in everybody),
    }


def forced(answer: Answer) -> set[int]:
    """The rounds of which it is said that a partner must come again."""
    found = answer["warnings"]
    return {one["params"]["round"] for one in found if one["code"] == "partner_must_repeat"}


def played(ask: Asked, size: int, rounds: int, **more: object) -> Answer:
    """The answer, in which everybody sits or sits out once a round and the quality is what its tables say."""
    answer = ask(rotation(persons(size), rounds=rounds, **more))
    assert len(answer["rounds"]) == rounds, answer
    for one in answer["rounds"]:
        assert sorted([*seated(one["tables"]), *one["sitting_out"]]) == persons(size)
        assert all(len(side) == 2 for sides in one["tables"] for side in sides)
    assert answer["quality"] == counted(answer["rounds"], persons(size))
    return answer


@pytest.mark.parametrize("mode", ["design", "lot"])
@pytest.mark.parametrize("size", [9, 10, 11, 30])
def test_t11_those_left_over_sit_out_in_turn(ask: Asked, size: int, mode: str) -> None:
    answer = played(ask, size, 7, mode=mode)
    out = [set(one["sitting_out"]) for one in answer["rounds"]]
    assert {len(names) for names in out} == {size % 4}
    assert answer["quality"]["byes_max"] - answer["quality"]["byes_min"] <= 1
    assert all(one.isdisjoint(following) for one, following in pairwise(out))


def test_t14_three_games_of_twelve_persons_have_new_partners(ask: Asked) -> None:
    quality = played(ask, 12, 3)["quality"]
    assert quality["partner_repeats"] == 0
    assert quality["max_opponent"] <= 2


def test_t15_five_persons_partner_everybody_once_and_sit_out_once(ask: Asked) -> None:
    rounds = played(ask, 5, 5)["rounds"]
    everybody = set(map(frozenset, combinations(persons(5), 2)))
    assert partners(rounds) == Counter(everybody)
    assert opponents(rounds) == Counter([*everybody, *everybody])
    assert Counter(name for one in rounds for name in one["sitting_out"]) == Counter(persons(5))


def test_t16_nine_rounds_of_eight_persons_say_which_round_must_repeat_a_partner(ask: Asked) -> None:
    # 28 pairs of partners, four in a round: the eighth round finds none left.
    answer = played(ask, 8, 9)
    assert forced(answer) == {8, 9}
    assert answer["quality"]["partner_repeats"] == 8
    assert set(partners(answer["rounds"][:7]).values()) == {1}
    first, last = partners(answer["rounds"][:4]), partners(answer["rounds"][7:])
    assert set(last) <= set(first)  # what lies longest behind comes again


def test_lots_repeat_a_partner_only_when_nobody_else_is_left(ask: Asked) -> None:
    answer = played(ask, 4, 5, mode="lot")
    assert forced(answer) == {4, 5}
    assert set(partners(answer["rounds"][:3]).values()) == {1}


def test_a_whole_rotation_is_a_whist(ask: Asked) -> None:
    rounds = played(ask, 16, 15)["rounds"]
    assert set(partners(rounds).values()) == {1}
    assert set(opponents(rounds).values()) == {2}


def test_no_two_meet_twice_in_five_rounds_of_sixteen(ask: Asked) -> None:
    rounds = played(ask, 16, 5)["rounds"]
    assert set((partners(rounds) + opponents(rounds)).values()) == {1}


def scored(scores: Sequence[int], **more: dict[str, object]) -> list[dict[str, object]]:
    return [
        {"id": name, "score": score, **more.get(f"p{name}", {})}
        for name, score in zip(persons(len(scores)), scores, strict=True)
    ]


def sides(answer: Answer) -> list[set[frozenset[str]]]:
    (only,) = answer["rounds"]
    return [set(map(frozenset, sides)) for sides in only["tables"]]


@pytest.mark.parametrize(
    ("split", "first"),
    [("outer", {frozenset({"01", "04"}), frozenset({"02", "03"})}),
     ("alternate", {frozenset({"01", "03"}), frozenset({"02", "04"})})],
)  # fmt: skip
def test_neighbours_in_the_standing_share_a_table(ask: Asked, split: str, first: set[frozenset[str]]) -> None:
    everybody = scored([9, 8, 7, 6, 4, 3, 2, 1])
    answer = ask(rotation(everybody, mode="standing", split=split, rounds=4, round=2))
    assert sides(answer)[0] == first
    assert len(sides(answer)) == 2
    assert set(seated(answer["rounds"][0]["tables"][1])) == {"05", "06", "07", "08"}


def test_standing_finds_partners_who_are_new(ask: Asked) -> None:
    everybody = scored([9, 8, 7, 6], p01={"partners": ["04"], "opponents": ["02", "03"]})
    (table,) = sides(ask(rotation(everybody, mode="standing")))
    assert frozenset({"01", "04"}) not in table


def test_fewest_byes_and_the_lowest_sit_out_by_standing(ask: Asked) -> None:
    everybody = scored([9, 8, 7, 6, 0, 0], p06={"byes": 1})
    answer = ask(rotation(everybody, mode="standing", round=3))
    assert sorted(answer["rounds"][0]["sitting_out"]) == ["04", "05"]


def test_a_plan_goes_on_from_what_was_played(ask: Asked) -> None:
    begun = played(ask, 12, 3)["rounds"]
    met, beside = opponents(begun), partners(begun)
    everybody = [
        {"id": name, "partners": others(beside, name), "opponents": others(met, name)} for name in persons(12)
    ]
    answer = ask(rotation([*everybody, "13"], rounds=4))
    assert set((partners(answer["rounds"]) + beside).values()) == {1}
    assert answer["quality"]["partner_repeats"] == 0


def others(pairs: Pairs, name: str) -> list[str]:
    return [other for pair in pairs for other in pair - {name} if name in pair]


@pytest.mark.parametrize("mode", ["design", "lot", "standing"])
@pytest.mark.parametrize(
    ("shape", "form"), [([1, 1], "a-a"), ([1, 1, 1], "a-a-a"), ([2, 2], "aa-aa"), ([3, 3], "aaa-aaa")]
)
def test_tables_have_the_shape_that_is_asked_for(ask: Asked, shape: list[int], form: str, mode: str) -> None:
    size = 2 * sum(shape) + 1
    answer = ask(rotation(persons(size), shape=shape, mode=mode))
    (only,) = answer["rounds"]
    assert ["-".join(map(seats, table)) for table in only["tables"]] == [form] * 2
    assert len(only["sitting_out"]) == 1


def seats(side: str | list[str]) -> str:
    return "a" * (1 if isinstance(side, str) else len(side))


@pytest.mark.parametrize("mode", ["design", "lot", "standing"])
def test_forbidden_persons_never_share_a_table(ask: Asked, mode: str) -> None:
    answer = ask(rotation(persons(8), mode=mode, forbidden=[["01", "02"], ["03", "04"]], rounds=3))
    for table in tables(answer["rounds"]):
        assert not {"01", "02"} <= set(seated([table]))
        assert not {"03", "04"} <= set(seated([table]))


@pytest.mark.parametrize("mode", ["design", "lot", "standing"])
def test_the_absent_appear_nowhere(ask: Asked, mode: str) -> None:
    everybody = [*persons(8), {"id": "away", "present": False}]
    answer = ask(rotation(everybody, mode=mode))
    assert sorted(seated(answer["rounds"][0]["tables"])) == persons(8)
    assert answer["rounds"][0]["sitting_out"] == []


@pytest.mark.parametrize("mode", ["design", "lot"])
def test_the_seed_makes_the_rounds(ask: Asked, mode: str) -> None:
    state = rotation(persons(12), rounds=4, mode=mode)
    once, again, other = (ask({**state, "seed": seed})["rounds"] for seed in (1, 1, 2))
    assert once == again
    assert once != other


# Where nobody has a partner


@pytest.mark.parametrize("mode", ["design", "lot", "standing"])
@pytest.mark.parametrize("shape", [[1, 1], [1, 1, 1]])
def test_nobody_alone_meets_an_opponent_again_unsaid(ask: Asked, shape: list[int], mode: str) -> None:
    everybody = persons(len(shape))
    met = [{"id": everybody[0], "opponents": everybody[1:]}, *everybody[1:]]
    answer = ask(rotation(met, mode=mode, shape=shape))
    (drawn,) = answer["rounds"]
    assert sorted(seated(drawn["tables"])) == everybody
    assert [one["code"] for one in answer["warnings"]] == ["rematch"]
    assert answer["warnings"][0]["params"] == {"round": 2, "times": 1, "table": 1}


@pytest.mark.parametrize("mode", ["design", "lot", "standing"])
@pytest.mark.parametrize(("shape", "size"), [([1, 1], 6), ([1, 1, 1], 9)])
def test_those_alone_meet_nobody_again_while_that_can_be(
    ask: Asked, shape: list[int], size: int, mode: str
) -> None:
    """Whatever two rounds were, a third is left: three opponents each, or rows and columns of a square."""
    everybody: dict[str, list[str]] = {name: [] for name in persons(size)}
    for number in range(1, 4):
        known = [{"id": name, "opponents": met} for name, met in everybody.items()]
        answer = ask(rotation(known, mode=mode, shape=shape, round=number))
        assert answer["warnings"] == []
        for table in answer["rounds"][0]["tables"]:
            for one, other in combinations(table, 2):
                assert other not in everybody[one]
                everybody[one].append(other)
                everybody[other].append(one)


def test_a_forced_partner_is_said_once(ask: Asked) -> None:
    """Of six, everybody has been with everybody: whichever trios sit down, partners come again."""
    everybody = [{"id": name, "partners": [*{*persons(6)} - {name}]} for name in persons(6)]
    answer = ask(rotation(everybody, mode="lot", shape=[3, 3], round=9))
    assert [one["code"] for one in answer["warnings"]].count("partner_must_repeat") == 1
