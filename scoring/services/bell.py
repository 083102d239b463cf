"""時間切れ: a table whose time is up says that its game ends with the points as they are (G-6.6)."""

from uuid import UUID

from ledger.acts import append_act
from ledger.transactions import writing
from scoring.domain.facts import TIME_UP
from scoring.domain.match_score import MatchScore
from scoring.enums import ActKind, Source
from scoring.errors import LevelAtBell, NothingAtBell, Overtaken, TimeLeft
from scoring.selectors.acts import last_act
from scoring.services.outcomes import record_totals
from scoring.services.repeats import done_before
from scoring.services.results import derive_score
from tournaments.domain.profile import TimeUpEqual
from tournaments.enums import MatchState, RoundState
from tournaments.models import Match, PhoneAccess
from tournaments.selectors.clocks import clock_of
from tournaments.services.matches import lock_match


def end_at_bell(match: Match, *, uuid: UUID, after: UUID | None, by: PhoneAccess) -> None:
    """The game in play has ended, with the totals of its deals as they were after that act.

    Sent again it is the same. Raises NothingAtBell where no game with a deal is in play, TimeLeft while the
    table's clock has time or is not started, LevelAtBell where one more deal decides, Overtaken, UuidReused.
    """
    with writing():
        locked = lock_match(match)
        if done_before(uuid, locked, means=lambda act: act.kind == ActKind.TIME_UP.value):
            return
        score = _score_in_play(locked)
        _refuse_early(locked)
        if after != last_act(locked):
            raise Overtaken(table=locked.place, code=locked.code)
        record_totals(locked, totals=_totals(locked, score), ended_by=TIME_UP, source=Source.TABLE)
        append_act(
            ActKind.TIME_UP.value,
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by.phone,
            payload={"after": str(after or ""), "seat": by.seat},
            act_uuid=uuid,
        )
    match.refresh_from_db()


def _score_in_play(match: Match) -> MatchScore:
    """As it stands, the last game unfinished. Raises NothingAtBell."""
    is_open = match.state == MatchState.PLAYING.value and match.round.state == RoundState.PUBLISHED.value
    score = derive_score(match)
    if not is_open or not score.games or score.games[-1].finished:
        raise NothingAtBell(table=match.place)
    return score


def _refuse_early(match: Match) -> None:
    clock = clock_of(match)
    if clock is None or not clock.is_up:
        raise TimeLeft(table=match.place)


def _totals(match: Match, score: MatchScore) -> list[list[int]]:
    """By game and side. Raises LevelAtBell."""
    sides = sorted(score.games_won)
    games = [[game.raw[side] for side in sides] for game in score.games]
    is_level = games[-1].count(max(games[-1])) > 1
    if is_level and match.round.stage.profile.time.equal is TimeUpEqual.ONE_MORE_DEAL:
        raise LevelAtBell(table=match.place)
    return games
