"""What is decided over a whole event: its places, which stand as awarded, and the order that ranks them."""

from dataclasses import replace

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.outbox import do_later
from ledger.transactions import writing
from scoring.errors import CutAwaited
from scoring.selectors.cuts import awaited_after
from scoring.selectors.placing import awards_announced, division_placing
from scoring.services.drafts import refuse_open_round
from scoring.services.rounds import COPY_TASK
from tournaments.domain.profile import Ranking, profile_to
from tournaments.domain.stages.award import Awards, agreed_awards, awards_of, awards_to, disagreeing
from tournaments.domain.stages.cut_list import Agreement
from tournaments.enums import RoundState, TournamentState
from tournaments.errors import EventClosed, ReasonMissing
from tournaments.models import Announcement, AnnouncementKind, Division, Stage, Tournament
from tournaments.services.versions import raise_public_version


def close_tournament(tournament: Tournament, *, by: Account | None = None) -> list[Announcement]:
    """The places of every division are awarded and the event is over; closing again changes nothing.

    A draft that nobody will play is thrown away: an event may end early, with whoever is left.
    Raises ResultsMissing naming the tables of a round that is still open, RoundNotClosed, and CutAwaited
    while a stage is to follow one that is finished.
    """
    with writing():
        locked = lock(Tournament, tournament.pk)
        if locked.state == TournamentState.CLOSED.value:
            return []
        for stage in Stage.objects.filter(division__tournament=locked):
            stage.rounds.filter(state=RoundState.DRAFT.value).delete()
            refuse_open_round(stage)
            _refuse_cut_awaited(stage)
        divisions = locked.divisions.filter(stages__isnull=False).distinct()
        awards = [_award(division, awards_of(division_placing(division)), by=by) for division in divisions]
        locked.state = TournamentState.CLOSED.value
        locked.save()
        raise_public_version(locked)
        append_act(
            "tournament_closed",
            subject=locked.uuid,
            scope=locked.uuid,
            by=by,
        )
        do_later(COPY_TASK, tournament=locked.uuid)
    tournament.refresh_from_db()
    return awards


def agree_places(
    division: Division, *, agreement: Agreement, reason: str, by: Account | None = None
) -> Announcement:
    """The further act on places with which the tables no longer agree; where they do, nothing changes.

    Raises ReasonMissing.
    """
    if not reason.strip():
        raise ReasonMissing(number=division.number)
    with writing():
        lock(Division, division.pk)
        last = awards_announced(division)
        assert last is not None  # the page offers this only where places were awarded
        announcement, awarded = last
        placing = division_placing(division)
        if not disagreeing(awarded, placing):
            return announcement
        changed = _award(division, agreed_awards(awarded, placing, agreement), reason=reason, by=by)
        raise_public_version(division.tournament)
        append_act(
            f"places_{agreement}",
            subject=division.uuid,
            scope=division.tournament.uuid,
            by=by,
            payload={"reason": reason.strip(), "places": changed.content},
        )
        do_later(COPY_TASK, tournament=division.tournament.uuid)
    return changed


def change_ranking(stage: Stage, ranking: Ranking, *, reason: str = "", by: Account | None = None) -> None:
    """The stage is ranked by these keys in this order; the order before, and why it went, stay (T59).

    Raises EventClosed, and ReasonMissing once the stage has begun.
    """
    with writing():
        locked = lock(Stage, stage.pk)
        if locked.tournament.state == TournamentState.CLOSED.value:
            raise EventClosed(event=locked.tournament.name)
        if locked.started_at and not reason.strip():
            raise ReasonMissing(number=locked.number)
        before, after = locked.profile, replace(locked.profile, ranking=ranking)
        if before == after:
            return
        lists = {"before": _keys(before.ranking), "after": _keys(after.ranking)}
        locked.stored_profile = profile_to(after)
        locked.save()
        raise_public_version(locked.tournament)
        append_act(
            "ranking_changed",
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={**lists, "reason": reason.strip()},
        )
    stage.refresh_from_db()


def _award(
    division: Division, awards: Awards, *, reason: str = "", by: Account | None = None
) -> Announcement:
    """One list for everything, kept with the last stage."""
    stage = division.stages.latest("number")
    earlier = stage.announcements.filter(kind=AnnouncementKind.PLACES.value)
    return Announcement.objects.create(
        stage=stage,
        kind=AnnouncementKind.PLACES.value,
        version=1 + earlier.count(),
        content=awards_to(awards),
        reason=reason.strip()[:200],
        announced_by=by,
    )


def _keys(ranking: Ranking) -> list[str]:
    return [key.value for key, _descending in ranking]


def _refuse_cut_awaited(stage: Stage) -> None:
    """Who goes straight into a stage keeps it from being dropped; then it may be left unplayed."""
    after = awaited_after(stage)
    if after and not after.entries_waiting.exists():
        raise CutAwaited(stage=after.number, before=stage.number)
