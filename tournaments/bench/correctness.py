"""Small and middling states, each against a best round that was found in another way."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, islice

from tournaments.bench.engines import ENGINES, OURS, Engine, Pairs
from tournaments.bench.events import State, swiss_states
from tournaments.bench.quality import left_out, rematches, same_clubs, squares
from tournaments.bench.tables import Table
from tournaments.domain.draw import Seed
from tournaments.domain.matching import cheapest_matching

LATE_SIZES = range(4, 25)
EVENTS_OF_A_SIZE = 5
MIDDLING = (60, 129, 200, 300, 400)


def late_states() -> Iterator[State]:
    """The second half of events that were played on until nobody was left to meet."""
    for size in LATE_SIZES:
        for event in range(EVENTS_OF_A_SIZE):
            states = [*swiss_states(size, clubs=4, seed=100 * size + event)]
            yield from states[len(states) // 2 :]


@dataclass(slots=True)
class Tally:
    """What one engine made of the states that have a round."""

    states: int = 0
    unanswered: int = 0
    with_rematch: int = 0
    with_left_out: int = 0
    not_least: int = 0


def small_states() -> Table:
    """Every engine on late states: those with a lawful round must be given one, least by score."""
    if find_spec("networkx") is None:
        return Table("Swiss: late small states", ["networkx"], [["not installed, skipped"]])
    tallies = {engine.name: Tally() for engine in ENGINES if engine.is_here}
    impossible = refused = 0
    for state in late_states():
        if not has_round(state):
            impossible += 1
            refused += state.drawn is None
            continue
        for engine in ENGINES:
            if engine.is_here:
                judge(tallies[engine.name], engine, state)
    return Table(
        f"Swiss: late small states, {LATE_SIZES[0]} to {LATE_SIZES[-1]} units, with a lawful round",
        ["engine", "states", "no answer", "with a rematch", "with one left out", "squares above the least"],
        [
            [
                name,
                *map(str, (tally.states, tally.unanswered, tally.with_rematch)),
                *map(str, (tally.with_left_out, tally.not_least)),
            ]
            for name, tally in tallies.items()
        ],
        [f"Without a lawful round: {impossible} more states; Banzuke refused {refused} of them."],
    )


def judge(tally: Tally, engine: Engine, state: State) -> None:
    tally.states += 1
    try:
        pairs = engine.pairs(engine.prepared(state)())
    except Exception:  # whatever another engine does with a state, it is no answer
        tally.unanswered += 1
        return
    tally.with_rematch += rematches(state, pairs) > 0
    tally.with_left_out += left_out(state, pairs) > 0
    if not rematches(state, pairs) and not left_out(state, pairs):
        tally.not_least += squares(state, pairs) > squares_at_least(state, pairs)


def has_round(state: State) -> bool:
    """Whether all can meet somebody new, or sit out who has done so least."""
    networkx = import_module("networkx")
    graph = networkx.Graph()
    graph.add_nodes_from(unit.key for unit in state.seeds)
    graph.add_edges_from((one.key, other.key) for one, other in new_tables(state.seeds))
    if len(state.seeds) % 2:
        fewest = min(unit.byes for unit in state.seeds)
        graph.add_edges_from((unit.key, "nobody") for unit in state.seeds if unit.byes == fewest)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(graph)


def new_tables(seeds: list[Seed]) -> Iterator[tuple[Seed, Seed]]:
    return ((one, other) for one, other in combinations(seeds, 2) if other.key not in one.met)


def squares_at_least(state: State, pairs: Pairs) -> Fraction:
    """The least sum of squares with the same unit sitting out."""
    networkx = import_module("networkx")
    graph = networkx.Graph()
    for one, other in new_tables(paired(state, pairs)):
        halves, _, _, _ = costs(one, other)
        graph.add_edge(one.key, other.key, weight=-halves)
    best = networkx.max_weight_matching(graph, maxcardinality=True)
    return squares(state, [frozenset(pair) for pair in best])


def paired(state: State, pairs: Pairs) -> list[Seed]:
    idle = {key for pair in pairs if len(pair) == 1 for key in pair}
    return [unit for unit in state.seeds if unit.key not in idle]


def costs(one: Seed, other: Seed) -> tuple[int, int, int, int]:
    """As the draw weighs a table: squared difference and difference in halves, floats, same club."""
    halves = abs(int(one.score * 2) - int(other.score * 2))
    floats = (one.floats + other.floats) * bool(halves)
    return halves**2, halves, floats, int(bool(one.branches & other.branches))


def middling_states(*, most: int) -> Table:
    """Our rounds of middling fields against one matching of all their tables."""
    rows = []
    for size in (size for size in MIDDLING if size <= most):
        checks = [*middling_checks(size)]
        rows.append(
            [str(size), str(len(checks)), *(str(sum(column)) for column in zip(*checks, strict=True))]
        )
    return Table(
        "Swiss: middling fields against one matching of all tables",
        ["units", "rounds", "squares at the least", "same club at the fewest"],
        rows,
    )


def middling_checks(size: int) -> Iterator[tuple[bool, bool]]:
    """The same solver without groups, blocks or bounds; test_matching.py holds it against networkx."""
    for state in islice(swiss_states(size, clubs=6, seed=size), 9):
        pairs = OURS.pairs(state.drawn)
        units = paired(state, pairs)
        places = {unit.key: place for place, unit in enumerate(units)}
        edges = {(places[one.key], places[other.key]): costs(one, other) for one, other in new_tables(units)}
        best = [frozenset({units[a].key, units[b].key}) for a, b in cheapest_matching(len(units), edges)]
        yield (
            squares(state, pairs) == squares(state, best),
            same_clubs(state, pairs) == same_clubs(state, best),
        )
