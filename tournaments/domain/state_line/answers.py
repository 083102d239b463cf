"""From a state to its answer as plain JSON values, one function for each format."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from tournaments.domain.bracket import BracketRound, Entrant, Place, WinnerOf, bracket_rounds
from tournaments.domain.draw import Draw, DrawImpossible, Key, Reason, Sides
from tournaments.domain.pairing import draw_round
from tournaments.domain.round_robin import rounds_needed
from tournaments.domain.state_line.state import State
from tournaments.enums import Format

Answer: TypeAlias = dict[str, object]

MOST_SEATS = 1_000_000
"""In one answer: a thousand units all against all."""


def answer_to(state: State) -> Answer:
    """The draw that the state asks for. Raises NoLawfulDraw or DrawImpossible when there is none."""
    return ANSWERS[state.format](state)


def swiss_round(state: State) -> Answer:
    draw = draw_of(state, state.round_number)
    return {
        **plain_round(draw),
        "reasons": [plain_reasons(table.reasons) for table in draw.tables],
        "warnings": plain_reasons(draw.warnings),
    }


def round_robin(state: State) -> Answer:
    rounds = rounds_needed(len(state.seeds)) * state.rules.settings.cycles
    check_length(rounds * len(state.seeds))
    return {"rounds": [plain_round(draw_of(state, number)) for number in range(1, rounds + 1)]}


def knockout(state: State) -> Answer:
    keys = [unit.key for unit in state.seeds]
    rounds = bracket_rounds(keys, third_place=state.rules.settings.third_place)
    return {"rounds": plain_bracket(rounds)}


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


def draw_of(state: State, number: int) -> Draw:
    return draw_round(state.format, state.seeds, round_number=number, rules=state.rules, seed=state.seed)


def check_length(seats: int) -> None:
    """Refuses what would fill the memory before the first answer came out."""
    if seats > MOST_SEATS:
        raise DrawImpossible("answer_too_long", {"seats": seats, "most": MOST_SEATS})


def plain_round(draw: Draw) -> Answer:
    return {
        "tables": [plain_sides(table.sides) for table in draw.tables],
        "sitting_out": [bye.key for bye in draw.byes],
    }


def plain_sides(sides: Sides) -> list[object]:
    """A side of one is its bare id."""
    return [side[0] if len(side) == 1 else list(side) for side in sides]


def plain_reasons(reasons: Sequence[Reason]) -> list[Answer]:
    return [{"code": reason.code, "params": dict(reason.params)} for reason in reasons]


ANSWERS: Mapping[Format, Callable[[State], Answer]] = {
    Format.SWISS: swiss_round,
    Format.KNOCKOUT: knockout,
    Format.ROUND_ROBIN: round_robin,
}
