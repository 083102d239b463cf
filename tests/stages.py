"""Stages played quickly by strength: whoever was entered first wins, so that every table is known."""

from collections.abc import Callable
from typing import TypeAlias

from scoring.domain.correction import Change, ChangeKind
from scoring.selectors.draws import drawn_sides
from scoring.selectors.placing import is_finished
from scoring.services.corrections import correct_match, preview_correction
from scoring.services.drafts import pair_next_round
from scoring.services.outcomes import record_totals
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tournaments.models import Entry, Match, Round, Stage

Side: TypeAlias = tuple[int, ...]
Ending: TypeAlias = Callable[[Side, Side], tuple[int, int]]
"""The totals of a match between two sides, told by their entry numbers."""


def stronger(one: Side, other: Side) -> tuple[int, int]:
    """The side of the lowest number wins 150–100."""
    return (150, 100) if min(one) < min(other) else (100, 150)


def by_number(one: Side, other: Side) -> tuple[int, int]:
    """The smaller sum of numbers wins, by as much as it is smaller: hardly anybody is equal."""
    low, high = sorted((sum(one), sum(other)))
    loser = max(0, 140 - 10 * (high - low))
    return (150, loser) if sum(one) == low else (loser, 150)


def play(stage: Stage, ending: Ending = stronger) -> Stage:
    """Every round drawn, published, played and closed."""
    while not is_finished(Stage.objects.get(pk=stage.pk)):
        play_round(stage, ending)
    return Stage.objects.get(pk=stage.pk)


def play_round(stage: Stage, ending: Ending = stronger) -> Round:
    round = pair_next_round(Stage.objects.get(pk=stage.pk))
    publish_round(round)
    for match, sides in drawn_sides(round):
        one, other = (tuple(int(key) for key in side) for side in sides)
        record_totals(match, totals=[ending(one, other)])
        match.refresh_from_db()
        confirm_match(match, by=None)
    close_round(round)
    return round


def correct(match: Match, *, winner: int) -> None:
    """The result of a closed round is corrected: the entry with this number has won 150–0."""
    side = next(side.number for side in match.sides.all() if side.entry and side.entry.number == winner)
    changes = [Change(ChangeKind.TOTALS, totals=((150, 0) if side == 1 else (0, 150),))]
    found = preview_correction(match, changes)
    correct_match(match, changes, reason="記入の誤り", later=found.choices[0], after=found.after)


def met(match: Match) -> set[int]:
    """The numbers of the entries whose sides meet."""
    return {side.entry.number for side in match.sides.all() if side.entry}


def numbers(entries: object) -> list[int]:
    """The numbers of the entries with these uuids, in the same order."""
    known = {str(entry.uuid): entry.number for entry in Entry.objects.all()}
    return [known[str(uuid)] for uuid in entries]  # type: ignore[attr-defined]
