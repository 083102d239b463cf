"""Free play at meetings: no rounds, whoever waits forms the next tables; the rest wait on.

Who has played fewest games comes first, then who has waited longest. Those whose turn it is are seated by
their history: new partners first, then new opponents, then other branches. Nobody is refused for what was
before; only who may not sit together at all (``forbidden``, ``apart``) can make somebody wait on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias

from tournaments.domain.draw import Key, NoLawfulDraw, Reason, Relaxation, Rules, Seed, TablePairing
from tournaments.domain.field import drawn_lots
from tournaments.domain.rotation.bounds import sit_outs
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
    four are missing.
    """
    rules = Rules(
        settings=Settings(shape=shape, remainder=remainder, branch_rounds=1),
        forbidden=forbidden,
        apart=apart,
        relaxed=frozenset({Relaxation.PARTNER_AGAIN}),
    )
    line = in_line(waiting, seed)
    room = len(line) if tables is None else tables * sum(shape)
    while playing := first_in(line[:room], shape, remainder):
        try:
            drawn = draw_lot(list(map(seed_of, playing)), round_number=1, rules=rules, seed=seed)
        except NoLawfulDraw as refused:
            line.remove(last_in_the_way(line, refused))
        else:
            return told(drawn.tables, playing, left=line[len(playing) :])
    return ()


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
