"""Drawing, publishing and closing rounds: standings in, a draw out, matches made.

These stand in scoring because a draw reads standings. A round is a draft until it is
published; only a draft may be thrown away. Pressing twice draws once.
"""

from collections.abc import Iterable

from django.utils import timezone

from clubs.models import Account
from ledger.acts import append_act
from ledger.outbox import do_later
from ledger.transactions import writing
from scoring.domain.facts import OutcomeKind
from scoring.enums import Source
from scoring.errors import (
    AllRoundsPlayed,
    DrawStale,
    NoRoundFits,
    ResultsMissing,
    RoundNotDraft,
    RoundNotPublished,
)
from scoring.models import Outcome
from scoring.selectors.desk import open_tables
from scoring.selectors.seeds import seeds_for
from scoring.services.results import settle_match
from tournaments.domain.draw import Draw, Key, NoLawfulDraw, Relaxation, Rules
from tournaments.domain.pairing import draw_round as draw_by_format
from tournaments.domain.pairing import rounds_needed
from tournaments.domain.settings import Settings
from tournaments.enums import Format, RoundState, TournamentState
from tournaments.errors import EventClosed, ReceptionOpen, TooFewEntries
from tournaments.models import (
    Announcement,
    AnnouncementKind,
    Entry,
    Match,
    Round,
    Stage,
)
from tournaments.selectors.reception import active_entries
from tournaments.services.matches import create_matches
from tournaments.services.versions import raise_public_version

COPY_TASK = "hall.copy_event"


def pair_next_round(stage: Stage, *, relaxed: Iterable[Relaxation] = (), by: Account | None = None) -> Round:
    """The stage's next round is drafted; a draft that exists already is returned as it is.

    Raises ReceptionOpen, EventClosed, ResultsMissing (naming the tables of the round before),
    AllRoundsPlayed, TooFewEntries, NoRoundFits (naming who cannot be placed).
    """
    with writing():
        locked = Stage.objects.select_for_update(of=("self",)).get(pk=stage.pk)
        last = locked.rounds.order_by("-number").first()
        if last and last.state == RoundState.DRAFT.value:
            return last
        _refuse_too_early(locked, last)
        number = last.number + 1 if last else 1
        return _draft(locked, number, attempt=1, relaxed=frozenset(relaxed), by=by)


def redraw_round(
    round: Round,
    *,
    new_lots: bool = False,
    relaxed: Iterable[Relaxation] = (),
    by: Account | None = None,
) -> Round:
    """The draft is thrown away and drawn again, by the same lots unless new ones are asked for."""
    with writing():
        locked = Round.objects.select_for_update(of=("self",)).get(pk=round.pk)
        _refuse_not_draft(locked)
        attempt = int(locked.seed.rpartition("/")[2]) + (1 if new_lots else 0)
        stage, number = locked.stage, locked.number
        locked.delete()
        return _draft(stage, number, attempt=attempt, relaxed=frozenset(relaxed), by=by)


def publish_round(round: Round, *, by: Account | None = None) -> Announcement:
    """The draw is announced, play may begin, and the stage's rules are frozen.

    Raises RoundNotDraft, DrawStale when entries have come or gone since it was drawn.
    """
    with writing():
        locked = Round.objects.select_for_update(of=("self",)).get(pk=round.pk)
        _refuse_not_draft(locked)
        _refuse_stale(locked)
        locked.state, locked.published_at = RoundState.PUBLISHED.value, timezone.now()
        locked.save()
        Stage.objects.filter(pk=locked.stage_id, started_at=None).update(started_at=timezone.now())
        for match in locked.matches.filter(table=None):
            _give_bye(match)
        announcement = announce_draw(locked, by=by)
    round.refresh_from_db()
    return announcement


def announce_draw(round: Round, *, by: Account | None = None) -> Announcement:
    """The draw as it is now is announced, as its next version; call inside ``writing()``."""
    earlier = round.announcements.filter(kind=AnnouncementKind.DRAW.value)
    announcement = Announcement.objects.create(
        stage=round.stage,
        round=round,
        kind=AnnouncementKind.DRAW.value,
        version=1 + earlier.count(),
        content=drawn_tables(round),
        announced_by=by,
    )
    _announce(round, "round_published", by=by)
    return announcement


