"""A rotation by design is planned ahead; when somebody comes or goes, the rest is planned anew."""

from collections.abc import Set

from tournaments.domain.rotation.plan import plan_rounds

from scoring.selectors.basis import Basis
from tournaments.domain.draw import Draw, Key, Rules
from tournaments.domain.stored_draw import draw_from, draw_to
from tournaments.models import Plan, Stage


def planned_draw(stage: Stage, number: int, basis: Basis, *, attempt: int, rules: Rules) -> Draw:
    """The round as the stage's plan has it; first a new plan where the last one no longer fits.

    It does not fit when others are there than it was made for, or when it is asked to be drawn anew.
    Rounds that were played stay as they were: the new plan begins at this round. Call in ``writing()``.
    """
    plan = stage.plans.order_by("version").last()
    if plan is None or not _fits(plan, number, attempt, {seed.key for seed in basis.seeds}):
        plan = _plan(stage, number, basis, attempt=attempt, rules=rules)
    return draw_from(plan.rounds[number - plan.first_round])


def _fits(plan: Plan, number: int, attempt: int, keys: Set[Key]) -> bool:
    place = number - plan.first_round
    if not 0 <= place < len(plan.rounds) or (place == 0 and not plan.seed.endswith(f"/{attempt}")):
        return False
    if place and attempt > 1:
        return False
    draw = draw_from(plan.rounds[place])
    planned = {key for table in draw.tables for side in table.sides for key in side}
    return planned | {bye.key for bye in draw.byes} == keys


def _plan(stage: Stage, number: int, basis: Basis, *, attempt: int, rules: Rules) -> Plan:
    purpose = f"plan-{number}/{attempt}"
    draws = plan_rounds(
        basis.seeds,
        rounds=max(1, stage.rounds_planned - number + 1),
        rules=rules,
        seed=stage.lot(purpose),
        first_round=number,
    )
    return Plan.objects.create(
        stage=stage,
        version=stage.plans.count() + 1,
        first_round=number,
        seed=purpose,
        rounds=[draw_to(draw) for draw in draws],
    )
