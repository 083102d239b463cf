"""The two gates: what the public may see of an event, and what only its staff.

Every selector of draws and results asks here, so that page, interface and print agree.
"""

from enum import StrEnum

from django.db.models import QuerySet

from tournaments.enums import RoundState
from tournaments.models import Round, Stage, Tournament


class Viewer(StrEnum):
    """Who reads."""

    PUBLIC = "public"
    STAFF = "staff"


def sees_draws(viewer: Viewer, tournament: Tournament) -> bool:
    """Who meets whom, in any round; drafts are a matter of their own."""
    return viewer is Viewer.STAFF or tournament.draw_is_public


def sees_results(viewer: Viewer, tournament: Tournament) -> bool:
    """Standings and everything they could be derived from: totals, deals, who won."""
    return viewer is Viewer.STAFF or tournament.standings_are_public


def visible_rounds(stage: Stage, viewer: Viewer) -> QuerySet[Round]:
    """The rounds whose draw this viewer may read, in order; never a draft for the public."""
    rounds = stage.rounds.order_by("number")
    if viewer is Viewer.STAFF:
        return rounds
    announced = rounds.exclude(state=RoundState.DRAFT.value)
    return announced if sees_draws(viewer, stage.tournament) else announced.none()


def announced_rounds(stage: Stage) -> QuerySet[Round]:
    """The rounds that results may come from."""
    return stage.rounds.exclude(state=RoundState.DRAFT.value).order_by("number")