def close_round(round: Round, *, by: Account | None = None) -> None:
    """The round's results count for good. Raises ResultsMissing naming the tables still open."""
    with writing():
        locked = Round.objects.select_for_update(of=("self",)).get(pk=round.pk)
        if locked.state == RoundState.CLOSED.value:
            return
        if locked.state != RoundState.PUBLISHED.value:
            raise RoundNotPublished(round=locked.number)
        if missing := open_tables(locked):
            raise ResultsMissing(round=locked.number, tables=missing)
        locked.state, locked.closed_at = RoundState.CLOSED.value, timezone.now()
        locked.save()
        _announce(locked, "round_closed", by=by)
    round.refresh_from_db()


def drawn_tables(round: Round) -> dict[str, object]:
    """What the draw says, by uuids: tables with sides and seats, and byes."""
    matches = round.matches.prefetch_related("sides__entry", "seats__person")
    return {
        "seed": round.seed,
        "tables": [
            {
                "match": str(match.uuid),
                "table": match.table,
                "sides": [str(side.entry.uuid) if side.entry else None for side in match.sides.all()],
                "seats": [[seat.number, str(seat.person.uuid)] for seat in match.seats.all()],
            }
            for match in matches
        ],
    }


def _draft(
    stage: Stage,
    number: int,
    *,
    attempt: int,
    relaxed: frozenset[Relaxation],
    by: Account | None,
) -> Round:
    entries: dict[Key, Entry] = {entry.number: entry for entry in active_entries(stage.division)}
    if len(entries) < 2:
        raise TooFewEntries(count=len(entries))
    if stage.format == Format.ROUND_ROBIN.value and number == 1:
        stage.rounds_planned = rounds_needed(len(entries))
        stage.save()
        raise_public_version(stage.tournament)  # the conditions say how many rounds there are
    purpose = _purpose(stage, number, attempt=attempt)
    draw = _draw(stage, number, seed=stage.lot(purpose), relaxed=relaxed, entries=entries)
    round = Round.objects.create(stage=stage, number=number, seed=purpose)
    create_matches(round, draw=draw, entries=entries)
    append_act(
        "round_drawn",
        subject=round.uuid,
        scope=stage.tournament.uuid,
        by=by,
        payload={
            "seed": purpose,
            "relaxed": sorted(relaxed),
            "draw": drawn_tables(round),
        },
    )
    return round


def _purpose(stage: Stage, number: int, *, attempt: int) -> str:
    """What the lot is for: this round, or the one order that a round robin turns by throughout."""
    if stage.format != Format.ROUND_ROBIN.value:
        return f"round-{number}/{attempt}"
    return f"order/{attempt}" if number == 1 else stage.rounds.get(number=1).seed


def _draw(
    stage: Stage,
    number: int,
    *,
    seed: int,
    relaxed: frozenset[Relaxation],
    entries: dict[Key, Entry],
) -> Draw:
    rules = Rules(settings=Settings(branch_rounds=stage.avoid_branch_rounds), relaxed=relaxed)
    try:
        return draw_by_format(
            Format(stage.format),
            seeds_for(stage, entries.values()),
            round_number=number,
            rules=rules,
            seed=seed,
        )
    except NoLawfulDraw as error:
        names = [entries[blocked.key].shown_name for blocked in error.blocked]
        raise NoRoundFits(
            round=number, entries=names, relaxations=[str(r) for r in error.relaxations]
        ) from error


def _refuse_too_early(stage: Stage, last: Round | None) -> None:
    if stage.tournament.state == TournamentState.RECEPTION.value:
        raise ReceptionOpen(event=stage.tournament.name)
    if stage.tournament.state == TournamentState.CLOSED.value:
        raise EventClosed(event=stage.tournament.name)
    if last and last.state != RoundState.CLOSED.value:
        raise ResultsMissing(round=last.number, tables=open_tables(last))
    if last and last.number >= stage.rounds_planned:
        raise AllRoundsPlayed(rounds=stage.rounds_planned)


def _refuse_not_draft(round: Round) -> None:
    if round.state != RoundState.DRAFT.value:
        raise RoundNotDraft(round=round.number)


def _refuse_stale(round: Round) -> None:
    drawn = set(round.matches.values_list("sides__entry__uuid", flat=True))
    present = set(active_entries(round.stage.division).values_list("uuid", flat=True))
    if drawn != present:
        raise DrawStale(round=round.number)


def _give_bye(match: Match) -> None:
    Outcome.objects.create(
        match=match,
        version=1,
        kind=OutcomeKind.BYE.value,
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
