"""訂正: a confirmed match is changed, in any round, also after the end; first the list of what follows.

What was typed stays; match and rounds stay as closed as they were. The list of what differs is read from
the event itself: the changes are made, the event is looked at, and they are undone again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeAlias

from clubs.models import Account
from ledger.acts import append_act
from ledger.errors import Gone, Refusal
from ledger.locks import lock
from ledger.transactions import undone, writing
from scoring.domain.correction import Change, ChangeKind, change_to, fits, other_pairings
from scoring.domain.facts import OutcomeKind
from scoring.enums import DealState, Later
from scoring.errors import (
    ConsequencesChanged,
    CorrectionIncomplete,
    DrawNotPossible,
    MatchOpen,
    ResultDecidesLater,
    RoundBegun,
    TablesFollow,
)
from scoring.models import Deal
from scoring.selectors.acts import CORRECTED
from scoring.selectors.basis import Basis, basis_of_round, is_stale
from scoring.selectors.brackets import TAKEN_BACK, affected_matches, has_bracket, has_reason, is_played
from scoring.selectors.consequences import (
    Consequences,
    OtherTables,
    begun_tables,
    hangs_on_results,
    has_begun,
    later_rounds,
    moves_between,
    name_of_list,
    new_cuts,
    new_places,
    picture_of,
)
from scoring.selectors.draws import places_of
from scoring.selectors.series import length_of
from scoring.services.brackets import reopen_result
from scoring.services.deals import counting_deals, insert_deal, live_game, replace_deal, take_back_last
from scoring.services.drafts import drawn_again
from scoring.services.outcomes import add_version, refuse_absent_side, refuse_impossible, said_of
from scoring.services.redraws import redraw_later
from scoring.services.results import derive_score, match_changed
from scoring.services.rounds import close_round
from tournaments.domain.draw import Draw
from tournaments.enums import GameState, MatchState, RoundState
from tournaments.errors import ReasonMissing
from tournaments.models import Game, Match, Round, Stage
from tournaments.services.matches import lock_match

STANDS = {MatchState.CONFIRMED.value, MatchState.VOID.value}


def preview_correction(match: Match, changes: Sequence[Change]) -> Consequences:
    """What would differ; nothing is changed.

    Raises MatchOpen, CorrectionIncomplete, and what a change raises that cannot be: DealRefused,
    DealNotCurrent, NothingToRetract, TotalsRefused, GameUnknown, SideNotHere, Gone.
    """
    with writing():
        return _consequences(_locked(match), changes)


def try_changes(match: Match, changes: Sequence[Change]) -> None:
    """Raises what ``preview_correction`` raises, without looking at what differs."""
    with writing():
        locked = _locked(match)
        with undone():
            _apply(locked, changes, reason="", by=None)


def correct_match(
    match: Match,
    changes: Sequence[Change],
    *,
    reason: str,
    later: Later,
    after: str,
    by: Account | None = None,
) -> Consequences:
    """The match says this instead, and later rounds stay or follow, as the list ``after`` offered.

    Raises what the preview raises; ReasonMissing, ConsequencesChanged with the list as it is now; RoundBegun,
    TablesFollow and ResultDecidesLater where later rounds cannot be left so.
    """
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    with writing():
        locked = _locked(match)
        found = _consequences(locked, changes)
        if found.after != after:
            raise ConsequencesChanged(table=locked.place, consequences=asdict(found))
        _refuse_choice(locked, found, later)
        _correct(locked, changes, found, reason=reason.strip(), later=later, by=by)
    match.refresh_from_db()
    return found


def _locked(match: Match) -> Match:
    """The match, and every later round of its stage that can still change. Raises MatchOpen."""
    stage = lock(Stage, match.round.stage_id)
    later = stage.rounds.filter(number__gt=match.round.number).exclude(state=RoundState.CLOSED.value)
    list(later.select_for_update().order_by("pk"))
    list(Match.objects.select_for_update(of=("self",)).filter(round__in=later).order_by("pk"))
    locked = lock_match(match)
    if locked.state not in STANDS or has_reason(locked, TAKEN_BACK):
        raise MatchOpen(table=locked.place, code=locked.code)
    return locked


# What would differ


def _consequences(match: Match, changes: Sequence[Change]) -> Consequences:
    rounds = [round for round in later_rounds(match.round) if hangs_on_results(round)]
    bases = _bases(rounds)
    before = picture_of(match)
    with undone():
        changed = lock_match(match)
        _apply(changed, changes, reason="", by=None)
        after = picture_of(changed)
        new = _bases(rounds)
        moved = [round for round in rounds if new[round.pk].digest != bases[round.pk].digest]
        will_be = {round.pk: _drawn(round, new[round.pk]) for round in moved}
    tables = tuple(_other_tables(moved, bases, will_be))
    found = Consequences(
        result=after.result,
        was=before.result,
        tables=tables,
        ranks=moves_between(before, after, match.round.stage.division),
        cuts=new_cuts(before, after),
        places=new_places(before, after),
        played=tuple(_played_behind(match)) if tables else (),
        begun=next((round.number for round in later_rounds(match.round) if has_begun(round)), None),
        choices=(),
    )
    offered = replace(found, choices=_choices(match, found, will_be))
    return replace(offered, after=name_of_list(match, offered))


def _bases(rounds: Sequence[Round]) -> dict[int, Basis]:
    """What each round is drawn from as things are now."""
    return {round.pk: basis_of_round(round.stage, round.number) for round in rounds}


def _drawn(round: Round, basis: Basis) -> Draw | None:
    """None where it could not be drawn today: somebody has left since."""
    try:
        return drawn_again(round, basis)
    except Refusal:
        return None


def _other_tables(
    rounds: Sequence[Round], bases: Mapping[int, Basis], will_be: Mapping[int, Draw | None]
) -> list[OtherTables]:
    """The tables of each round at which others would meet than the old results have drawn."""
    found = []
    for round in rounds:
        before, after = _drawn(round, bases[round.pk]), will_be[round.pk]
        now = {match.number: (match.place, sides) for match, sides in places_of(round)}
        if before and after:
            sides = {number: at for number, (_place, at) in now.items()}
            numbers = other_pairings(sides, before.places, after.places)
            if tables := tuple(now[number][0] for number in numbers):
                found.append(OtherTables(round.number, tables))
    return found


def _played_behind(match: Match) -> list[str]:
    if not has_bracket(match.round.stage):
        return []
    return [f"{each.round.number}/{each.place}" for each in affected_matches(match) if is_played(each)]


def _choices(match: Match, found: Consequences, will_be: Mapping[int, Draw | None]) -> tuple[Later, ...]:
    """In a bracket nobody sits where somebody else came through; elsewhere a round may stay as it is."""
    if not found.tables:
        return (Later.KEEP,)
    if has_bracket(match.round.stage):
        return () if found.played else (Later.REDRAW,)
    may_follow = found.begun is None and all(_may_follow(r, will_be) for r in later_rounds(match.round))
    return (Later.KEEP, Later.REDRAW) if may_follow else (Later.KEEP,)


def _may_follow(round: Round, will_be: Mapping[int, Draw | None]) -> bool:
    """A draft is made anew; what is announced keeps its tables, so as many people have to be there."""
    draw = will_be.get(round.pk)
    if round.state == RoundState.DRAFT.value or round.pk not in will_be:
        return True
    now = {match.number: sides for match, sides in places_of(round)}
    return draw is not None and fits(now, draw.places)


def _refuse_choice(match: Match, found: Consequences, later: Later) -> None:
    if later in found.choices:
        return
    number = match.round.number
    if found.played:
        raise ResultDecidesLater(round=number, tables=list(found.played))
    if later is Later.KEEP:
        others = [f"{other.round}/{place}" for other in found.tables for place in other.tables]
        raise TablesFollow(round=number, tables=others)
    begun = next((round for round in later_rounds(match.round) if has_begun(round)), None)
    if begun is None:
        raise DrawNotPossible(round=found.tables[-1].round if found.tables else number, fault="field_changed")
    raise RoundBegun(round=begun.number, tables=begun_tables(begun))


# Doing it


def _correct(
    match: Match,
    changes: Sequence[Change],
    found: Consequences,
    *,
    reason: str,
    later: Later,
    by: Account | None,
) -> None:
    was_closed = match.round.state == RoundState.CLOSED.value
    behind = later_rounds(match.round)
    announced = any(round.state != RoundState.DRAFT.value for round in behind)
    takes_back = later is Later.REDRAW and has_bracket(match.round.stage) and announced
    fresh = [round for round in behind if _is_fresh_draft(round)]
    if takes_back:
        reopen_result(match, reason=reason, by=by)
        match = lock_match(match)
    _apply(match, changes, reason=reason, by=by)
    said = {"changes": [change_to(change) for change in changes], "reason": reason, "later": later.value}
    append_act(CORRECTED, subject=match.uuid, scope=match.tournament.uuid, by=by, payload=said)
    if takes_back and was_closed:
        close_round(match.round, by=by)
    elif later is Later.REDRAW:
        for round in behind:
            redraw_later(round, reason=reason, by=by)
    else:
        for draft in fresh:
            _keep(draft, by=by)


def _is_fresh_draft(round: Round) -> bool:
    return round.state == RoundState.DRAFT.value and not is_stale(round)


def _keep(draft: Round, *, by: Account | None) -> None:
    """The draft stands although it would be drawn otherwise, because people have looked and said so."""
    draft.basis = basis_of_round(draft.stage, draft.number).digest
    draft.save(update_fields=["basis"])
    append_act("draft_kept", subject=draft.uuid, scope=draft.stage.tournament.uuid, by=by)


def _apply(match: Match, changes: Sequence[Change], *, reason: str, by: Account | None) -> None:
    """The match has its new result, confirmed. Raises CorrectionIncomplete where none stands."""
    by_deals = [APPLY[change.change](match, change, reason, by) for change in changes]
    if derive_score(match).disputed and by_deals:
        _let_stand(match, deals=by_deals[-1], reason=reason, by=by)
    score = derive_score(match)
    if score.disputed or not score.finished:
        raise CorrectionIncomplete(table=match.place, games=_missing(match))
    match.state = MatchState.CONFIRMED.value
    match.save(update_fields=["state"])
    match_changed(match)


def _missing(match: Match) -> list[int]:
    """The games that have begun or are needed, and have no end."""
    games = derive_score(match).games
    open_games = [game.number for game in games if not game.finished]
    return open_games or [len(games) + 1]


def _let_stand(match: Match, *, deals: bool, reason: str, by: Account | None) -> None:
    """Of deals and of what was typed without them, what was said last counts."""
    if deals:
        add_version(match, said_of(OutcomeKind.TOTALS, reason=reason, withdrawn=True), by=by)
    else:
        counting_deals(match).update(state=DealState.RETRACTED.value)


# One function a change: it says whether deals were meant

Apply: TypeAlias = Callable[[Match, Change, str, Account | None], bool]


def _replace(match: Match, change: Change, reason: str, by: Account | None) -> bool:
    replace_deal(_deal(match, change.deal), record=change.record, reason=reason, by=by)
    return True


def _add(match: Match, change: Change, reason: str, by: Account | None) -> bool:
    game = _game(match, change.game)
    insert_deal(game, number=change.number or None, record=change.record, reason=reason, by=by)
    return True


def _take_back(match: Match, change: Change, reason: str, by: Account | None) -> bool:
    take_back_last(live_game(match, change.game))
    return True


def _totals(match: Match, change: Change, reason: str, by: Account | None) -> bool:
    refuse_impossible(match, change.totals, ended_by=change.ended_by)
    facts: dict[str, Any] = {"points": change.totals, "ended_by": change.ended_by, "reason": reason}
    add_version(match, said_of(OutcomeKind.TOTALS, **facts), by=by)
    return False


def _forfeit(match: Match, change: Change, reason: str, by: Account | None) -> bool:
    refuse_absent_side(match, change.winner)
    add_version(match, said_of(OutcomeKind.FORFEIT, winner=change.winner, reason=reason), by=by)
    return False


def _double_loss(match: Match, change: Change, reason: str, by: Account | None) -> bool:
    add_version(match, said_of(OutcomeKind.DOUBLE_LOSS, reason=reason), by=by)
    return False


def _void(match: Match, change: Change, reason: str, by: Account | None) -> bool:
    add_version(match, said_of(OutcomeKind.VOID, reason=reason), by=by)
    return False


def _withdraw(match: Match, change: Change, reason: str, by: Account | None) -> bool:
    add_version(match, said_of(OutcomeKind.TOTALS, reason=reason, withdrawn=True), by=by)
    return True


def _restore(match: Match, change: Change, reason: str, by: Account | None) -> bool:
    """An earlier version counts again, as one version more."""
    if outcome := match.outcomes.filter(uuid=change.version).first():
        said = {name: getattr(outcome, name) for name in said_of(OutcomeKind.TOTALS)}
        add_version(match, said, by=by)
        return False
    deal = _deal(match, change.version)
    standing = counting_deals(match).filter(game=deal.game, number=deal.number).first()
    if standing:
        replace_deal(standing, record=deal.record, reason=reason, by=by)
    else:
        insert_deal(deal.game, number=deal.number, record=deal.record, reason=reason, by=by)
    return True


APPLY: Mapping[ChangeKind, Apply] = {
    ChangeKind.DEAL: _replace,
    ChangeKind.ADD: _add,
    ChangeKind.TAKE_BACK: _take_back,
    ChangeKind.TOTALS: _totals,
    ChangeKind.FORFEIT: _forfeit,
    ChangeKind.DOUBLE_LOSS: _double_loss,
    ChangeKind.VOID: _void,
    ChangeKind.WITHDRAW: _withdraw,
    ChangeKind.RESTORE: _restore,
}


def _deal(match: Match, uuid: str) -> Deal:
    """A deal of a game of this match that is played now. Raises Gone."""
    deals = Deal.objects.filter(game__match=match, game__state=GameState.LIVE.value).select_related("game")
    deal = deals.filter(uuid=uuid).first() if uuid else None
    if deal is None:
        raise Gone
    return deal


def _game(match: Match, leg: int) -> Game:
    """The game of this leg; a match may turn out to have needed one more. Raises GameUnknown."""
    legs = set(match.games.filter(state=GameState.LIVE.value).values_list("leg", flat=True))
    if leg not in legs and leg - 1 in legs and leg <= length_of(match):
        return Game.objects.create(match=match, leg=leg)
    return live_game(match, leg)
