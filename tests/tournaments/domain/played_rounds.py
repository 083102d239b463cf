"""Rounds of a bracket or of blocks for tests: played by who won, read by number."""

from collections.abc import Mapping

from tournaments.domain.pairing import ByeDrawn, Draw, Key, PlayedRound, PlayedTable, TablePairing


def played(drawn: Draw, winners: Mapping[int, int | None] | None = None) -> PlayedRound:
    """The round with side 1 winning, except where a table is named."""
    won = winners or {}
    tables = [PlayedTable(table.number, table.sides, won.get(table.number, 1)) for table in drawn.tables]
    return PlayedRound(tuple(tables), drawn.byes)


def pairs_of(drawn: Draw) -> dict[int, tuple[Key, ...]]:
    return {table.number: tuple(key for (key,) in table.sides) for table in drawn.tables}


def byes_of(drawn: Draw) -> dict[int, Key]:
    return {bye.number: bye.key for bye in drawn.byes}


def codes_of(drawn: TablePairing | ByeDrawn) -> list[str]:
    return [reason.code for reason in drawn.reasons]
