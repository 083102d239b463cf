"""The blocks of two wins, two losses as one viewer may read them: who met whom, is through, is out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.selectors.brackets import closed_rounds
from scoring.selectors.entry_matches import EntryMatch, entry_matches
from scoring.selectors.history import played_rounds
from scoring.selectors.viewer import Viewer, sees_draws, sees_results
from tournaments.domain.draw import Key
from tournaments.domain.elimination.blocks import blocks_of, out, through
from tournaments.models import Stage
from tournaments.selectors.names import EntryName, named_entries


class Fate(StrEnum):
    """How far somebody has come."""

    PLAYS = "plays"
    THROUGH = "through"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class BlockMatch:
    """One match of a unit; ``opponent`` is None where nobody was met."""

    round_number: int
    mark: str
    opponent: EntryName | None
    code: str


@dataclass(frozen=True, slots=True)
class BlockRow:
    entry: EntryName
    matches: tuple[BlockMatch, ...]
    fate: Fate


@dataclass(frozen=True, slots=True)
class BlockCard:
    number: int
    rows: tuple[BlockRow, ...]


@dataclass(frozen=True, slots=True)
class BlockSheet:
    """No blocks: nothing is drawn yet. ``hidden``: the gate of the draw is closed."""

    blocks: tuple[BlockCard, ...] = ()
    hidden: bool = False


def block_sheet(stage: Stage, viewer: Viewer) -> BlockSheet:
    """Blocks in order of their numbers; while results are hidden, who meets whom without marks."""
    if not sees_draws(viewer, stage.tournament):
        return BlockSheet(hidden=True)
    announced = played_rounds(stage)
    if not announced:
        return BlockSheet()
    told = sees_results(viewer, stage.tournament)
    names = {name.number: name for name in named_entries(stage.division).values()}
    by_key = {name.key: name for name in names.values()}
    matches, fates = entry_matches(stage), fates_of(stage) if told else {}
    return BlockSheet(
        tuple(
            BlockCard(
                block.number,
                tuple(
                    BlockRow(
                        names[int(unit)],
                        matches_of(matches.get(names[int(unit)].key, ()), by_key, told=told),
                        fates.get(unit, Fate.PLAYS),
                    )
                    for unit in block.units
                ),
            )
            for block in blocks_of(announced)
        )
    )


def fates_of(stage: Stage) -> Mapping[Key, Fate]:
    """Who is through and who is out by the rounds that are closed."""
    history = closed_rounds(stage)
    if not history:
        return {}
    gone, passed = out(history, stage.settings), through(history, stage.settings)
    return dict.fromkeys(gone, Fate.OUT) | dict.fromkeys(passed, Fate.THROUGH)


def matches_of(
    matches: Sequence[EntryMatch], names: Mapping[str, EntryName], *, told: bool
) -> tuple[BlockMatch, ...]:
    return tuple(
        BlockMatch(
            round_number=match.round_number,
            mark=mark_of(match) if told else "waiting",
            opponent=names[match.opponents[0]] if match.opponents else None,
            code=match.code if match.opponents else "",
        )
        for match in matches
    )


def mark_of(match: EntryMatch) -> str:
    """Against nobody a win is one by forfeit: that is what the ghost is there for."""
    return "forfeit_win" if match.line and not match.opponents else match.mark
