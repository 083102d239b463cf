"""What a round is drawn from: who is there, their past, the rules; and whether that still holds."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.selectors.history import played_rounds
from scoring.selectors.seeds import seeds_for
from tournaments.domain.basis import basis_of
from tournaments.domain.draw import PlayedRound, Rules, Seed
from tournaments.domain.gaps import floaters_needed
from tournaments.domain.pairing import KEEPS_PLACES
from tournaments.enums import Format, RoundState
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.entrants import entrants, forbidden_sets, house_entries, present

FROM_RESULTS = {Format.KNOCKOUT, Format.TWO_WINS_TWO_LOSSES}


@dataclass(frozen=True, slots=True)
class Basis:
    """``present`` are the entries there in this round; ``seeds`` hold the absent too where places are fixed."""

    present: tuple[Entry, ...]
    seeds: tuple[Seed, ...]
    rules: Rules
    history: tuple[PlayedRound, ...]

    @property
    def digest(self) -> str:
        return basis_of(self.seeds, self.rules, self.history)


def basis_of_round(stage: Stage, number: int) -> Basis:
    """All that a draw of this round reads."""
    here = list(present(stage, number))
    field = _field(stage, number, here)
    opponents, partners = forbidden_sets(stage, field)
    absent = {entry.pk for entry in field} - {entry.pk for entry in here} - _house(field)
    return Basis(
        present=tuple(here),
        seeds=tuple(seeds_for(stage, field, absent=absent)),
        rules=Rules(
            settings=stage.settings,
            rounds_planned=stage.rounds_planned,
            forbidden=opponents,
            apart=partners,
        ),
        history=played_rounds(stage) if Format(stage.format) in FROM_RESULTS else (),
    )


def is_stale(round: Round) -> bool:
    """Whether what this draft was drawn from has changed since: somebody came or left, a result, a rule."""
    if round.state != RoundState.DRAFT.value or not round.basis:
        return False
    return round.basis != basis_of_round(round.stage, round.number).digest


def _field(stage: Stage, number: int, here: Sequence[Entry]) -> list[Entry]:
    """Who takes part in the draw: all where places are fixed, floaters where persons fill tables."""
    if Format(stage.format) in KEEPS_PLACES:
        return list(entrants(stage))
    if stage.format != Format.ROTATION.value:
        return list(here)
    floaters = list(house_entries(stage, number))
    return [*here, *floaters[: floaters_needed(len(here), len(floaters), stage.settings.shape)]]


def _house(field: Sequence[Entry]) -> set[int]:
    return {entry.pk for entry in field if entry.is_house}
