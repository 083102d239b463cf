"""Ending an event: the places are awarded and stand as announced."""

from clubs.models import Account
from ledger.acts import append_act
from ledger.outbox import do_later
from ledger.transactions import writing
from scoring.domain.standings import Standing
from scoring.errors import ResultsMissing
from scoring.selectors.desk import open_tables
from scoring.selectors.lines import ranking_of
from scoring.services.rounds import COPY_TASK
from tournaments.enums import RoundState, TournamentState
from tournaments.models import Announcement, AnnouncementKind, Stage, Tournament
from tournaments.services.versions import raise_public_version


def close_tournament(tournament: Tournament, *, by: Account | None = None) -> list[Announcement]:
    """Every stage's places are awarded and the event is over; closing again changes nothing.

    A draft that nobody will play is thrown away: an event may end early, with whoever is left.
    Raises ResultsMissing naming the tables of a round that is still open.
    """
    with writing():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if locked.state == TournamentState.CLOSED.value:
            return []
        stages = list(Stage.objects.filter(division__tournament=locked))
        for stage in stages:
            stage.rounds.filter(state=RoundState.DRAFT.value).delete()
            _refuse_open_round(stage)
        awards = [_award_places(stage, by=by) for stage in stages]
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


def _award_places(stage: Stage, *, by: Account | None) -> Announcement:
    entries = stage.division.entries.filter(withdrawn_at=None)
    return Announcement.objects.create(
        stage=stage,
        kind=AnnouncementKind.PLACES.value,
        content=[_place(standing) for standing in ranking_of(stage, entries=entries)],
        announced_by=by,
    )


def _place(standing: Standing) -> dict[str, object]:
    return {"entry": standing.entry, "place": standing.rank, "shared": standing.tied}


def _refuse_open_round(stage: Stage) -> None:
    for round in stage.rounds.exclude(state=RoundState.CLOSED.value):
        raise ResultsMissing(round=round.number, tables=open_tables(round))
