"""Free play at meetings: no rounds, whoever waits forms the next tables; the rest wait on.

Who has played fewest games comes first, then who has waited longest. Those whose turn it is are seated by
their history: new partners first, then new opponents, then other branches. Nobody is refused for what was
before; only who may not sit together at all (``forbidden``, ``apart``) can make somebody wait on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias

from tournaments.domain.draw import Draw, Key, NoLawfulDraw, Reason, Relaxation, Rules, Seed, TablePairing
from tournaments.domain.field import drawn_lots
from tournaments.domain.rotation.bounds import least, sit_outs
from tournaments.domain.rotation.lot import draw_lot
from tournaments.domain.settings import Remainder, Settings, Shape

Pairs: TypeAlias = frozenset[frozenset[Key]]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A person who wants to play: games so far, and how long they have waited, in whatever unit, all alike.

    ``met`` and ``partners`` are oldest first, with repeats.
    """

    key: Key
    games: int = 0
    waited: int = 0
    met: tuple[Key, ...] = ()
    partners: tuple[Key, ...] = ()
    branches: frozenset[str] = frozenset()


def next_tables(
    waiting: Sequence[Waiting],
    *,
    shape: Shape,
    seed: int,
    remainder: Remainder = Remainder.SIT_OUT,
    tables: int | None = None,
    forbidden: Pairs = frozenset(),
    apart: Pairs = frozenset(),
) -> tuple[TablePairing, ...]:
    """As many tables as those who wait can fill; none when there are too few. The same seed gives the same.

    ``tables`` is how many of the hall are free, None: enough. With ``three_seats`` three can play where
    four are missing. Who may not sit with the others waits on; a table that some can fill is found.
    """
    rules = Rules(
        settings=Settings(shape=shape, remainder=remainder, branch_rounds=1),
        forbidden=forbidden,
        apart=apart,
        relaxed=frozenset({Relaxation.PARTNER_AGAIN}),
    )
    everybody = in_line(waiting, seed)
    line = list(everybody)
    room = len(line) if tables is None else tables * sum(shape)
    while playing := first_in(line[:room], shape, remainder):
        drawn = seated(playing, rules, seed)
        if isinstance(drawn, Draw):
            return told(drawn.tables, playing, left=line[len(playing) :])
        line.remove(last_in_the_way(line, drawn))
    return one_table(everybody, rules, seed) if room else ()


def seated(playing: Sequence[Waiting], rules: Rules, seed: int) -> Draw | NoLawfulDraw:
    try:
        return draw_lot(list(map(seed_of, playing)), round_number=1, rules=rules, seed=seed)
    except NoLawfulDraw as refused:
        return refused


def one_table(line: Sequence[Waiting], rules: Rules, seed: int) -> tuple[TablePairing, ...]:
    """The table of the first in the line who can fill one, when many may not sit with each other."""
    shape, remainder = rules.settings.shape, rules.settings.remainder
    for seats in sorted({sum(shape), least(shape, remainder)}, reverse=True):
        never = rules.forbidden & rules.apart if seats == sum(shape) and shape[0] > 1 else rules.forbidden
        for playing in companies(line, seats, never):
            drawn = seated(playing, rules, seed)
            if isinstance(drawn, Draw):
                left = [person for person in line if person not in playing]
                return told(drawn.tables, playing, left=left)
    return ()


def companies(
    line: Sequence[Waiting], seats: int, never: Pairs, chosen: tuple[Waiting, ...] = ()
) -> Iterator[tuple[Waiting, ...]]:
    """So many of the line, in its order, without two who never share a table."""
    if not seats:
        yield chosen
        return
    for place, person in enumerate(line):
        if not any({person.key, other.key} in never for other in chosen):
            yield from companies(line[place + 1 :], seats - 1, never, (*chosen, person))


def first_in(line: Sequence[Waiting], shape: Shape, remainder: Remainder) -> Sequence[Waiting]:
    """Those at the head of the line who fill whole tables."""
    return line[: len(line) - sit_outs(len(line), shape, remainder)]


def in_line(waiting: Sequence[Waiting], seed: int) -> list[Waiting]:
    """Fewest games first, then the longest wait, then by lot."""
    lots = drawn_lots(list(map(seed_of, waiting)), seed)
    return sorted(waiting, key=lambda person: (person.games, -person.waited, lots[person.key]))


def seed_of(person: Waiting) -> Seed:
    return Seed(person.key, 0, branches=person.branches, met=person.met, partners=person.partners)


def last_in_the_way(line: Sequence[Waiting], refused: NoLawfulDraw) -> Waiting:
    blocked = {person.key for person in refused.blocked}
    return next(person for person in reversed(line) if person.key in blocked)


def told(
    tables: Sequence[TablePairing], playing: Sequence[Waiting], *, left: Sequence[Waiting]
) -> tuple[TablePairing, ...]:
    """The tables with what made it the turn of their persons in place of the lot."""
    games = {person.key: person.games for person in playing}
    return tuple(
        replace(table, reasons=(turn([games[key] for key in chain(*table.sides)], left), *table.reasons[1:]))
        for table in tables
    )


def turn(games: Sequence[int], left: Sequence[Waiting]) -> Reason:
    if not left:
        return Reason("all_who_wait")
    if max(games) < min(person.games for person in left):
        return Reason("fewest_games", {"games": max(games)})
    return Reason("longest_wait")
