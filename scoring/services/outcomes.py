"""Results without deals: totals only (合計のみ), forfeit, void.

Each is a new version; saying again what stands already changes nothing.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils import timezone

from clubs.models import Account
from engine import RULESETS
from ledger.acts import append_act
from ledger.transactions import writing
from scoring.domain.facts import OutcomeKind
from scoring.enums import Source
from scoring.errors import GameUnknown, MatchClosed, RoundNotPublished, SideNotHere, TotalsRefused
from scoring.models import Outcome
from scoring.selectors.series import length_of
from scoring.services.results import match_changed
from tournaments.domain.profile import DrawRule
from tournaments.enums import MatchState, RoundState
from tournaments.errors import ReasonMissing
from tournaments.models import Match
from tournaments.services.matches import lock_match


def record_totals(
    match: Match,
    *,
    totals: Sequence[Sequence[int]],
    ended_by: str = "",
    by: Account | None = None,
    source: Source = Source.DESK,
) -> Outcome:
    """The totals of each game, by side, stand as typed, checked by the engine; deals win over them.

    Raises TotalsRefused with the fault and the game, GameUnknown for a game that the match no longer
    needed, MatchClosed.
    """
    refuse_impossible(match, totals, ended_by=ended_by)
    return _record(
        match,
        kind=OutcomeKind.TOTALS,
        points=[list(pair) for pair in totals],
        ended_by=ended_by,
        by=by,
        source=source,
    )


def refuse_impossible(match: Match, totals: Sequence[Sequence[int]], *, ended_by: str) -> None:
    """Raises TotalsRefused, GameUnknown."""
    stage = match.round.stage
    length = length_of(match)
    won: Counter[int] = Counter()
    for game, points in enumerate(totals, 1):
        verdict = RULESETS[match.ruleset_key].check_total(
            ",".join(filter(None, ("total", "-".join(map(str, points)), ended_by))),
            options=stage.options,
            target=stage.profile.target or 0,
        )
        if verdict.fault:
            raise TotalsRefused(fault=verdict.fault.code, game=game)
        counted = won.total() if stage.profile.draw is DrawRule.DECIDED else game - 1
        if counted >= length or max(won.values(), default=0) > length // 2:
            raise GameUnknown(game=game, code=match.code)
        if verdict.winner is not None:
            won[verdict.winner] += 1


def refuse_absent_side(match: Match, side: int) -> None:
    """Nobody wins but who is at the table (T35). Raises SideNotHere."""
    if side not in {each.number for each in match.sides.all()}:
        raise SideNotHere(table=match.place, side=side)


def record_forfeit(match: Match, *, winner: int, reason: str, by: Account | None) -> Outcome:
    """The side wins without play (不戦勝). Raises ReasonMissing, SideNotHere, MatchClosed."""
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    refuse_absent_side(match, winner)
    return _record(match, kind=OutcomeKind.FORFEIT, winner=winner, reason=reason, by=by)


def record_void(match: Match, *, reason: str, by: Account | None) -> Outcome:
    """The match counts for nobody, as if it had not been drawn. Raises ReasonMissing, MatchClosed."""
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    return _record(match, kind=OutcomeKind.VOID, reason=reason, by=by)


def record_double_loss(match: Match, *, reason: str, by: Account | None) -> Outcome:
    """Both sides have lost without play (両者不戦敗). Raises ReasonMissing, MatchClosed."""
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    return _record(match, kind=OutcomeKind.DOUBLE_LOSS, reason=reason, by=by)


def forfeit_absent(
    match: Match, *, absent: Collection[int], reason: str = "", by: Account | None = None
) -> Outcome:
    """The side that is there wins without play; where both are absent nobody does. Raises MatchClosed."""
    there = [side.number for side in match.sides.all() if side.number not in absent]
    return _record(
        match,
        kind=OutcomeKind.FORFEIT if there else OutcomeKind.DOUBLE_LOSS,
        winner=there[0] if there else None,
        reason=reason,
        by=by,
        source=Source.DRAW,
    )


def annul_match(match: Match, *, reason: str, by: Account | None) -> None:
    """The match counts for nobody, even when it is confirmed and its round closed. Never twice."""
    with writing():
        locked = lock_match(match)
        if locked.state != MatchState.VOID.value:
            _append(locked, said_of(OutcomeKind.VOID, reason=reason), by=by)


def revive_match(match: Match, *, anew: bool, by: Account | None) -> None:
    """An annulled match counts again: as it stood before, or not begun where it is played ``anew``."""
    with writing():
        locked = lock_match(match)
        before = None if anew else locked.outcomes.filter(version=locked.outcomes.count() - 1).first()
        nothing = said_of(OutcomeKind.TOTALS, withdrawn=True)
        said = {name: getattr(before, name) for name in nothing} if before else nothing
        _append(locked, said, by=by)


def withdraw_outcome(match: Match, *, reason: str, by: Account | None) -> Outcome:
    """What was typed without deals no longer counts; the deals alone do."""
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    return _record(match, kind=OutcomeKind.TOTALS, withdrawn=True, reason=reason, by=by)


def _record(
    match: Match,
    *,
    kind: OutcomeKind,
    by: Account | None,
    points: Sequence[Sequence[int]] = (),
    winner: int | None = None,
    ended_by: str = "",
    reason: str = "",
    withdrawn: bool = False,
    source: Source = Source.DESK,
) -> Outcome:
    with writing():
        locked = lock_match(match)
        if locked.state in {MatchState.CONFIRMED.value, MatchState.VOID.value}:
            raise MatchClosed(table=locked.table or "–", code=locked.code)
        if locked.round.state != RoundState.PUBLISHED.value:
            raise RoundNotPublished(round=locked.round.number)
        said = said_of(kind, points, winner, ended_by, reason, withdrawn)
        last = locked.outcomes.order_by("version").last()
        if last and said == {name: getattr(last, name) for name in said}:
            return last
        return _append(locked, said, by=by, source=source)


def said_of(
    kind: OutcomeKind,
    points: Sequence[Sequence[int]] = (),
    winner: int | None = None,
    ended_by: str = "",
    reason: str = "",
    withdrawn: bool = False,
) -> dict[str, Any]:
    return {
        "kind": kind.value,
        "points": [list(pair) for pair in points],
        "winner": winner,
        "ended_by": ended_by,
        "reason": reason,
        "withdrawn": withdrawn,
    }


def _append(
    match: Match, said: Mapping[str, Any], *, by: Account | None, source: Source = Source.DESK
) -> Outcome:
    """One more version of what is known without deals; the match follows from it."""
    outcome = add_version(match, said, by=by, source=source)
    append_act(
        "outcome_recorded",
        subject=match.uuid,
        scope=match.tournament.uuid,
        by=by,
        payload=said,
    )
    match_changed(match)
    return outcome


def add_version(
    match: Match, said: Mapping[str, Any], *, by: Account | None, source: Source = Source.DESK
) -> Outcome:
    """The outcome says this from now on; the match is not settled. Call inside ``writing()``."""
    return Outcome.objects.create(
        **said,
        match=match,
        version=1 + match.outcomes.count(),
        source=source.value,
        entered_by=by,
        entered_at=timezone.now(),
    )
