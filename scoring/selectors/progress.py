"""How far an event has come, in the terms of one viewer."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.selectors.viewer import Viewer, sees_draws
from tournaments.enums import RoundState, TournamentState
from tournaments.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class Progress:
    """The event's state, the latest round that this viewer knows of, and whether any is announced."""

    state: TournamentState
    has_begun: bool = False
    round_number: int | None = None
    round_state: RoundState | None = None


def progress_of(tournament: Tournament, viewer: Viewer) -> Progress:
    """The state of one event."""
    return progress_by_event([tournament], viewer)[tournament.pk]


def progress_by_event(tournaments: Iterable[Tournament], viewer: Viewer) -> dict[int, Progress]:
    """The states of several events by database id, in one query."""
    events = list(tournaments)
    found = Round.objects.filter(stage__division__tournament__in=events).order_by("stage__number", "number")
    rounds: dict[int, list[tuple[int, RoundState]]] = defaultdict(list)
    for event_id, number, state in found.values_list("stage__division__tournament", "number", "state"):
        rounds[event_id].append((number, RoundState(state)))
    return {event.pk: _progress(event, rounds[event.pk], viewer) for event in events}


def _progress(event: Tournament, rounds: list[tuple[int, RoundState]], viewer: Viewer) -> Progress:
    state = TournamentState(event.state)
    announced = [(number, stands) for number, stands in rounds if stands is not RoundState.DRAFT]
    seen = announced if viewer is Viewer.PUBLIC else rounds
    if not seen or not sees_draws(viewer, event):
        return Progress(state, bool(announced))
    return Progress(state, bool(announced), *seen[-1])
