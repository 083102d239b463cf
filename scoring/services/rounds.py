"""Publishing and closing rounds. A draft becomes public once, and what was announced stands."""

from collections.abc import Iterable

from django.utils import timezone

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.outbox import do_later
from ledger.transactions import writing
from scoring.domain.facts import OutcomeKind
from scoring.enums import Source
from scoring.errors import DrawStale, ResultsMissing, RoundNotPublished, TablesDisputed
from scoring.models import Outcome
from scoring.selectors.basis import is_stale
from scoring.selectors.brackets import has_reason
from scoring.selectors.desk import open_matches, open_tables
from scoring.selectors.draws import drawn_tables
from scoring.selectors.withdrawals import absent_in, annulled_numbers
from scoring.services.brackets import follow_results, settle_absent
from scoring.services.drafts import refuse_not_draft
from scoring.services.outcomes import record_void
from scoring.services.results import confirm_match, settle_match
from tournaments.enums import AbsenceKind, Format, MatchState, RoundState
from tournaments.errors import ReasonMissing
from tournaments.models import Announcement, AnnouncementKind, Match, Round, Stage
from tournaments.selectors.entrants import absences_in
from tournaments.services.table_links import open_links
from tournaments.services.versions import raise_public_version

COPY_TASK = "hall.copy_event"


def publish_round(round: Round, *, by: Account | None = None) -> Announcement:
    """The draw is announced, play may begin, and the stage's rules are frozen.

    Raises RoundNotDraft, DrawStale when what it was drawn from has changed since.
    """
    with writing():
        locked = lock(Round, round.pk)
        refuse_not_draft(locked)
        if is_stale(locked):
            raise DrawStale(round=locked.number)
        locked.state, locked.published_at = RoundState.PUBLISHED.value, timezone.now()
        locked.save()
        Stage.objects.filter(pk=locked.stage_id, started_at=None).update(started_at=timezone.now())
        _give_results(locked, by=by)
        announcement = announce_draw(locked, by=by)
    round.refresh_from_db()
    return announcement


def announce_draw(round: Round, *, reason: str = "", by: Account | None = None) -> Announcement:
    """The draw as it is now is announced, as its next version, and its tables let phones in.

    Call inside ``writing()``.
    """
    earlier = round.announcements.filter(kind=AnnouncementKind.DRAW.value)
    announcement = Announcement.objects.create(
        stage=round.stage,
        round=round,
        kind=AnnouncementKind.DRAW.value,
        version=1 + earlier.count(),
        content=drawn_tables(round),
        reason=reason,
        announced_by=by,
    )
    open_links(round)
    _announce(round, "round_published", by=by)
    return announcement


def close_round(round: Round, *, by: Account | None = None) -> None:
    """The round's results count for good, and what was taken back behind it is seated again.

    Raises ResultsMissing naming the tables still open, those of an earlier round that was opened again too.
    """
    with writing():
        locked = lock(Round, round.pk)
        if locked.state == RoundState.CLOSED.value:
            return
        if locked.state != RoundState.PUBLISHED.value:
            raise RoundNotPublished(round=locked.number)
        _refuse_open_tables(locked)
        locked.state, locked.closed_at = RoundState.CLOSED.value, timezone.now()
        locked.save()
        _announce(locked, "round_closed", by=by)
        if later := follow_results(locked, by=by):
            _give_results(later, by=by)
            announce_draw(later, by=by)
    round.refresh_from_db()


def close_round_without(round: Round, *, reason: str, by: Account | None = None) -> None:
    """The round is closed although results are missing (T36): those matches are void, complete ones stand.

    Which are void, which were confirmed with it, and why, stands in the chain. Raises ReasonMissing,
    RoundNotPublished, and TablesDisputed: of two values the desk chooses.
    """
    if not reason.strip():
        raise ReasonMissing(number=round.number)
    with writing():
        locked = lock(Round, round.pk)
        if locked.state != RoundState.PUBLISHED.value:
            raise RoundNotPublished(round=locked.number)
        missing = list(open_matches(locked))
        if disputed := [match.place for match in missing if match.state == MatchState.DISPUTED.value]:
            raise TablesDisputed(round=locked.number, tables=disputed)
        complete = [match for match in missing if match.state == MatchState.TO_CONFIRM.value]
        without = [match for match in missing if match not in complete]
        for match in complete:
            confirm_match(match, by=by)
        for match in without:
            record_void(match, reason=reason, by=by)
        append_act(
            "round_closed_without",
            subject=locked.uuid,
            scope=locked.stage.tournament.uuid,
            by=by,
            payload={"reason": reason.strip(), "matches": _uuids(without), "confirmed": _uuids(complete)},
        )
        close_round(locked, by=by)
    round.refresh_from_db()


def _uuids(matches: Iterable[Match]) -> list[str]:
    return [str(match.uuid) for match in matches]


def _refuse_open_tables(round: Round) -> None:
    for each in round.stage.rounds.filter(number__lte=round.number).order_by("number"):
        if missing := open_tables(each):
            raise ResultsMissing(round=each.number, tables=missing)


def _give_results(round: Round, *, by: Account | None) -> None:
    """What needs no play has its result: byes, and tables of which a side is absent."""
    _give_byes(round)
    settle_absent(round, by=by)


def _give_byes(round: Round) -> None:
    """Whoever meets nobody has what that is worth: drawn, asked for, or without a table.

    A bye in place of an entry whose matches are all annulled is worth as little as they are, and so is
    waiting in a block of three.
    """
    asked = dict(absences_in(round.stage, round.number).values_list("entry", "kind"))
    annulled = annulled_numbers(round.stage)
    matches = round.matches.filter(state=MatchState.WAITING.value).prefetch_related("sides")
    for match in (match for match in matches if match.is_bye):
        (side,) = match.sides.all()
        kind = _bye_of(round.stage, asked.get(side.entry_id or 0))
        is_nothing = absent_in(match) in annulled or has_reason(match, "waits")
        _give_bye(match, OutcomeKind.VOID if is_nothing else kind)


def _bye_of(stage: Stage, asked: str | None) -> OutcomeKind:
    if asked and asked != AbsenceKind.AWAY.value:
        return OutcomeKind(asked)
    return OutcomeKind.SIT_OUT if stage.format == Format.ROTATION.value else OutcomeKind.BYE


def _give_bye(match: Match, kind: OutcomeKind) -> None:
    Outcome.objects.create(
        match=match,
        version=1 + match.outcomes.count(),
        kind=kind.value,
        winner=1,
        source=Source.DRAW.value,
        entered_at=timezone.now(),
    )
    settle_match(match)


def _announce(round: Round, kind: str, *, by: Account | None) -> None:
    tournament = round.stage.tournament
    raise_public_version(tournament)
    append_act(kind, subject=round.uuid, scope=tournament.uuid, by=by)
    do_later(COPY_TASK, tournament=tournament.uuid)
