"""The hall as its desk sees it: every table, the next step, the last copy."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import QuerySet
from django.utils import timezone

from ledger.models import OutboxItem
from scoring.selectors.cuts import awaited_after, disagreeing_cuts
from scoring.selectors.placing import disagreeing_places, is_finished
from tournaments.enums import Format, MatchState, RoundState, TournamentState
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.selectors.events import stage_in_play, stages_of

COPYING_TAKES = timedelta(minutes=1)
DONE = [MatchState.CONFIRMED.value, MatchState.VOID.value]


class Step(StrEnum):
    """What the organiser does next."""

    SET_UP = "set_up"
    CLOSE_RECEPTION = "close_reception"
    OPEN_PLAY = "open_play"
    FORM_TABLES = "form_tables"
    DRAW = "draw"
    PUBLISH = "publish"
    RESULTS = "results"
    CLOSE_ROUND = "close_round"
    CUT = "cut"
    AGREE = "agree"
    CLOSE_EVENT = "close_event"
    OVER = "over"


BETWEEN_ROUNDS = {Step.DRAW, Step.CUT, Step.CLOSE_EVENT}


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one next step; ``round`` is the number it is about, ``tables`` what still stands in its way."""

    step: Step
    round: int | None = None
    tables: tuple[int | str, ...] = ()


def desk_stage(tournament: Tournament) -> Stage | None:
    """The stage that the desk works on: the latest that has begun, or whose entrants are announced."""
    return stage_in_play(stages_of(tournament))


def next_step(tournament: Tournament, stage: Stage | None) -> NextStep:
    """What the desk does next with this event. Acts that no longer agree are looked at between rounds."""
    if tournament.state == TournamentState.CLOSED.value:
        return NextStep(Step.AGREE if stage and _disagrees(stage) else Step.OVER)
    if stage is None:
        return NextStep(Step.SET_UP)
    if stage.format == Format.FREE.value:
        return _step_of_play(latest_round(stage))
    if tournament.state == TournamentState.RECEPTION.value:
        return NextStep(Step.CLOSE_RECEPTION)
    step = _step_of_round(stage, latest_round(stage))
    return NextStep(Step.AGREE) if step.step in BETWEEN_ROUNDS and _disagrees(stage) else step


def _disagrees(stage: Stage) -> bool:
    """Whether the tables no longer say what was announced: who passed a cut, who has which place."""
    stages = stage.division.stages.filter(number__lte=stage.number)
    return bool(disagreeing_cuts(stages)) or bool(disagreeing_places(stage.division))


def latest_round(stage: Stage) -> Round | None:
    """The round that the desk works on: the last one, or an earlier one that was opened again."""
    rounds = stage.rounds.order_by("number")
    return rounds.filter(state=RoundState.PUBLISHED.value).first() or rounds.last()


def round_in_play(stage: Stage | None) -> Round | None:
    """The published round, to which the links of the tables and the clock belong; None between rounds."""
    round = latest_round(stage) if stage else None
    return round if round and round.state == RoundState.PUBLISHED.value else None


def open_tables(round: Round) -> list[int | str]:
    """Where they are played, in the order of the hall; ``#7`` waits for a table."""
    return [match.table or match.place for match in open_matches(round)]


def open_matches(round: Round) -> QuerySet[Match]:
    """The matches that are neither confirmed nor void."""
    return round.matches.exclude(state__in=DONE)


def _step_of_play(round: Round | None) -> NextStep:
    """A meeting has one long round, whose tables are formed as people wait."""
    if round is None:
        return NextStep(Step.OPEN_PLAY, 1)
    if round.state == RoundState.PUBLISHED.value:
        return NextStep(Step.FORM_TABLES, round.number, tuple(open_tables(round)))
    return NextStep(Step.CLOSE_EVENT)


def _step_of_round(stage: Stage, round: Round | None) -> NextStep:
    if round is None:
        return NextStep(Step.DRAW, 1)
    if round.state == RoundState.DRAFT.value:
        return NextStep(Step.PUBLISH, round.number)
    if round.state == RoundState.PUBLISHED.value:
        tables = open_tables(round)
        return NextStep(Step.RESULTS if tables else Step.CLOSE_ROUND, round.number, tuple(tables))
    if not is_finished(stage):
        return NextStep(Step.DRAW, round.number + 1)
    return NextStep(Step.CUT if awaited_after(stage) else Step.CLOSE_EVENT)


@dataclass(frozen=True, slots=True)
class CopyState:
    """When the last whole-event copy was made, and whether something newer still waits for one.

    ``under_way``: it was asked for a moment ago; ``late``: longer ago, or it failed.
    """

    made_at: datetime | None
    place: str
    under_way: bool
    late: bool
    failure: str


def last_copy(tournament: Tournament, *, task: str) -> CopyState:
    """The last copy that was made, late when a publish or close came after it and a minute has passed."""
    items = OutboxItem.objects.filter(task=task, arguments__tournament=str(tournament.uuid))
    made = items.exclude(done_at=None).order_by("created_at").last()
    newest = items.order_by("created_at").last()
    waits = newest is not None and newest.done_at is None
    failure = newest.failure if newest and waits else ""
    under_way = (
        newest is not None and waits and not failure and timezone.now() - newest.created_at < COPYING_TAKES
    )
    return CopyState(
        made_at=made.done_at if made else None,
        place=made.outcome if made else "",
        under_way=under_way,
        late=waits and not under_way,
        failure=failure,
    )
