"""The bracket as one viewer may read it: every place of every round, who came there, who can still come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.selectors.brackets import TAKEN_BACK, has_reason
from scoring.selectors.matches import MatchCard, SideCard, cards_by_round
from scoring.selectors.viewer import Viewer, sees_draws, sees_results
from tournaments.domain.draw import Key
from tournaments.domain.elimination.bracket import (
    BracketRound,
    Entrant,
    LoserOf,
    Place,
    WinnerOf,
    rounds_needed,
    rounds_of,
)
from tournaments.domain.elimination.bracket_results import THIRD_PLACE, PlaceResult, PlaceResults, unit_behind
from tournaments.domain.settings import ThirdPlace
from tournaments.enums import MatchState, RoundState
from tournaments.models import Match, Stage
from tournaments.selectors.names import EntryName, named_entries

Cards: TypeAlias = Mapping[tuple[int, int], MatchCard]
"""The tables and byes that are drawn, by round and place."""

OVER = {MatchState.CONFIRMED, MatchState.VOID}


@dataclass(frozen=True, slots=True)
class Line:
    """One side of a place: who stands there, or out of which place somebody will come.

    Neither: nobody came out of it. ``table`` is where the place before is played just now; ``side`` has the
    score once this place is drawn.
    """

    entry: EntryName | None = None
    origin: WinnerOf | LoserOf | None = None
    table: int | None = None
    side: SideCard | None = None

    @property
    def comes_as_loser(self) -> bool:
        return isinstance(self.origin, LoserOf)


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """One place of a round. ``card`` is its table or bye; None while it is not drawn."""

    number: int
    lines: tuple[Line, ...]
    card: MatchCard | None = None
    is_bye: bool = False

    @property
    def games(self) -> list[tuple[int, ...]]:
        """The totals of each game of a series."""
        return list(zip(*(line.side.totals for line in self.lines if line.side), strict=False))


@dataclass(frozen=True, slots=True)
class SheetRound:
    """One round: the way to the final, the match for third place, the second games of round-one losers."""

    number: int
    state: RoundState | None
    places: tuple[SheetPlace, ...]
    third_place: SheetPlace | None = None
    second_games: tuple[SheetPlace, ...] = ()


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """No rounds: nothing is drawn yet. ``hidden``: the gate of the draw is closed."""

    rounds: tuple[SheetRound, ...] = ()
    hidden: bool = False


def bracket_sheet(stage: Stage, viewer: Viewer) -> BracketSheet:
    """Drawn rounds as they are, later ones as they follow.

    A table that was taken back is shown as not drawn: it waits for whoever comes.
    """
    if not sees_draws(viewer, stage.tournament):
        return BracketSheet(hidden=True)
    drawn = cards_by_round(stage, viewer)
    cards = {(card.round_number, card.number): card for _round, row in drawn for card in row}
    if not cards:
        return BracketSheet()
    taken_back = taken_back_in(stage)
    standing = {at: card for at, card in cards.items() if at not in taken_back}
    results = results_of(standing) if sees_results(viewer, stage.tournament) else {}
    names: dict[Key, EntryName] = {name.number: name for name in named_entries(stage.division).values()}
    states = {round.number: RoundState(round.state) for round, _cards in drawn}
    return BracketSheet(
        tuple(
            sheet_round(number, states.get(number), places, Known(names, standing, results))
            for number, places in enumerate(bracket_of(cards, stage.settings.third_place), start=1)
        )
    )


def taken_back_in(stage: Stage) -> set[tuple[int, int]]:
    """Tables that are void only until an earlier result is corrected."""
    void = Match.objects.filter(round__stage=stage, state=MatchState.VOID.value).select_related("round")
    return {(match.round.number, match.number) for match in void if has_reason(match, TAKEN_BACK)}


def bracket_of(cards: Cards, third_place: ThirdPlace) -> tuple[BracketRound, ...]:
    """All rounds that follow from the lines of round one."""
    first = {number: card for (round_number, number), card in cards.items() if round_number == 1}
    lines: list[Key | None] = []
    for number in range(1, (1 << rounds_needed(max(first))) + 1):
        sides = [side.entry.number for side in first[number].sides if side.entry]
        lines += [*sides, None][:2]
    return rounds_of(tuple(lines), third_place=third_place)


def results_of(cards: Cards) -> PlaceResults:
    """Who came out of each place that is over."""
    return {at: result_of(card) for at, card in cards.items() if card.is_bye or card.state in OVER}


def result_of(card: MatchCard) -> PlaceResult:
    winner = next((side for side in card.sides if side.won or card.is_bye), None)
    others = (side for side in card.sides if side is not winner)
    return PlaceResult(
        winner=winner.entry.number if winner and winner.entry else None,
        losers=tuple(side.entry.number for side in others if side.entry),
    )


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of each place: who stands or sits there, and who came out of it."""

    by_number: Mapping[Key, EntryName]
    cards: Cards
    results: PlaceResults

    def line(self, entrant: Entrant) -> Line:
        if isinstance(entrant, WinnerOf | LoserOf) and (entrant.round, entrant.table) not in self.results:
            before = self.cards.get((entrant.round, entrant.table))
            return Line(origin=entrant, table=before.table if before else None)
        key = unit_behind(entrant, self.results)
        return Line(entry=self.by_number[key] if key is not None else None)


def sheet_round(number: int, state: RoundState | None, places: Sequence[Place], known: Known) -> SheetRound:
    cards = known.cards
    main = [place for place in places if not is_for_third(place)]
    third = next((place for place in places if is_for_third(place)), None)
    drawn_by_rule = {place.number for place in places}
    second = [card for (at, n), card in sorted(cards.items()) if at == number and n not in drawn_by_rule]
    return SheetRound(
        number=number,
        state=state,
        places=tuple(sheet_place(place, cards.get((number, place.number)), known) for place in main),
        third_place=sheet_place(third, cards.get((number, THIRD_PLACE)), known) if third else None,
        second_games=tuple(drawn_place(card) for card in second),
    )


def is_for_third(place: Place) -> bool:
    return any(isinstance(entrant, LoserOf) for entrant in place.entrants)


def sheet_place(place: Place, card: MatchCard | None, known: Known) -> SheetPlace:
    if card is not None:
        return drawn_place(card)
    lines = tuple(known.line(entrant) for entrant in place.entrants)
    return SheetPlace(place.number, lines, is_bye=place.is_bye)


def drawn_place(card: MatchCard) -> SheetPlace:
    lines = tuple(Line(entry=side.entry, side=side) for side in card.sides)
    return SheetPlace(card.number, lines, card, is_bye=card.is_bye)
