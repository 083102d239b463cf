"""What a round is drawn from: who is there, their past, the rules; and whether that still holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.selectors.history import played_rounds
from scoring.selectors.seeds import seeds_for
from tournaments.domain.drafts.basis import basis_of
from tournaments.domain.draw import Key, PlayedRound, Rules, Seed
from tournaments.domain.gaps import floaters_missing, floaters_needed
from tournaments.domain.pairing import KEEPS_PLACES
from tournaments.enums import AbsenceKind, Format, RoundState
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.entrants import (
    absences_in,
    forbidden_sets,
    house_entries,
    present,
    with_places,
)

# A house pair plays instead of a bye only where byes are drawn anew in every round.
HOUSE_PLAYS = {Format.SWISS, Format.ROUND_ROBIN}
FROM_RESULTS = {Format.KNOCKOUT, Format.TWO_WINS_TWO_LOSSES}


@dataclass(frozen=True, slots=True)
class Basis:
    """``drawn`` are the entries of the draw, floaters too, and the absent only where places are fixed.

    ``house`` are the house pairs ready to fill a gap, ``asked`` the byes that were asked for;
    ``floaters_missing`` counts those without whom somebody sits out though the settings have it otherwise.
    """

    drawn: tuple[Entry, ...]
    seeds: tuple[Seed, ...]
    rules: Rules
    history: tuple[PlayedRound, ...]
    house: tuple[Key, ...] = ()
    asked: Mapping[Key, AbsenceKind] = field(default_factory=dict)
    floaters_missing: int = 0

    @property
    def digest(self) -> str:
        gaps = (*self.house, *sorted(self.asked.items()))
        return basis_of(self.seeds, self.rules, self.history, gaps=gaps)


def basis_of_round(stage: Stage, number: int) -> Basis:
    """All that a draw of this round reads: nothing of the round itself, nor of later ones."""
    here = list(present(stage, number))
    drawn = _field(stage, number, here)
    opponents, partners = forbidden_sets(stage, drawn)
    absent = {entry.pk for entry in drawn} - {entry.pk for entry in here} - _house(drawn)
    return Basis(
        drawn=tuple(drawn),
        seeds=tuple(seeds_for(stage, drawn, absent=absent, before=number)),
        rules=Rules(
            settings=stage.settings,
            rounds_planned=stage.rounds_planned,
            forbidden=opponents,
            apart=partners,
        ),
        history=played_rounds(stage, before=number) if Format(stage.format) in FROM_RESULTS else (),
        house=tuple(_ready_house(stage, number)),
        asked=dict(_asked_byes(stage, number)),
        floaters_missing=_floaters_missing(stage, number, len(here)),
    )


def is_stale(round: Round) -> bool:
    """Whether what this draft was drawn from has changed since: somebody came or left, a result, a rule."""
    if round.state != RoundState.DRAFT.value or not round.basis:
        return False
    return round.basis != basis_of_round(round.stage, round.number).digest


def _draws_floaters(stage: Stage) -> bool:
    """Whether they are drawn among all others: one alone is nobody's opponent where a table needs more."""
    is_of_three = stage.format == Format.SWISS.value and len(stage.settings.shape) > 2
    return is_of_three or stage.format == Format.ROTATION.value


def _ready_house(stage: Stage, number: int) -> list[Key]:
    if Format(stage.format) not in HOUSE_PLAYS or _draws_floaters(stage):
        return []
    return [entry.number for entry in house_entries(stage, number)]


def _asked_byes(stage: Stage, number: int) -> list[tuple[Key, AbsenceKind]]:
    if Format(stage.format) in FROM_RESULTS:
        return []  # a bye that somebody wants is no place in a bracket
    asked = absences_in(stage, number).exclude(kind=AbsenceKind.AWAY.value).filter(entry__withdrawn_at=None)
    return [(number, AbsenceKind(kind)) for number, kind in asked.values_list("entry__number", "kind")]


def _field(stage: Stage, number: int, here: Sequence[Entry]) -> list[Entry]:
    """Who takes part in the draw: all where places are fixed, floaters where persons fill tables."""
    if Format(stage.format) in KEEPS_PLACES:
        return with_places(stage)
    if not _draws_floaters(stage):
        return list(here)
    floaters = list(house_entries(stage, number))
    return [*here, *floaters[: floaters_needed(len(here), len(floaters), stage.settings.shape)]]


def _floaters_missing(stage: Stage, number: int, here: int) -> int:
    if not _draws_floaters(stage):
        return 0
    return floaters_missing(here, house_entries(stage, number).count(), stage.settings)


def _house(field: Sequence[Entry]) -> set[int]:
    return {entry.pk for entry in field if entry.is_house}
