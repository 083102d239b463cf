"""From a state to its answer as plain JSON values, one function for each format."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from tournaments.domain.draw import Draw, DrawImpossible, Reason, Sides
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
    Format.ROUND_ROBIN: round_robin,
}
