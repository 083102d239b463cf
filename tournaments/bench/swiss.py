"""Figures of Swiss draws: time by size and round, quality of large rounds, and one very large event."""

from collections import Counter
from itertools import islice

from tournaments.bench.engines import ENGINES, OURS, Engine
from tournaments.bench.events import State, swiss_states
from tournaments.bench.measure import median_time, peak_megabytes, timed
from tournaments.bench.quality import left_out, rematches, same_clubs, squares
from tournaments.bench.tables import Table, seconds

ROUNDS = 9
COMPARED = 6
CLUBS = 20


def times_by_round(sizes: list[int], *, times: int) -> Table:
    """Every round of an event of each size, by our own engine."""
    medians = {size: round_times(size, times=times) for size in sizes}
    rows = [[str(size), *map(seconds, found)] for size, found in medians.items()]
    notes = []
    if {1000, 10_000} <= medians.keys():
        growth = sum(medians[10_000]) / sum(medians[1000])
        notes.append(f"From 1,000 to 10,000 units: {growth:.1f} times the time, all rounds together.")
    notes.append(f"Peak memory of the process so far: {peak_megabytes():.0f} MB.")
    return Table(
        f"Swiss: CPU seconds of each round, median of {times}, {CLUBS} clubs kept apart",
        ["units", *(f"round {number}" for number in range(1, ROUNDS + 1))],
        rows,
        notes,
    )


def round_times(size: int, *, times: int) -> list[float]:
    states = islice(swiss_states(size, clubs=CLUBS, seed=size), ROUNDS)
    return [median_time(OURS.prepared(state), times=times) for state in states]


def beside_others(sizes: list[int], *, times: int) -> Table:
    """The same state given to every engine."""
    here = [engine for engine in ENGINES if engine.is_here]
    rows: list[list[str]] = []
    for size in sizes:
        state = next(islice(swiss_states(size, clubs=CLUBS, seed=size), COMPARED - 1, None))
        rows += ([str(size), *row_of(engine, state, times=times)] for engine in here)
    missing = [f"{engine.name}: not installed, skipped." for engine in ENGINES if not engine.is_here]
    return Table(
        f"Swiss: round {COMPARED} beside other engines",
        ["units", "engine", "CPU s", "rematches", "left out", "sum of squares", "same club"],
        rows,
        missing,
    )


def row_of(engine: Engine, state: State, *, times: int) -> list[str]:
    work = engine.prepared(state)
    _, result = timed(work)
    pairs = engine.pairs(result)
    return [
        engine.name,
        seconds(median_time(engine.prepared(state), times=times)),
        str(rematches(state, pairs)),
        str(left_out(state, pairs)),
        str(squares(state, pairs)),
        str(same_clubs(state, pairs)),
    ]


def whole_events(sizes: list[int]) -> Table:
    """Nine rounds each: what had to be given up in all of them together."""
    return Table(
        f"Swiss: whole events of {ROUNDS} rounds",
        ["units", "rematches", "same club", "byes", "most byes of one", "CPU s of all draws", "peak MB"],
        [event_row(size) for size in sizes],
    )


def event_row(size: int) -> list[str]:
    byes: Counter[object] = Counter()
    again = same = 0
    spent = 0.0
    for state in islice(swiss_states(size, clubs=CLUBS, seed=size), ROUNDS):
        took, drawn = timed(OURS.prepared(state))
        pairs = OURS.pairs(drawn)
        byes.update(bye.key for bye in drawn.byes)
        again += rematches(state, pairs)
        same += same_clubs(state, pairs)
        spent += took
    most = max(byes.values(), default=0)
    return [*map(str, (size, again, same, byes.total(), most)), seconds(spent), f"{peak_megabytes():.0f}"]
