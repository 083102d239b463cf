"""Rotation: persons with a new partner in each round, planned ahead, by lot or by standing."""

from collections.abc import Sequence

from tournaments.domain.draw import Draw, PlayedRound, Rules, Seed
from tournaments.domain.rotation.lot import draw_lot
from tournaments.domain.rotation.plan import plan_rounds
from tournaments.domain.rotation.standing import draw_standing
from tournaments.domain.settings import RotationMode


def draw_rotation(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound], seed: int
) -> Draw:
    """The round as the mode of the settings has it; by design the first of a new plan for all to come.

    Who keeps a plan takes its rounds from there: planned anew each time, rounds know only the past.
    """
    match rules.settings.mode:
        case RotationMode.LOT:
            return draw_lot(seeds, round_number=round_number, rules=rules, history=history, seed=seed)
        case RotationMode.STANDING:
            return draw_standing(seeds, round_number=round_number, rules=rules, history=history, seed=seed)
        case RotationMode.DESIGN:
            rounds = max(1, rules.rounds_planned - round_number + 1)
            return plan_rounds(seeds, rounds=rounds, rules=rules, seed=seed, first_round=round_number)[0]
