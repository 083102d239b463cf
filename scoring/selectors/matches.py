"""The matches of a round as cards: who sits at which table, the score, the state."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet

from scoring.domain.facts import OutcomeKind, Result
from scoring.domain.match_score import MatchScore
from scoring.enums import DealState
from scoring.models import MatchResult
from scoring.selectors.series import length_of
from scoring.selectors.viewer import Viewer, sees_draws, sees_results, visible_rounds
from tournaments.domain.seating import side_of
from tournaments.enums import Format, GameState, MatchState, RoundState
from tournaments.models import Match, Round, Side, Stage
from tournaments.selectors.names import EntryName, PersonName, named_entries


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side of a table. ``entry`` is None where the side is no entry: partners of one round, floaters.

    ``people`` are those who sit there for an entry, each with that entry.
    """

    number: int
    name: str
    entry: EntryName | None
    people: tuple[tuple[PersonName, EntryName], ...] = ()
    totals: tuple[int, ...] = ()
    games_won: int = 0
    result: Result | None = None

    @property
    def entries(self) -> tuple[EntryName, ...]:
        """The entry, or where the side is none those whose persons sit there."""
        return tuple(dict.fromkeys(entry for _person, entry in self.people))

    @property
    def total(self) -> int | None:
        """The total of the game in play, or of the last one played."""
        return self.totals[-1] if self.totals else None

    @property
    def won(self) -> bool:
        return self.result is Result.WIN


@dataclass(frozen=True, slots=True)
class MatchCard:
    """One table. ``scored`` says that totals are shown: played, not disputed, and not hidden.

    ``waits`` says that it waits for a table; in a league nobody does.
    """

    code: str
    number: int
    table: int | None
    round_number: int
    state: MatchState
    sides: tuple[SideCard, ...]
    best_of: int
    scored: bool
    forfeited: bool
    deals: int
    last_entry_at: datetime | None
    waits: bool
    reasons: tuple[Mapping[str, object], ...]

    @property
    def is_bye(self) -> bool:
        """One side alone: nobody is met."""
        return len(self.sides) == 1

    @property
    def place(self) -> str:
        """Where it is played as people say it: the table, else its number in the draw."""
        return str(self.table) if self.table else f"#{self.number}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where one person plays this round; ``card`` may be a bye."""

    person: PersonName
    entry: EntryName
    card: MatchCard

    @property
    def kana_row(self) -> str:
        """あ, か, さ …: the row under which the reading stands."""
        return self.person.kana_row


def match_cards(round: Round, viewer: Viewer) -> list[MatchCard]:
    """The round's tables in the order of the hall, byes last; none that a gate hides."""
    if viewer is Viewer.PUBLIC and round.state == RoundState.DRAFT.value:
        return []
    if not sees_draws(viewer, round.stage.tournament):
        return []
    names = named_entries(round.stage.division)
    matches = with_scores(Match.objects.filter(round=round))
    return _in_hall_order(match_card(match, names, viewer) for match in matches)


def cards_by_round(stage: Stage, viewer: Viewer) -> list[tuple[Round, list[MatchCard]]]:
    """Every round this viewer may read, latest first, each with its tables."""
    rounds = list(visible_rounds(stage, viewer).order_by("-number"))
    names = named_entries(stage.division)
    cards: dict[int, list[MatchCard]] = defaultdict(list)
    for match in with_scores(Match.objects.filter(round__in=rounds)):
        cards[match.round_id].append(match_card(match, names, viewer))
    return [(round, _in_hall_order(cards[round.pk])) for round in rounds]


def _in_hall_order(cards: Iterable[MatchCard]) -> list[MatchCard]:
    return sorted(cards, key=lambda card: (card.is_bye, card.table is None, card.table or 0, card.number))


def places_by_name(cards: list[MatchCard]) -> list[Place]:
    """Everybody of these cards in 五十音 order, with the table to go to."""
    places = [
        Place(person, entry, card) for card in cards for side in card.sides for person, entry in side.people
    ]
    return sorted(places, key=lambda place: (place.person.sort_key, place.person.name))


