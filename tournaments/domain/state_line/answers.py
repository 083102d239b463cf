"""From a state to its answer, one function for each format."""

from collections.abc import Callable, Mapping
from dataclasses import asdict

from tournaments.domain.all_play_all.round_robin import draw_every_round, rounds_of
from tournaments.domain.draw import Draw, DrawImpossible
from tournaments.domain.elimination.bracket import bracket_rounds
from tournaments.domain.pairing import draw_round
from tournaments.domain.rotation.quality import quality_of
from tournaments.domain.state_line.plain import (
    Answer,
    plain_bracket,
    plain_reasons,
    plain_round,
    plain_rounds,
)
from tournaments.domain.state_line.rotation import rotation_rounds
from tournaments.domain.state_line.state import State
from tournaments.enums import Format

MOST_SEATS = 1_000_000
"""In one answer: a thousand units all against all."""


def answer_to(state: State) -> Answer:
    """The draw that the state asks for. Raises NoLawfulDraw or DrawImpossible when there is none."""
    return ANSWERS.get(state.format, one_round)(state)


def one_round(state: State) -> Answer:
    """The next round, with the reason for each table in the order of the tables."""
    draw = draw_of(state, state.round_number)
    return {
        **plain_round(draw),
        "reasons": [plain_reasons(table.reasons) for table in draw.tables],
        "warnings": plain_reasons(draw.warnings),
    }


def every_round(state: State) -> Answer:
    """All rounds of a round robin, and what its circle could not avoid."""
    rounds = rounds_of([len(state.seeds)], state.rules.settings.cycles)
    check_length(rounds * len(state.seeds))
    return plain_rounds(draw_every_round(state.seeds, rules=state.rules, seed=state.seed))


def rotation(state: State) -> Answer:
    check_length(state.rounds * len(state.seeds))
    draws = rotation_rounds(state)
    quality = quality_of(draws, state.seeds)
    return {**plain_rounds(draws, first=state.round_number), "quality": asdict(quality)}


def whole_league(state: State) -> Answer:
    """Its one long round, with every match in the order of the matchdays."""
    check_length(rounds_of([len(state.seeds)], state.rules.settings.cycles) * len(state.seeds))
    return one_round(state)


def whole_bracket(state: State) -> Answer:
    if (sides := len(state.rules.settings.shape)) != 2:
        raise DrawImpossible("needs_two_sides", {"sides": sides})
    keys = [unit.key for unit in state.seeds]
    rounds = bracket_rounds(keys, third_place=state.rules.settings.third_place)
    return {"rounds": plain_bracket(rounds)}


def draw_of(state: State, number: int) -> Draw:
    return draw_round(state.format, state.seeds, round_number=number, rules=state.rules, seed=state.seed)


def check_length(seats: int) -> None:
    """Refuses what would fill the memory before the first answer came out."""
    if seats > MOST_SEATS:
        raise DrawImpossible("answer_too_long", {"seats": seats, "most": MOST_SEATS})


ANSWERS: Mapping[Format, Callable[[State], Answer]] = {
    Format.ROTATION: rotation,
    Format.KNOCKOUT: whole_bracket,
    Format.ROUND_ROBIN: every_round,
    Format.LEAGUE: whole_league,
}
