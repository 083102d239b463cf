"""裁定: what a referee decides beside the record (G-8). What was typed stays as it was typed.

Rulings may be made at any time, also on confirmed matches, in closed rounds and after the end. Neither a
ruling nor its cancellation leaves a confirmed match without an end, or a bracket with two truths.
"""

from typing import Any, TypeAlias

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.domain.facts import OutcomeKind, RulingEffect
from scoring.enums import DealState
from scoring.errors import (
    DealNotCurrent,
    ForfeitNeedsTwoSides,
    RoundNotPublished,
    RulingNotPossible,
    RulingNotStanding,
)
from scoring.models import Deal, MatchResult, Ruling
from scoring.selectors.acts import RULINGS
from scoring.selectors.brackets import affected_matches, has_bracket
from scoring.selectors.rulings import standing_rulings
from scoring.selectors.series import length_of
from scoring.services.outcomes import refuse_absent_side
from scoring.services.queue import wait_if_taken
from scoring.services.results import derive_score, match_changed, stay_confirmed
from tournaments.enums import GameState, MatchState, RoundState
from tournaments.errors import ReasonMissing
from tournaments.models import Entry, Game, Match, Tournament
from tournaments.services.matches import lock_match
from tournaments.services.versions import raise_public_version

Target: TypeAlias = Match | Game | Deal
RULED, CANCELLED = RULINGS


def rule(
    match: Match,
    *,
    on: Target,
    effect: RulingEffect,
    reason: str,
    side: int | None = None,
    points: int = 0,
    by: Account | None = None,
) -> Ruling:
    """The ruling counts: points more or less for a side of a game, a thing void, or lost by ``side``.

    Points count from this moment on, so a game that is over stays over. A deal is lost by whoever won it.
    Raises ReasonMissing, RoundNotPublished, DealNotCurrent, SideNotHere, ForfeitNeedsTwoSides, and
    RulingNotPossible with what is in its way.
    """
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    with writing():
        locked = lock_match(match)
        _refuse_unplayable(locked)
        target = _target(locked, on, effect)
        is_for_a_side = effect is RulingEffect.POINTS or (effect is RulingEffect.LOSS and not target["deal"])
        if is_for_a_side:
            _refuse_senseless(locked, target, effect, side, points)
        ruling = Ruling.objects.create(
            **target,
            stage=locked.round.stage,
            match=locked,
            effect=effect.value,
            side=side if is_for_a_side else None,
            points=points if effect is RulingEffect.POINTS else 0,
            after_deals=_deals_in(target),
            reason=reason.strip(),
            made_by=by,
        )
        _keep(RULED, ruling, by=by)
        follow_rulings(locked)
    match.refresh_from_db()
    return ruling


def rule_in_standings(
    entry: Entry, match: Match, *, points: int, reason: str, by: Account | None = None
) -> Ruling:
    """The entry has so many points more or less in the standings of the match's stage, and nothing else.

    Who won stays. Raises ReasonMissing, RulingNotPossible.
    """
    if not reason.strip():
        raise ReasonMissing(number=entry.number)
    if not points:
        raise RulingNotPossible(fault="points_missing")
    with writing():
        event = lock(Tournament, match.tournament.pk)
        ruling = Ruling.objects.create(
            stage=match.round.stage,
            entry=entry,
            effect=RulingEffect.POINTS.value,
            points=points,
            reason=reason.strip(),
            made_by=by,
        )
        _keep(RULED, ruling, by=by)
        raise_public_version(event)
    return ruling


def cancel_ruling(ruling: Ruling, *, reason: str, by: Account | None = None) -> None:
    """The ruling stands no more; its row and the reasons of both stay.

    Raises ReasonMissing, RulingNotStanding, RulingNotPossible.
    """
    if not reason.strip():
        raise ReasonMissing(number=ruling.pk)
    with writing():
        locked = lock_match(ruling.match) if ruling.match else None
        event = lock(Tournament, ruling.stage.tournament.pk)
        if ruling not in standing_rulings(_with_its_cancels(ruling)):
            raise RulingNotStanding
        turn_ruling(ruling, reason=reason, by=by)
        _keep(CANCELLED, ruling, reason=reason.strip(), by=by)
        if locked:
            follow_rulings(locked)
        raise_public_version(event)


