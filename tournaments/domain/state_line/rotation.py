"""The rounds of a rotation: planned together, drawn by lot one after the other, or the next by standing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tournaments.domain.draw import Draw
from tournaments.domain.pairing import draw_round
from tournaments.domain.rotation.fit import REPEATS
from tournaments.domain.rotation.plan import after, plan_rounds
from tournaments.domain.settings import RotationMode
from tournaments.domain.state_line.state import State


def rotation_rounds(state: State) -> Sequence[Draw]:
    """As many rounds as were asked for; one by standing, since the standing changes with it.

    Partners, or opponents where nobody has a partner, repeat only where there are no others, and a warning
    says in which round.
    Raises NoLawfulDraw, or DrawImpossible with too few persons.
    """
    return ROUNDS[state.rules.settings.mode](state)


def by_design(state: State) -> Sequence[Draw]:
    """A plan that ends early goes on with the next one, which has this as its history."""
    draws: list[Draw] = []
    while len(draws) < state.rounds:
        number = state.round_number + len(draws)
        planned = plan_rounds(
            state.seeds,
            rounds=state.rounds - len(draws),
            rules=state.rules,
            seed=state.seed,
            first_round=number,
        )
        for later, draw in enumerate(planned, start=number):
            state = replace(state, seeds=tuple(after(state.seeds, draw, later)))
        draws += planned
    return draws


def by_lot(state: State) -> Sequence[Draw]:
    """Each round has lots of its own, and all before it as its history."""
    draws: list[Draw] = []
    for number in range(state.round_number, state.round_number + state.rounds):
        draws.append(drawn(state, number))
        state = replace(state, seeds=tuple(after(state.seeds, draws[-1], number)))
    return draws


def by_standing(state: State) -> Sequence[Draw]:
    return [drawn(state, state.round_number)]


def drawn(state: State, number: int) -> Draw:
    rules = replace(state.rules, relaxed=state.rules.relaxed | REPEATS)
    seed = state.seed + number
    return draw_round(state.format, state.seeds, round_number=number, rules=rules, seed=seed)


ROUNDS: Mapping[RotationMode, Callable[[State], Sequence[Draw]]] = {
    RotationMode.DESIGN: by_design,
    RotationMode.LOT: by_lot,
    RotationMode.STANDING: by_standing,
}
