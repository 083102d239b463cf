"""Settling a match: its result is derived whole from what counts now, never added to."""

from django.utils import timezone

from clubs.models import Account
from ledger.acts import append_act
from ledger.transactions import writing
from scoring.domain.facts import OutcomeKind
from scoring.domain.match_score import MatchScore, score_match
from scoring.domain.stored_score import score_to
from scoring.enums import DealState
from scoring.errors import NotToConfirm, RoundClosed
from scoring.models import Deal, MatchResult
from scoring.selectors.acts import is_held, was_confirmed
from scoring.selectors.facts import facts_of_deal, outcome_facts
from scoring.selectors.rulings import ruling_facts
from scoring.selectors.series import length_of
from scoring.services.queue import seat_next, wait_if_taken
from tournaments.domain.seating import next_game_dealer
from tournaments.enums import GameState, MatchState, RoundState
from tournaments.errors import ReasonMissing
from tournaments.models import Game, Match
from tournaments.services.matches import lock_match
from tournaments.services.versions import raise_public_version


def derive_score(match: Match) -> MatchScore:
    """The match's score from its current deals, its current outcome, its rulings and the frozen profile."""
    deals = Deal.objects.filter(
        game__match=match,
        game__state=GameState.LIVE.value,
        state=DealState.CURRENT.value,
    ).order_by("game__leg", "number")
    outcome = match.outcomes.order_by("version").last()
    return score_match(
        [facts_of_deal(leg, verdict) for leg, verdict in deals.values_list("game__leg", "outcome")],
        list(outcome_facts(outcome)),
        ruling_facts(match),
        profile=match.round.stage.profile,
        sides=sorted(side.number for side in match.sides.all()),
        best_of=length_of(match),
    )


def settle_match(match: Match) -> MatchScore:
    """The stored result and the match's state follow again from what counts now."""
    score = derive_score(match)
    _keep(match, score)
    state = _state_of(match, score)
    if state != match.state:
        match.state = state
        match.save()
    if state == MatchState.PLAYING.value:
        _open_next_game(match, score)
    return score


def _keep(match: Match, score: MatchScore) -> None:
    """One row a match; whoever settles it holds the match, so nobody else makes it meanwhile."""
    stored = MatchResult.objects.filter(match=match)
    if not stored.update(score=score_to(score), settled_at=timezone.now()):
        MatchResult.objects.create(match=match, score=score_to(score))


def match_changed(match: Match) -> None:
    """After an act: the match is settled and no public page shows what was."""
    if match.first_played_at is None:
        match.first_played_at = timezone.now()
        match.save()
    settle_match(match)
    if match.state == MatchState.VOID.value:
        seat_next(match.round)
    raise_public_version(match.tournament)


def confirm_match(match: Match, *, by: Account | None, alone: bool = False) -> None:
    """The result stands; further acts are refused. Raises NotToConfirm while it is not complete.

    ``alone`` says in the act that whoever confirms has entered it too.
    """
    with writing():
        locked = lock_match(match)
        if locked.state == MatchState.CONFIRMED.value:
            return
        if locked.state != MatchState.TO_CONFIRM.value:
            raise NotToConfirm(table=locked.table or "–", state=locked.state)
        locked.state = MatchState.CONFIRMED.value
        locked.save()
        seat_next(locked.round)
        raise_public_version(locked.tournament)
        _append("match_confirmed", locked, by=by, alone=alone)


def stay_confirmed(match: Match) -> None:
    """A result that people have confirmed stands where it is complete again. Call inside ``writing()``.

    Nobody is asked once more after a ruling, or when something is undone; a closed round holds nothing open.
    """
    is_closed = match.round.state == RoundState.CLOSED.value
    if match.state == MatchState.TO_CONFIRM.value and (is_closed or was_confirmed(match)):
        match.state = MatchState.CONFIRMED.value
        match.save(update_fields=["state"])


def reopen_match(match: Match, *, reason: str, by: Account | None) -> None:
    """The match may be changed again while its round is open. Raises RoundClosed, ReasonMissing."""
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    with writing():
        locked = lock_match(match)
        if locked.round.state != RoundState.PUBLISHED.value:
            raise RoundClosed(round=locked.round.number)
        wait_if_taken(locked)
        locked.state = MatchState.WAITING.value
        locked.save()
        settle_match(locked)
        raise_public_version(locked.tournament)
        _append("match_reopened", locked, by=by, reason=reason)


def _state_of(match: Match, score: MatchScore) -> str:
    if is_held(match) or score.disputed:
        return MatchState.DISPUTED.value
    if score.decided_by is OutcomeKind.VOID:
        return MatchState.VOID.value
    if score.finished:
        confirmed = match.state == MatchState.CONFIRMED.value or match.is_bye
        return MatchState.CONFIRMED.value if confirmed else MatchState.TO_CONFIRM.value
    return MatchState.PLAYING.value if score.games else MatchState.WAITING.value


def _open_next_game(match: Match, score: MatchScore) -> None:
    """A best of n has its next game as soon as the one before is over."""
    finished = sum(game.finished for game in score.games)
    if not finished:
        return  # the first game is there from the draw
    Game.objects.get_or_create(
        match=match,
        leg=finished + 1,
        state=GameState.LIVE.value,
        defaults={"first_dealer": lambda: _next_first_dealer(match, score, leg=finished + 1)},
    )


def _next_first_dealer(match: Match, score: MatchScore, *, leg: int) -> int | None:
    """Who deals first in a later game (G-2.2); unknown where the games before do not tell."""
    openings = dict(
        Deal.objects.filter(game__match=match, state=DealState.CURRENT.value, number=1).values_list(
            "game__leg", "dealer"
        )
    )
    first, last = openings.get(1), openings.get(leg - 1)
    if first is None or last is None:
        return None
    rule, winner = match.round.stage.profile.next_game_dealer, score.games[leg - 2].winner
    sides = len(score.games_won)
    return next_game_dealer(rule, last=last, first=first, winner=winner, sides=sides).seat


def _append(kind: str, match: Match, *, by: Account | None, reason: str = "", **more: object) -> None:
    append_act(
        kind,
        subject=match.uuid,
        scope=match.tournament.uuid,
        by=by,
        payload={"reason": reason, **more},
    )
