"""A league over months: its deadline, the days agreed and offered, and what becomes of what was not played.

The sides arrange their matches themselves, and results are entered as everywhere. Days are local days.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import partial

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.enums import UnplayedRuling
from scoring.errors import MatchClosed, RoundNotPublished, RulingNeeded
from scoring.models import Outcome
from scoring.selectors.league import overdue_matches
from scoring.services.outcomes import record_double_loss, record_forfeit, record_void
from scoring.services.results import confirm_match
from tournaments.domain.all_play_all.league import RULINGS, AtDeadline
from tournaments.enums import MatchState, RoundState
from tournaments.errors import ReasonMissing
from tournaments.models import DateOffer, Match, Round
from tournaments.services.matches import lock_match
from tournaments.services.table_links import follow_deadlines
from tournaments.services.versions import raise_public_version

OVER = {MatchState.CONFIRMED.value, MatchState.VOID.value}


def set_deadline(round: Round, *, day: date | None, by: Account | None = None) -> None:
    """All matches are to be played by this day, but for those postponed; None: there is no deadline.

    Raises RoundNotPublished.
    """
    with writing():
        locked = lock(Round, round.pk)
        if locked.state != RoundState.PUBLISHED.value:
            raise RoundNotPublished(round=locked.number)
        locked.deadline = day
        locked.save()
        follow_deadlines(locked)
        raise_public_version(locked.stage.tournament)
        append_act(
            "deadline_set",
            subject=locked.uuid,
            scope=locked.stage.tournament.uuid,
            by=by,
            payload={"day": _written(day)},
        )
    round.refresh_from_db()


def postpone(match: Match, *, due_on: date | None, reason: str, by: Account | None = None) -> None:
    """This match alone is to be played by another day; None: by the deadline of all again.

    Raises ReasonMissing, MatchClosed, RoundNotPublished.
    """
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    with writing():
        locked = _open_match(match)
        locked.due_on = due_on
        locked.save()
        follow_deadlines(locked.round)
        raise_public_version(locked.tournament)
        _append("match_postponed", locked, by=by, day=_written(due_on), reason=reason.strip())
    match.refresh_from_db()


def offer_date(match: Match, *, side: int, day: date, by: Account | None = None) -> DateOffer:
    """The side has offered this day; offered again it is the same offer.

    Raises MatchClosed, RoundNotPublished.
    """
    with writing():
        locked = _open_match(match)
        offer, is_new = DateOffer.objects.get_or_create(match=locked, side=side, day=day)
        if is_new:
            raise_public_version(locked.tournament)
            _append("date_offered", locked, by=by, side=side, day=_written(day))
    return offer


def take_offer_back(offer: DateOffer, *, by: Account | None = None) -> None:
    """The day is offered no more; that it was stays in the chain. Raises MatchClosed, RoundNotPublished."""
    with writing():
        locked = _open_match(offer.match)
        offer.delete()
        raise_public_version(locked.tournament)
        _append("date_taken_back", locked, by=by, side=offer.side, day=_written(offer.day))


def agree_meeting(match: Match, *, at: datetime | None, place: str, by: Account | None = None) -> None:
    """The sides play then and there; None, or an empty place: that is not agreed, or no longer.

    Raises MatchClosed, RoundNotPublished.
    """
    with writing():
        locked = _open_match(match)
        locked.meeting_at, locked.meeting_place = at, place.strip()
        locked.save(update_fields=["meeting_at", "meeting_place"])
        raise_public_version(locked.tournament)
        agreed = {"at": at.isoformat() if at else "", "place": locked.meeting_place}
        _append("meeting_agreed", locked, by=by, **agreed)
    match.refresh_from_db()


# At the deadline

Recorder = Callable[..., Outcome]
RECORDERS: Mapping[UnplayedRuling, Recorder] = {
    UnplayedRuling.SIDE_ONE_WINS: partial(record_forfeit, winner=1),
    UnplayedRuling.SIDE_TWO_WINS: partial(record_forfeit, winner=2),
    UnplayedRuling.BOTH_LOSE: record_double_loss,
    UnplayedRuling.VOID: record_void,
}
BY_RULE: Mapping[AtDeadline, UnplayedRuling] = {
    AtDeadline.VOID: UnplayedRuling.VOID,
    AtDeadline.DOUBLE_LOSS: UnplayedRuling.BOTH_LOSE,
}


def rule_match(match: Match, *, ruling: UnplayedRuling, reason: str, by: Account | None = None) -> None:
    """The match has ended so without being played. Raises ReasonMissing, MatchClosed, RoundNotPublished."""
    with writing():
        RECORDERS[ruling](match, reason=reason, by=by)
        if ruling is not UnplayedRuling.VOID:
            confirm_match(match, by=by)
    match.refresh_from_db()


def apply_rule(round: Round, *, today: date, reason: str, by: Account | None = None) -> list[Match]:
    """Every match overdue on this day and not begun has ended by the rule that was announced.

    Raises RulingNeeded where the rule leaves each of them to people, ReasonMissing, RoundNotPublished.
    """
    with writing():
        locked = lock(Round, round.pk)
        ruling = BY_RULE.get(RULINGS[locked.stage.settings.unplayed])
        if ruling is None:
            raise RulingNeeded(round=locked.number)
        ruled = list(overdue_matches(locked, today))
        for match in ruled:
            rule_match(match, ruling=ruling, reason=reason, by=by)
    return ruled


def _open_match(match: Match) -> Match:
    locked = lock_match(match)
    if locked.state in OVER:
        raise MatchClosed(table=locked.place, code=locked.code)
    if locked.round.state != RoundState.PUBLISHED.value:
        raise RoundNotPublished(round=locked.round.number)
    return locked


def _written(day: date | None) -> str:
    return day.isoformat() if day else ""


def _append(kind: str, match: Match, *, by: Account | None, **facts: object) -> None:
    append_act(kind, subject=match.uuid, scope=match.tournament.uuid, by=by, payload=facts)
