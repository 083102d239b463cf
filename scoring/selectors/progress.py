"""How far an event has come, in the terms of one viewer."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.selectors.viewer import Viewer, sees_draws
from tournaments.enums import RoundState, TournamentState
from tournaments.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class Progress:
    """The event's state, and the latest round that this viewer knows of."""

    state: TournamentState
    round_number: int | None = None
    round_state: RoundState | None = None


def progress_of(tournament: Tournament, viewer: Viewer) -> Progress:
    """The state of one event."""
    return progress_by_event([tournament], viewer)[tournament.pk]


def progress_by_event(tournaments: Iterable[Tournament], viewer: Viewer) -> dict[int, Progress]:
    """The states of several events by database id, in one query."""
    events = list(tournaments)
    rounds = Round.objects.filter(stage__division__tournament__in=events).order_by("stage__number", "number")
    if viewer is Viewer.PUBLIC:
        rounds = rounds.exclude(state=RoundState.DRAFT.value)
    latest = {
        event_id: (number, state)
        for event_id, number, state in rounds.values_list("stage__division__tournament", "number", "state")
    }
    return {event.pk: _progress(event, latest.get(event.pk), viewer) for event in events}


def _progress(event: Tournament, latest: tuple[int, str] | None, viewer: Viewer) -> Progress:
    state = TournamentState(event.state)
    if latest is None or not sees_draws(viewer, event):
        return Progress(state)
    return Progress(state, latest[0], RoundState(latest[1]))
