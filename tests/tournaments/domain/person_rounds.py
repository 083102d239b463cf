"""Rounds of single persons for tests: played by lot, and counted by hand, apart from the product."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tournaments.domain.pairing import Draw, Key, Rules, Seed

Table = tuple[tuple[Key, ...], ...]


def persons(size: int) -> list[Seed]:
    return [Seed(number, number) for number in range(1, size + 1)]


def after(seeds: Sequence[Seed], tables: Sequence[Table], number: int, chance: Random) -> list[Seed]:
    """Everybody after this round; who is at no table sat out. One side of each table wins."""
    known = {unit.key: replace(unit, byes=unit.byes + 1, rested=number) for unit in seeds}
    before = {unit.key: unit for unit in seeds}
    for table in tables:
        winner = chance.randrange(len(table))
        for number_of_side, side in enumerate(table):
            for key in side:
                unit = before[key]
                known[key] = replace(
                    unit,
                    score=unit.score + (number_of_side == winner),
                    met=(*unit.met, *(other for rival in table if rival != side for other in rival)),
                    partners=(*unit.partners, *(other for other in side if other != key)),
                    firsts=unit.firsts + (number_of_side == 0),
                )
    order = sorted(known.values(), key=lambda unit: (-unit.score, unit.rank))
    return [replace(unit, rank=rank) for rank, unit in enumerate(order, start=1)]


def tables_of(drawn: Draw) -> list[Table]:
    return [table.sides for table in drawn.tables]


def play(
    draw: Callable[..., Draw], size: int, rounds: int, *, chance: Random, rules: Rules
) -> tuple[list[Seed], list[Draw]]:
    """An event from its first round, and everybody behind it."""
    seeds, draws = persons(size), []
    for number in range(1, rounds + 1):
        draws.append(draw(seeds, round_number=number, rules=rules, seed=chance.randrange(1000)))
        seeds = after(seeds, tables_of(draws[-1]), number, chance)
    return seeds, draws


def random_past(size: int, rounds: int, *, seats: int, sides: int, chance: Random) -> list[Seed]:
    """Everybody behind rounds that nobody drew with care: partners and opponents come again."""
    seeds = persons(size)
    for number in range(1, rounds + 1):
        keys = [unit.key for unit in seeds]
        chance.shuffle(keys)
        full = [keys[start : start + seats] for start in range(0, size - size % seats, seats)]
        tables = [tuple(tuple(group[side::sides]) for side in range(sides)) for group in full]
        seeds = after(seeds, tables, number, chance)
    return seeds


def everybody_of(drawn: Draw) -> list[Key]:
    seated = [key for table in drawn.tables for side in table.sides for key in side]
    return [*seated, *(bye.key for bye in drawn.byes)]


def codes_of(drawn: Draw) -> list[list[str]]:
    return [[reason.code for reason in table.reasons] for table in drawn.tables]


def partners_again(seeds: Sequence[Seed], drawn: Draw) -> int:
    """How many partners have been partners before."""
    known = {unit.key: unit for unit in seeds}
    twos = [two for table in drawn.tables for side in table.sides for two in combinations(side, 2)]
    return sum(one in known[other].partners or other in known[one].partners for one, other in twos)


def opponents_again(seeds: Sequence[Seed], tables: Sequence[Table]) -> int:
    """The sum of the squared times that those who meet have been opponents."""
    known = {unit.key: unit for unit in seeds}
    return sum(known[a].met.count(b) ** 2 for table in tables for a, b in meetings(table))


def meetings(table: Table) -> Iterator[tuple[Key, Key]]:
    for one, other in combinations(table, 2):
        yield from ((a, b) for a in one for b in other)


def has_new_partners(seeds: Sequence[Seed], seats: int = 4) -> bool:
    """Whether all can have a partner they have not had, with those sitting out who had the fewest byes."""
    networkx = pytest.importorskip("networkx", reason="networkx: not installed here (group full)")
    out = len(seeds) % seats
    most = sorted(unit.byes for unit in seeds)[out - 1] if out else -1
    due = [unit for unit in seeds if unit.byes < most]
    rest = [unit for unit in seeds if unit.byes >= most]
    graph = networkx.Graph()
    graph.add_nodes_from(unit.key for unit in rest)
    for one, other in combinations(rest, 2):
        if other.key not in one.partners and one.key not in other.partners:
            graph.add_edge(one.key, other.key)
    for empty in range(out - len(due)):
        graph.add_edges_from((("out", empty), unit.key) for unit in rest if unit.byes == most)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return bool(2 * len(found) == graph.number_of_nodes())


def every_round(keys: Sequence[Key]) -> Iterator[list[Table]]:
    """Every way to seat these persons at tables of two against two."""
    if not keys:
        yield []
        return
    first, *rest = keys
    for a, b, c in combinations(rest, 3):
        left = [key for key in rest if key not in (a, b, c)]
        for table in (((first, a), (b, c)), ((first, b), (a, c)), ((first, c), (a, b))):
            yield from ([table, *tables] for tables in every_round(left))


def every_threes(keys: Sequence[Key]) -> Iterator[list[Table]]:
    if not keys:
        yield []
        return
    first, *rest = keys
    for a, b in combinations(rest, 2):
        left = [key for key in rest if key not in (a, b)]
        yield from ([((first,), (a,), (b,)), *tables] for tables in every_threes(left))
