"""Events played by chance, so that every engine is asked about states that could have been."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tournaments.domain.draw import Draw, Key, NoLawfulDraw, Rules, Seed
from tournaments.domain.pairing import draw_round
from tournaments.domain.settings import Settings
from tournaments.enums import Format

RULES = Rules(settings=Settings(branch_rounds=99))
DRAWN_GAMES = 0.1


@dataclass(frozen=True, slots=True)
class State:
    """A round to be drawn. ``drawn`` is our own draw of it, None where the rules leave none."""

    seeds: list[Seed]
    number: int
    drawn: Draw | None


def swiss_states(entrants: int, *, clubs: int, seed: int) -> Iterator[State]:
    """Round after round of one event, as long as there is one."""
    chance = Random(seed)
    seeds = [
        Seed(f"unit {number}", number, branches=frozenset({f"club {chance.randrange(clubs)}"}))
        for number in range(1, entrants + 1)
    ]
    number = 1
    while (drawn := swiss_round(seeds, number)) is not None:
        yield State(seeds, number, drawn)
        seeds = after(seeds, drawn, chance)
        number += 1
    yield State(seeds, number, None)


def swiss_round(seeds: list[Seed], number: int) -> Draw | None:
    try:
        return draw_round(Format.SWISS, seeds, round_number=number, rules=RULES, seed=number)
    except NoLawfulDraw:
        return None


def after(seeds: list[Seed], drawn: Draw, chance: Random) -> list[Seed]:
    """Everybody's history once the round was played; who sat out has won."""
    known = {unit.key: unit for unit in seeds}
    for table in drawn.tables:
        (a,), (b,) = table.sides
        share = Fraction(1, 2) if chance.random() < DRAWN_GAMES else Fraction(chance.randrange(2))
        floats = int(known[a].score != known[b].score)
        known[a] = played(known[a], b, share, floats=floats, first=1)
        known[b] = played(known[b], a, 1 - share, floats=floats, first=0)
    for bye in drawn.byes:
        unit = known[bye.key]
        known[bye.key] = replace(unit, score=unit.score + 1, byes=unit.byes + 1)
    order = sorted(known.values(), key=lambda unit: (-unit.score, unit.rank))
    return [replace(unit, rank=rank) for rank, unit in enumerate(order, start=1)]


def played(unit: Seed, other: Key, points: Fraction, *, floats: int, first: int) -> Seed:
    return replace(
        unit,
        score=unit.score + points,
        met=(*unit.met, other),
        floats=unit.floats + floats,
        firsts=unit.firsts + first,
    )
