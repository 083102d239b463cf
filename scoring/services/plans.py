"""A rotation by design is planned ahead; when somebody comes or goes, the rest is planned anew.

A plan that begins behind the last announced round is a draft like the round that it begins with: another
one takes its place. One that was announced stays, as the version that people have in hand.
"""

from collections.abc import Mapping

from django.db.models import QuerySet

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.errors import AllRoundsPlayed, PartnersMustRepeat, RoundDrafted
from scoring.selectors.basis import Basis, basis_of_round
from scoring.selectors.plans import latest_plan, planned_round
from scoring.services.draw_faults import told
from scoring.services.queue import entries_by_number, hall_plan
from tournaments.domain.drafts.by_hand import units_at
from tournaments.domain.drafts.stored_draw import draw_to
from tournaments.domain.draw import Draw, Key, Relaxation, Rules
from tournaments.domain.rotation.fit import repeated, still_fits
from tournaments.domain.rotation.plan import plan_rounds
from tournaments.enums import RoundState, TournamentState
from tournaments.errors import EventClosed, ReceptionOpen
from tournaments.models import Entry, Plan, Stage
from tournaments.selectors.entrants import coming_round

ASKED = "/asked"


def planned_draw(
    stage: Stage, number: int, basis: Basis, *, attempt: int, rules: Rules, asked: bool = False
) -> Draw:
    """The round as the stage's plan has it; first a new plan where the last one no longer fits.

    It does not fit when others are here than it was made for, when it would break what was not foreseen
    or repeat partners whom nobody has accepted, with new lots, or when people have ``asked`` for something
    of their own in this round. Rounds that were played stay as they were. Raises PartnersMustRepeat until
    that is given up by name. Call in ``writing()``.
    """
    plan = None if asked else _fitting(stage, number, basis, attempt=attempt, rules=rules)
    if plan is None:
        purpose = f"plan-{number}/{attempt}{ASKED if asked else ''}"
        plan = _plan(stage, number, basis, purpose=purpose, rules=rules, by=None)
    else:
        _drafts(stage, number).exclude(pk=plan.pk).delete()
    draw = planned_round(plan, number)
    assert draw is not None  # a plan that fits has this round
    if unaccepted := _unaccepted(draw, rules):
        raise PartnersMustRepeat(round=number, relaxations=sorted(unaccepted))
    return draw


def plan_rest(stage: Stage, *, by: Account | None = None) -> Plan:
    """What is not announced yet is planned anew for those who will be there; it is public with its draw.

    Raises RoundDrafted while a draft follows the old plan, AllRoundsPlayed, ReceptionOpen, EventClosed and
    what a draw raises.
    """
    with writing():
        locked = lock(Stage, stage.pk)
        number = coming_round(locked)
        _refuse_plan(locked, number)
        basis = basis_of_round(locked, number)
        with told(number, basis):
            return _plan(locked, number, basis, purpose=f"plan-{number}/1", rules=basis.rules, by=by)


def _refuse_plan(stage: Stage, number: int) -> None:
    event = stage.tournament
    if event.state == TournamentState.RECEPTION.value:
        raise ReceptionOpen(event=event.name)
    if event.state == TournamentState.CLOSED.value:
        raise EventClosed(event=event.name)
    if number > stage.rounds_planned:
        raise AllRoundsPlayed(rounds=stage.rounds_planned)
    if stage.rounds.filter(state=RoundState.DRAFT.value).exists():
        raise RoundDrafted(round=number)


def _fitting(stage: Stage, number: int, basis: Basis, *, attempt: int, rules: Rules) -> Plan | None:
    """The plan made for this draw, else the last announced one, if it can be followed."""
    draft = _drafts(stage, number).filter(seed=f"plan-{number}/{attempt}").first()
    announced = latest_plan(stage, before=number) if attempt == 1 else None
    for plan in filter(None, (draft, announced)):
        draw = planned_round(plan, number)
        if draw and still_fits(draw, basis.seeds, rules) and not _unaccepted(draw, rules):
            return plan
    return None


def _unaccepted(draw: Draw, rules: Rules) -> frozenset[Relaxation]:
    return repeated(draw) - rules.relaxed


def _drafts(stage: Stage, number: int) -> QuerySet[Plan]:
    return stage.plans.filter(first_round__gte=number)


def _plan(stage: Stage, number: int, basis: Basis, *, purpose: str, rules: Rules, by: Account | None) -> Plan:
    _drafts(stage, number).delete()
    draws = plan_rounds(
        basis.seeds,
        rounds=max(1, stage.rounds_planned - number + 1),
        rules=rules,
        seed=stage.lot(purpose),
        first_round=number,
    )
    entries = entries_by_number(stage)
    plan = Plan.objects.create(
        stage=stage,
        version=stage.plans.count() + 1,
        first_round=number,
        seed=purpose,
        rounds=[draw_to(draw) | {"hall": _hall(stage, draw, entries)} for draw in draws],
    )
    append_act(
        "rounds_planned",
        subject=plan.uuid,
        scope=stage.tournament.uuid,
        by=by,
        payload={"version": plan.version, "first_round": number, "seed": purpose},
    )
    return plan


def _hall(stage: Stage, draw: Draw, entries: Mapping[Key, Entry]) -> dict[str, int]:
    """The table of the hall for each table of the draw, as the hall is today."""
    sitting = {table.number: units_at(table.sides) for table in draw.tables}
    return {str(number): int(table) for number, table in hall_plan(stage, sitting, entries).tables.items()}
