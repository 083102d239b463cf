"""Engines that pair the same states: ours, and two packages that are there after ``uv sync --group full``.

Each is given its own form of a state beforehand; only the pairing itself is measured.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from tournaments.bench.events import RULES, State
from tournaments.domain.draw import Key, Seed
from tournaments.domain.pairing import draw_round
from tournaments.enums import Format

Pairs: TypeAlias = list[frozenset[Key]]
"""Tables of two, and units alone."""


@dataclass(frozen=True, slots=True)
class Engine:
    """``prepared`` turns a state into a round that is drawn when called, and read by ``pairs``."""

    name: str
    package: str
    prepared: Callable[[State], Callable[[], Any]]
    pairs: Callable[[Any], Pairs]

    @property
    def is_here(self) -> bool:
        return find_spec(self.package) is not None


def ours(state: State) -> Callable[[], Any]:
    return lambda: draw_round(
        Format.SWISS, state.seeds, round_number=state.number, rules=RULES, seed=state.number
    )


def our_pairs(drawn: Any) -> Pairs:
    tables = [frozenset(key for side in table.sides for key in side) for table in drawn.tables]
    return [*tables, *(frozenset({bye.key}) for bye in drawn.byes)]


def swisspair(state: State) -> Callable[[], Any]:
    package = import_module("swisspair")
    fewest = min(unit.byes for unit in state.seeds)
    players = [
        package.Player(
            id=str(unit.key),
            points=int(unit.score * 2),
            rank=rank,
            can_get_bye=unit.byes == fewest,
            cannot_be_paired_against_ids={str(key) for key in unit.met},
        )
        for rank, unit in enumerate(in_order(state.seeds), start=1)
    ]
    return lambda: package.create_matches(players)


def swisspair_pairs(matches: Any) -> Pairs:
    return [frozenset(player.id for player in (match.p1, match.p2) if player) for match in matches]


def cardarena(state: State) -> Callable[[], Any]:
    """Its points and history are set as they are: replaying the rounds would be most of the work."""
    package = import_module("cardarena_tournament_core")
    units = in_order(state.seeds)
    swiss = package.Swiss([package.Player(id=str(unit.key), name=str(unit.key)) for unit in units])
    swiss._points = {str(unit.key): int(unit.score * 2) for unit in units}
    swiss._played_pairs = {frozenset((str(unit.key), str(key))) for unit in units for key in unit.met}
    return swiss.pair  # type: ignore[no-any-return]


def cardarena_pairs(round: Any) -> Pairs:
    return [
        frozenset(player.id for player in (matchup.player1, matchup.player2) if player)
        for matchup in round.matchups
    ]


def in_order(seeds: Sequence[Seed]) -> list[Seed]:
    return sorted(seeds, key=lambda unit: (-unit.score, unit.rank))


OURS = Engine("Banzuke", "tournaments", ours, our_pairs)
ENGINES = (
    OURS,
    Engine("swisspair", "swisspair", swisspair, swisspair_pairs),
    Engine("cardarena", "cardarena_tournament_core", cardarena, cardarena_pairs),
)
