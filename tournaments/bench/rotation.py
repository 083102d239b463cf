"""Figures of rotation: rounds drawn by standing in large fields, and whole plans by design."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from tournaments.bench.measure import median_time, timed
from tournaments.bench.tables import Table, seconds
from tournaments.domain.draw import Draw, Key, Rules, Seed
from tournaments.domain.pairing import draw_round
from tournaments.domain.rotation.plan import plan_rounds
from tournaments.domain.rotation.quality import quality_of
from tournaments.domain.settings import RotationMode, Settings
from tournaments.domain.state_line import answer
from tournaments.enums import Format

BY_STANDING = Rules(settings=Settings(mode=RotationMode.STANDING))
ROUNDS = 9
LINE_ROUND = 6
PLANS = (
    *((8, 5), (9, 5), (10, 6), (12, 8), (13, 8), (14, 7), (16, 5), (16, 8), (18, 8), (20, 6), (22, 7)),
    *((24, 7), (32, 8), (33, 10), (40, 8), (40, 10), (64, 8), (100, 10), (150, 10), (200, 10)),
)
"""Persons and rounds."""


def standing(sizes: list[int]) -> Table:
    """Nine rounds by standing; the sixth and the slowest of them, and a line of the sixth answered."""
    answered = {size: line_time(size) for size in sizes}
    notes = []
    if {1000, 10_000} <= answered.keys():
        growth = answered[10_000] / answered[1000]
        notes.append(f"From 1,000 to 10,000 persons: {growth:.1f} times the time of a line.")
    return Table(
        "Rotation by standing: CPU seconds of one round",
        ["persons", "round 6", "slowest", "line of round 6", "partner again", "opponent again", "byes"],
        [standing_row(size, answered[size]) for size in sizes],
        notes,
    )


def line_time(size: int) -> float:
    """From a state as ``manage.py draw`` reads it to its answer, quality included."""
    persons, chance = persons_of(size), Random(size)
    for _, drawn in islice(rounds_by_standing(persons), LINE_ROUND - 1):
        persons = after(persons, drawn, chance)
    line = json.dumps(line_of(persons)).encode()
    return median_time(lambda: answer(line, sentence=lambda code, _params: code), times=3)


def line_of(persons: Sequence[Seed]) -> dict[str, object]:
    everybody = [
        {"id": unit.key, "score": unit.score, "partners": unit.partners, "opponents": unit.met}
        for unit in persons
    ]
    return {"id": "bench", "format": "rotation", "mode": "standing", "persons": everybody}


def persons_of(size: int) -> list[Seed]:
    return [Seed(f"person {number}", number) for number in range(1, size + 1)]


def standing_row(size: int, answered: float) -> list[str]:
    persons = persons_of(size)
    played = [*rounds_by_standing(persons)]
    times = [took for took, _ in played]
    quality = quality_of([drawn for _, drawn in played], persons)
    return [
        str(size),
        seconds(times[LINE_ROUND - 1]),
        seconds(max(times)),
        seconds(answered),
        str(quality.partner_repeats),
        str(quality.opponent_repeats),
        f"{quality.byes_min}-{quality.byes_max}",
    ]


def rounds_by_standing(persons: list[Seed]) -> Iterator[tuple[float, Draw]]:
    chance = Random(len(persons))
    for number in range(1, ROUNDS + 1):
        took, drawn = timed(
            lambda persons=persons, number=number: draw_round(  # type: ignore[misc]
                Format.ROTATION, persons, round_number=number, rules=BY_STANDING, seed=number
            )
        )
        yield took, drawn
        persons = after(persons, drawn, chance)


def after(persons: list[Seed], drawn: Draw, chance: Random) -> list[Seed]:
    """One side of each table has won; who sat out has not."""
    known = {unit.key: unit for unit in persons}
    for table in drawn.tables:
        winner = chance.randrange(len(table.sides))
        for number, side in enumerate(table.sides):
            others = tuple(key for other in table.sides if other is not side for key in other)
            for key in side:
                known[key] = played(known[key], side, others, won=number == winner)
    for bye in drawn.byes:
        known[bye.key] = replace(known[bye.key], byes=known[bye.key].byes + 1)
    order = sorted(known.values(), key=lambda unit: (-unit.score, unit.rank))
    return [replace(unit, rank=rank) for rank, unit in enumerate(order, start=1)]


def played(unit: Seed, side: tuple[Key, ...], others: tuple[Key, ...], *, won: bool) -> Seed:
    return replace(
        unit,
        score=unit.score + won,
        partners=(*unit.partners, *(key for key in side if key != unit.key)),
        met=(*unit.met, *others),
    )


def planned(*, most: int) -> Table:
    """Whole plans by design, from nothing."""
    return Table(
        "Rotation by design: CPU seconds of a whole plan",
        ["persons", "rounds", "CPU s", "partner again", "opponent again", "most of two", "byes"],
        [plan_row(size, rounds) for size, rounds in PLANS if size <= most],
    )


def plan_row(size: int, rounds: int) -> list[str]:
    persons = [Seed(number, number) for number in range(1, size + 1)]
    took, draws = timed(lambda: plan_rounds(persons, rounds=rounds, rules=Rules(), seed=1))
    quality = quality_of(draws, persons)
    return [
        *map(str, (size, rounds)),
        seconds(took),
        *map(str, (quality.partner_repeats, quality.opponent_repeats, quality.max_opponent)),
        f"{quality.byes_min}-{quality.byes_max}",
    ]