def public_match(code: str, viewer: Viewer) -> Match | None:
    """The match with this code, when this viewer may know that it exists."""
    match = with_scores(Match.objects.filter(code=code.upper())).first()
    if match is None or viewer is Viewer.STAFF:
        return match
    draft = match.round.state == RoundState.DRAFT.value
    return None if draft or not sees_draws(viewer, match.tournament) else match


def with_scores(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with all that their cards need: two queries."""
    counts = Q(games__deals__state=DealState.CURRENT.value, games__state=GameState.LIVE.value)
    return (
        matches.select_related("result", "round__stage__division__tournament__club")
        .prefetch_related("sides", "seats")
        .annotate(
            deal_count=Count("games__deals", filter=counts),
            last_entry_at=Max("games__deals__entered_at"),
        )
    )


def match_card(match: Match, names: Mapping[int, EntryName], viewer: Viewer) -> MatchCard:
    """One match of ``with_scores`` as a card. A disputed match has no totals for the public."""
    result: MatchResult | None = getattr(match, "result", None)
    state = MatchState(match.state)
    open_to_viewer = sees_results(viewer, match.tournament) and (
        viewer is Viewer.STAFF or state is not MatchState.DISPUTED
    )
    score = result.match_score if result and open_to_viewer else None
    return MatchCard(
        code=match.code,
        number=match.number,
        table=match.table,
        round_number=match.round.number,
        state=_told(match, open_to_viewer),
        sides=_sides(match, names, score),
        best_of=length_of(match),
        scored=score is not None and _is_scored(score),
        forfeited=score is not None and _is_forfeit(score),
        deals=getattr(match, "deal_count", 0) if open_to_viewer else 0,
        last_entry_at=getattr(match, "last_entry_at", None) if open_to_viewer else None,
        waits=_waits(match),
        reasons=tuple(match.reasons) if viewer is Viewer.STAFF else (),
    )


def _waits(match: Match) -> bool:
    is_called = match.round.stage.format != Format.LEAGUE.value
    return is_called and match.table is None and match.state == MatchState.WAITING.value and not match.is_bye


def _told(match: Match, open_to_viewer: bool) -> MatchState:
    """While results are hidden nobody reads from the state whether a match of this round has ended."""
    state = MatchState(match.state)
    if open_to_viewer or state in (MatchState.DISPUTED, MatchState.VOID, MatchState.WAITING):
        return state
    return MatchState.CONFIRMED if match.round.state == RoundState.CLOSED.value else MatchState.PLAYING


def _sides(match: Match, names: Mapping[int, EntryName], score: MatchScore | None) -> tuple[SideCard, ...]:
    sides = match.sides.all()
    seated = {
        side.number: [
            names[seat.entry_id]
            for seat in match.seats.all()
            if seat.entry_id and side_of(seat.number, sides=len(sides)) == side.number
        ]
        for side in sides
    }
    return tuple(_side(side, names, list(dict.fromkeys(seated[side.number])), score) for side in sides)


def _side(
    side: Side,
    names: Mapping[int, EntryName],
    seated: Sequence[EntryName],
    score: MatchScore | None,
) -> SideCard:
    """A side named by its entry, its label, or the entries whose seats it has."""
    entry = names.get(side.entry_id) if side.entry_id else None
    entries = [entry] if entry else seated
    return SideCard(
        number=side.number,
        name=entry.name if entry else side.label or "・".join(one.name for one in seated),
        entry=entry,
        people=tuple((person, one) for one in entries for person in one.people),
        totals=tuple(game.standing.get(side.number, 0) for game in score.games) if score else (),
        games_won=score.games_won.get(side.number, 0) if score else 0,
        result=score.results.get(side.number) if score else None,
    )


def _is_scored(score: MatchScore) -> bool:
    """Whether totals tell how it ended: not where nothing was played, nor where a ruling took it all away."""
    played = any(game.running or not game.awarded for game in score.games)
    return played and score.decided_by is not OutcomeKind.VOID


def _is_forfeit(score: MatchScore) -> bool:
    return score.decided_by in (OutcomeKind.FORFEIT, OutcomeKind.DOUBLE_LOSS) or any(
        game.awarded and game.ruled is None for game in score.games
    )
