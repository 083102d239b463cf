"""Who sits where just now: seats change hands from game to game."""

from collections.abc import Iterable

from django.db.models import QuerySet

from clubs.models import Member
from scoring.models import MatchResult
from scoring.selectors.series import last_game
from tournaments.enums import MatchState, RoundState
from tournaments.models import Attendance, Match, Round, Seat, Stage
from tournaments.selectors.reception import floaters_first

SETTLED = [MatchState.CONFIRMED.value, MatchState.VOID.value]


def game_in_play(match: Match) -> int:
    """The number of the game that is played now or next."""
    return min(finished_games(match) + 1, last_game(match))


def finished_games(match: Match) -> int:
    """How many games of the match are over."""
    result = MatchResult.objects.filter(match=match).first()
    return sum(game.finished for game in result.match_score.games) if result else 0


def open_seat_of(person: Member, stage: Stage) -> tuple[Match, int] | None:
    """The unsettled match in which the person has a seat, and the number of that seat."""
    for round in stage.rounds.filter(state=RoundState.PUBLISHED.value):
        for seat in seated_at(round, person):
            return seat
    return None


def seated_at(round: Round, person: Member) -> list[tuple[Match, int]]:
    """Every seat of an unsettled match that the person has, or will have once a later game begins."""
    rows = [row for row in _last_rows(round) if row.person_id == person.pk]
    return [(row.match, row.number) for row in rows]


def people_without_seat(round: Round) -> QuerySet[Attendance]:
    """Whoever is here and has no seat at an open table of the round, floaters first."""
    seated = {row.person_id for row in _last_rows(round)}
    return floaters_first(round.stage.tournament.attendances.filter(present=True).exclude(member__in=seated))


def _last_rows(round: Round) -> Iterable[Seat]:
    """Of every seat of an unsettled match the last row: who sits there, or will from a later game on."""
    rows = Seat.objects.filter(match__round=round).exclude(match__state__in=SETTLED)
    rows = rows.select_related("match__round__stage").order_by("from_game")
    return {(row.match_id, row.number): row for row in rows}.values()
