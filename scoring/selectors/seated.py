"""Who sits where just now: seats change hands from game to game."""

from clubs.models import Member
from scoring.models import MatchResult
from tournaments.enums import MatchState
from tournaments.models import Match, Round, Seat

SETTLED = [MatchState.CONFIRMED.value, MatchState.VOID.value]


def game_in_play(match: Match) -> int:
    """The number of the game that is played now or next."""
    result = MatchResult.objects.filter(match=match).first()
    finished = [game for game in result.match_score.games if game.finished] if result else []
    return min(len(finished) + 1, match.round.stage.profile.best_of)


def sitting_now(match: Match) -> dict[int, Seat]:
    """The seat of each number as it is in the game in play."""
    now = game_in_play(match)
    return {seat.number: seat for seat in match.seats.order_by("from_game") if seat.from_game <= now}


def open_match_of(person: Member, round: Round) -> tuple[Match, int] | None:
    """The unsettled match of the round in which the person has a seat just now, and its number."""
    return next(iter(seated_at(round, person)), None)


def seated_at(round: Round, person: Member) -> list[tuple[Match, int]]:
    """Every seat of an unsettled match that the person has, or will have once a later game begins."""
    matches = round.matches.filter(seats__person=person).exclude(state__in=SETTLED).distinct()
    last = [
        (match, seat)
        for match in matches
        for seat in {seat.number: seat for seat in match.seats.order_by("from_game")}.values()
    ]
    return [(match, seat.number) for match, seat in last if seat.person_id == person.pk]
