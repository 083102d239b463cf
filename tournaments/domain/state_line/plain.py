"""Draws and brackets as plain JSON values."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tournaments.domain.draw import Draw, Key, Reason, Sides
from tournaments.domain.elimination.bracket import BracketRound, Entrant, Place, WinnerOf

Answer: TypeAlias = dict[str, object]


def plain_round(draw: Draw) -> Answer:
    return {
        "tables": [plain_sides(table.sides) for table in draw.tables],
        "sitting_out": [bye.key for bye in draw.byes],
    }


def plain_rounds(draws: Sequence[Draw], *, first: int = 1) -> Answer:
    """The rounds, and their warnings, each with the number of its round; the first has number ``first``."""
    return {
        "rounds": [plain_round(draw) for draw in draws],
        "warnings": [
            {"code": warning.code, "params": {"round": number, **warning.params}}
            for number, draw in enumerate(draws, start=first)
            for warning in draw.warnings
        ],
    }


def plain_sides(sides: Sides) -> list[object]:
    """A side of one is its bare id."""
    return [side[0] if len(side) == 1 else list(side) for side in sides]


def plain_reasons(reasons: Sequence[Reason]) -> list[Answer]:
    return [{"code": reason.code, "params": dict(reason.params)} for reason in reasons]


# A bracket


def plain_bracket(rounds: Sequence[BracketRound]) -> list[Answer]:
    """Tables count from 1 in each round as they stand in the answer, where byes are no tables."""
    numbers = {
        (number, place.number): table
        for number, places in enumerate(rounds, start=1)
        for table, place in enumerate(filter(is_played, places), start=1)
    }
    return [
        {
            "tables": [
                [plain_entrant(entrant, numbers) for entrant in place.entrants]
                for place in filter(is_played, places)
            ],
            "sitting_out": [place.entrants[0] for place in places if place.is_bye],
        }
        for places in rounds
    ]


def is_played(place: Place) -> bool:
    return not place.is_bye


def plain_entrant(entrant: Entrant, numbers: Mapping[tuple[int, int], int]) -> Key | Answer:
    """An id, or whose winner or loser it will be: ``{"winner": [round, table]}``."""
    if isinstance(entrant, str | int):
        return entrant
    outcome = "winner" if isinstance(entrant, WinnerOf) else "loser"
    return {outcome: [entrant.round, numbers[entrant.round, entrant.table]]}
