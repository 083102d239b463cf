"""The rounds of a rotation: planned together, drawn by lot one after the other, or the next by standing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tournaments.domain.draw import Draw, NoLawfulDraw, Reason, Relaxation
from tournaments.domain.pairing import draw_round
from tournaments.domain.rotation.plan import after, plan_rounds
from tournaments.domain.settings import RotationMode
from tournaments.domain.state_line.state import State


def rotation_rounds(state: State) -> Sequence[Draw]:
    """As many rounds as were asked for; one by standing, since the standing changes with it.

    Partners repeat only where the numbers leave no others, and ``partner_must_repeat`` says in which round.
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
        draws.append(new_partners(state, number))
        state = replace(state, seeds=tuple(after(state.seeds, draws[-1], number)))
    return draws


def by_standing(state: State) -> Sequence[Draw]:
    return [new_partners(state, state.round_number)]


def new_partners(state: State, number: int) -> Draw:
    try:
        return drawn(state, number)
    except NoLawfulDraw as refused:
        if Relaxation.PARTNER_AGAIN not in refused.relaxations:
            raise
    relaxed = state.rules.relaxed | {Relaxation.PARTNER_AGAIN}
    draw = drawn(replace(state, rules=replace(state.rules, relaxed=relaxed)), number)
    return replace(draw, warnings=(Reason("partner_must_repeat", {"round": number}), *draw.warnings))


def drawn(state: State, number: int) -> Draw:
    seed = state.seed + number
    return draw_round(state.format, state.seeds, round_number=number, rules=state.rules, seed=seed)


ROUNDS: Mapping[RotationMode, Callable[[State], Sequence[Draw]]] = {
    RotationMode.DESIGN: by_design,
    RotationMode.LOT: by_lot,
    RotationMode.STANDING: by_standing,
}
