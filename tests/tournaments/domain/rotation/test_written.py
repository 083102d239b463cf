"""Reasons of planned tables: what was kept, what was given up, in the words of every other draw."""

from dataclasses import replace

from django.utils.translation import override

from hall.draw_phrases import reason_words
from tournaments.domain.draw import Draw, Reason, Relaxation, Rules, Seed
from tournaments.domain.rotation.plan import plan_rounds


def plan(persons: list[Seed], rules: Rules | None = None, *, rounds: int = 1, first: int = 1) -> Draw:
    return plan_rounds(persons, rounds=rounds, rules=rules or Rules(), seed=1, first_round=first)[0]


def four(**facts: str) -> list[Seed]:
    return [Seed(key, rank=key, team=facts.get("team")) for key in range(1, 5)]


def test_team_mates_who_must_meet_are_told_with_their_team() -> None:
    draw = plan(four(team="能登"), Rules(relaxed=frozenset({Relaxation.TEAM_MATES})))
    (table,) = draw.tables
    assert Reason("team_mates", {"team": "能登"}) in table.reasons
    assert Reason("team_mates", {"team": "能登", "table": 1}) in draw.warnings
    with override("en"):
        words = [reason_words({"code": r.code, "params": r.params}, {}).text for r in table.reasons]
    assert "of one team" in words


def test_nothing_is_said_of_the_past_while_nobody_has_one() -> None:
    (table,) = plan(four()).tables
    assert [reason.code for reason in table.reasons] == ["planned"]


def test_a_partner_again_is_told_with_the_round_that_forces_it() -> None:
    everybody = {1, 2, 3, 4}
    seeds = [
        replace(seed, partners=tuple(sorted(everybody - {seed.key}))) for seed in four()
    ]  # three rounds were played, and everybody has had everybody
    draw = plan(seeds, first=4)
    assert draw.warnings[0] == Reason("partner_must_repeat", {"round": 4})
    assert Reason("partner_again", {"times": 1}) in draw.tables[0].reasons


def test_numbers_from_the_box_do_not_hide_a_partner_again() -> None:
    seeds = [replace(seed, partners=tuple({1, 2, 3, 4} - {seed.key})) for seed in four()]
    draw = plan(seeds, Rules(lots={1: 1, 2: 2, 3: 3, 4: 4}), first=4)
    assert draw.warnings[0] == Reason("partner_must_repeat", {"round": 4})


def test_who_sits_out_again_says_so() -> None:
    seeds = [Seed(key, rank=key, byes=0 if key == 5 else 1) for key in range(1, 6)]
    (bye,) = plan(seeds, first=2).byes
    assert (bye.key, bye.reasons) == (5, (Reason("fewest_byes", {"byes": 0}),))