def turn_ruling(ruling: Ruling, *, reason: str, by: Account | None) -> None:
    """One more row: what stood is cancelled, what was cancelled stands again. Call inside ``writing()``."""
    last = _with_its_cancels(ruling)[-1]
    Ruling.objects.create(
        stage=ruling.stage,
        match=ruling.match,
        game=ruling.game,
        deal=ruling.deal,
        entry=ruling.entry,
        effect=ruling.effect,
        reason=reason.strip(),
        made_by=by,
        cancels=last,
    )


def follow_rulings(match: Match) -> None:
    """The match is what its rulings make of it now. Call inside ``writing()``. Raises RulingNotPossible."""
    before = match.state
    stored = MatchResult.objects.filter(match=match).first()
    was, score = (stored.match_score.winner if stored else None), derive_score(match)
    is_closed = match.round.state == RoundState.CLOSED.value
    has_no_end = score.disputed or not score.finished
    if has_no_end and (is_closed or before == MatchState.CONFIRMED.value):
        raise RulingNotPossible(fault="leaves_open")
    if score.winner != was and has_bracket(match.round.stage) and affected_matches(match):
        raise RulingNotPossible(fault="decides_later")
    if before == MatchState.VOID.value and score.decided_by is not OutcomeKind.VOID:
        wait_if_taken(match)
    match_changed(match)
    stay_confirmed(match)


def _with_its_cancels(ruling: Ruling) -> list[Ruling]:
    """The ruling, the row that cancels it, the row that cancels that one, …"""
    rows = [ruling]
    while (cancel := Ruling.objects.filter(cancels=rows[-1]).first()) is not None:
        rows.append(cancel)
    return rows


def _refuse_unplayable(match: Match) -> None:
    if match.round.state == RoundState.DRAFT.value:
        raise RoundNotPublished(round=match.round.number)
    said = match.outcomes.order_by("version").last()
    is_void = said is not None and said.kind == OutcomeKind.VOID.value and not said.withdrawn
    if match.is_bye or is_void:
        raise RulingNotPossible(fault="nobody_met")


def _target(match: Match, on: Target, effect: RulingEffect) -> dict[str, Any]:
    """What the row points at. In a match of one game, points of the match are points of that game."""
    match on:
        case Deal():
            on.refresh_from_db()
            if on.state != DealState.CURRENT.value:
                raise DealNotCurrent(number=on.number)
            return {"deal": on, "game": on.game}
        case Game():
            return {"deal": None, "game": on}
    if effect is RulingEffect.POINTS and length_of(match) == 1:
        return {"deal": None, "game": match.games.get(leg=1, state=GameState.LIVE.value)}
    return {"deal": None, "game": None}


def _deals_in(target: dict[str, Any]) -> int:
    game: Game | None = target["game"]
    return game.deals.filter(state=DealState.CURRENT.value).count() if game else 0


def _refuse_senseless(
    match: Match, target: dict[str, Any], effect: RulingEffect, side: int | None, points: int
) -> None:
    if effect is RulingEffect.POINTS and not points:
        raise RulingNotPossible(fault="points_missing")
    if effect is RulingEffect.POINTS and (target["deal"] or not target["game"]):
        raise RulingNotPossible(fault="points_need_game")
    if side is None:
        raise RulingNotPossible(fault="side_missing")
    refuse_absent_side(match, side)
    if effect is RulingEffect.LOSS and match.sides.count() > 2:
        raise ForfeitNeedsTwoSides(table=match.place)


def _keep(kind: str, ruling: Ruling, *, by: Account | None, reason: str = "") -> None:
    subject = ruling.match or ruling.entry
    assert subject is not None  # one of the two, by a constraint
    append_act(
        kind,
        subject=subject.uuid,
        scope=ruling.stage.tournament.uuid,
        by=by,
        payload={
            "ruling": str(ruling.uuid),
            "effect": ruling.effect,
            "game": ruling.game.leg if ruling.game else None,
            "number": ruling.deal.number if ruling.deal else None,
            "side": ruling.side,
            "entry": str(ruling.entry.uuid) if ruling.entry else "",
            "points": ruling.points,
            "reason": reason or ruling.reason,
        },
    )
